import { deletesNothingBecause } from '../core/policy/effects.ts';
import type { Approval, PassRecord } from '../core/policy/pass.ts';
import type { Action, WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { MarkStore, OptOutStore, Outbox, PassStore } from '../core/ports/ports.ts';
import {
  atCadence,
  type CadenceInput,
  dueActions,
  hasNews,
  isDue,
  mayFinish,
  mayHoldAnew,
  mayRun,
  nextNoticeAt,
} from '../core/work/cadence.ts';
import type { WorkItem } from '../core/work/work.ts';

/** The stores that contain the due times. */
export interface DueStores {
  readonly passes: PassStore;
  readonly marks: MarkStore;
  readonly optOuts: OptOutStore;
  readonly outbox: Outbox;
}

/**
 * The work items of one namespace that are due now: its passes, and opt-out tags still to write on resources.
 * @param incarnation of the store; `undefined` = unknown
 */
export async function dueItemsOf(
  stores: DueStores,
  wc: WorkConfiguration,
  now: number,
  incarnation?: string,
): Promise<readonly WorkItem[]> {
  const { namespace } = wc;
  const cadence = { ...(await cadenceOf(stores, wc, now)), incarnation };
  const items: WorkItem[] = dueActions(cadence).map((action) => ({
    kind: 'pass',
    namespace,
    action,
  }));
  // A dry run writes nothing to the cloud, tags included (law 5); nor does a run in a possibly foreign account.
  if (deletesNothingBecause(wc) === undefined && (await stores.optOuts.pendingTags(namespace, now, 1)).length > 0) {
    items.push({ kind: 'protect', namespace });
  }
  return items;
}

/** Owners whose next message is due, if any namespace allows a message at this instant. */
export async function dueDigests(
  outbox: Outbox,
  wcs: readonly WorkConfiguration[],
  now: number,
): Promise<readonly WorkItem[]> {
  if (!wcs.some((wc) => mayRun(wc, 'notify', now))) return [];
  const waiting = await outbox.owners();
  return waiting
    .filter((notice) => (nextNoticeAt(notice, wcs, now) ?? Number.POSITIVE_INFINITY) <= now)
    .map(({ owner }) => ({ kind: 'digest', owner }));
}

/**
 * Does one of the due surveys follow new marks of another namespace? It marks the resources that wait for those, and one
 * message names both. A dry run, and a namespace that may not notify now, add nothing to the message.
 */
export async function followsMarks(
  stores: Pick<DueStores, 'passes'>,
  due: readonly WorkItem[],
  wcs: readonly WorkConfiguration[],
  now: number,
): Promise<boolean> {
  const surveyed = new Set(
    due.flatMap((item) => (item.kind === 'pass' && item.action === 'mark' ? item.namespace : [])),
  );
  const later = wcs.filter((wc) => wc.after && surveyed.has(wc.namespace) && mayRun(wc, 'notify', now));
  for (const wc of later) {
    const last = await stores.passes.get(wc.namespace, 'mark');
    if (mayHoldAnew(last, await earlierPasses(stores, wc), now)) return true;
  }
  return false;
}

/** The last mark and delete passes of the namespaces whose resources are deleted before those of this one. */
export async function earlierPasses(
  { passes }: Pick<DueStores, 'passes'>,
  { after = [] }: Pick<WorkConfiguration, 'after'>,
): Promise<readonly PassRecord[]> {
  const reads = after.flatMap((one) => (['mark', 'delete'] as const).map((action) => passes.get(one, action)));
  return (await Promise.all(reads)).filter((pass) => pass !== undefined);
}

/** Reads from the stores only the data that can still matter: at most ticks most namespaces have nothing due. */
async function cadenceOf(stores: DueStores, wc: WorkConfiguration, now: number): Promise<CadenceInput> {
  const passes: Partial<Record<Action, PassRecord>> = {};
  const approvals: Partial<Record<Action, Approval>> = {};
  const actions: Action[] = [];
  for (const action of wc.actions) {
    const may = mayRun(wc, action, now);
    if (!may && action !== 'delete') continue;
    const [last, approval] = await Promise.all([
      stores.passes.get(wc.namespace, action),
      may ? stores.passes.approval(wc.namespace, action) : undefined,
    ]);
    const pass = atCadence(last, wc.everyMs[action]);
    if (!may && !mayFinish(wc, action, pass)) continue;
    actions.push(action);
    if (pass) passes[action] = pass;
    if (approval) approvals[action] = approval;
  }
  const isActionDue = (action: Action) => actions.includes(action) && isDue(passes[action], now, approvals[action]);
  const none = { marked: 0, due: 0 };
  const counted = isActionDue('notify') || isActionDue('delete') || hasNews(passes);
  const { marked, due } = counted ? await stores.marks.count(wc.namespace, now) : none;
  const earlier = await earlierPasses(stores, wc);
  return { wc, passes, approvals, counts: { marked, due }, earlier, now };
}
