import type { LookedFor } from '../resource/lookedFor.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { Watched } from '../resource/watched.ts';
import type { Overrun } from './stop.ts';
import type { Trip } from './trip.ts';
import type { Action } from './workConfiguration.ts';

/**
 * How a pass ended. `incomplete`: a read failed, or a resource is unknown. `paced` and `unfinished` continue where they
 * stopped; `blocked` waits until its cause ends or an operator acts.
 */
export const OUTCOMES = ['complete', 'incomplete', 'blocked', 'paced', 'unfinished', 'failed'] as const;
/** Stored in the record of a pass, and a label of its metrics. */
export type Outcome = (typeof OUTCOMES)[number];

/** The counts of a survey, to detect that the next survey sees suspiciously less. */
export interface Baseline {
  readonly listed: number;
  /** Findings per `source@account/location`. */
  readonly findings: Readonly<Record<string, number>>;
  /** When the oldest read of the survey began, ms since the epoch. */
  readonly readAt?: number;
}

/** The progress of a spread pass: the lock is released between its batches, and no worker waits. */
export interface Spread {
  readonly intervalMs: number;
  readonly batchesLeft: number;
}

/** The counts of a survey that are suspiciously small; `listed` only where the listing shrank. */
export interface Shrunk extends Partial<Pick<Baseline, 'listed'>>, Pick<Baseline, 'findings'> {}

/** The changes that a tripwire stopped, and why: `approve` approves them. */
export interface BlockedSet {
  /** SHA-256 over the sorted ids and identities, hex. */
  readonly digest: string;
  readonly size: number;
  /**
   * The counts that shrank, with their new values: an approval accepts counts as small as these. Absent = nothing
   * shrank, or an earlier version of Holystone stopped the pass.
   */
  readonly shrunk?: Shrunk;
  /** Mark only: SHA-256 over the changes, where their number was too large: an approval is for exactly these. */
  readonly changes?: string;
  /** Delete only: too many marks became due at once up to this instant, ms since the epoch. */
  readonly dueUntil?: number;
}

/** One pass that a tripwire stopped. */
export interface BlockedPass extends BlockedSet {
  readonly passId: string;
}

/** A family of names with its new marks, in a review. */
export interface Family {
  /** As `familyOf` makes it: `nightly-*`. */
  readonly name: string;
  readonly size: number;
  /** SHA-256 over its new marks, ids and identities, hex. */
  readonly digest: string;
}

/** Surveys that a tripwire stopped and that had the same result each time. Instants in ms since the epoch. */
export interface Confirmation {
  /** The {@link BlockedSet.digest} of each survey; for a delete pass, the digest of the first. */
  readonly digest: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly surveys: number;
  /** Delete only: the confirmation covers marks due up to the first stop, ms since the epoch. */
  readonly dueUntil?: number;
  /** Delete only: the last mark pass that `surveys` counts. */
  readonly lastSurvey?: string;
}

/** Where evidence could not be read. */
export interface UnreadPlace {
  /** By its name in the configuration. */
  readonly account: string;
  readonly location: string;
  /** Kinds of evidence. */
  readonly sources: readonly string[];
}

/** Why a pass left resources out, without sources and places: the same words wherever the cause is the same. */
export interface PassCause {
  /** The cause and what to do: `ec2:DescribeImages is denied; allow it for the role …`. */
  readonly why: string;
  /** How many resources are unknown because of it; null: nothing could be listed, so the number is unknown. */
  readonly unknown: number | null;
}

/** So many causes of a pass are stored, those with the most unknown resources; `problem` has them all. */
export const CAUSES_KEPT = 10;

