/** A fleet in which everything that the console has words for is so at once; and one in which nothing is. */
import { deferMark } from '../../../src/core/mark/hold.ts';
import { type Mark, recordNotice } from '../../../src/core/mark/mark.ts';
import type { AuditEntry } from '../../../src/core/resource/audit.ts';
import { AUDIT_EVENTS } from '../../../src/core/resource/audit.ts';
import type { OperatorDeps } from '../../../src/http/app/deps.ts';
import { passRecord } from '../../support/queue.ts';
import type { StateFixture } from '../state/support.ts';
import { configurationOf, DAY, IMAGES, mark, NOW } from './fixture.ts';

const ANN = 'ann@example.com';
const HOUR = 3_600_000;
const PRICES = {
  currency: 'USD',
  date: '2026-05-01',
  source: 'https://p.example.com',
  staleAt: NOW + DAY,
  of: () => 1,
};

const LIVE = configurationOf({ account: 'test', location: 'us-east-1', resourceType: 'image' }, { prices: PRICES });
export const DRY = configurationOf(
  { account: 'shop', location: 'us-east-1', resourceType: 'volume' },
  { live: false, notLiveBecause: 'dryRun is on', startStage: 'plan' },
);
export const MARKS_ONLY = configurationOf(
  { account: 'shop', location: 'us-east-1', resourceType: 'image' },
  { neverDeletesBecause: 'the account is declared without id' },
);
const MUTE = configurationOf(
  { account: 'test', location: 'us-east-1', resourceType: 'volume' },
  { notice: { ...LIVE.notice, enabled: false }, startStage: 'canary' },
);
export const MUTE_NAMESPACE = MUTE.namespace;

/** The state that the site shows; a test may change it. */
export interface SiteState {
  configurations: readonly (typeof LIVE)[];
  checked: Awaited<ReturnType<OperatorDeps['check']>>;
  isObeyed: boolean;
}

const BARE = configurationOf({ account: 'shop', location: 'eu-west-1', resourceType: 'image' }, { live: false });
export const ALL = [LIVE, DRY, MARKS_ONLY, MUTE, BARE];

export function troubledDeps(store: StateFixture, site: SiteState): Partial<OperatorDeps> {
  return {
    workConfigurations: () => site.configurations,
    readiness: () => [{ name: 'mail', ok: false, why: 'the relay refuses the password' }],
    instances: async () => [
      { id: 'i-1', name: 'holystone-0', configuration: 'a'.repeat(64), obeys: 99 },
      { id: 'i-2', name: 'holystone-1', configuration: 'b'.repeat(64), obeys: 0 },
    ],
    drift: () => new Map([[IMAGES, 'holystone-0 and holystone-1 have other settings']]),
    check: async () => site.checked,
    missingEvidence: () => ['snapshots'],
    providerPage: () => 'https://provider.example',
    approve: async () => ({ kind: 'approved', size: 3 }),
    sendAgain: async () => ({ kind: 'sent', messageId: '<m@x>', resources: 1 }),
    recalculate: async () => ({ kind: 'recalculated', considered: 2, moved: 1 }),
    changeControl: async ({ change, actor, reason }) => {
      const why = reason === undefined ? {} : { reason };
      const audit = { at: NOW, namespace: 'fleet', event: 'control', actor, ...why } as const;
      const done = await store.control.write(change, audit);
      return { ...done, acknowledged: site.isObeyed, waitingFor: site.isObeyed ? [] : ['holystone-1'] };
    },
  };
}

async function change(store: StateFixture, before: Mark, after: Mark): Promise<void> {
  const audit = { at: NOW - DAY, namespace: before.namespace, id: before.id, event: 'noticed', actor: 'holystone' };
  const [applied] = await store.marks.apply(before.namespace, [
    { id: before.id, before, after, audit: audit as AuditEntry },
  ]);
  if (applied !== 'applied') throw new Error(`${before.id}: ${applied}`);
}

function noticed(before: Mark, validUntil: number): Mark {
  const { generation } = before;
  const shownAt = NOW + 10 * DAY;
  return recordNotice(
    before,
    { messageId: '<m@x>', recipient: ANN, acceptedAt: NOW - DAY, shownAt, generation, validUntil },
    shownAt,
  );
}

