/** The record of a pass takes from the previous record only the facts that this pass did not learn anew. */
import { describe, expect, test } from '@jest/globals';
import type { PassRecord } from '../../../src/core/policy/pass.ts';
import type { Action } from '../../../src/core/policy/workConfiguration.ts';
import { type PassResult, recordOf } from '../../../src/lifecycle/pass/record.ts';
import { ManualClock, passRecord, workConfiguration } from '../../support/queue.ts';

const NOW = Date.UTC(2026, 0, 6, 18, 0);
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const TOOK = 10 * SECOND;

/** The record of a pass that took ten seconds. */
function recorded(
  action: Action,
  result: Partial<PassResult>,
  previous?: Partial<PassRecord>,
  incarnation?: string,
): PassRecord {
  const context = {
    wc: workConfiguration(),
    rollout: { stage: 'live' },
    control: 0,
    ...({ action, passId: 'p-2', startedAt: NOW - TOOK, witnessedSince: 0, unpassedMs: () => 0 } as const),
    previous:
      previous && passRecord({ passId: 'p-1', action, startedAt: NOW - HOUR, endedAt: NOW - HOUR, ...previous }),
  } as const;
  return recordOf(
    { clock: new ManualClock(NOW) },
    context,
    { outcome: 'complete', counts: {}, ...result },
    incarnation,
  );
}

describe('the next pass', () => {
  test.each<[PassResult['outcome'], number]>([
    ['complete', 6 * HOUR - TOOK],
    ['paced', MINUTE],
    ['unfinished', MINUTE],
    ['incomplete', 5 * MINUTE],
    ['blocked', 5 * MINUTE],
    ['failed', 5 * MINUTE],
  ])('after a survey that ends %s is due in %d ms', (outcome, wait) => {
    expect(recorded('mark', { outcome }).nextDueAt - NOW).toBe(wait);
  });

  test('after an incomplete survey that stored its results is due after its cadence', () => {
    expect(recorded('mark', { outcome: 'incomplete', stored: true }).nextDueAt).toBe(NOW - TOOK + 6 * HOUR);
  });

  test('is due when the pass itself says so', () => {
    expect(recorded('delete', { outcome: 'paced', nextDueAt: NOW + 7 }).nextDueAt).toBe(NOW + 7);
  });

  test('R16 failures in a row are counted, and any other end starts the count again', () => {
    expect(recorded('mark', { outcome: 'failed' }, { failures: 2 }).failures).toBe(3);
    expect(recorded('mark', { outcome: 'incomplete' }, { failures: 2 }).failures).toBe(0);
  });
});

describe('law 8 the store that a survey read', () => {
  test('is recorded by a survey that stored its results', () => {
    expect(recorded('mark', {}, { incarnation: 'old' }, 'new')).toMatchObject({ incarnation: 'new', begunIn: 'new' });
    const stored = { outcome: 'incomplete', stored: true } as const;
    expect(recorded('mark', stored, { incarnation: 'old' }, 'new').incarnation).toBe('new');
  });

  test.each(['incomplete', 'blocked', 'failed', 'unfinished'] as const)(
    'stays that of the last such survey where one ends %s',
    (outcome) => {
      const record = recorded('mark', { outcome }, { incarnation: 'old', begunIn: 'old' }, 'new');
      expect(record).toMatchObject({ incarnation: 'old', begunIn: 'new' });
      expect(recorded('mark', { outcome }, undefined, 'new')).not.toHaveProperty('incarnation');
    },
  );

  test('is not named where no pass knew it', () => {
    expect(recorded('mark', {}, {})).not.toHaveProperty('begunIn');
    expect(recorded('mark', {}, { begunIn: 'old' }).begunIn).toBe('old');
  });
});

describe('L31 the confirmation of a stopped survey', () => {
  const confirmation = { digest: 'd', firstSeenAt: 1, lastSeenAt: 2, surveys: 2 };

  test.each([
    ['a survey that was complete', { outcome: 'complete' }, undefined],
    ['a survey that stored its results', { outcome: 'incomplete', stored: true }, undefined],
    ['a survey that was stopped for another reason', { outcome: 'blocked' }, undefined],
    ['a survey that did not finish', { outcome: 'unfinished' }, confirmation],
    ['a survey that failed', { outcome: 'failed' }, confirmation],
    ['a survey that read too little', { outcome: 'incomplete' }, confirmation],
  ] as const)('after %s', (_what, result, kept) => {
    expect(recorded('mark', result, { outcome: 'blocked', confirmation }).confirmation).toEqual(kept);
  });
});

describe('the baseline of the tripwires', () => {
  const [old, fresh] = [100, 90].map((listed) => ({ listed, findings: {} })) as [never, never];

  test('L31 stays that of the last complete survey until another one is complete', () => {
    expect(recorded('mark', { outcome: 'failed' }, { baseline: old }).baseline).toBe(old);
    expect(recorded('mark', { baseline: fresh }, { baseline: old }).baseline).toBe(fresh);
  });
});

test('outside the window a stopped delete pass keeps the id that an approval names', () => {
  const still = { outcome: 'blocked', isStillBlocked: true } as const;
  expect(recorded('delete', still, { outcome: 'blocked' }).passId).toBe('p-1');
  expect(recorded('delete', { outcome: 'blocked' }, { outcome: 'blocked' }).passId).toBe('p-2');
});

describe('a deletion under way', () => {
  test.each<[string, Partial<PassResult>, Partial<PassRecord>, true | undefined]>([
    ['the pass saw one', { underWay: true }, {}, true],
    ['the pass saw that none is left', { underWay: false }, { underWay: true }, undefined],
    ['the pass ended before it knew', {}, { underWay: true }, true],
    ['nobody ever saw one', {}, {}, undefined],
  ])('is in the record where %s: %j after %j', (_what, result, previous, expected) => {
    expect(recorded('delete', result, previous).underWay).toBe(expected);
  });
});
