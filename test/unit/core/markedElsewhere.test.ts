import { expect, test } from '@jest/globals';
import { markedElsewhereReasons, takenOverSince } from '../../../src/core/mark/markedElsewhere.ts';
import { NOW } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

const on = workConfiguration();
const off = { notice: { ...on.notice, enabled: false } };

test.each([
  ['now', NOW, NOW],
  ['a millisecond from now: a wrong clock wrote it', NOW + 1, undefined],
  ['before', NOW - 1, NOW - 1],
])('where notices are off, the mark of another tool counts since its instant: %s', (_when, at, since) => {
  expect(takenOverSince(off, { markedElsewhereAt: new Date(at) }, NOW)).toBe(since);
});

test('law 3 where owners get notices, and without such a mark, nothing is taken over', () => {
  expect(takenOverSince(on, { markedElsewhereAt: new Date(NOW - 1) }, NOW)).toBeUndefined();
  expect(takenOverSince(off, {}, NOW)).toBeUndefined();
});

test('the reasons name the day of the mark of another tool', () => {
  expect(markedElsewhereReasons({ markedElsewhereAt: new Date(NOW) })).toEqual([
    { code: 'markedElsewhere', values: { on: '2026-06-01' } },
  ]);
  expect(markedElsewhereReasons({})).toEqual([]);
});