export async function seedTrouble(store: StateFixture): Promise<void> {
  const cost = { monthlyCost: { amount: 12.5, upTo: true } } as const;
  await mark(store, 'ami-marked', { name: 'build-1', reasons: ['nothing uses it'], ...cost });
  const site = await mark(store, 'ami-noticed', { name: 'build-2', reasons: ['it is 412 days old, more than 90d'] });
  const resource = { ...site.resource, group: 'shop', createdAt: NOW - 400 * DAY };
  await change(store, site, { ...noticed(site, NOW + 30 * DAY), resource });
  const old = await mark(store, 'ami-old', { name: 'build-3' });
  await change(store, old, noticed(old, NOW - HOUR));
  const due = await mark(store, 'ami-due', { name: 'build-4', projectedDeletionAt: NOW - 3 * DAY });
  await change(store, due, { ...noticed(due, NOW + 30 * DAY), projectedDeletionAt: NOW - 3 * DAY });
  const late = await mark(store, 'ami-late', { name: 'build-5', projectedDeletionAt: NOW - DAY });
  const lateNoticed = { ...noticed(late, NOW + 30 * DAY), projectedDeletionAt: NOW - DAY };
  await change(store, late, {
    ...deferMark(lateNoticed, 'the provider refuses', NOW + HOUR),
    quarantine: { at: NOW - DAY, until: NOW + DAY },
  });
  const unowned = await mark(store, 'vol-unowned', {
    namespace: MUTE.namespace,
    name: 'build-6',
    projectedDeletionAt: NOW - HOUR,
  });
  const { owner: _owner, ...nobodys } = unowned;
  await change(store, unowned, nobodys);
  await mark(store, 'vol-dry', { namespace: DRY.namespace, name: 'build-10' });
  await mark(store, 'ami-only', { namespace: MARKS_ONLY.namespace, name: 'build-7' });
  for (const [target, until, reason] of [
    [{ kind: 'id', value: 'ami-kept' }, 'forever', undefined],
    [{ kind: 'group', value: 'web' }, NOW + 30 * DAY, 'build-9'],
    [{ kind: 'pattern', value: 'ami-kept-*' }, 'forever', undefined],
  ] as const) {
    await store.optOuts.optOut(IMAGES, { target, until, actor: ANN, at: NOW, ...(reason ? { reason } : {}) });
  }
  const begun = await mark(store, 'ami-begun', { name: 'build-8' });
  await change(store, begun, { ...begun, state: 'deleting' } as Mark);
  for (const event of [...AUDIT_EVENTS, ...AUDIT_EVENTS, ...AUDIT_EVENTS, ...AUDIT_EVENTS]) {
    store.audit.log({
      at: NOW - HOUR,
      namespace: IMAGES,
      id: 'ami-marked',
      event,
      actor: 'holystone',
      reason: 'nothing uses it',
    });
  }
  const was = await mark(store, 'ami-was');
  const unmarked = { at: NOW, namespace: IMAGES, id: was.id, event: 'unmarked', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id: was.id, before: was, after: undefined, audit: unmarked }]);
  await seedPasses(store);
  await seedMessages(store);
  await store.outbox.put(ANN, [{ namespace: IMAGES, id: 'ami-marked', generation: 'generation of ami-marked' }]);
  const refusal = { since: NOW - HOUR, attempts: 2, problem: '550 no such user', permanent: true, nextAttemptAt: NOW };
  await store.outbox.refuse(ANN, refusal);
  await store.outbox.put('bob@example.com', [
    { namespace: IMAGES, id: 'ami-old', generation: 'generation of ami-old' },
  ]);
  await store.outbox.refuse('bob@example.com', { ...refusal, permanent: false, attempts: 1 });
}

