import { expect, test } from '@jest/globals';
import { atOnce } from '../../../src/core/common/steps.ts';
import { digestOfFamilies, familiesIn } from '../../../src/core/policy/families.ts';
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
