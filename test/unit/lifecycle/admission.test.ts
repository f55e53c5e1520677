/** No page of marks hides from `dueShare` the due marks behind it. */
import { describe, expect, test } from '@jest/globals';
import type { Mark } from '../../../src/core/mark/mark.ts';
import { admitDue } from '../../../src/lifecycle/deletion/admission.ts';
import { DAY, NOW } from '../../support/evaluation.ts';

interface Page {
  readonly marks: readonly Partial<Mark>[];
  readonly next?: string;
}

/** The owner was notified of a later date than the one by which the mark is due. */
const NOTIFIED_LATER = Array.from({ length: 300 }, (_, n) => ({
  id: `ami-${n}`,
  resource: { id: `ami-${n}`, identity: `ami-${n}@1`, name: 'base', tags: {}, aliases: [] },
  reasons: ['used by nothing'],
  generation: 'g',
  state: 'noticed' as const,
  owner: 'ann@example.com',
  markedAt: NOW - 30 * DAY,
  projectedDeletionAt: NOW - DAY,
  notice: {
    generation: 'g',
    recipient: 'ann@example.com',
    messageId: 'message',
    acceptedAt: NOW - 20 * DAY,
    shownAt: NOW + 5 * DAY,
    validUntil: NOW + 9 * DAY,
  },
}));

const admitted = (...pages: readonly Page[]) => admittedBy({}, ...pages);

interface Given {
  readonly due?: number;
  readonly hasSurvey?: boolean;
  readonly noticesOn?: boolean;
  readonly gaps?: readonly { readonly from: number; readonly to: number }[];
  readonly dueSeenUntil?: number;
  /** More of the record of the delete pass before, and of the last mark pass. */
  readonly previous?: object;
  readonly survey?: object;
  readonly approval?: object;
}

/** The outcome of a delete pass that pages through the marks; of 1000 resources 800 are due. */
async function admittedBy(
  { due = 800, hasSurvey = true, noticesOn = true, gaps = [], dueSeenUntil, previous, survey: more, approval }: Given,
  ...pages: readonly Page[]
) {
  let read = 0;
  const survey = {
    passId: 'survey',
    outcome: 'complete',
    startedAt: NOW - 1,
    endedAt: NOW,
    baseline: { listed: 1000, findings: {} },
    watched: { until: NOW, gaps },
    ...more,
  };
  const admission = await admitDue({
    deps: {
      clock: { now: () => NOW },
      marks: { count: async () => ({ marked: 900, due, newlyDue: due }), page: async () => pages[read++] },
      passes: {
        get: async (_of: string, action: string) => (hasSurvey && action === 'mark' ? survey : undefined),
        approval: async (_of: string, action: string) => (action === 'delete' ? approval : undefined),
      },
    },
    wc: {
      namespace: 'aws:test:us-east-1:image',
      tripwires: { dueShare: 0.1, sharesFrom: 40 },
      notice: { enabled: noticesOn },
      everyMs: { mark: DAY / 4 },
    },
    previous: dueSeenUntil === undefined && previous === undefined ? undefined : { dueSeenUntil, ...previous },
    counts: {},
    witnessedSince: NOW - DAY,
    unpassedMs: () => 0,
  } as unknown as Parameters<typeof admitDue>[0]);
  return { admission, read };
}

test.each<[string, Page]>([
  ['of marks that cannot be read', { marks: [], next: 'more' }],
  [
    'that ends with a deletion under way whose date was put off since',
    { marks: [{ id: 'begun', state: 'deleting', projectedDeletionAt: NOW + 10 * DAY }], next: 'more' },
  ],
])('L57 more became due unannounced than dueShare allows, behind a page %s → blocked', async (_what, page) => {
  const { admission } = await admitted(page, { marks: NOTIFIED_LATER });
  expect(admission).toMatchObject({ kind: 'refused', result: { outcome: 'blocked', blocked: { size: 300 } } });
  const { result } = admission as Extract<typeof admission, { kind: 'refused' }>;
  expect(result.changes?.slice(0, 1)).toEqual([
    {
      change: 'delete',
      id: 'ami-0',
      name: 'base',
      owner: 'ann@example.com',
      reason: 'used by nothing',
      deletionAt: NOW - DAY,
    },
  ]);
});

test('L57 pages behind a mark that is not due yet are not read', async () => {
  const later = { id: 'later', state: 'noticed' as const, projectedDeletionAt: NOW + DAY };
  const { admission, read } = await admitted({ marks: [later], next: 'more' }, { marks: NOTIFIED_LATER });
  expect([admission.kind, read]).toEqual(['admitted', 1]);
});

