import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

const CONFIG = {
  reporters: ['default', join(ROOT, 'test/support/runFolders.mjs')],
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
  import { AsyncLocalStorage, executionAsyncResource } from 'node:async_hooks';
  import { expect, jest, test } from '@jest/globals';
  import '../module.mjs';
  import './support.mjs';

  const limit = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'TEST_TIMEOUT_SYMBOL');
  test('meets nothing of another file', async () => {
    expect([process.env.LEFT, limit]).toEqual([undefined, undefined]);
    process.env.LEFT = 'here';
    // In Node 20 every promise gets an id as soon as there is one storage.
    await null;
    const marks = Object.getOwnPropertySymbols(executionAsyncResource()).map(({ description }) => description);
    expect(marks).not.toContain('async_id_symbol');
    await new AsyncLocalStorage().run('left', async () => {});
  });
`;

/** Its worker ends in the middle of it, as if Jest had killed it. */
const KILLED = `
  import { test } from '@jest/globals';

  test('ends', () => process.kill(process.pid, 'SIGKILL'));
`;

const EMPTY = { 'package.json': '{}', 'jest.config.json': JSON.stringify(CONFIG) };
const FILES = {
  ...EMPTY,
  'module.mjs': saysLoaded('the module'),
  'test/support.mjs': saysLoaded('the support'),
  'test/a.test.mjs': TEST,
  'test/b.test.mjs': TEST,
};

/** A project with these files, and the arguments with which Node runs its tests. */
async function inProject<T>(files: object, use: (folder: string, args: readonly string[]) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'jest-'));
  try {
    await mkdir(join(folder, 'test'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
    const own = ['--rootDir', folder, '--cacheDirectory', join(folder, 'cache')];
    return await use(folder, ['--experimental-vm-modules', jest, ...own]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs two test files one after the other; returns the modules that were loaded. */
function loaded(variables: Record<string, string>): Promise<string[]> {
  return inProject(FILES, async (folder, args) => {
    const said = join(folder, 'said');
    await run(process.execPath, [...args, '--runInBand'], {
      cwd: folder,
      env: { ...process.env, SAID: said, ...variables },
    });
    return (await readFile(said, 'utf8')).trim().split('\n').sort();
  });
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

  it('that is killed in the middle of a test file leaves no temporary folder', async () => {
    await inProject({ ...EMPTY, 'test/a.test.mjs': KILLED, 'test/b.test.mjs': KILLED }, async (folder, args) => {
      const env = { ...process.env, TMPDIR: folder };
      const ended = run(process.execPath, [...args, '--maxWorkers=2'], { cwd: folder, env });
      await expect(ended).rejects.toThrow('signal=SIGKILL');
      expect((await readdir(folder)).filter((name) => name.startsWith('holystone-tests-'))).toEqual([]);
    });
  });
});
