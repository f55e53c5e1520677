import { expect, test } from '@jest/globals';
import { evidenceLines } from '../../../src/cli/text/evidenceLines.ts';
import { evidenceRows, joinReadings } from '../../../src/lifecycle/evidence/evidenceRows.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const TIME = { clock: { now: () => NOW }, monotonic: { monotonicMs: () => 100_000 } };
const at = (source: string, account: string, readAt: number, findings: number) => ({
  source,
  place: { account, location: 'us-east-1' },
  readAt,
  findings,
});

test('a read in parts is as old as its oldest part, and has the findings of all parts', () => {
  const joined = joinReadings([at('a', 'test', 50, 1), at('b', 'test', 10, 7), at('a', 'test', 20, 2)]);
  expect(joined).toEqual([at('a', 'test', 20, 3), at('b', 'test', 10, 7)]);
});

test('rows have the wall-clock time of their read, in order of source and place', () => {
  const rows = evidenceRows([at('b', 'test', 40_000, 1), at('a', 'z', 100_000, 0), at('a', 'prod', 99_000, 2)], TIME);
  expect(rows.map(({ source, account, readAt }) => [source, account, readAt])).toEqual([
    ['a', 'prod', '2026-06-01T11:59:59.000Z'],
    ['a', 'z', '2026-06-01T12:00:00.000Z'],
    ['b', 'test', '2026-06-01T11:59:00.000Z'],
  ]);
});

test('people get a line per source, and see hidden characters', () => {
  const rows = evidenceRows([at('a', 'pr\u202eod', 70_000, 1), at('a', 'test', -500_000, 12)], TIME);
  expect(evidenceLines(rows, NOW)).toEqual([
    'a: 1 finding in pr[U+202E]od/us-east-1, 30 seconds ago; 12 findings in test/us-east-1, 10 minutes ago',
  ]);
});
