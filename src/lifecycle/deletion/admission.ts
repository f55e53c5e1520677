/**
 * The `dueShare` tripwire of a delete pass: more marks become due at once than their notices announced for then. Paces
 * slow down the marks that owners were notified of and that the tripwires of the mark pass let through; this tripwire
 * never stops them (L57).
 */

import { isFromFuture } from '../../core/common/clock.ts';
import { defined } from '../../core/common/defined.ts';
import { agrees } from '../../core/common/providerTime.ts';
import { inTurns } from '../../core/common/steps.ts';
import { isUnannounced } from '../../core/mark/announced.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { isRestLater } from '../../core/mark/markPage.ts';
import type { PassRecord } from '../../core/policy/pass.ts';
import { tripWords } from '../../core/policy/trip.ts';
import { blockedSet, confirmDue, dueTrips, isConfirmed } from '../../core/policy/tripwires.ts';
import type { Span } from '../../core/resource/unused.ts';
import { watchedUpTo } from '../../core/resource/watched.ts';
import { approvalInForce } from '../pass/approval.ts';
import { deletionsOf } from '../pass/blockedChanges.ts';
import type { PassResult } from '../pass/record.ts';
import type { DeletePass } from './deleteContext.ts';

/** `dueSeenUntil`: the next pass need not judge dates up to here again, ms since the epoch. */
export type Admission =
  | { readonly kind: 'admitted'; readonly dueSeenUntil: number }
  | { readonly kind: 'refused'; readonly result: PassResult };

/**
 * Compares the marks that are newly due, and were not announced for now, with the tripwires. Without a complete mark
 * pass on record nothing is admitted.
 */
export async function admitDue(pass: DeletePass): Promise<Admission> {
  const { deps, wc, previous, counts } = pass;
  const now = deps.clock.now();
  const admitted = { kind: 'admitted', dueSeenUntil: now } as const;
  const judgedUntil = lookedAtUntil(previous?.dueSeenUntil, now);
  const { due, newlyDue } = await deps.marks.count(wc.namespace, now, judgedUntil);
  const survey = await deps.passes.get(wc.namespace, 'mark');
  const listed = survey?.baseline?.listed;
  if (due === 0) return admitted;
  if (survey === undefined || listed === undefined) {
    const problem = `${wc.namespace} has marks but no record of a complete mark pass: deletions wait for one`;
    return { kind: 'refused', result: { outcome: 'incomplete', counts, problem } };
  }
  // Reading all marks is only worth it where even all of them would be too many.
  if (dueTrips(newlyDue, listed, wc.tripwires).length === 0) return admitted;
  const gaps = gapsUpTo(pass, survey, now);
  const surprising = await surprises(pass, now, gaps);
  const tripsAfter = (since: number) => {
    const left = surprising.filter(({ projectedDeletionAt }) => projectedDeletionAt > since);
    return { left, trips: dueTrips(left.length, listed, wc.tripwires) };
  };
  const approval = await approvalInForce(deps, previous, wc.namespace, 'delete');
  const approvedUntil = Math.max(judgedUntil, lookedAtUntil(approval?.dueUntil, now));
  const confirmation = confirmDue(previous?.confirmation, { after: approvedUntil, at: now, survey });
  const since = isConfirmed(confirmation) ? (confirmation.dueUntil ?? approvedUntil) : approvedUntil;
  const { left, trips } = tripsAfter(since);
  if (trips.length === 0) return admitted;
  const members = left.map(({ id, generation }) => `${id} ${generation}`);
  const blocked = { ...(await inTurns(blockedSet(members))), dueUntil: now };
  const problem = [...trips.map(tripWords), ...gapWords(gaps, left, survey)].join('; ');
  const again = since > approvedUntil ? confirmDue(undefined, { after: since, at: now, survey }) : confirmation;
  const seen = defined({ dueSeenUntil: since === 0 ? undefined : since });
  const changes = await inTurns(deletionsOf(left));
  const result = {
    outcome: 'blocked',
    counts,
    problem,
    trips,
    blocked,
    changes,
    confirmation: again,
    ...seen,
  } as const;
  return { kind: 'refused', result };
}

/** A date in the future was written while a clock was ahead: it says nothing about the marks that become due now. */
function lookedAtUntil(at: number | undefined, now: number): number {
  return at === undefined || isFromFuture(at, now) ? 0 : at;
}

/** Periods in which no pass ran, including a period that has not ended. */
function gapsUpTo({ wc, witnessedSince }: DeletePass, survey: PassRecord, now: number): readonly Span[] {
  const before = survey.watched ?? { until: survey.endedAt, gaps: [] };
  // A replaced store would block deletes until a mark pass runs, and that pass then knows the time before.
  const witness = { since: witnessedSince, isSameStore: true, now, everyMs: wc.everyMs.mark };
  return watchedUpTo(before, witness).gaps;
}

const PAGE = 500;

/** Marks that are due and may be deleted sooner than the owner expects, oldest date first. */
async function surprises({ deps, wc }: DeletePass, now: number, gaps: readonly Span[]): Promise<readonly Mark[]> {
  const found: Mark[] = [];
  let cursor: string | undefined;
  do {
    const { marks, next } = await deps.marks.page(wc.namespace, cursor, PAGE);
    const due = marks.filter(({ projectedDeletionAt: at }) => at <= now);
    found.push(...due.filter((mark) => isUnannounced(mark, wc.notice.enabled, now, gaps)));
    cursor = isRestLater(marks, now) ? undefined : next;
  } while (cursor !== undefined);
  return found;
}

/** The problem texts for the latest period in which no pass ran, if it ended after the first notice. */
function gapWords(gaps: readonly Span[], marks: readonly Mark[], { watched }: PassRecord): readonly string[] {
  const noticedAt = Math.min(...marks.map(({ notice, markedAt }) => notice?.acceptedAt ?? markedAt));
  const gap = gaps.findLast(({ to }) => to > noticedAt);
  if (!gap) return [];
  const [from, to] = [gap.from, gap.to].map(written);
  const nobody = `no pass ran between ${from} and ${to}, or a clock was set ahead, or an older state was restored`;
  const heard = watched?.heard;
  if (!heard || agrees(heard)) return [nobody];
  const { by, at, heardAt } = heard;
  return [nobody, `${by} said ${written(at)} when the clock of the instance said ${written(heardAt)}: set it by NTP`];
}

function written(at: number): string {
  return new Date(at).toISOString();
}
