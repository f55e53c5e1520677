/** The changes of a mark pass, decided before anything is written. Pure. */

import { isFromFuture } from '../../core/common/clock.ts';
import { LIGHT_STEP, type Stepwise } from '../../core/common/steps.ts';
import { chainDates } from '../../core/evaluation/chainDates.ts';
import { waitedOf } from '../../core/evaluation/holders.ts';
import type { Nomination } from '../../core/evaluation/nomination.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import { withoutFutureHold } from '../../core/mark/hold.ts';
import { expireNotice, type Mark, newMark, refreshMark, withdrawNotice } from '../../core/mark/mark.ts';
import { takenOverSince } from '../../core/mark/markedElsewhere.ts';
import { respectDisclaimers } from '../../core/mark/ownerResponse.ts';
import { renewMark, whyRenewed } from '../../core/mark/renewMark.ts';
import { deletionDate } from '../../core/mark/retention.ts';
import { reasonsToMark } from '../../core/mark/whyMarked.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Transition } from '../../core/ports/ports.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { MonthlyCost } from '../../core/resource/prices.ts';
import { type GoneRead, LOOKED_ELSEWHERE, looksWhere, type Read, type Resource } from '../../core/resource/resource.ts';
import { noted } from './followedBy.ts';
import { followerOwner } from './followerOwner.ts';

/** A resource of the listing with its verdict, kept until the plan is made. */
export interface Judged {
  readonly resource: Resource;
  readonly verdict: Verdict;
}

/** The whole input of {@link planMarks}; instants in ms since the epoch. */
export interface MarkPlanInput {
  readonly wc: WorkConfiguration;
  readonly policy: Pick<Policy, 'ownerOf'>;
  readonly passId: string;
  readonly now: number;
  /** The candidates, and every resource that has a mark, by id. */
  readonly judged: ReadonlyMap<string, Judged>;
  readonly marks: readonly Mark[];
  /** Reads by id of the marks that the listing did not show (law 2). */
  readonly missing: ReadonlyMap<string, Read<Resource>>;
  costOf(resource: Resource): MonthlyCost | undefined;
  newId(): string;
  /** The store may have lost decisions of people: no notice of before counts. Absent = it has not. */
  readonly mayLackDecisions?: boolean;
  /** Hash of the evidence of a verdict, for the audit. */
  evidenceOf?(verdict: Verdict): string;
}

/** The changes of one survey, before the tripwires have looked at them; nothing of it is stored yet. */
export interface MarkPlan {
  readonly transitions: readonly Transition[];
  readonly newMarks: number;
  readonly refreshed: number;
  readonly unmarks: number;
  readonly gone: number;
  /** `+id identity` for each new mark, `-id identity` for each unmark: the set of an approval. */
  readonly members: readonly string[];
}

/** Resources per step: each needs an owner lookup and a hash. */
const PLANNED_IN_STEP = 200;

/**
 * Stores nothing: the caller runs the tripwires over the plan first. Yields between steps, so that the event loop is
 * never held.
 */
export function* planMarks(input: MarkPlanInput): Stepwise<MarkPlan> {
  const transitions: Transition[] = [];
  const members: string[] = [];
  const counts = { marked: 0, refreshed: 0, unmarked: 0, gone: 0 };
  const add = ({ kind, transition }: Change) => {
    counts[kind] += 1;
    transitions.push(transition);
    members.push(...memberOf({ kind, transition }));
  };
  const byId = new Map<string, Mark>();
  let looked = 0;
  for (const mark of input.marks) {
    byId.set(mark.id, mark);
    if (++looked % LIGHT_STEP === 0) yield;
  }
  const notBefore = usersDueAt(input, byId);
  for (const judged of input.judged.values()) {
    for (const change of changesFor(input, judged, byId.get(judged.resource.id), notBefore)) add(change);
    if (++looked % PLANNED_IN_STEP === 0) yield;
  }
  for (const mark of input.marks) {
    const read = input.missing.get(mark.id);
    if (read?.kind === 'gone') add(dropMissing(input, mark, read));
    if (mark.state === 'deleting') for (const change of intentChanges(input, mark)) add(change);
    if (++looked % PLANNED_IN_STEP === 0) yield;
  }
  const { marked: newMarks, refreshed, unmarked: unmarks, gone } = counts;
  return { transitions, newMarks, refreshed, unmarks, gone, members };
}

interface Change {
  readonly kind: 'marked' | 'refreshed' | 'unmarked' | 'gone';
  readonly transition: Transition;
}

/** Until when the users of a held resource are due; those of its own type have the date of their mark or of a new one. */
function usersDueAt(
  { judged, wc, policy, now }: MarkPlanInput,
  marks: ReadonlyMap<string, Mark>,
): (verdict: Verdict) => number {
  return chainDates(
    (id) => judged.get(id)?.verdict,
    (id) => {
      const resource = judged.get(id)?.resource;
      const mark = marks.get(id);
      if (mark?.identity === resource?.identity && mark)
        return Math.max(mark.projectedDeletionAt, mark.nextAttemptAt ?? 0);
      return resource ? deletionDate(wc, now, policy.ownerOf(resource).unowned) : 0;
    },
  );
}

