import { expect, test } from '@jest/globals';
import type { Reason } from '../../../src/core/common/reason.ts';
import { isUntold } from '../../../src/core/mark/untold.ts';

const volumes = (...names: string[]): Reason => ({
  code: 'volumesGo',
  values: { go: { names, more: 0 }, stay: { names: [], more: 0 } },
});
const versions = (latest: number): Reason => ({ code: 'versionsGo', values: { latest } });
const data = (gibibytes: number): Reason => ({ code: 'dataGoes', values: { gibibytes } });
const tags = (...names: string[]): Reason => ({ code: 'tagsGo', values: { names } });
const objects = (...names: string[]): Reason => ({ code: 'objectsGo', values: { names } });
const parts: Reason = { code: 'partsGo', values: {} };
const freed: Reason = { code: 'collectedLater', values: {} };
const stay: Reason = { code: 'snapshotsStay', values: { names: ['snap-1'], more: 0 } };
const and = (...all: Reason[]): Reason => ({ code: 'and', values: { all } });
const unlisted: Reason = { code: 'databaseGone', values: { name: 'shop' } };
const words: Reason = { code: 'words', values: { words: 'its data goes with it' } };

test.each([
  [volumes('a'), volumes('a', 'b')],
  [volumes('a'), volumes('b')],
  [undefined, volumes('a')],
  [undefined, versions(2)],
  [versions(2), versions(3)],
  [data(8), data(9)],
  [tags('a'), tags('a', 'b')],
  [tags('a'), tags('b')],
  [tags(), tags('a')],
  [undefined, tags('a', 'b')],
  [objects('a'), objects('a', 'b')],
  [undefined, objects('a')],
  [freed, and(parts, freed)],
  // Words about a measured use, or of a mark by another tool, tell nothing of what goes.
  [and(stay, words, volumes('a')), volumes('a', 'b')],
  [and(words, tags('a')), and(words, tags('a', 'b'))],
  [and(words, freed), data(8)],
  // Nothing tells nothing.
  [and(), data(8)],
  // Of a type that nobody thought of here.
  [freed, unlisted],
  [and(stay, volumes('a')), volumes('a', 'b')],
])('%j does not name all of %j', (told, now) => {
  expect(isUntold(told, now)).toBe(true);
});

test.each([
  [volumes('a', 'b'), volumes('b')],
  [volumes('a'), volumes()],
  [volumes('a'), undefined],
  [tags('a', 'b'), tags('b')],
  // From a mark of an earlier version, which shows the name.
  [undefined, tags('a')],
  [objects('a', 'b'), objects('b')],
  [objects('a'), undefined],
  [versions(3), versions(3)],
  [data(8), data(8)],
  [undefined, stay],
  [and(parts, freed), and(parts)],
  [and(stay, volumes('a')), volumes('a')],
  // From a mark of an earlier version.
  [and(words, words), data(8)],
  [words, data(8)],
])('%j names all of %j', (told, now) => {
  expect(isUntold(told, now)).toBe(false);
});

test.each([
  'addressesStay',
  'addressFree',
  'addressReturned',
  'after',
  'collectedLater',
  'followed',
  'imageTagged',
  'numberGone',
  'onlyPauses',
  'onlyStops',
  'onlyStopsFor',
  'shared',
  'snapshotsMayFollow',
  'snapshotsStay',
  'tasksStop',
  'words',
])('a note that takes nothing away costs no other notice: %s', (code) => {
  const note = { code, values: {} } as unknown as Reason;
  expect([isUntold(undefined, note), isUntold(freed, note), isUntold(undefined, and(note))]).toEqual([
    false,
    false,
    false,
  ]);
});
