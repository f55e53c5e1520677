/** A folder of manifests with something else than plain files below it. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { filesBelow } from '../../../../src/handlers/kubernetes/source/folder.ts';

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'holystone-odd-'));
  folder = join(base, 'source');
  mkdirSync(join(folder, 'app'), { recursive: true });
  writeFileSync(join(folder, 'app', 'web.yaml'), 'web');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function read(path = folder, signal?: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, text } of filesBelow(path, signal)) found.push(`${name}: ${text}`);
  return found;
}
const link = (to: string, name: string) => symlinkSync(to, join(folder, name));

test('Q3 a folder that Kubernetes mounts from a ConfigMap is read once', async () => {
  mkdirSync(join(folder, '..2026_11_27'));
  writeFileSync(join(folder, '..2026_11_27', 'a.yaml'), 'a');
  link('..2026_11_27', '..data');
  link('..data/a.yaml', 'a.yaml');
  expect(await read()).toEqual(['a.yaml: a', 'app/web.yaml: web']);
});

test('Q3 a folder or a file that is itself a link, as of git-sync, is read', async () => {
  symlinkSync('source', join(base, 'current'));
  symlinkSync('source/app/web.yaml', join(base, 'one'));
  expect(await read(join(base, 'current'))).toEqual(['app/web.yaml: web']);
  expect(await read(join(base, 'current', 'app'))).toEqual(['web.yaml: web']);
  expect(await read(join(base, 'one'))).toEqual([`${join(base, 'one')}: web`]);
});

test('Q3 links within the folder lead to each file and folder once', async () => {
  link('app/web.yaml', 'again.yaml');
  link('app', 'zapp');
  link('/dev/null', '.hidden.yaml');
  writeFileSync(join(base, 'README'), '#');
  link('../README', 'README');
  expect((await read()).length).toBe(1);
});

test('Q3 a hard link is a plain file', async () => {
  linkSync(join(folder, 'app', 'web.yaml'), join(folder, 'hard.yaml'));
  expect(await read()).toEqual(['app/web.yaml: web', 'hard.yaml: web']);
});

const socket = async (path: string) => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(path, done));
  return server;
};

test.each<[string, () => void, string]>([
  ['two links to itself', () => [link('.', 'a'), link('.', 'b')], 'contains it'],
  ['a link to itself further below', () => link('..', 'app/up'), 'contains it'],
  [
    'two folders that link to each other',
    () => [mkdirSync(join(folder, 'b')), link('../b', 'app/b'), link('../app', 'b/a')],
    'contains it',
  ],
  ['a link in a circle', () => link('circle.yaml', 'circle.yaml'), 'ELOOP'],
  ['a link to nothing', () => link('nothing', 'a.yaml'), 'ENOENT'],
  ['a link to a device', () => link('/dev/zero', 'a.yaml'), 'leads out of it'],
  [
    'a link to a file above',
    () => [writeFileSync(join(base, 'x.yaml'), 'x'), link('../x.yaml', 'a.yaml')],
    'leads out of it',
  ],
  ['a link to a folder above', () => [mkdirSync(join(base, 'other')), link('../other', 'other')], 'leads out of it'],
  [
    'a link to a folder beside with a longer name',
    () => [mkdirSync(join(base, 'source2')), link('../source2', 'other')],
    'leads out of it',
  ],
  ['a pipe', () => execFileSync('mkfifo', [join(folder, 'a.yaml')]), 'a.yaml is no plain file'],
  ['a pipe of another name', () => execFileSync('mkfifo', [join(folder, 'pipe')]), 'pipe is no plain file'],
  ['a file in another encoding', () => writeFileSync(join(folder, 'a.yaml'), Buffer.from([0xe4])), 'no UTF-8'],
  [
    'very many folders within each other',
    () => mkdirSync(join(folder, 'd/'.repeat(70)), { recursive: true }),
    'deeper than 64',
  ],
])('Q3 a folder with %s proves nothing', async (_what, make, why) => {
  make();
  await expect(read()).rejects.toThrow(why);
});

test('Q3 a folder with a socket proves nothing', async () => {
  const server = await socket(join(folder, 's'));
  try {
    await expect(read()).rejects.toThrow('s is no plain file');
  } finally {
    await new Promise((done) => server.close(done));
  }
});

test.each(['/dev/zero', '/dev/null', '/proc/self/status'])(
  'Q3 the source %s proves nothing, and its reader ends',
  async (path) => {
    await expect(read(path)).rejects.toThrow(/no plain file|does not say how long/);
  },
);

test('Q3 a source that is a pipe proves nothing, and its reader does not wait for a writer', async () => {
  execFileSync('mkfifo', [join(base, 'pipe')]);
  await expect(read(join(base, 'pipe'))).rejects.toThrow('no plain file');
});

test('Q3 a reader of a folder that is told to stop stops', async () => {
  const reason = new Error('the pass ends');
  await expect(read(folder, AbortSignal.abort(reason))).rejects.toBe(reason);
});