describe('L57 a mark counts as newly due', () => {
  const dueAt = (at: number): Page => ({ marks: NOTIFIED_LATER.map((mark) => ({ ...mark, projectedDeletionAt: at })) });

  test.each([
    ['at the very instant of the pass', NOW, 'refused'],
    ['a millisecond after the last pass', NOW - DAY + 1, 'refused'],
    ['at the instant of the last pass: it did not', NOW - DAY, 'admitted'],
    ['only after this pass: it does not', NOW + 1, 'admitted'],
  ])('%s', async (_when, at, kind) => {
    expect((await admittedBy({ dueSeenUntil: NOW - DAY }, dueAt(at))).admission.kind).toBe(kind);
  });

  test('after a last pass whose date a wrong clock wrote', async () => {
    expect((await admittedBy({ dueSeenUntil: NOW + DAY }, dueAt(NOW))).admission.kind).toBe('refused');
  });
});

test('a pass without due marks needs no survey; one with due marks waits for the first', async () => {
  expect((await admittedBy({ due: 0, hasSurvey: false })).admission.kind).toBe('admitted');
  expect((await admittedBy({ due: 1, hasSurvey: false })).admission).toMatchObject({
    kind: 'refused',
    result: { outcome: 'incomplete', problem: expect.stringContaining('no record of a complete mark pass') },
  });
});

describe('L57 the reason of a stop names the time without passes', () => {
  const gap = { from: NOW - 9 * DAY, to: NOW - 3 * DAY };
  const problemOf = async (given: Given, ...marks: Page['marks']) => {
    const { admission } = await admittedBy({ gaps: [gap], ...given }, { marks: [...NOTIFIED_LATER, ...marks] });
    return admission.kind === 'refused' ? admission.result.problem : undefined;
  };

  test('where it ended after the first notice, or after the first mark where notices are off', async () => {
    const said = 'no pass ran between 2026-05-23T12:00:00.000Z and 2026-05-29T12:00:00.000Z';
    expect(await problemOf({})).toContain(said);
    const unnoticed = NOTIFIED_LATER.map(({ notice: _none, ...mark }) => mark);
    const { admission } = await admittedBy({ gaps: [gap], noticesOn: false }, { marks: unnoticed });
    expect(admission).toMatchObject({ result: { problem: expect.stringContaining(said) } });
  });

  test('where it ended after the first of their notices, whenever the others were sent', async () => {
    const [first] = NOTIFIED_LATER;
    if (!first) throw new Error('no mark');
    const late = { ...first, id: 'late', notice: { ...first.notice, acceptedAt: NOW - 2 * DAY } };
    expect(await problemOf({}, late)).toContain('no pass ran');
  });

  test('where a survey of an earlier version recorded none: from its end until this process began to watch', async () => {
    const survey = { watched: undefined, endedAt: NOW - 9 * DAY };
    expect(await problemOf({ survey })).toContain(
      'no pass ran between 2026-05-23T12:00:00.000Z and 2026-05-31T12:00:00.000Z',
    );
  });

  test('and does not where it ended before', async () => {
    const just = { from: NOW - 60 * DAY, to: NOW - 20 * DAY };
    expect(await problemOf({ gaps: [just] })).not.toContain('no pass ran');
    expect(await problemOf({ gaps: [{ ...just, to: just.to + 1 }] })).toContain('no pass ran');
    const before = { from: NOW - 60 * DAY, to: NOW - 40 * DAY };
    expect(await problemOf({ gaps: [before] })).not.toContain('no pass ran');
  });
});

test('L57 marks that are due on the date that their messages showed are as many as they like', async () => {
  const onDate = NOTIFIED_LATER.map((mark) => ({ ...mark, notice: { ...mark.notice, shownAt: NOW - DAY } }));
  expect((await admitted({ marks: onDate })).admission).toEqual({ kind: 'admitted', dueSeenUntil: NOW });
});

test('L57 nothing is read where even all that is newly due would not be too much', async () => {
  expect((await admittedBy({ due: 100 }, { marks: NOTIFIED_LATER })).read).toBe(0);
  expect((await admittedBy({ due: 101 }, { marks: NOTIFIED_LATER })).read).toBe(1);
});

test('Law 1 a survey that counted nothing is no measure', async () => {
  expect((await admittedBy({ survey: { baseline: undefined } })).admission).toMatchObject({
    kind: 'refused',
    result: { outcome: 'incomplete' },
  });
});

