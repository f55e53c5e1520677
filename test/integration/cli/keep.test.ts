/** `holystone keep` on a real Redis, in this process. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Namespace, parseNamespace } from '../../../src/core/resource/namespace.ts';
import { cliHere } from '../../support/cliHere.ts';
import { markOf, NOW, openState, type StateFixture } from '../state/support.ts';

const IMAGES = parseNamespace('aws:test:us-east-1:image') as Namespace;

let state: StateFixture;
let dir: string;
beforeAll(async () => {
  [state, dir] = await Promise.all([openState(), mkdtemp(join(tmpdir(), 'holystone-keep-'))]);
  await writeFile(
    join(dir, 'holystone.yaml'),
    `
redis: { url: "${state.redis.url}" }
accounts: [{ name: test, provider: aws, id: "111111111111", locations: [us-east-1] }]
cleanup: [{ type: image, when: [{ rule: unused }] }, { type: runningInstance, when: [{ rule: age, moreThan: 90d }] }]
`,
  );
});
afterAll(async () => {
  await state.close();
  await rm(dir, { recursive: true, force: true });
});

const keep = (id: string, ...args: readonly string[]) =>
  cliHere(['keep', IMAGES, id, '-c', join(dir, 'holystone.yaml'), '--as', 'olga', ...args], {});
const kept = async () => [...(await state.optOuts.all(IMAGES)).keys()].sort();

test('keep --unseen stores the opt-out of an id that nobody looked for, and says how to undo', async () => {
  const { code, stdout } = await keep('ami-typo', '--unseen');
  expect({ code, kept: await kept() }).toEqual({ code: 0, kept: ['id:ami-typo'] });
  expect(stdout).toContain('for a resource with exactly this id');
  expect(stdout).toContain(`\nTo undo: holystone keep ${IMAGES} ami-typo --undo --as olga\n`);

  expect((await keep('ami-typo', '--undo')).stdout).toBe(`olga no longer keeps ami-typo in ${IMAGES}.\n`);
  expect(await kept()).toEqual([]);
  const again = (await keep('ami-typo', '--undo')).stdout;
  expect(again).toContain('There is no opt-out by olga');
  expect(again.replace(/\s+/g, ' ')).toContain('still has holystone:keep, that keeps it: remove it there.');
});

test('keep of a marked resource says that its mark is removed', async () => {
  const after = { ...markOf('ami-1'), namespace: IMAGES };
  const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'marked', actor: 'holystone' } as const;
  await state.marks.apply(IMAGES, [{ id: 'ami-1', before: undefined, after, audit }]);
  const { stdout } = await keep('ami-1');
  expect(stdout).toContain('Its mark is removed.');
});

test.each([
  ['image', 'deletion'],
  ['runningInstance', 'stop'],
])('L75 keep of %s after the permit says that its %s had begun', async (type, noun) => {
  const namespace = parseNamespace(`aws:test:us-east-1:${type}`) as Namespace;
  const id = 'begun-1';
  const after = intendDeletion({ ...markOf(id), namespace }, 'p', NOW);
  const audit = { at: NOW, namespace, id, event: 'permitted', actor: 'holystone' } as const;
  await state.marks.apply(namespace, [{ id, before: undefined, after, audit }]);
  const keepIn = async (...args: readonly string[]) => {
    const all = ['keep', namespace, ...args, '-c', join(dir, 'holystone.yaml'), '--as', 'olga'];
    return (await cliHere(all, {})).stdout.replace(/\s+/g, ' ');
  };
  expect(await keepIn(id)).toContain(`Its ${noun} had begun already and may still happen.`);
  expect(await keepIn('begun-*', '--pattern', '--yes')).toContain(`The ${noun} of one of them had begun already`);
  for (const undo of [[id], ['begun-*', '--pattern']]) await keepIn(...undo, '--undo');
});

test('keep -o json answers with the stored and the withdrawn opt-outs, for programs', async () => {
  const stored = JSON.parse((await keep('ami-9', '--unseen', '-o', 'json')).stdout);
  const about = { namespace: IMAGES, id: 'ami-9', actor: 'olga' };
  expect(stored).toEqual({ ...about, until: 'forever', stored: true, markRemoved: false, deletionBegun: false });
  expect(JSON.parse((await keep('ami-9', '--undo', '-o', 'json')).stdout)).toEqual({ ...about, withdrawn: true });
  const shown = JSON.parse((await keep('nightly-*', '--pattern', '-o', 'json')).stdout);
  expect(shown).toMatchObject({ pattern: 'nightly-*', stored: false, matching: 0 });
});

test('R6 keep --pattern shows the marks first, stores with --yes, and is undone', async () => {
  for (const id of ['release-1', 'release-2', 'dev-1']) {
    const after = { ...markOf(id), namespace: IMAGES };
    const audit = { at: NOW, namespace: IMAGES, id, event: 'marked', actor: 'holystone' } as const;
    await state.marks.apply(IMAGES, [{ id, before: undefined, after, audit }]);
  }
  const before = await kept();
  const shown = await keep('release-*', '--pattern');
  expect(shown.stdout).toMatch(
    /It matches 2 of \d+ marks: name of release-1 \(release-1\), name of release-2 \(release-2\)\.\nNothing is stored yet/,
  );
  expect(await kept()).toEqual(before);

  const { code, stdout } = await keep('release-*', '--pattern', '--yes');
  expect({ code, kept: await kept() }).toEqual({ code: 0, kept: [...before, 'pattern:release-*'] });
  expect(stdout).toContain('--pattern --undo --as olga');
  expect((await state.marks.getMany(IMAGES, ['release-1', 'release-2', 'dev-1'])).map(({ id }) => id)).toEqual([
    'dev-1',
  ]);

  expect((await keep('release-*', '--pattern', '--undo')).stdout).toContain('olga no longer keeps release-*');
  expect(await kept()).toEqual(before);
});

test('R6 keep --pattern stores none of which the namespace has no room for, and says what to do', async () => {
  const before = { until: 'forever', actor: 'ann', at: NOW } as const;
  for (let i = 0; i < 100; i++)
    await state.optOuts.optOut(IMAGES, { ...before, target: { kind: 'pattern', value: `v${i}-*` } });
  for (const args of [['--pattern'], ['--pattern', '--yes']]) {
    const { code, stderr } = await keep('one-*', ...args);
    expect(code).not.toBe(0);
    expect(stderr).toContain('of which one must be withdrawn first');
  }
  expect(await kept()).not.toContain('pattern:one-*');
  await state.redis.flush();
});

test.each([['*'], ['release-1'], ['']])('R6 keep --pattern refuses %j, and stores nothing', async (pattern) => {
  const before = await kept();
  const { code, stderr } = await keep(pattern, '--pattern', '--yes');
  expect({ code, kept: await kept() }).toEqual({ code: 2, kept: before });
  expect(stderr).toContain('the pattern');
});