async function seedPasses(store: StateFixture): Promise<void> {
  const ended = { startedAt: NOW - 2 * HOUR, endedAt: NOW - HOUR };
  const problem = 'markedShare: 71 of 80 (89%) would be newly marked, more than 25%';
  const blocked = { digest: 'd', size: 3, shrunk: { findings: { instances: 2 } } } as const;
  const stopped = {
    ...ended,
    namespace: IMAGES,
    outcome: 'blocked',
    problem,
    trips: [{ code: 'markedShare', values: { part: 71, whole: 80, limit: 0.25 } }],
    counts: { listed: 80, marked: 71 },
    unread: [{ account: 'test', location: 'us-east-1', sources: ['snapshots'] }],
  } as const;
  const baseline = { listed: 82, findings: { instances: 9 } };
  const kept = (change: 'mark' | 'unmark' | 'delete', id: string) => ({
    change,
    id,
    name: 'build-1',
    owner: ANN,
    reason: 'nothing uses it',
  });
  await store.passes.record(
    passRecord({ ...stopped, passId: 'earlier', blocked: { digest: 'c', size: 1 }, baseline }),
    undefined,
    [kept('mark', 'ami-0')],
  );
  const confirmation = { digest: 'd', firstSeenAt: NOW, lastSeenAt: NOW, surveys: 2 };
  await store.passes.record(
    passRecord({
      ...stopped,
      passId: 'stopped',
      blocked,
      baseline,
      confirmation,
      blocks: [
        { ...blocked, passId: 'stopped' },
        { digest: 'c', size: 1, passId: 'earlier' },
      ],
    }),
    undefined,
    [kept('mark', 'ami-1'), kept('unmark', 'ami-2'), kept('delete', 'ami-3')],
  );
  for (const [action, outcome] of [
    ['mark', 'incomplete'],
    ['delete', 'failed'],
  ] as const) {
    await store.passes.record(
      passRecord({
        ...ended,
        passId: `m-${action}`,
        namespace: MARKS_ONLY.namespace,
        action,
        outcome,
        problem: 'the provider throttles',
      }),
    );
  }
  await store.passes.record(
    passRecord({ ...ended, passId: 'm-old', namespace: DRY.namespace, endedAt: NOW - 3 * DAY }),
  );
  await store.passes.record(
    passRecord({
      ...ended,
      passId: 'm-bare',
      namespace: MUTE.namespace,
      action: 'delete',
      outcome: 'blocked',
      blocked: { digest: 'e', size: 1 },
    }),
  );
  await store.passes.record(
    passRecord({ ...ended, passId: 'm-fail', namespace: MUTE.namespace, action: 'mark', outcome: 'failed' }),
  );
  const notify = { ...ended, action: 'notify' } as const;
  await store.passes.record(passRecord({ ...notify, passId: 'm-paced', namespace: DRY.namespace, outcome: 'paced' }));
  await store.passes.record(
    passRecord({ ...notify, passId: 'm-part', namespace: MUTE.namespace, outcome: 'unfinished' }),
  );
  const stoppedToo = { passId: 'm-notify', namespace: MARKS_ONLY.namespace, outcome: 'blocked' } as const;
  await store.passes.record(passRecord({ ...notify, ...stoppedToo, blocked: { digest: 'f', size: 1 } }));
}

/** A notice, one that came back, a reminder, one that an operator sent again, and figures of an instance. */
async function seedMessages(store: StateFixture): Promise<void> {
  const items = ['ami-marked', 'ami-was', 'ami-none'].map((id) => ({ namespace: IMAGES, id }));
  const sent = {
    owner: ANN,
    at: NOW - 2 * DAY,
    resources: 3,
    isReminder: false,
    subject: 'build-1',
    transport: 'smtp',
  };
  for (const messageId of ['<m@x>', '<again@x>', '<reminder@x>', '<refused@x>', '<empty@x>', '<unlisted@x>']) {
    await store.messages.open({ messageId, owner: ANN, items: messageId === '<empty@x>' ? [] : items });
  }
  await store.sentNotices.add({ ...sent, messageId: '<m@x>' });
  await store.sentNotices.add({ ...sent, messageId: '<again@x>', repeats: { messageId: '<m@x>', actor: 'olga' } });
  await store.sentNotices.add({ ...sent, messageId: '<reminder@x>', isReminder: true });
  await store.sentNotices.add({ ...sent, messageId: '<refused@x>', refusedBecause: '550 no such user' });
  await store.sentNotices.add({ ...sent, messageId: '<empty@x>' });
  const figures = { version: '0.1.0', startedAt: NOW - DAY, at: NOW - 4_000, concurrency: 2, moreServices: 3 };
  const queue = { waiting: 12, active: 2, delayed: 3 };
  await store.figures.publish('i-1', { ...figures, queue, calls: [{ service: 'ec2', sent: 40, throttled: 1 }] });
  const invalidOwner = { startedAt: NOW, endedAt: NOW, namespace: DRY.namespace, counts: { invalidOwner: 2 } };
  const lookedFor = [{ what: 'no repository matches "shpo/*"', isFound: false }];
  await store.passes.record(passRecord({ ...invalidOwner, passId: 'm-owners', endedAt: NOW - 3 * DAY, lookedFor }));
}
