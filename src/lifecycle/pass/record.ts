import { defined, some } from '../../core/common/defined.ts';
import type { ProviderTime } from '../../core/common/providerTime.ts';
import { hasStored, type Outcome, type PassRecord } from '../../core/policy/pass.ts';
import type { BlockedChange } from '../../core/policy/pastPass.ts';
import type { Rollout } from '../../core/policy/stage.ts';
import { mayHaveForgotten } from '../../core/policy/stateWatch.ts';
import { rememberedOverrun } from '../../core/policy/surveyBudget.ts';
import type { Action, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { watchedUpTo } from '../../core/resource/watched.ts';
import { periodOf } from '../../core/work/turns.ts';
import { blocksAfter } from './approval.ts';
import type { LifecycleDeps } from './deps.ts';

/**
 * A pass that stored nothing is tried again sooner than its cadence: at most this long after its end. After each further
 * failure in a row, twice as long.
 */
const RETRY_MS = 5 * 60_000;
/** `paced` and `unfinished` passes continue soon; the queue runs due ones first. */
const CONTINUE_MS = 60_000;

/** The result of a pass, before it becomes a record. */
export interface PassResult {
  readonly outcome: Outcome;
  readonly counts: Readonly<Record<string, number>>;
  readonly problem?: string;
  readonly causes?: PassRecord['causes'];
  readonly trips?: PassRecord['trips'];
  readonly blocked?: PassRecord['blocked'];
  /** With `blocked`: the changes that the pass would have made. */
  readonly changes?: readonly BlockedChange[];
  readonly confirmation?: PassRecord['confirmation'];
  readonly baseline?: PassRecord['baseline'];
  /** Mark only: what is held for people now; absent = as before. With it: the new marks that are held, as `changes`. */
  readonly review?: PassRecord['review'] | 'ended';
  readonly waivedEvidence?: PassRecord['waivedEvidence'];
  /** Only an incomplete mark pass that judged and stored everything except unknown resources. */
  readonly stored?: true;
  readonly unread?: PassRecord['unread'];
  readonly lookedFor?: PassRecord['lookedFor'];
  readonly dueSeenUntil?: number;
  readonly spread?: PassRecord['spread'];
  /**
   * Delete only: outside the window nothing is judged, so the trips of the previous pass still block. The record stays
   * that of the previous pass, whose id an approval names.
   */
  readonly isStillBlocked?: true;
  /** Delete only; a pass that ended before it knew says nothing. */
  readonly underWay?: boolean;
  readonly overrun?: PassRecord['overrun'];
  /** When the pass may continue, where it knows a better time than its cadence. */
  readonly nextDueAt?: number;
}

/** One pass in progress. */
export interface PassContext {
  /** As its stage limits it. */
  readonly wc: WorkConfiguration;
  readonly rollout: Rollout;
  /** The version of the fleet's control that gave it. */
  readonly control: number;
  readonly action: Action;
  readonly passId: string;
  readonly startedAt: number;
  readonly previous: PassRecord | undefined;
  /**
   * Mark only: the store may have lost decisions of people since the last mark pass that stored its results, so notices
   * of before do not count; absent = it has not.
   */
  readonly mayLackDecisions?: boolean;
  /** Since when this process has seen the clock in step with real time, ms since the epoch. */
  readonly witnessedSince: number;
  /** How much of the time since an instant may not have passed, ms: this process saw the clock set ahead. */
  readonly unpassedMs: (startedAt: number) => number;
  /** See `HeardTimes.since`; absent: no provider says the time. */
  readonly heardSince?: (since: number) => ProviderTime | undefined;
}

/**
 * Makes the record of a finished pass; fields without a new value come from the previous record.
 * @param incarnation of the store when a mark pass began, so before it read any keep tag
 */
export function recordOf(
  deps: Pick<LifecycleDeps, 'clock'>,
  context: PassContext,
  result: PassResult,
  incarnation?: string,
): PassRecord {
  const { wc, action, startedAt, previous, control } = context;
  const passId = (result.isStillBlocked ? previous?.passId : undefined) ?? context.passId;
  const endedAt = deps.clock.now();
  const blocks = result.isStillBlocked ? previous?.blocks : blocksAfter(previous, { passId, ...result });
  const failures = result.outcome === 'failed' ? (previous?.failures ?? 0) + 1 : 0;
  const everyMs = wc.everyMs[action];
  return {
    passId,
    namespace: wc.namespace,
    action,
    outcome: result.outcome,
    startedAt,
    endedAt,
    nextDueAt: result.nextDueAt ?? nextDueAt({ ...result, failures }, everyMs, startedAt, endedAt),
    periodAt: periodOf(previous, everyMs, startedAt),
    everyMs,
    counts: result.counts,
    control,
    ...defined({
      problem: result.problem,
      causes: some(result.causes),
      trips: result.trips,
      blocked: result.blocked,
      blocks,
      review: result.review === 'ended' ? undefined : (result.review ?? previous?.review),
      confirmation: result.confirmation ?? (sawEverything(result) ? undefined : previous?.confirmation),
      watched: action === 'mark' ? watchedBy(context, endedAt, incarnation) : undefined,
      baseline: result.baseline ?? previous?.baseline,
      incarnation: (hasStored(result) ? incarnation : undefined) ?? previous?.incarnation,
      begunIn: incarnation ?? previous?.begunIn,
      waivedEvidence: result.waivedEvidence ?? previous?.waivedEvidence,
      stored: result.stored,
      unread: some(result.unread),
      lookedFor: result.lookedFor ?? previous?.lookedFor,
      dueSeenUntil: result.dueSeenUntil ?? previous?.dueSeenUntil,
      spread: result.spread,
      underWay: (result.underWay ?? previous?.underWay) ? (true as const) : undefined,
      overrun: result.overrun ?? overrunAfter(result, previous, endedAt - startedAt),
    }),
    failures,
  };
}

/** A store without a known incarnation may be a restored one; then the time since the last pass was not watched. */
function watchedBy(
  { wc, previous, startedAt, witnessedSince: since, heardSince }: PassContext,
  now: number,
  incarnation: string | undefined,
) {
  const before = previous?.watched ?? (previous && { until: previous.endedAt, gaps: [] });
  const begunIn = previous?.begunIn;
  const isKnown = incarnation !== undefined && begunIn !== undefined;
  const isSameStore = isKnown && begunIn === incarnation;
  const hasForgottenNothing = isKnown && !mayHaveForgotten(begunIn, incarnation);
  const heard = heardSince?.(Math.max(startedAt, since));
  return watchedUpTo(before, { since, isSameStore, hasForgottenNothing, heard, now, everyMs: wc.everyMs.mark });
}

/** Only a pass that finished shows how long one takes. */
function overrunAfter(result: PassResult, previous: PassRecord | undefined, tookMs: number): PassRecord['overrun'] {
  return sawEverything(result) ? rememberedOverrun(previous?.overrun, tookMs) : previous?.overrun;
}

/** A pass that did not finish does not replace the findings of earlier ones. */
function sawEverything(result: PassResult): boolean {
  return hasStored(result) || result.outcome === 'blocked';
}

/** A cadence counts from the start of a pass, so that a long one does not drift. */
function nextDueAt(
  result: PassResult & Pick<PassRecord, 'failures'>,
  everyMs: number,
  startedAt: number,
  endedAt: number,
): number {
  if (hasStored(result)) return startedAt + everyMs;
  const { outcome, failures } = result;
  const retryMs = RETRY_MS * 2 ** Math.min(Math.max(failures - 1, 0), 12);
  const wait = outcome === 'paced' || outcome === 'unfinished' ? CONTINUE_MS : retryMs;
  return endedAt + Math.min(wait, everyMs);
}
