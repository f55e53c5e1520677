/** Which files of an installed folder the image leaves out. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { EXHAUSTIVE } from '../../support/sampled.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SCRIPT = join(ROOT, 'scripts/prune-modules.mjs');
const run = promisify(execFile);

/** The single files of the program need them; the bundle has them in it. */
const IN_THE_BUNDLE = [
  'commander',
  'email-addresses',
  'picocolors',
  're2js',
  'redlock',
  'temporal-polyfill',
  'yaml',
  'zod',
];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holystone-pruned-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const prune = () => run(process.execPath, [SCRIPT, folder]);

/** Writes them; a value that is no text is JSON. */
async function write(files: Readonly<Record<string, string | object>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Every file below node_modules. */
async function left(): Promise<readonly string[]> {
  const entries = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, 'node_modules/').length))
    .toSorted();
}

test('types, maps, documents and empty folders go; code, data and licences stay', async () => {
  const gone = { 'types/a.d.ts': '', 'index.js.map': '', 'README.md': '', '.npmignore': '', 'docs/guide.md': '' };
  const stays = {
    'index.js': '',
    'a.cjs': '',
    'b.mjs': '',
    'lua/c.lua': '',
    'd.json': '{}',
    LICENSE: '',
    'notice.txt': '',
  };
  const named = (files: object) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`node_modules/web/${name}`, text]));
  await write({
    'package.json': { dependencies: { web: '1' } },
    'node_modules/web/package.json': { name: 'web' },
    ...named(gone),
    ...named(stays),
  });
  await prune();
  expect(await left()).toEqual([...Object.keys(stays), 'package.json'].map((name) => `web/${name}`).toSorted());
  expect(await readdir(join(folder, 'node_modules/web'))).not.toContain('types');
});

describe('the second format of a package of the SDK', () => {
  const files = { 'dist-cjs/index.js': '', 'dist-es/index.js': '', 'dist-types/index.js': '' };
  const sdk = async (manifest: object, name = '@aws-sdk/client-x') => {
    const at = Object.entries(files).map(([path, text]) => [`node_modules/${name}/${path}`, text]);
    await write({
      'package.json': { dependencies: { [name]: '1' } },
      [`node_modules/${name}/package.json`]: { name, ...manifest },
      ...Object.fromEntries(at),
    });
    await prune();
    return (await left()).filter((path) => path.includes('/dist-')).map((path) => path.split('/').at(-2));
  };
  const node = {
    types: './dist-types/i.d.ts',
    module: './dist-es/index.js',
    node: './dist-cjs/index.js',
    import: './dist-es/index.js',
  };

  test.each([
    ['has no exports', { main: './dist-cjs/index.js', module: './dist-es/index.js' }],
    ['has a condition for Node before all others', { exports: { '.': node, './sub': node } }],
  ])('goes where the package %s', async (_what, manifest) => {
    expect(await sdk(manifest)).toEqual(['dist-cjs']);
  });

  test.each([
    ['its modules', { exports: { '.': { import: './dist-es/index.js', require: './dist-cjs/index.js' } } }],
    ['one of its modules', { exports: { '.': node, './sub': { import: './dist-es/index.js' } } }],
    ['the modules as its main file', { main: 'dist-es/index.js' }],
  ])('stays where Node loads %s', async (_what, manifest) => {
    expect(await sdk(manifest)).toEqual(['dist-cjs', 'dist-es']);
  });

  test('of another package stays', async () => {
    expect(await sdk({ main: './dist-cjs/index.js' }, 'other')).toEqual(['dist-cjs', 'dist-es', 'dist-types']);
  });
});

test('what only the sandbox needs goes, and what something else needs too stays', async () => {
  const at = (path: string, dependencies: readonly string[] = []) => ({
    [`node_modules/${path}/package.json`]: {
      dependencies: Object.fromEntries(dependencies.map((name) => [name, '1'])),
    },
  });
  await write({
    'package.json': { dependencies: { web: '1', 'smtp-server': '1', 'postal-mime': '1' } },
    ...at('web', ['shared', '@x/y']),
    ...at('web/node_modules/inner'),
    ...at('shared'),
    ...at('@x/y'),
    ...at('smtp-server', ['shared', 'only']),
    ...at('only'),
    ...at('postal-mime'),
  });
  await prune();
  expect(await left()).toEqual(['@x/y', 'shared', 'web'].map((name) => `${name}/package.json`));
});

test('a folder without modules is refused', async () => {
  await expect(prune()).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('node_modules') });
});

/** The installed modules of this folder, pruned, with the program as the image has it. Hard links: nothing of this folder changes. */
(EXHAUSTIVE ? test : test.skip)(
  'the program validates, and makes a client of every service, with pruned modules and without the sandbox',
  async () => {
    await run('cp', ['-al', join(ROOT, 'node_modules'), join(folder, 'node_modules')]);
    await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
    for (const part of ['src', 'compiled', 'tools', 'config', 'main.cjs', 'package.json']) {
      await cp(join(ROOT, 'dist', part), join(folder, 'dist', part), { recursive: true });
    }
    await prune();
    const main = join(folder, 'dist/main.cjs');
    const holystone = (...args: string[]) => run(process.execPath, [main, ...args]);
    const { stdout } = await holystone('validate', '--config', join(ROOT, 'examples/one-team.yaml'));
    expect(stdout).toContain('is valid');
    await expect(holystone('sandbox')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npx holystone'),
    });
    await expect(holystone('demo', '--exit')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npx'),
    });
    for (const name of IN_THE_BUNDLE) {
      await run('cp', ['-al', join(ROOT, 'node_modules', name), join(folder, 'node_modules', name)]);
    }
    const clients = `
      const { ALL_CALLS } = await import('./dist/src/handlers/aws/calls/index.js');
      const loads = new Set(ALL_CALLS.map(({ load }) => load));
      for (const load of loads) new (await load())({ region: 'us-east-1' });
      await import('@aws-sdk/credential-providers');
      await import('./dist/src/composition/parts.js');
      console.log(loads.size);`;
    const made = await run(process.execPath, ['--input-type=module', '--eval', clients], { cwd: folder });
    expect(Number(made.stdout)).toBeGreaterThan(30);
  },
  300_000,
);