function changesFor(
  input: MarkPlanInput,
  { resource, verdict }: Judged,
  mark: Mark | undefined,
  notBefore: (verdict: Verdict) => number,
): Change[] {
  // The delete pass resolves an intent with a read by id; a survey must not remove the intent meanwhile.
  if (verdict.kind === 'unknown' || mark?.state === 'deleting') return [];
  if (verdict.kind === 'keep') return mark ? [drop(input, mark, 'unmarked', verdict.reasons.join('; '))] : [];
  const own = nominationOf(input, resource, verdict, input.now, mark);
  const nomination = verdict.kind === 'held' ? { ...own, notBefore: notBefore(verdict) } : own;
  const renewed = mark?.identity === resource.identity ? whyRenewed(mark, nomination) : undefined;
  if (mark && renewed !== undefined) {
    const after = renewMark(mark, nomination, input.newId(), input.now);
    return [change(input, 'refreshed', mark, after, `${renewed}; ${nomination.reasons.join('; ')}`)];
  }
  if (input.mayLackDecisions && mark?.identity === resource.identity) {
    const after = expireNotice(refreshMark(mark, nomination) ?? mark, nomination.projectedDeletionAt);
    return [change(input, 'refreshed', mark, after, `${FORGOTTEN}; ${nomination.reasons.join('; ')}`)];
  }
  if (mark && mark.identity === resource.identity && !isFromWrongClock(mark, input.now)) {
    const free = withoutFutureHold(mark, input.now);
    const after = refreshMark(free ?? mark, nomination) ?? free;
    return after ? [change(input, 'refreshed', mark, after, nomination.reasons.join('; '))] : [];
  }
  const after = newMark(nomination, input.newId(), input.now);
  const why = nomination.reasons.join('; ');
  if (mark) {
    const anew =
      mark.identity === resource.identity
        ? 'its mark has a date in the future, from a wrong clock'
        : 'another resource with the same id';
    return [change(input, 'marked', mark, after, `${anew}: ${why}`)];
  }
  return [change(input, 'marked', undefined, after, why)];
}

/** Not every decision is also a tag on its resource: that about a group is not, nor that about an image tag. */
const FORGOTTEN = 'Redis lost data, perhaps a decision to keep it: its owner is notified anew';

/**
 * Does the mark wait for a time that only a wrong clock wrote? Then the resource is marked anew, as if it had no mark.
 * An announced date stays, however far away it is.
 */
function isFromWrongClock({ notice, markedAt }: Mark, now: number): boolean {
  return notice === undefined && isFromFuture(markedAt, now);
}

/** The delete pass resolves an intent, by a read of its own; a survey only ends facts that must not count later. */
function intentChanges(input: MarkPlanInput, mark: Mark): Change[] {
  if (input.mayLackDecisions) {
    const withdrawn = withdrawNotice(mark, deletionDate(input.wc, input.now, mark.unowned ?? false));
    return [change(input, 'refreshed', mark, withdrawn, FORGOTTEN)];
  }
  const free = withoutFutureHold(mark, input.now);
  return free ? [change(input, 'refreshed', mark, free, 'a wrong clock set its next attempt')] : [];
}

/** The mark's content for a candidate, with its projected deletion counted from now. `mark`: its present mark. */
export function nominationOf(
  { wc, policy, costOf }: Pick<MarkPlanInput, 'wc' | 'policy' | 'costOf'>,
  resource: Resource,
  verdict: Verdict,
  now: number,
  mark: Mark | undefined,
): Nomination {
  const ofMark = mark?.identity === resource.identity ? mark : undefined;
  const { owner, via, unowned, unsure, ...found } = followerOwner(wc, policy.ownerOf(resource), verdict, ofMark);
  // Unread, the registry does not move the money to another team.
  const team = found.isTeamUnsure ? mark?.resource.team : found.team;
  const monthlyCost = costOf(resource);
  const markedAt = takenOverSince(wc, resource, now);
  const nomination: Nomination = {
    namespace: wc.namespace,
    resource: noted(wc, resource),
    ...(monthlyCost === undefined ? {} : { monthlyCost }),
    ...reasonsToMark(resource, verdict),
    ...(markedAt === undefined ? {} : { markedAt }),
    ...(verdict.entry === undefined ? {} : { entry: verdict.entry }),
    ...(verdict.waitsFor ? { waitsFor: verdict.waitsFor.map(waitedOf) } : {}),
    ...(verdict.lastUse ? { lastUse: verdict.lastUse } : {}),
    ...(team === undefined ? {} : { team }),
    ...(owner === undefined ? {} : { owner }),
    ownerVia: unsure === undefined ? via : `${via}, because the registry could not be read`,
    unowned,
    ownerUnsure: unsure !== undefined,
    projectedDeletionAt: deletionDate(wc, markedAt ?? now, unowned),
  };
  return ofMark ? respectDisclaimers(wc, ofMark, nomination, now) : nomination;
}

function dropMissing(input: MarkPlanInput, mark: Mark, read: GoneRead): Change {
  if (!looksWhere(mark.identity, read)) return drop(input, mark, 'unmarked', LOOKED_ELSEWHERE);
  return drop(input, mark, 'gone', 'a read by id says it is gone');
}

function drop(input: MarkPlanInput, mark: Mark, kind: 'unmarked' | 'gone', reason: string): Change {
  return change(input, kind, mark, undefined, reason);
}

function change(
  { passId, now, wc, judged, evidenceOf }: MarkPlanInput,
  kind: Change['kind'],
  before: Mark | undefined,
  after: Mark | undefined,
  reason: string,
): Change {
  const id = (before ?? after)?.id as string;
  const generation = (after ?? before)?.generation as string;
  const verdict = judged.get(id)?.verdict;
  const audit: AuditEntry = {
    at: now,
    namespace: wc.namespace,
    id,
    event: kind,
    actor: 'holystone',
    reason,
    passId,
    generation,
    ...(verdict && evidenceOf ? { evidence: evidenceOf(verdict) } : {}),
  };
  return { kind, transition: { id, before, after, audit } };
}

function memberOf({ kind, transition: { before, after } }: Change): string[] {
  if (kind === 'marked') return [`+${after?.id} ${after?.identity}`];
  if (kind === 'unmarked') return [`-${before?.id} ${before?.identity}`];
  return [];
}
