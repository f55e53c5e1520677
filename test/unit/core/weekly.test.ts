import { expect, test } from '@jest/globals';
import { reportOf, WEEK_MS, weekOf } from '../../../src/core/notice/weekly.ts';
import type { PassRecord } from '../../../src/core/policy/pass.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';

const NOW = Date.parse('2026-06-01T08:00:00Z');
const WEEK = weekOf(NOW) - WEEK_MS;
const types = [
  { provider: 'aws', resourceType: 'image' },
  { provider: 'aws', resourceType: 'runningInstance', stops: true },
] as const;
const unit = (namespace: string, marked: number, size?: number, stops?: true) => ({
  wc: { namespace: namespace as Namespace, ...(stops && { stops }) },
  marked,
  isIdle: namespace === 'idle',
  last: size === undefined ? [] : [{ blocked: { size } } as PassRecord, {} as PassRecord],
});
const gone = { byType: new Map([['aws.image', 3]]), saved: [['USD', 5]] as const, unpriced: 1 };
const facts = { week: WEEK, now: NOW, gone, since: WEEK, months: [], types, states: [] };

test('a report of the week adds up what went, what waits in this month, what will not happen, and what is blocked, the largest first', () => {
  const months = [
    { month: '2026-05', currency: 'USD', waiting: 9 },
    { month: '2026-06', currency: 'USD', waiting: 7 },
    { month: '2026-06', currency: 'EUR', waiting: 0 },
  ];
  const states = [unit('a', 2, 10), unit('b', 1, 20, true), unit('c', 0, undefined, true), unit('idle', 4)];
  expect(reportOf({ ...facts, months, states })).toEqual({
    week: Date.parse('2026-05-25T00:00:00Z'),
    deleted: { count: 3, ends: 'deletes', saved: [['USD', 5]], unpriced: 1 },
    waiting: { count: 3, idle: 4, ends: 'both', saves: [['USD', 7]] },
    blocked: [
      { namespace: 'b', resources: 20 },
      { namespace: 'a', resources: 10 },
    ],
  });
});

test('a report of the week says since when deletions are counted, and that what only stops was stopped', () => {
  const byType = new Map([['aws.runninginstance', 1]]);
  const { deleted, waiting } = reportOf({ ...facts, gone: { ...gone, byType }, since: WEEK + 1 });
  expect(deleted).toMatchObject({ count: 1, ends: 'stops', since: WEEK + 1 });
  expect(waiting).toEqual({ count: 0, idle: 0, ends: 'deletes', saves: [] });
});
