/** What is published, installed beside nothing but what it says it needs: the package of npm, and the folders of the image. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningSandbox, startSandbox } from '../../sandbox/aws/index.ts';
import { type CliResult, plainEnvironment, runToEnd } from '../support/cliRun.ts';
import { EXHAUSTIVE } from '../support/sampled.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ACCOUNT = '123456789012';
const MEGABYTE = 1e6;
const run = promisify(execFile);

let dir: string;
let tarball: string;
/** An empty folder in which the package was installed. */
let installed: string;
let sandbox: RunningSandbox;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holystone-package-'));
  tarball = await pack(join(dir, 'source'));
  installed = join(dir, 'installed');
  mkdirSync(installed);
  await install();
  sandbox = await startSandbox({ accounts: [{ id: ACCOUNT, roles: [] }] });
  sandbox.control.addImages({ account: ACCOUNT, region: 'us-east-1' }, [{ Name: 'app-1' }]);
}, 300_000);
afterAll(async () => {
  await sandbox?.close();
  await rm(dir, { recursive: true, force: true });
});

/** `npm run build`, of which `dist/` has the first part already, and `npm pack`. @returns the path of the package */
async function pack(source: string): Promise<string> {
  for (const path of ['src', 'sandbox', 'tools', 'scripts', 'dist', 'config', 'package.json', 'README.md', 'LICENSE']) {
    cpSync(join(ROOT, path), join(source, path), { recursive: true });
  }
  for (const path of ['docs', 'examples', 'deploy']) mkdirSync(join(source, path));
  await run('ln', ['-s', join(ROOT, 'node_modules'), join(source, 'node_modules')]);
  await run(process.execPath, ['scripts/bundle.mjs', '--alone'], { cwd: source });
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: source });
  return join(source, stdout.trim());
}

/** By npm from the registry in the nightly run; in CI as npm would, from what is installed here for other uses than development. */
async function install(): Promise<void> {
  if (EXHAUSTIVE) {
    await run('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: installed });
    return;
  }
  const home = join(installed, 'node_modules/holystone');
  mkdirSync(home, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', home]);
  for (const path of productionPackages()) {
    mkdirSync(dirname(join(installed, path)), { recursive: true });
    await run('cp', ['-al', join(ROOT, path), join(installed, path)]);
  }
}

/** Their paths, those within others left out. */
function productionPackages(): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
  };
  return Object.entries(packages).flatMap(([path, { dev, devOptional }]) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional && existsSync(join(ROOT, path)) ? [path] : [],
  );
}

/** Runs the program in the folder where it was installed, away from this repository. */
function holystone(...args: readonly string[]): Promise<CliResult> {
  return from(join(installed, 'node_modules/holystone'), args);
}

function from(home: string, args: readonly string[]): Promise<CliResult> {
  const [key] = sandbox.control.accounts()[0]?.accessKeys ?? [];
  const aws = {
    AWS_ENDPOINT_URL: sandbox.url,
    AWS_ACCESS_KEY_ID: key?.accessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: key?.secretAccessKey ?? '',
  };
  const words = [process.execPath, join(home, 'dist/main.cjs'), ...args];
  return runToEnd(words, { env: { ...plainEnvironment(), ...aws }, cwd: installed });
}

const CONFIGURATION = join(ROOT, 'examples/one-team.yaml');
const WITH_REGION = join(ROOT, 'examples/closed-on-holidays.yaml');

