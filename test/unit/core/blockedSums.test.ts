import { expect, test } from '@jest/globals';
import { atOnce } from '../../../src/core/common/steps.ts';
import { sumsOf } from '../../../src/core/policy/blockedSums.ts';
import { type BlockedChange, endOfBlock, type PastPass } from '../../../src/core/policy/pastPass.ts';

const change = (more: Partial<BlockedChange>): BlockedChange => ({ change: 'mark', id: 'ami-1', ...more });
const DAY = 24 * 3_600_000;
const sums = (changes: readonly BlockedChange[], now = 0) => atOnce(sumsOf(changes, now));
const only = (sum: 'owner' | 'age' | 'cost' | 'family', more: Partial<BlockedChange>, now = 0) =>
  sums([change(more)], now)[sum].parts[0]?.name;

test.each([
  ['nightly-20260101-4', 'nightly-*'],
  ['service/api:v12', 'service/api:*'],
  ['golden', 'golden'],
  ['20260101', '20260101'],
  ['web-blue', 'web-blue'],
  ['team.a_7f3 9', 'team.a_*'],
  ['', ''],
])('P13 a person sees the family of the name %j as %j', (name, family) => {
  expect(only('family', { name })).toBe(family);
});

test('P13 a change without a name belongs to the family of its id', () => {
  expect(only('family', {})).toBe('ami-*');
});

test('P13 an unknown age and a missing figure are parts of their own, not zero', () => {
  expect(only('age', {})).toBe('age unknown');
  expect(only('cost', {})).toBe('no figure');
  expect(only('cost', { monthlyCost: { amount: 0 } })).toBe('no cost of its own');
  expect(only('age', { createdAt: 0 }, 400 * DAY)).toBe('1 to 2 years');
  expect(only('cost', { monthlyCost: { amount: 12 } })).toBe('over 10 a month');
});

test('P13 the parts of a set add up to it, the largest first, and the smaller ones are counted', () => {
  const all = ['a-1', 'b-1', 'b-2'].map((name) => change({ name }));
  expect(sums(all).family).toEqual({
    parts: [
      { name: 'b-*', count: 2 },
      { name: 'a-*', count: 1 },
    ],
    others: 0,
  });
  const owners = Array.from({ length: 5_000 }, (_, n) => change({ id: `i-${n}`, owner: `o${n}@example.com` }));
  expect(sums(owners).owner).toMatchObject({ parts: { length: 8 }, others: 4_992 });
});

const pass = (passId: string, more: Partial<PastPass>): PastPass => ({
  ...{ passId, action: 'mark', outcome: 'complete', startedAt: 0, endedAt: 0, counts: {}, times: 1, since: 0 },
  ...more,
});
const blocked = { digest: 'd', size: 9 };
const stopped = pass('p1', { outcome: 'blocked', blocked, since: 10 });
const approval = { action: 'mark', actor: 'ann', at: 20, digest: 'd', passId: 'p1' } as const;
const done = (past: readonly PastPass[], by: typeof approval | undefined = approval) => {
  const end = endOfBlock(past, 'p1', by);
  return end && [end.approval?.actor, end.applied?.passId];
};

test('P13 a blocked pass is over with the first pass that went through, and with the approval of its set', () => {
  expect(done([pass('p3', { since: 40 }), pass('p2', { since: 30 }), stopped])).toEqual(['ann', 'p2']);
  expect(done([pass('p2', { outcome: 'failed' }), stopped])).toEqual(['ann', undefined]);
  expect(done([pass('p2', { outcome: 'incomplete' }), stopped])).toEqual(['ann', undefined]);
  expect(done([pass('p2', { outcome: 'incomplete', stored: true, since: 30 }), stopped])).toEqual(['ann', 'p2']);
});

test('P13 an approval of another set, or one after the pass went through, did not let it through', () => {
  const past = [pass('p2', { since: 30 }), stopped];
  expect(endOfBlock(past, 'p1', { ...approval, digest: 'other', passId: 'p0' })?.approval).toBeUndefined();
  expect(endOfBlock(past, 'p1', { ...approval, at: 31 })?.approval).toBeUndefined();
  expect(endOfBlock(past, 'p2', approval)).toBeUndefined();
  expect(endOfBlock([], 'p1', approval)).toBeUndefined();
});
