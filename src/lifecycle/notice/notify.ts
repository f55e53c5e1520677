/** The notify pass: marks without a valid notice go into their owners' outboxes; one message per owner follows. */
import { pluralize } from '../../core/common/pluralize.ts';
import { filterInSteps } from '../../core/common/steps.ts';
import { expireNotice, hasValidNotice, type Mark } from '../../core/mark/mark.ts';
import { isReminderDue, nextMessageAt } from '../../core/mark/reminder.ts';
import { deletionDate } from '../../core/mark/retention.ts';
import { deletesNothingBecause } from '../../core/policy/effects.ts';
import type { Fence, OutboxItem, Transition } from '../../core/ports/ports.ts';
import type { NotifyDeps } from '../pass/deps.ts';
import type { PassContext, PassResult } from '../pass/record.ts';
import { keepUrlOf } from './digestRows.ts';

/**
 * Fills the outboxes; sends nothing. If it queued nothing, its next date is that of the next reminder or notice, at
 * least a minute away.
 */
export async function notifyPass(
  deps: NotifyDeps,
  context: PassContext,
  fence: Fence,
  signal: AbortSignal,
): Promise<PassResult> {
  const { wc } = context;
  // The names are those of the stored pass and of the metrics.
  const counts = { marks: 0, queued: 0, noticed: 0, stale: 0, noRecipient: 0, idTooLong: 0 };
  if (deletesNothingBecause(wc) !== undefined || !wc.notice.enabled) return { outcome: 'complete', counts };
  let soonest = Number.POSITIVE_INFINITY;
  for await (const page of deps.marks.all(wc.namespace)) {
    if (signal.aborted) return { outcome: 'unfinished', counts };
    const now = deps.clock.now();
    const pending = page.filter((mark) => mark.state !== 'deleting' && !mark.unproven && !hasValidNotice(mark, now));
    counts.marks += page.length;
    for (const mark of page) soonest = Math.min(soonest, nextMessageAt(mark, wc.notice, now) ?? soonest);
    counts.noticed += page.length - pending.length;
    counts.stale += await expireStale(deps, context, pending, fence);
    const reminders = page.filter((mark) => !mark.unproven && isReminderDue(mark, wc.notice, now));
    // A link is signed, which takes most of the time here.
    const tooLong = new Set(await filterInSteps(pending, (mark) => hasNoLink(deps, mark)));
    counts.idTooLong += tooLong.size;
    const byOwner = groupByOwner([...pending.filter((mark) => !tooLong.has(mark)), ...reminders]);
    counts.noRecipient += pending.filter(({ owner }) => owner === undefined).length;
    for (const [owner, items] of byOwner) {
      await deps.outbox.put(owner, items);
      counts.queued += items.length;
    }
  }
  const problem = problemOf(counts);
  const next = counts.queued === 0 ? { nextDueAt: whenQuiet(context, deps.clock.now(), soonest) } : {};
  return { outcome: 'complete', counts, ...next, ...(problem === '' ? {} : { problem }) };
}

/** If no notice was queued, a reminder need not wait for the next usual pass. */
function whenQuiet({ wc, startedAt }: PassContext, now: number, soonest: number): number {
  return Math.min(startedAt + wc.everyMs.notify, Math.max(soonest, now + SHORTEST_WAIT_MS));
}

const SHORTEST_WAIT_MS = 60_000;

/** Which marks cannot be notified, and why; empty when all can. */
function problemOf({ noRecipient, idTooLong }: { noRecipient: number; idTooLong: number }): string {
  const withoutOwner =
    `${pluralize(noRecipient, 'marked resource has', 'marked resources have')} no owner and no notice.fallback is set: Holystone has no recipient for a notice, ` +
    `so ${they(noRecipient)} never deleted. Set notice.fallback, or tag the resources with an owner.`;
  const tooLong =
    `${pluralize(idTooLong, 'marked resource has', 'marked resources have')} an id too long for an opt-out link, so their owners could not ` +
    `keep them: Holystone sends no notice, and ${they(idTooLong)} never deleted. Delete them yourself, or exclude them.`;
  return [...(noRecipient > 0 ? [withoutOwner] : []), ...(idTooLong > 0 ? [tooLong] : [])].join(' ');
}

function they(count: number): string {
  return count === 1 ? 'it is' : 'they are';
}

function hasNoLink({ links }: NotifyDeps, mark: Mark): boolean {
  return mark.owner !== undefined && keepUrlOf(links, mark, mark.owner) === undefined;
}

/** A notice that is too old or for another owner does not count: the mark waits for a new one. */
async function expireStale(
  deps: NotifyDeps,
  { wc, passId }: PassContext,
  pending: readonly Mark[],
  fence: Fence,
): Promise<number> {
  const now = deps.clock.now();
  const transitions = pending
    .filter(({ notice }) => notice !== undefined)
    .map((mark): Transition => {
      const after = expireNotice(mark, deletionDate(wc, deps.watch.latest(), mark.unowned ?? false));
      const { namespace } = wc;
      const { id, generation } = mark;
      const reason = 'the notice is too old, or names another owner';
      return {
        id,
        before: mark,
        after,
        audit: { at: now, namespace, id, event: 'refreshed', actor: 'holystone', reason, passId, generation },
      };
    });
  if (transitions.length > 0) await deps.marks.apply(wc.namespace, transitions, fence);
  return transitions.length;
}

function groupByOwner(marks: readonly Mark[]): ReadonlyMap<string, readonly OutboxItem[]> {
  const byOwner = new Map<string, OutboxItem[]>();
  for (const { owner, namespace, id, generation } of marks) {
    if (owner === undefined) continue;
    const items = byOwner.get(owner) ?? [];
    items.push({ namespace, id, generation });
    byOwner.set(owner, items);
  }
  return byOwner;
}