/** The stored result of the last pass of one action on one namespace. Instants in ms since the epoch. */
export interface PassRecord {
  readonly passId: string;
  readonly namespace: Namespace;
  readonly action: Action;
  readonly outcome: Outcome;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly nextDueAt: number;
  /** When the period of its cadence began, ms since the epoch: that of the first of several unfinished passes. */
  readonly periodAt?: number;
  /** The cadence that `nextDueAt` counts; absent in records of an earlier version. */
  readonly everyMs?: number;
  readonly counts: Readonly<Record<string, number>>;
  /** The problem and what to do, for people. */
  readonly problem?: string;
  /** The causes of `problem`, where resources were left out; absent in records of an earlier version. */
  readonly causes?: readonly PassCause[];
  /** The tripwires of `problem` as values; absent where none stopped it, and in records of an earlier version. */
  readonly trips?: readonly Trip[];
  /** Set by a pass that a tripwire stopped. */
  readonly blocked?: BlockedSet;
  /** The stopped passes since the last one that stored its results, newest first; passes that stored none copy it. */
  readonly blocks?: readonly BlockedPass[];
  /** How often the blocked set was seen so far; surveys that did not finish copy it. */
  readonly confirmation?: Confirmation;
  /** From the last mark pass that stored its results; the passes after it copy it. */
  readonly baseline?: Baseline;
  /** Mark only: evidence that the last survey left out, in words; passes that evaluated nothing copy it. */
  readonly waivedEvidence?: readonly string[];
  /** Mark only: the spans of time without a survey. */
  readonly watched?: Watched;
  /** Delete only: `dueShare` has checked the dates up to here. */
  readonly dueSeenUntil?: number;
  /** Delete only: a requested deletion has not ended yet; the next pass reads it by id, also outside the window. */
  readonly underWay?: true;
  /** Delete with `pace.spread` only: batches that still belong to this spread, and the time between them. */
  readonly spread?: Spread;
  /**
   * The store's incarnation when the last mark pass that stored its results began; deletes need such a pass in the
   * present incarnation (law 8).
   */
  readonly incarnation?: string;
  /** The version of the fleet's control that the pass saw: an earlier one that is found later was put back. */
  readonly control?: number;
  /** Mark only: the store's incarnation when this pass began, whatever its outcome. */
  readonly begunIn?: string;
  /**
   * Mark only, for an incomplete pass: the unread evidence concerns only some resources; the pass evaluated and stored
   * all others like a complete pass.
   */
  readonly stored?: true;
  /** Mark only: each account and location that could not be read, once, whether it blocks anything or not. */
  readonly unread?: readonly UnreadPlace[];
  /** Mark only: names of the entry that the last whole listing did not find, or that another place may have. */
  readonly lookedFor?: readonly LookedFor[];
  /**
   * Mark only: people review the new marks by families of names, and these wait for them. While it is there, no pass
   * marks anything that nobody approved; the id is that of the first pass that held this set. Only an approval of all
   * that is held ends it.
   */
  readonly review?: BlockedPass;
  /** Mark only: the time that was too short for the last survey or an earlier one. */
  readonly overrun?: Overrun;
  /** Failed passes in a row. */
  readonly failures: number;
}

/** The figures of one namespace's passes for gauges. */
export interface PassProgress {
  /** When the last complete pass of an action ended, ms since the epoch; absent = none yet. */
  readonly completedAt: Readonly<Partial<Record<Action, number>>>;
  /** The counts of the last mark pass that evaluated the whole listing; empty before the first. */
  readonly counts: Readonly<Record<string, number>>;
  /** Did the last survey not finish within the maximum time? */
  readonly isOverBudget: boolean;
  /** The failed reads of the last survey that came to its end. */
  readonly unread: readonly UnreadPlace[];
  /** How the last pass of each action ended. */
  readonly ends: readonly PassEnd[];
}

/** The end of a pass in short. */
export interface PassEnd extends Pick<PassRecord, 'action' | 'outcome' | 'failures'> {
  /** Requests that were refused or not answered. */
  readonly left: number;
}

/** The end as the state of a unit needs it; `left` counts the resources that a later pass tries again. */
export function endOf({ action, outcome, failures, counts }: PassRecord): PassEnd {
  return { action, outcome, failures, left: (counts.refused ?? 0) + (counts.retried ?? 0) };
}

/**
 * Did the pass evaluate and store all that it could? A complete pass did, and so did an incomplete one that left only
 * some resources undecided.
 */
export function hasStored({ outcome, stored }: Pick<PassRecord, 'outcome' | 'stored'>): boolean {
  return outcome === 'complete' || stored === true;
}

/** An operator's approval of the set that one pass was stopped for. */
export interface Approval extends Pick<BlockedSet, 'digest' | 'shrunk' | 'changes' | 'dueUntil'> {
  readonly action: Action;
  readonly actor: string;
  readonly at: number;
  /** The last stopped pass at the time of the approval; absent in approvals of an earlier version. */
  readonly passId?: string;
  /**
   * Mark only: of exactly these families; all other new marks are held from then on. The `digest` is then that of the
   * decision: an earlier version, which knows no families, must not take it for an approval of the whole set.
   */
  readonly families?: readonly Family[];
  /** Mark only: of a whole set of which families were approved before; if it is another set by now, it is held. */
  readonly isUnderReview?: true;
}
