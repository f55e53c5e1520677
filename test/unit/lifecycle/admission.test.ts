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
}

/** The outcome of a delete pass that pages through the marks; of 1000 resources 800 are due. */
async function admittedBy(
  { due = 800, hasSurvey = true, noticesOn = true, gaps = [], dueSeenUntil }: Given,
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
  };
  const admission = await admitDue({
    deps: {
      clock: { now: () => NOW },
      marks: { count: async () => ({ marked: 900, due, newlyDue: due }), page: async () => pages[read++] },
      passes: { get: async () => (hasSurvey ? survey : undefined), approval: async () => undefined },
    },
    wc: {
      namespace: 'aws:test:us-east-1:image',
      tripwires: { dueShare: 0.1, sharesFrom: 40 },
      notice: { enabled: noticesOn },
      everyMs: { mark: DAY / 4 },
    },
    previous: dueSeenUntil === undefined ? undefined : { dueSeenUntil },
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

  test('and does not where it ended before', async () => {
    const before = { from: NOW - 60 * DAY, to: NOW - 40 * DAY };
    expect(await problemOf({ gaps: [before] })).not.toContain('no pass ran');
  });
});
