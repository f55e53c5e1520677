/** A stored message that was not accepted, or whose result is unknown: send it again, or compose a new one? */

import { filterInSteps, inSteps, LIGHT_STEP, mapInSteps } from '../../core/common/steps.ts';
import { hasValidNotice, type Mark, notDeletedBefore } from '../../core/mark/mark.ts';
import { isExpedited } from '../../core/mark/ownerResponse.ts';
import { isInUseUnreported } from '../../core/mark/patience.ts';
import { isReminderDue, reminderDate } from '../../core/mark/reminder.ts';
import type { Digest, DigestRow } from '../../core/notice/digest.ts';
import { deletesNothingBecause } from '../../core/policy/effects.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Transition } from '../../core/ports/ports.ts';
import { redate } from './digestDates.ts';
import { isLinkedLongEnough } from './linkEnd.ts';
import { pagesByNamespace } from './outboxPages.ts';
import type { StagedDeps } from './staged.ts';
import { standingMarks } from './standingMarks.ts';

/**
 * The stored message with its Message-ID and the same resources; its dates are counted from now, and never earlier. A
 * row whose notice the message already is keeps its date, which is that of its deletion.
 * @returns `undefined` when generation, owner or date of any row changed since, or its link ends too early: then the
 * message would make a false promise, and a new one is composed
 */
export async function sendableAgain(deps: StagedDeps, prepared: Digest): Promise<Digest | undefined> {
  const now = deps.clock.now();
  const rows = new Map<string, DigestRow>();
  for (const page of pagesByNamespace(prepared.rows)) {
    const [{ namespace }] = page;
    const wc = deps.workConfigurationOf(namespace);
    const marks = byIdOf(await standingMarks(deps, namespace, page));
    for await (const some of inSteps(page)) {
      for (const row of some) {
        const mark = marks.get(row.id);
        const again = wc && mark && rowAgain(deps, { wc, mark, prepared, now }, row);
        // A mail system may drop the second of one Message-ID: then its reader has the first one's links only.
        if (!again || !isLinkedLongEnough(again)) return undefined;
        rows.set(keyOf(row), atPresentStage(again, deps.isNotifyOnlyIn(namespace)));
      }
    }
  }
  return { ...prepared, rows: await mapInSteps(prepared.rows, (row) => rows.get(keyOf(row)) ?? row, LIGHT_STEP) };
}

interface Again {
  readonly wc: WorkConfiguration;
  readonly mark: Mark;
  readonly prepared: Digest;
  readonly now: number;
}

/** `undefined`: the row is no longer true. */
function rowAgain(deps: StagedDeps, { wc, mark, prepared, now }: Again, row: DigestRow): DigestRow | undefined {
  const { messageId, owner } = prepared;
  const { notice, projectedDeletionAt: date } = mark;
  if (mark.generation !== row.generation || mark.owner !== owner || mark.state === 'deleting') return undefined;
  if ((mark.unowned ?? false) !== (row.unowned ?? false)) return undefined;
  if (mark.quarantine?.at !== row.quarantine?.since) return undefined;
  if (row.reminder) return isReminderTrue({ wc, mark, prepared, now }, row) ? row : undefined;
  // The notice was recorded before the sender died: it counts, and its date may only have moved out.
  if (notice?.messageId === messageId && notice.generation === row.generation) {
    return date >= row.deletionAt ? row : undefined;
  }
  if (hasValidNotice(mark, now)) return undefined;
  const again = redate(deps, row, now);
  return date <= again.deletionAt ? again : undefined;
}

function isReminderTrue({ wc, mark, prepared: { messageId }, now }: Again, row: DigestRow): boolean {
  if (row.inUse && mark.inUse?.toldBy === messageId) return true;
  if (isInUseUnreported(mark) !== (row.inUse !== undefined)) return false;
  const isStillDue = isReminderDue(mark, wc.notice, now) || mark.notice?.remindedBy === messageId;
  return isStillDue && reminderDate(wc, mark) === row.deletionAt;
}

/** The row as it is at the present stage, whatever the stage was when it was written. */
export function atPresentStage({ notifyOnly: _notifyOnly, ...row }: DigestRow, isNotifyOnly: boolean): DigestRow {
  return isNotifyOnly ? { ...row, notifyOnly: true } : row;
}

/**
 * A message that may have arrived, or bounced, showed these rows, and the new one does not have all of them: their
 * marks keep the dates that were shown. The owner of such a mark changed, or its row waits for its window.
 */
export async function keepShownDates(deps: StagedDeps, shown: readonly DigestRow[], digest: Digest): Promise<void> {
  if (shown.length === 0) return;
  const inDigest = new Set(await mapInSteps(digest.rows, keyOf, LIGHT_STEP));
  const left = await filterInSteps(shown, (row) => !row.reminder && !inDigest.has(keyOf(row)), LIGHT_STEP);
  for (const page of pagesByNamespace(left)) {
    const [{ namespace }] = page;
    const wc = deps.workConfigurationOf(namespace);
    // Dry run writes nothing (law 5), and deletes nothing either.
    if (!wc || deletesNothingBecause(wc) !== undefined) continue;
    let rows: readonly DigestRow[] = page;
    while (rows.length > 0) rows = await moveOut(deps, wc, rows);
  }
}

/** @returns the rows of marks that changed meanwhile */
async function moveOut(
  deps: StagedDeps,
  wc: WorkConfiguration,
  rows: readonly DigestRow[],
): Promise<readonly DigestRow[]> {
  const marks = await marksOf(deps, rows);
  const at = deps.clock.now();
  const moved = rows.flatMap((row) => {
    const mark = marks.get(row.id);
    // If its owner ended retention early, that decision stands.
    if (mark?.generation !== row.generation || isExpedited(mark)) return [];
    const after = notDeletedBefore(mark, shownDate(wc, row));
    return after ? [{ row, transition: transitionOf(mark, after, at) }] : [];
  });
  if (moved.length === 0) return [];
  const answers = await deps.marks.apply(
    wc.namespace,
    moved.map(({ transition }) => transition),
  );
  return moved.filter((_, i) => answers[i] === 'conflict').map(({ row }) => row);
}

/** Without the quarantine that the row announced, the end of that quarantine is the date. */
export function shownDate(wc: WorkConfiguration, { deletionAt, quarantine }: DigestRow): number {
  return quarantine && wc.quarantineMs === undefined ? Math.max(deletionAt, quarantine.deletionAt) : deletionAt;
}

function transitionOf(before: Mark, after: Mark, at: number): Transition {
  const { namespace, id, generation } = before;
  const reason = `a message that may have arrived announced ${new Date(after.projectedDeletionAt).toISOString()}`;
  const audit = { at, namespace, id, event: 'refreshed', actor: 'holystone', reason, generation } as const;
  return { id, before, after, audit };
}

function byIdOf(marks: readonly Mark[]): ReadonlyMap<string, Mark> {
  return new Map(marks.map((mark) => [mark.id, mark]));
}

async function marksOf(deps: StagedDeps, rows: readonly DigestRow[]): Promise<ReadonlyMap<string, Mark>> {
  const [first] = rows;
  if (!first) return new Map();
  return byIdOf(await deps.marks.getMany(first.namespace, [...new Set(rows.map(({ id }) => id))]));
}

function keyOf({ namespace, id, generation }: DigestRow): string {
  return JSON.stringify([namespace, id, generation]);
}
