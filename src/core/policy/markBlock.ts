/** Do the tripwires stop a mark pass before its first write? Pure; the work on large sets is done in steps. */
import type { Stepwise } from '../common/steps.ts';
import type { Approval, Baseline, BlockedSet, Confirmation } from './pass.ts';
import { type Trip, tripMember, tripWords } from './trip.ts';
import { blockedSet, confirm, isConfirmed, markTrips, type Seen, shrunkParts, shrunkTrips } from './tripwires.ts';
import type { TripwireSettings } from './workConfiguration.ts';

/** The changes of a mark pass, and everything that may let it go on. */
export interface MarkChanges {
  readonly seen: Seen;
  /** The counts to compare with: those of the last survey that counted, as an approval and ended holders change them. */
  readonly baseline: Baseline | undefined;
  /** The number of marks before the pass. */
  readonly marked: number;
  readonly newMarks: number;
  readonly unmarks: number;
  /** `+id identity` for each new mark, `-id identity` for each unmark. */
  readonly members: readonly string[];
  /** The approval in force. */
  readonly approval: Approval | undefined;
  /** Of the passes before. */
  readonly confirmation: Confirmation | undefined;
  /** ms since the epoch. */
  readonly now: number;
}

/** A mark pass that tripwires stopped before its first write. */
export interface MarkBlock {
  /** Every tripwire in a sentence. */
  readonly problem: string;
  readonly trips: readonly Trip[];
  /** The listing or the evidence shrank: the survey itself is in doubt. */
  readonly isShrunk: boolean;
  readonly blocked: BlockedSet;
  readonly confirmation: Confirmation;
}

/** @returns `undefined` = the pass goes on: no tripwire trips, or equal surveys or an operator confirm the changes */
export function* markBlockOf(changes: MarkChanges, settings: TripwireSettings): Stepwise<MarkBlock | undefined> {
  const { seen, baseline, marked, newMarks, unmarks, members, approval } = changes;
  const shrunk = shrunkTrips(seen, baseline, settings);
  const tooMany = markTrips({ listed: seen.listed, marked, newMarks, unmarks }, settings);
  if (shrunk.length + tooMany.length === 0) return undefined;
  const isShrunk = shrunk.length > 0;
  const blocked: BlockedSet = {
    ...(yield* blockedSet([...members, ...shrunk.map(tripMember)])),
    ...(isShrunk ? { shrunk: shrunkParts(seen, baseline, settings) } : {}),
    ...(tooMany.length > 0 ? { changes: (yield* blockedSet(members)).digest } : {}),
  };
  const confirmation = confirm(blocked, changes.confirmation, changes.now);
  const isApproved = isShrunk ? approval?.digest === blocked.digest : approvesChanges(approval, blocked);
  if (isConfirmed(confirmation) || isApproved) return undefined;
  const trips = [...shrunk, ...tooMany];
  return { problem: trips.map(tripWords).join('; '), trips, isShrunk, blocked, confirmation };
}

/** Is exactly this set of changes approved? */
function approvesChanges(approval: Approval | undefined, blocked: BlockedSet): boolean {
  if (approval === undefined) return false;
  return approval.digest === blocked.digest || (approval.changes !== undefined && approval.changes === blocked.changes);
}
