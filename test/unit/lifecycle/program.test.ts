/** The identity of the program, over copies of a small one. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { identityOf, programIdentity } from '../../../src/composition/program.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holystone-program-'));
  await mkdir(join(dir, 'first', 'src', 'core'), { recursive: true });
  await mkdir(join(dir, 'first', 'node_modules', '@scope', 'parser'), { recursive: true });
  await writeFile(join(dir, 'first', 'src', 'core', 'rule.js'), 'export const keeps = false;');
  await writeFile(join(dir, 'first', 'src', 'step.lua'), 'return 1');
  await writeFile(join(dir, 'first', 'package.json'), packageOf('0.2.0'));
  await writeFile(join(dir, 'first', 'node_modules', '@scope', 'parser', 'package.json'), '{ "version": "1.0.0" }');
});
afterAll(() => rm(dir, { recursive: true }));

const packageOf = (version: string) =>
  JSON.stringify({ version, dependencies: { '@scope/parser': '^1.0.0', gone: '1' } });

let copies = 0;
/** Of a copy of the program in which a file is another. */
async function identityWith(path: string, text: string): Promise<string> {
  const copy = join(dir, `copy-${copies++}`);
  await cp(join(dir, 'first'), copy, { recursive: true });
  await writeFile(join(copy, path), text);
  return identityOf(join(copy, 'src'), copy);
}

describe('L68 the identity of a program', () => {
  test.each([
    ['one line of a rule', 'src/core/rule.js', 'export const keeps = true;'],
    ['a script of Redis', 'src/step.lua', 'return 2'],
    ['a file more', 'src/core/safeguard.js', ''],
    ['the version of a package that it uses', 'node_modules/@scope/parser/package.json', '{ "version": "1.0.1" }'],
  ])('L68 it differs by %s', async (_what, path, text) => {
    expect(await identityWith(path, text)).not.toBe(identityOf(join(dir, 'first', 'src'), join(dir, 'first')));
  });

  test.each([
    ['the folder alone', 'src/core/rule.js', 'export const keeps = false;'],
    ['the name of the version', 'package.json', packageOf('0.3.0')],
    ['a source map', 'src/core/rule.js.map', '{}'],
  ])('L68 it does not differ by %s', async (_what, path, text) => {
    expect(await identityWith(path, text)).toBe(identityOf(join(dir, 'first', 'src'), join(dir, 'first')));
  });

  test('L68 this program has one', () => {
    expect(programIdentity()).toMatch(/^[0-9a-f]{64}$/);
    expect(programIdentity()).toBe(programIdentity());
  });
});
