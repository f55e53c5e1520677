/** No page of marks hides from `dueShare` the due marks behind it. */
import { expect, test } from '@jest/globals';
import type { Mark } from '../../../src/core/mark/mark.ts';
import { admitDue } from '../../../src/lifecycle/deletion/admission.ts';
import { DAY, NOW } from '../../support/evaluation.ts';

interface Page {
  readonly marks: readonly Partial<Mark>[];
  readonly next?: string;
}

/** The owner was told a later date than the one by which the mark is due. */
const TOLD_LATER = Array.from({ length: 300 }, (_, n) => ({
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

/** The outcome of a delete pass that pages through the marks; of 1000 resources 800 are due. */
async function admitted(...pages: readonly Page[]) {
  let read = 0;
  const survey = {
    passId: 'survey',
    outcome: 'complete',
    startedAt: NOW - 1,
    endedAt: NOW,
    baseline: { listed: 1000, findings: {} },
    watched: { until: NOW, gaps: [] },
  };
  const admission = await admitDue({
    deps: {
      clock: { now: () => NOW },
      marks: { count: async () => ({ marked: 900, due: 800, newlyDue: 800 }), page: async () => pages[read++] },
      passes: { get: async () => survey, approval: async () => undefined },
    },
    wc: {
      namespace: 'aws:test:us-east-1:image',
      tripwires: { dueShare: 0.1, sharesFrom: 40 },
      notice: { enabled: true },
      everyMs: { mark: DAY / 4 },
    },
    counts: {},
    witnessedSince: NOW - DAY,
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
  const { admission } = await admitted(page, { marks: TOLD_LATER });
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
  const { admission, read } = await admitted({ marks: [later], next: 'more' }, { marks: TOLD_LATER });
  expect([admission.kind, read]).toEqual(['admitted', 1]);
});