describe('the package of npm, in an empty folder', () => {
  test('says its commands', async () => {
    expect(await holystone('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: holystone') });
  });

  test('checks a configuration', async () => {
    const { code, stdout } = await holystone('validate', '--config', CONFIGURATION);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('is valid') });
  });

  test('knows the holidays of regions from a file that no other configuration loads', async () => {
    const home = join(dir, 'alone');
    await run('cp', ['-a', join(installed, 'node_modules/holystone'), home]);
    symlinkSync(join(installed, 'node_modules'), join(home, 'node_modules'));
    const both = async () =>
      Promise.all(
        [CONFIGURATION, WITH_REGION].map(async (file) => (await from(home, ['validate', '--config', file])).code),
      );
    expect(await both()).toEqual([0, 0]);
    await rm(join(home, 'dist/src/holidays.cjs'));
    expect(await both()).toEqual([0, 2]);
  });

  test('runs what its text says, though V8 has compiled another text of the same length', async () => {
    const home = join(dir, 'changed');
    await run('cp', ['-a', join(installed, 'node_modules/holystone'), home]);
    symlinkSync(join(installed, 'node_modules'), join(home, 'node_modules'));
    const bundle = join(home, 'dist/src/holystone.cjs');
    writeFileSync(bundle, readFileSync(bundle, 'latin1').replaceAll('is valid', 'is VALID'), 'latin1');
    expect(await from(home, ['validate', '--config', CONFIGURATION])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is VALID'),
    });
    // Of another version of V8.
    writeFileSync(join(home, 'dist/compiled/holystone'), 'nothing');
    expect(await from(home, ['validate', '--config', CONFIGURATION])).toMatchObject({ code: 0 });
  });

  test.each([
    ['the name of its function', [], /at run\d* \(dist.src.holystone\.cjs:\d+/],
    ['its file and line, with the maps', ['--enable-source-maps'], /src\/main\.ts:\d+/],
  ])('a stack trace has %s', async (_what, options, place) => {
    const main = join(installed, 'node_modules/holystone/dist/main.cjs');
    const failing = 'data:text/javascript,globalThis.AbortController = class { constructor() { throw Error("no") } }';
    const ended = run(process.execPath, [...options, '--import', failing, main, 'validate'], { cwd: installed });
    await expect(ended).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(place) });
  });

  test('looks at an account', async () => {
    const { code, stderr } = await holystone('look', '--region', 'us-east-1', '--json', 'look.json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const written = ['look.json', 'look.html'].map((name) => existsSync(join(installed, name)));
    expect(written).toEqual([true, true]);
  });

  test('has the sandbox, and the program once', async () => {
    expect(await holystone('sandbox', '--help')).toMatchObject({ code: 0 });
    const dist = join(installed, 'node_modules/holystone/dist');
    expect(existsSync(join(dist, 'sandbox/aws/index.js'))).toBe(true);
    const files = readdirSync(join(dist, 'src'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((path) => path.includes('/') && path.endsWith('.js.map'))).toEqual([]);
  });
});

describe('the folders of the image', () => {
  let home: string;
  beforeAll(async () => {
    home = join(dir, 'image');
    const from = join(installed, 'node_modules/holystone');
    mkdirSync(home);
    await run('cp', ['-al', join(installed, 'node_modules'), join(home, 'node_modules')]);
    await rm(join(home, 'node_modules/holystone'), { recursive: true });
    for (const path of ['package.json', 'dist']) cpSync(join(from, path), join(home, path), { recursive: true });
    await rm(join(home, 'dist/sandbox'), { recursive: true });
    await run('find', [join(home, 'dist'), '-name', '*.map', '-delete']);
    await run(process.execPath, [join(ROOT, 'scripts/prune-modules.mjs'), home]);
  }, 120_000);

  test('check a configuration', async () => {
    const { code, stdout } = await from(home, ['validate', '--config', CONFIGURATION]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('is valid') });
  });

  /** Its services are those of a plan; pruneModules.test.ts makes a client of every one. */
  (EXHAUSTIVE ? test : test.skip)('look at an account', async () => {
    expect(await from(home, ['look', '--region', 'us-east-1', '--json', 'image.json'])).toMatchObject({ code: 0 });
  });

  test('have no sandbox, and say where it is', async () => {
    for (const command of ['sandbox', 'demo']) {
      const said = await from(home, command === 'demo' ? [command, '--exit'] : [command]);
      expect(said).toMatchObject({ code: 2, stderr: expect.stringContaining('npx holystone') });
    }
  });

  test('take at most 80 MB, and a change of the code ships at most 20 MB', () => {
    expect(sizeOf(join(home, 'node_modules'))).toBeLessThan(80 * MEGABYTE);
    expect(sizeOf(join(home, 'dist'))).toBeLessThan(20 * MEGABYTE);
  });
});

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(folder, path)))
    .reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
}