describe('L57 a stop ends for marks that were due up to an instant', () => {
  const DUE = NOW - DAY;
  const block = { passId: 'stopped', digest: 'd', size: 300 };
  const previous = { outcome: 'blocked', endedAt: DUE, blocks: [block] };
  const approved = (dueUntil: number) => ({
    passId: 'stopped',
    digest: 'd',
    at: NOW,
    actor: 'ann',
    action: 'delete',
    dueUntil,
  });
  const confirmation = {
    digest: '',
    firstSeenAt: NOW - 3 * DAY,
    lastSeenAt: DUE,
    surveys: 3,
    dueUntil: DUE,
    lastSurvey: 'survey',
  };
  const later = NOTIFIED_LATER.map((mark) => ({ ...mark, id: `${mark.id}-later`, projectedDeletionAt: NOW }));
  const outcome = async (given: Given, ...marks: Page['marks']) =>
    (await admittedBy(given, { marks: [...NOTIFIED_LATER, ...marks] })).admission;

  test.each<[string, Given, string]>([
    ['that an operator approved', { previous, approval: approved(DUE) }, 'admitted'],
    ['before that, which an operator approved', { previous, approval: approved(DUE - 1) }, 'refused'],
    [
      'that an operator approved for another stop',
      { previous: { ...previous, blocks: [{ ...block, passId: 'other' }] }, approval: approved(DUE) },
      'refused',
    ],
    ['that a wrong clock wrote', { previous, approval: approved(NOW + DAY) }, 'refused'],
    ['that enough surveys confirmed', { previous: { confirmation } }, 'admitted'],
    ['that too few surveys confirmed', { previous: { confirmation: { ...confirmation, surveys: 2 } } }, 'refused'],
    [
      'that surveys of too short a time confirmed',
      { previous: { confirmation: { ...confirmation, firstSeenAt: DUE } } },
      'refused',
    ],
  ])('%s', async (_what, given, kind) => {
    expect((await outcome(given)).kind).toBe(kind);
  });

  test('and surveys go on to be counted', async () => {
    const [two, one] = [2, 1].map((surveys) => ({ ...confirmation, surveys, lastSurvey: 'before' }));
    expect(await outcome({ previous: { confirmation: one } })).toMatchObject({
      result: { confirmation: { surveys: 2 } },
    });
    expect((await outcome({ previous: { confirmation: two } })).kind).toBe('admitted');
  });

  test('and not for marks that became due later: for these it begins anew', async () => {
    expect(await outcome({ previous: { confirmation } }, ...later)).toMatchObject({
      kind: 'refused',
      result: { blocked: { size: 300, dueUntil: NOW }, confirmation: { surveys: 0, dueUntil: NOW }, dueSeenUntil: DUE },
    });
    expect(await outcome({ previous, approval: approved(DUE) }, ...later)).toMatchObject({
      result: { blocked: { size: 300 }, dueSeenUntil: DUE },
    });
  });

  test('and the set of a stop is of these marks: a new mark of the same resource is another one', async () => {
    const digestOf = async (generation: string) => {
      const admission = (await admitted({ marks: NOTIFIED_LATER.map((mark) => ({ ...mark, generation })) })).admission;
      return admission.kind === 'refused' ? admission.result.blocked?.digest : undefined;
    };
    expect(await digestOf('g')).toMatch(/^[0-9a-f]{64}$/);
    expect(await digestOf('g')).not.toBe(await digestOf('h'));
  });

  test('and not where one of them has another id', async () => {
    const digestOf = async (id: string) => {
      const admission = (await admitted({ marks: NOTIFIED_LATER.map((mark) => ({ ...mark, id: `${id}${mark.id}` })) }))
        .admission;
      return admission.kind === 'refused' ? admission.result.blocked?.digest : undefined;
    };
    expect(await digestOf('x')).not.toBe(await digestOf('y'));
  });

  test('and what was never looked at has no such instant', async () => {
    const admission = await outcome({});
    expect(admission.kind === 'refused' && admission.result).not.toHaveProperty('dueSeenUntil');
  });
});

test('L57 the reason of a stop says that a provider told another time', async () => {
  const heard = { by: 'aws', at: NOW, heardAt: NOW + DAY };
  const gaps = [{ from: NOW - 9 * DAY, to: NOW - 3 * DAY }];
  const problem = async (said: typeof heard) => {
    const { admission } = await admittedBy(
      { survey: { watched: { until: NOW, gaps, heard: said } } },
      { marks: NOTIFIED_LATER },
    );
    return admission.kind === 'refused' ? admission.result.problem : undefined;
  };
  expect(await problem(heard)).toContain(
    'aws said 2026-06-01T12:00:00.000Z when the clock of the instance said 2026-06-02T12:00:00.000Z: set it by NTP',
  );
  expect(await problem({ ...heard, heardAt: NOW })).not.toContain('set it by NTP');
});
