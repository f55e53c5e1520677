import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { confirmation } from '../../../src/cli/confirmation.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import type { ConfirmedBatch } from '../../../src/lifecycle/pass/deps.ts';

const NAMESPACE = 'aws:test:us-east-1:cdks3asset' as Namespace;

let stdin: PassThrough & { isTTY?: boolean };
let stderr: PassThrough;
let stop: AbortController;
beforeEach(() => {
  [stdin, stderr, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  stdin.isTTY = true;
});
afterEach(() => {
  stop.abort();
  for (const stream of [stdin, stderr]) stream.destroy();
});

const asking = (options: { readonly confirm?: boolean; readonly yes?: boolean }) =>
  confirmation(options, { stdin, stderr, signal: stop.signal });
const batch = (...names: readonly string[]): ConfirmedBatch => ({
  namespace: NAMESPACE,
  step: 'deletion',
  resources: names.map((name) => ({ id: name, identity: name, name, tags: {}, aliases: [], sizeBytes: 1024 ** 2 })),
});
const text = () => String(stderr.read() ?? '');

describe('K16 the questions before each batch', () => {
  test('yes deletes one batch, and the next is asked about', async () => {
    const one = asking({ confirm: true });
    stdin.write('yes\nno\n');
    expect([await one?.confirms(batch('a', 'b')), await one?.confirms(batch('c'))]).toEqual([true, false]);
    const said = text();
    expect(said).toContain(`Delete 2 resources, 2.1 MB of ${NAMESPACE}?\n  a\n  b\n`);
    expect(said).toContain(`Delete 1 resource, 1 MB of ${NAMESPACE}?\n  c\n`);
  });

  test.each([
    ['no', false],
    ['all', true],
  ])('after %s nobody is asked again', async (answer, isDeleted) => {
    const one = asking({ confirm: true });
    stdin.write(`${answer}\n`);
    const answers = [];
    for (const name of ['a', 'b', 'c']) answers.push(await one?.confirms(batch(name)));
    expect(answers).toEqual([isDeleted, isDeleted, isDeleted]);
    expect(text().match(/Delete 1 resource/g)).toHaveLength(1);
  });

  test('another answer is asked again, and an input that ends deletes nothing', async () => {
    const one = asking({ confirm: true });
    stdin.end('maybe\n');
    expect(await one?.confirms(batch('a'))).toBe(false);
    expect(text()).toContain('"maybe" is none of: yes, no, all');
  });

  test('names of a long batch are cut, and a name cannot move the cursor', async () => {
    const one = asking({ confirm: true });
    stdin.write('yes\n');
    await one?.confirms(batch('\u001b[2Jx', ...Array.from({ length: 11 }, (_, index) => `n${index}`)));
    const said = text();
    expect(said).toContain('… and 2 more');
    expect(said).not.toContain('\u001b');
  });

  test('without a terminal nothing is done, unless --yes answers', () => {
    stdin.isTTY = false;
    expect(() => asking({ confirm: true })).toThrow(/asks on a terminal, and there is none; add --yes/);
    expect([asking({ confirm: true, yes: true }), asking({})]).toEqual([undefined, undefined]);
  });
});
