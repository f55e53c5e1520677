/** Documents of other programs in files: whole, plain and in UTF-8, or not at all. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readText } from '../../../src/documents/readText.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holystone-text-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
const read = (from: string, maxBytes = 100) => readText({ from, headers: {}, maxBytes, timeoutMs: 1_000 }, signal);

test('law 1 a file, or one to which a link leads, is read whole', async () => {
  writeFileSync(join(folder, 'a'), 'gr\u00fc\u00dfe');
  symlinkSync('a', join(folder, 'b'));
  expect(await read(join(folder, 'b'))).toBe('gr\u00fc\u00dfe');
});

test.each<[string, (path: string) => void, RegExp]>([
  ['a pipe without a writer', (path) => execFileSync('mkfifo', [path]), /no plain file/],
  ['a device without an end', (path) => symlinkSync('/dev/zero', path), /no plain file/],
  ['a file that does not say how long it is', (path) => symlinkSync('/proc/self/status', path), /how long it is/],
  ['a file that is too long', (path) => writeFileSync(path, 'x'.repeat(101)), /101 bytes, more than 100/],
  ['a file in another encoding', (path) => writeFileSync(path, Buffer.from([0xe4])), /no UTF-8/],
  ['a folder', () => undefined, /no plain file|EISDIR|ENOENT/],
])('law 1 %s is refused, and its reader ends', async (_what, make, why) => {
  make(join(folder, 'a'));
  await expect(read(join(folder, 'a'))).rejects.toThrow(why);
});
