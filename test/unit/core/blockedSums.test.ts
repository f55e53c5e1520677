import { expect, test } from '@jest/globals';
import { ageOf, costOf, familyOf, partsOf } from '../../../src/core/policy/blockedSums.ts';
import type { BlockedChange } from '../../../src/core/policy/pastPass.ts';

const change = (more: Partial<BlockedChange>): BlockedChange => ({ change: 'mark', id: 'ami-1', ...more });
const DAY = 24 * 3_600_000;

test.each([
  ['nightly-20260101-4', 'nightly-*'],
  ['service/api:v12', 'service/api:*'],
  ['golden', 'golden'],
  ['20260101', '20260101'],
  ['web-blue', 'web-blue'],
  ['team.a_7f3 9', 'team.a_*'],
  ['', ''],
])('P13 a person sees the family of the name %j as %j', (name, family) => {
  expect(familyOf(change({ name }))).toBe(family);
});

test('P13 a change without a name belongs to the family of its id', () => {
  expect(familyOf(change({}))).toBe('ami-*');
});

test('P13 an unknown age and a missing figure are parts of their own, not zero', () => {
  expect(ageOf(change({}), 0)).toBe('age unknown');
  expect(costOf(change({}))).toBe('no figure');
  expect(costOf(change({ monthlyCost: { amount: 0 } }))).toBe('no cost of its own');
  expect(ageOf(change({ createdAt: 0 }), 400 * DAY)).toBe('1 to 2 years');
  expect(costOf(change({ monthlyCost: { amount: 12 } }))).toBe('over 10 a month');
});

test('P13 the parts of a set add up to it, the largest first', () => {
  const all = ['a-1', 'b-1', 'b-2'].map((name) => change({ name }));
  expect(partsOf(all, familyOf)).toEqual([
    { name: 'b-*', count: 2 },
    { name: 'a-*', count: 1 },
  ]);
});
