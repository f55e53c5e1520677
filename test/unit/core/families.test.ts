import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { atOnce } from '../../../src/core/common/steps.ts';
import { digestOfFamilies, familiesIn, familyOf, isReviewed } from '../../../src/core/policy/families.ts';
import type { BlockedChange } from '../../../src/core/policy/pastPass.ts';
import { blockedSet } from '../../../src/core/policy/tripwires.ts';

const mark = (name: string, more: Partial<BlockedChange> = {}): BlockedChange => ({
  ...{ change: 'mark', id: `id-of-${name}`, name, identity: '2026' },
  ...more,
});
const families = (...changes: BlockedChange[]) => atOnce(familiesIn(changes));
const digest = (...changes: BlockedChange[]) => families(...changes)[0]?.digest;

test('L74 the families of a set add up to it, the largest first', () => {
  const all = families(mark('b-1'), mark('a-1'), mark('b-2'), mark('golden'));
  expect(all.map(({ name, size }) => [name, size])).toEqual([
    ['b-*', 2],
    ['a-*', 1],
    ['golden', 1],
  ]);
});

test('L74 the order of the families does not depend on that of the changes', () => {
  const changes = ['b-1', 'b-2', 'a-1', 'golden', 'c-1', 'c-2'].map((name) => mark(name));
  fc.assert(
    fc.property(fc.shuffledSubarray(changes, { minLength: changes.length }), (shuffled) => {
      expect(families(...shuffled).map(({ name }) => name)).toEqual(['b-*', 'c-*', 'a-*', 'golden']);
    }),
  );
});

test.each([
  ['one more', [mark('a-1'), mark('a-2'), mark('a-3')]],
  ['one less', [mark('a-1')]],
  ['another one', [mark('a-1'), mark('a-9')]],
  ['another identity behind the same id', [mark('a-1'), mark('a-2', { identity: '2027' })]],
  ['another change', [mark('a-1'), mark('a-2', { change: 'unmark' })]],
])('L74 a family with %s is another one', (_what, others) => {
  expect(digest(...others)).not.toBe(digest(mark('a-1'), mark('a-2')));
  expect(digest(mark('a-2'), mark('a-1'))).toBe(digest(mark('a-1'), mark('a-2')));
});

test('L74 an approval of every family is no approval of the set, for a version that knows none', () => {
  const members = ['+a 1'];
  const set = atOnce(blockedSet(members)).digest;
  const all = families(mark('a-1'));
  expect([set, ...all.map((one) => one.digest)]).not.toContain(atOnce(digestOfFamilies(set, all)));
});

test.each([
  ['nightly-20260101-4', 'nightly-*'],
  ['web.2026_v1', 'web.*'],
  ['shop/app:1.2', 'shop/app:*'],
  ['ci: build 17', 'ci: build *'],
  ['vol-0123abc', 'vol-*'],
  // A digit that a word without one follows is no end.
  ['v2-base', 'v2-base'],
  ['golden', 'golden'],
  // Nothing else is left: it is no family of everything that has a digit.
  ['2026-01', '2026-01'],
])('L74 the family of the name %s is %s', (name, family) => {
  expect(familyOf({ id: 'i-1', name })).toBe(family);
});

test('L74 what has no name is in the family of its id, and of a long name the beginning counts', () => {
  expect(familyOf({ id: 'snap-0a1' })).toBe('snap-*');
  expect(familyOf({ id: 'i', name: `${'x'.repeat(200)}-1` })).toBe('x'.repeat(200));
});

test('L74 an approval of some families is for these of this set, and for no others', () => {
  const digestFor = (set: string, ...changes: BlockedChange[]) => atOnce(digestOfFamilies(set, families(...changes)));
  const digests = [
    digestFor('set', mark('a-1')),
    digestFor('another', mark('a-1')),
    digestFor('set', mark('a-2')),
    digestFor('set', mark('b-1')),
    digestFor('set', mark('a-1'), mark('b-1')),
    digestFor('set'),
  ];
  expect(new Set(digests).size).toBe(digests.length);
  expect(digestFor('set', mark('b-1'), mark('a-1'))).toBe(digestFor('set', mark('a-1'), mark('b-1')));
});

test.each<[string, Partial<Parameters<typeof isReviewed>[0]>, boolean]>([
  ['nobody said so', {}, false],
  ['the control says so', { isUnderReview: true }, true],
  ['the pass before was reviewed', { previous: { review: { held: 1, families: [] } as never } }, true],
  ['the pass before was not', { previous: {} }, false],
  ['the last approval was of families', { stored: { families: [] } }, true],
  ['the last approval was of a whole set', { stored: {} }, false],
  ['the approval in force says so', { inForce: { isUnderReview: true } }, true],
  ['the approval in force does not', { inForce: {} }, false],
])('L80 people review the new marks, where any record says so: %s → %s', (_what, facts, reviewed) => {
  expect(isReviewed({ previous: undefined, stored: undefined, inForce: undefined, ...facts })).toBe(reviewed);
});
