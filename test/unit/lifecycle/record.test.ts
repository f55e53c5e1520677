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
  seen: Partial<Parameters<typeof recordOf>[1]> = {},
): PassRecord {
  const context = {
    wc: workConfiguration(),
    rollout: { stage: 'live' },
    control: 0,
    ...({ action, passId: 'p-2', startedAt: NOW - TOOK, witnessedSince: 0, unpassedMs: () => 0 } as const),
    ...seen,
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

describe('a fact of a pass', () => {
  const [cause, trip] = [{ why: 'denied', unknown: 2 }, { wire: 'newMarks' }] as never[];
  const set = { digest: 'd', size: 3 };
  const facts = {
    problem: 'denied',
    causes: [cause],
    trips: [trip],
    blocked: set,
    unread: [{ account: 'test', location: 'us-east-1', sources: ['instances'] }],
    stored: true,
    spread: { intervalMs: 1, batchesLeft: 2 },
    review: { passId: 'p-0', ...set },
    waivedEvidence: ['templates'],
    lookedFor: [{ name: 'shop' }],
    dueSeenUntil: 7,
    overrun: { budgetMs: 1, isLongest: true },
  } as unknown as Partial<PassResult>;
  const names = Object.keys(facts) as (keyof PassResult)[];
  const only = (field: string) => ({ [field]: facts[field as keyof PassResult] });
  const copied = ['review', 'waivedEvidence', 'lookedFor', 'dueSeenUntil', 'overrun'];

  test.each(names)('%s is recorded as the pass says', (field) => {
    expect(recorded('mark', { outcome: 'incomplete', ...only(field) }, {})).toMatchObject(only(field));
    expect(recorded('mark', { outcome: 'incomplete' }, {})).not.toHaveProperty(field);
  });

  test.each(names)('%s of the previous pass stays where it is a lasting one', (field) => {
    const { [field as keyof PassRecord]: stays } = recorded('delete', { outcome: 'unfinished' }, only(field));
    expect(stays).toEqual(copied.includes(field) ? facts[field] : undefined);
  });

  test.each(['causes', 'unread'])('%s is left out where it is empty', (field) => {
    expect(recorded('mark', { [field]: [] })).not.toHaveProperty(field);
  });

  test('a review is ended by the pass that says so', () => {
    expect(recorded('mark', { review: 'ended' }, only('review'))).not.toHaveProperty('review');
  });

  test('the time that was too short is kept while surveys need more than half of it', () => {
    const keptFor = (budgetMs: number) => recorded('mark', {}, { overrun: { budgetMs, isLongest: false } }).overrun;
    expect(keptFor(2 * TOOK - 1)).toEqual({ budgetMs: 2 * TOOK - 1, isLongest: false });
    expect(keptFor(2 * TOOK)).toBeUndefined();
  });

  test('the stopped passes stay for an approval until one stores its results', () => {
    const before = { outcome: 'blocked', blocked: set } as const;
    expect(recorded('mark', { outcome: 'blocked', blocked: set }, before).blocks).toEqual([
      { passId: 'p-2', ...set },
      { passId: 'p-1', ...set },
    ]);
    expect(recorded('mark', {}, before)).not.toHaveProperty('blocks');
    const blocks = [{ passId: 'p-0', ...set }];
    expect(recorded('delete', { outcome: 'blocked', isStillBlocked: true }, { ...before, blocks }).blocks).toBe(blocks);
  });

  test('a pass that is still stopped, and has no record of before, has its own id', () => {
    const record = recorded('delete', { outcome: 'blocked', isStillBlocked: true });
    expect([record.passId, record.blocks]).toEqual(['p-2', undefined]);
  });
});

describe('the time that nobody watched', () => {
  const long = NOW - 40 * HOUR;
  const gapsOf = (previous: Partial<PassRecord>, incarnation?: string, seen: Parameters<typeof recorded>[4] = {}) =>
    recorded('mark', {}, { endedAt: long, ...previous }, incarnation, { witnessedSince: NOW - HOUR, ...seen }).watched;
  const heardAt = (at: number) => ({ by: 'AWS', at, heardAt: at });

  test('is a gap from the end of the pass before, up to when this process began to watch', () => {
    expect(gapsOf({ begunIn: 'a~1' }, 'a~1')).toEqual({ until: NOW, gaps: [{ from: long, to: NOW - HOUR }] });
    const watched = { until: long - 1, gaps: [] };
    expect(gapsOf({ begunIn: 'a~1', watched }, 'a~1')?.gaps).toEqual([{ from: long - 1, to: NOW - HOUR }]);
  });

  test.each<[string, string | undefined, string | undefined]>([
    ['was replaced', 'a~1', 'b~1'],
    ['was not known before', undefined, 'b~1'],
    ['is not known now', 'a~1', undefined],
    ['is not known at all', undefined, undefined],
  ])('lasts until now where the store %s', (_what, begunIn, incarnation) => {
    const before = begunIn === undefined ? {} : { begunIn };
    expect(gapsOf(before, incarnation)?.gaps).toEqual([{ from: long, to: NOW }]);
  });

  test('is none where a provider said the time in both passes, and the store forgot nothing', () => {
    const watched = { until: long, gaps: [], heard: heardAt(long) };
    const asked: number[] = [];
    const heardSince = (since: number) => {
      asked.push(since);
      return heardAt(NOW) as never;
    };
    const gaps = (begunIn: string | undefined, now: string | undefined, witnessedSince = NOW - HOUR) =>
      gapsOf({ ...(begunIn === undefined ? {} : { begunIn }), watched: watched as never }, now, {
        heardSince,
        witnessedSince,
      })?.gaps;
    expect(gaps('a~1', 'a~2')).toEqual([]);
    expect(gaps('a~1', 'b~2')).toHaveLength(1);
    expect(gaps(undefined, 'a~1')).toHaveLength(1);
    expect(gaps('a~1', undefined)).toHaveLength(1);
    expect(gaps('a~1', 'a~1', NOW - 1)).toEqual([]);
    expect(new Set(asked)).toEqual(new Set([NOW - TOOK, NOW - 1]));
  });

  test('is not told by a first pass, and not recorded by a delete pass', () => {
    expect(recorded('mark', {}).watched).toEqual({ until: NOW, gaps: [] });
    expect(recorded('delete', {}, { endedAt: long })).not.toHaveProperty('watched');
  });
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
