import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

const CONFIG = {
  runtime: join(ROOT, 'test/support/keptModules.mjs'),
  testEnvironment: join(ROOT, 'test/support/leakGuard.mjs'),
  testMatch: ['**/*.test.mjs'],
  moduleFileExtensions: ['mjs', 'js'],
  transform: {},
};

/** Says when it is loaded. */
const saysLoaded = (name: string) => `
  import { appendFileSync } from 'node:fs';
  appendFileSync(process.env.SAID, '${name} is loaded\\n');
`;

/** The first of two equal test files leaves a variable, a time limit and an async storage; the second must not meet them. */
const TEST = `
  import { executionAsyncResource } from 'node:async_hooks';
  import { expect, jest, test } from '@jest/globals';
  import '../module.mjs';
  import './support.mjs';

  const limit = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'TEST_TIMEOUT_SYMBOL');
  test('meets nothing of another file', async () => {
    expect([process.env.LEFT, limit]).toEqual([undefined, undefined]);
    process.env.LEFT = 'here';
    // In Node 20 each storage puts a symbol on every promise; one is that of this file's own circus.
    await null;
    const stored = Object.getOwnPropertySymbols(executionAsyncResource()).map(({ description }) => description);
    expect(stored.filter((name) => name === 'kResourceStore').length).toBeLessThanOrEqual(1);
  });
`;

const FILES = {
  'package.json': '{}',
  'jest.config.json': JSON.stringify(CONFIG),
  'module.mjs': saysLoaded('the module'),
  'test/support.mjs': saysLoaded('the support'),
  'test/a.test.mjs': TEST,
  'test/b.test.mjs': TEST,
};

/** Runs two test files one after the other; returns the modules that were loaded. */
async function loaded(variables: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'jest-'));
  try {
    await mkdir(join(folder, 'test'));
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
    const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
    const own = ['--rootDir', folder, '--cacheDirectory', join(folder, 'cache')];
    const args = ['--experimental-vm-modules', jest, '--runInBand', ...own];
    const said = join(folder, 'said');
    await run(process.execPath, args, { cwd: folder, env: { ...process.env, SAID: said, ...variables } });
    return (await readFile(said, 'utf8')).trim().split('\n').sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('a Jest worker', () => {
  it('loads a module once, a file in test/ for each test file, and puts back the state that a test file changed', async () => {
    expect(await loaded({ HOLYSTONE_FRESH_MODULES: '' })).toEqual([
      'the module is loaded',
      'the support is loaded',
      'the support is loaded',
    ]);
  });

  it('loads everything anew for each test file with HOLYSTONE_FRESH_MODULES=true', async () => {
    const twice = ['the module is loaded', 'the module is loaded', 'the support is loaded', 'the support is loaded'];
    expect(await loaded({ HOLYSTONE_FRESH_MODULES: 'true' })).toEqual(twice);
  });
});
