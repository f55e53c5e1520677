import type { Namespace } from '../resource/namespace.ts';
import type { Watched } from '../resource/watched.ts';
import type { Overrun } from './stop.ts';
import type { Action } from './workConfiguration.ts';

/**
 * How a pass ended. `incomplete`: something could not be read, or a resource is unknown. `paced` and `unfinished` go on where
 * they stopped; `blocked` waits for a cause or a person.
 */
export type Outcome = 'complete' | 'incomplete' | 'blocked' | 'paced' | 'unfinished' | 'failed';

/** What a survey saw, to notice when the next one sees suspiciously less. */
export interface Baseline {
  readonly listed: number;
  /** Findings per `source@account/location`. */
  readonly findings: Readonly<Record<string, number>>;
  /** When the oldest of it was begun to be read, ms since the epoch. */
  readonly readAt?: number;
}

/** The place of a spread pass: the lock is released between its batches, and no worker waits. */
export interface Spread {
  readonly intervalMs: number;
  readonly batchesLeft: number;
}

/** What a survey saw suspiciously little of; `listed` only where the listing shrank. */
export interface Shrunk extends Partial<Pick<Baseline, 'listed'>>, Pick<Baseline, 'findings'> {}

/** What a tripwire stopped, and why: what `approve` approves. */
export interface BlockedSet {
  /** SHA-256 over the sorted ids and identities, hex. */
  readonly digest: string;
  readonly size: number;
  /**
   * What shrank, and how much of it was left: an approval lets it be as small as that, however its count moves. Absent =
   * nothing shrank, or the version before stopped it.
   */
  readonly shrunk?: Shrunk;
  /** Mark only: SHA-256 over the changes, where it was their number that was too large: exactly these are approved. */
  readonly changes?: string;
  /** Delete only: what became due up to then (ms since the epoch) was too much at once. */
  readonly dueUntil?: number;
}

/** One pass that a tripwire stopped. */
export interface BlockedPass extends BlockedSet {
  readonly passId: string;
}

/** Surveys that a tripwire stopped and that saw the same each time. Instants in ms since the epoch. */
export interface Confirmation {
  /** The {@link BlockedSet.digest} of each of them; of a delete pass that of the first. */
  readonly digest: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly surveys: number;
  /** Delete only: what was due when it was stopped first, ms since the epoch. */
  readonly dueUntil?: number;
  /** Delete only: the mark pass that was counted last. */
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

/** The stored result of the last pass of one action on one namespace. Instants in ms since the epoch. */
export interface PassRecord {
  readonly passId: string;
  readonly namespace: Namespace;
  readonly action: Action;
  readonly outcome: Outcome;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly nextDueAt: number;
  readonly counts: Readonly<Record<string, number>>;
  /** What went wrong and what to do, for people. */
  readonly problem?: string;
  /** Set by a pass that a tripwire stopped. */
  readonly blocked?: BlockedSet;
  /** The passes that were stopped since one stored what it found, the newest first; carried over by those that did not. */
  readonly blocks?: readonly BlockedPass[];
  /** How often what is blocked was seen by now; carried over by surveys that did not finish. */
  readonly confirmation?: Confirmation;
  /** Of the last mark pass that stored what it found; carried over by the passes after it. */
  readonly baseline?: Baseline;
  /** Mark only: evidence that the last survey was judged without, in words; carried over by those that judged nothing. */
  readonly madeWithout?: readonly string[];
  /** Mark only: which stretches of time nobody saw go by. */
  readonly watched?: Watched;
  /** Delete only: dates up to here have been judged by `dueShare`. */
  readonly dueSeenUntil?: number;
  /** Delete with `pace.spread` only: batches that still belong to this spread, and the time between them. */
  readonly spread?: Spread;
  /** Of the store when the last mark pass that stored what it found began; deletes need one of the present incarnation (law 8). */
  readonly incarnation?: string;
  /** Mark only: of the store when this pass began, however it ended. */
  readonly begunIn?: string;
  /**
   * Mark only, of an incomplete pass: what is unread concerns some resources, and everything else was judged and stored
   * as by a complete one.
   */
  readonly stored?: true;
  /** Mark only: whom nobody could read, each account and location once, whatever that blocks. */
  readonly unread?: readonly UnreadPlace[];
  /** Mark only: a survey ran out of this time, the last one or one before it. */
  readonly overrun?: Overrun;
  /** Failed passes in a row. */
  readonly failures: number;
}

/**
 * Did the pass judge and store all that it could? A complete one did, and an incomplete one that left only some resources
 * undecided.
 */
export function hasStored({ outcome, stored }: Pick<PassRecord, 'outcome' | 'stored'>): boolean {
  return outcome === 'complete' || stored === true;
}

/** An operator's leave for what one pass was stopped for. */
export interface Approval extends Pick<BlockedSet, 'digest' | 'shrunk' | 'changes' | 'dueUntil'> {
  readonly action: Action;
  readonly actor: string;
  readonly at: number;
  /** The pass that was stopped last when it was given; absent in what the version before stored. */
  readonly passId?: string;
}
