/** The entries of an archive of manifests: all of them are known, or the archive proves nothing. */
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { filesInArchive } from '../../../../src/handlers/kubernetes/source/archive.ts';
import { type Entry, pax, tarEntry, tarGz } from '../../../support/tarOf.ts';

const { signal } = new AbortController();
const WEB: Entry = { name: 'web.yaml', content: 'web' };
const read = async (bytes: Buffer) => (await filesInArchive(bytes, 'a', signal)).files.map(({ name }) => name);

test('Q3 plain files in plain folders are read, by whatever header their name is in', async () => {
  const long = `${'deep/'.repeat(60)}x.yaml`;
  const entries: readonly Entry[] = [
    { name: './', type: '5' },
    { name: './app/', type: '5' },
    { name: 'old/', type: '\0' },
    { ...WEB, name: './app/web.yaml' },
    pax({ path: long, 'SCHILY.xattr.user.x': '\u0001' }),
    { name: 'short', content: 'x' },
    { name: '././@LongLink', type: 'L', content: `gnu/${long}\0` },
    { name: 'short', content: 'x' },
    { name: 'pax_global_header', type: 'g', content: '52 comment=0123456789012345678901234567890123456789\n' },
    { name: 'README.md', content: '#' },
    { name: '.git/config.yaml', content: 'hidden' },
    { name: '.link', type: '2', linkTo: '/etc' },
  ];
  expect(await read(tarGz(entries))).toEqual(['app/web.yaml', long, `gnu/${long}`]);
});

test.each<[string, readonly Entry[], string]>([
  ['a path above it', [{ ...WEB, name: '../web.yaml' }], 'not below it'],
  ['a path that goes up in the middle', [{ ...WEB, name: 'a/../../web.yaml' }], 'not below it'],
  ['a path above it in a record of pax', [pax({ path: '../web.yaml' }), WEB], 'not below it'],
  ['a path above it by a long name', [{ name: 'L', type: 'L', content: '../web.yaml\0' }, WEB], 'not below it'],
  ['a path above it that is no manifest', [{ name: '../README.md', content: '#' }], 'not below it'],
  ['a folder above it', [{ name: '../', type: '5' }], 'not below it'],
  ['an absolute path', [{ ...WEB, name: '/etc/web.yaml' }], 'not below it'],
  [
    'a link with the name of a manifest',
    [{ name: 'a.yaml', type: '2', linkTo: 'web.yaml' }],
    'a.yaml is no plain file',
  ],
  ['a link that may be a folder', [{ name: 'app', type: '2', linkTo: '../app' }], 'app is no plain file'],
  ['a hard link', [{ name: 'a.yaml', type: '1', linkTo: 'web.yaml' }], 'a.yaml is no plain file'],
  ['a device', [{ name: 'a.yaml', type: '3' }], 'a.yaml is no plain file'],
  ['a pipe', [{ name: 'pipe', type: '6' }], 'pipe is no plain file'],
  ['a file with holes', [{ name: 'a.yaml', type: 'S' }], 'a.yaml is no plain file'],
  ['a file with holes in records of pax', [pax({ 'GNU.sparse.name': 'a.yaml' }), WEB], 'GNU.sparse.name'],
  ['a part of another volume', [{ name: 'a.yaml', type: 'M', content: 'x' }], 'a.yaml is no plain file'],
  ['an unknown type', [{ name: 'x', type: '?' }], 'x is no plain file'],
  ['a folder with content', [{ name: 'x/', type: '5', content: 'kind: Pod' }], 'x is no plain file'],
  ['one file twice', [WEB, { ...WEB, name: './web.yaml' }], 'it has web.yaml twice'],
  ['a file without a name', [{ name: '', content: 'x' }], 'without a name'],
  ['a size that is none', [{ ...WEB, size: '9' }], 'a number in it is odd'],
  ['a size beside that of the header', [pax({ size: '5' }), WEB], '`size`'],
  ['a date that is none', [{ ...WEB, mtime: 'x' }], 'a number in it is odd'],
  ['records of pax that are none', [{ name: 'x', type: 'x', content: '99 path=a\n' }, WEB], 'pax records are odd'],
  ['one name for all files', [{ ...pax({ path: 'a.yaml' }), type: 'g' }, WEB], 'one name to all'],
  ['a name in another encoding', [{ name: 'x', type: 'L', content: Buffer.from([0xe4, 0]) }, WEB], 'no UTF-8'],
  ['a text in another encoding', [{ ...WEB, content: Buffer.from([0xe4]) }], 'no UTF-8'],
])('Q3 an archive with %s proves nothing', async (_what, entries, why) => {
  await expect(read(tarGz(entries))).rejects.toThrow(why);
});

test('Q3 an archive behind the end of another would be lost, and so the first one proves nothing', async () => {
  const one = Buffer.concat([tarEntry(WEB), Buffer.alloc(1024)]);
  await expect(read(gzipSync(Buffer.concat([one, one])))).rejects.toThrow('goes on after its end');
  await expect(read(tarGz([WEB], Buffer.concat([Buffer.alloc(512), tarEntry(WEB)])))).rejects.toThrow('after its end');
});

test('Q3 a small archive of very many headers is refused, and other work goes on meanwhile', async () => {
  const header = tarEntry({ name: '', type: 'x' });
  const bytes = gzipSync(Buffer.concat(Array.from({ length: 300_000 }, () => header)));
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  await expect(read(bytes)).rejects.toThrow('more than 100000 entries');
  isDone = true;
  await others;
  expect([bytes.length < 2 * 1024 * 1024, turns > 50]).toEqual([true, true]);
});

test('Q3 an archive that unpacks to more than a source has is refused', async () => {
  await expect(read(gzipSync(Buffer.alloc(257 * 1024 * 1024)))).rejects.toThrow('more than 268435456 bytes');
});

test('Q3 a reader that is told to stop stops, with the reason that it was given', async () => {
  const stop = new AbortController();
  const header = tarEntry({ name: 'x.txt' });
  const bytes = gzipSync(Buffer.concat(Array.from({ length: 90_000 }, () => header)));
  const reading = filesInArchive(bytes, 'a', stop.signal);
  setImmediate(() => stop.abort(new Error('the pass ends')));
  await expect(reading).rejects.toThrow('the pass ends');
});
