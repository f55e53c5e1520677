/** A folder of manifests that changes while it is read. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { filesBelow } from '../../../../src/handlers/kubernetes/source/folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holystone-folder-'));
  mkdirSync(join(folder, 'one'));
  mkdirSync(join(folder, 'two'));
  for (const name of ['a.yaml', 'b.yaml']) {
    writeFileSync(join(folder, 'one', name), 'one');
    writeFileSync(join(folder, 'two', name), 'two');
  }
  symlinkSync(join(folder, 'one'), join(folder, 'now'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param attack runs after the first file was read */
async function read(attack: () => void): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { text } of filesBelow(join(folder, 'now'))) {
    texts.push(text);
    if (texts.length === 1) attack();
  }
  return texts;
}

test('Q3 a folder that stays as it is declares its objects', async () => {
  expect(await read(() => {})).toEqual(['one', 'one']);
});

test.each<[string, () => void]>([
  ['a file is written anew', () => writeFileSync(join(folder, 'one', 'b.yaml'), 'two')],
  ['a file that was read is written anew', () => writeFileSync(join(folder, 'one', 'a.yaml'), 'two')],
  ['a file is moved over another', () => renameSync(join(folder, 'two', 'b.yaml'), join(folder, 'one', 'b.yaml'))],
  ['a file appears', () => writeFileSync(join(folder, 'one', 'c.yaml'), 'one')],
  ['a file vanishes', () => unlinkSync(join(folder, 'one', 'b.yaml'))],
  [
    'the folder is exchanged',
    () => {
      unlinkSync(join(folder, 'now'));
      symlinkSync(join(folder, 'two'), join(folder, 'now'));
    },
  ],
])('Q3 a folder proves nothing if, while it is read, %s', async (_what, attack) => {
  await expect(read(attack)).rejects.toThrow(/reading the source .*(changed while it was read|ENOENT)/);
});
