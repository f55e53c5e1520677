import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { transformFileSync } from '@swc/core';
import { judged } from '../../mutation/judge.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'holystone-judge-'));
const CHILD = join(root, 'mutation/child.js');

/** As Stryker's instrumenter would write it: mutant 0 is `+ 2`, 1 is equal, 2 has no test, 3 loops, 4 and 5 are read at load. */
const FILE = `
const s = globalThis.__stryker__;
const reach = (...ids) => {
  s.mutantCoverage ??= { static: {}, perTest: {} };
  const at = s.currentTestId === undefined ? s.mutantCoverage.static : (s.mutantCoverage.perTest[s.currentTestId] ??= {});
  for (const id of ids) at[id] = (at[id] ?? 0) + 1;
};
const is = (id) => {
  if (s.hitCount !== undefined && s.activeMutant === id && ++s.hitCount > s.hitLimit) throw new Error('hit limit');
  return s.activeMutant === id;
};
reach('4', '5');
const ONE = is('4') ? 2 : is('5') ? 1.0 : 1;
const remembered = new Map();
export function next(n) {
  reach('0', '1', '3', '6', '7');
  while (is('3'));
  if (is('7')) Promise.reject(new Error('nobody catches it'));
  if (!remembered.has(n)) remembered.set(n, is('6') ? n + 3 : n + ONE);
  return is('0') ? n + 2 : remembered.get(n);
}
export const other = () => (reach('2'), 1);
`;
const suite = (expected: number) => `
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '${join(root, 'mutation/globals.js')}';
import { next } from './file.js';
test('next', async () => { const n = next(1); await setImmediate(); expect(n).toBe(${expected}); });
`;

beforeAll(() => {
  for (const folder of ['mutation', 'test/support', 'tmp']) mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const name of ['child', 'globals', 'limit']) {
    const { code } = transformFileSync(join(ROOT, 'test/mutation', `${name}.ts`), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
      module: { type: 'es6' },
    });
    writeFileSync(join(root, `mutation/${name}.js`), code.replace(/(from '\.\/\w+)\.ts'/g, "$1.js'"));
  }
  const files = { 'file.js': FILE, 'green.js': suite(2), 'red.js': suite(3), 'test/support/seed.js': '' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('who is equal, or is reached by no test, is alive; what modules remember and read at load hides nobody', async () => {
  const alive = await judged(root, ['green.ts'], ['0', '1', '2', '3', '4', '5', '6', '7'], CHILD);
  expect(alive).toEqual(new Set(['1', '2', '5']));
});

test('tests that are red without a mutant, or do not load, judge nobody', async () => {
  expect(await judged(root, ['green.ts', 'red.ts'], ['0'], CHILD)).toContain('red.ts: next: Error: ');
  expect(await judged(root, ['missing.ts'], ['0'], CHILD)).toContain('Cannot find module');
});

test.each([
  ['computes without end', '{ cpuMs: 50, looks: 100_000 }', 'for (;;);'],
  ['waits without end', '{ cpuMs: 100_000, looks: 2 }', 'setInterval(() => {}, 1000);'],
])('a process that %s is ended', async (_, limit, work) => {
  const code = `import { limited } from '${join(root, 'mutation/limit.js')}'; (await limited())(${limit}); ${work}`;
  writeFileSync(join(root, 'work.js'), code);
  const child = spawn(process.execPath, [join(root, 'work.js')], { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});
