/**
 * What follows another resource (`Handler.followedBy`) is told in the row of that one: one decision, one date, one saving. The
 * row has one date, so one with another date has a row of its own. Pure.
 */
import type { Named, Reason } from '../common/reason.ts';
import { type MonthlyCost, totalOf } from '../resource/prices.ts';

/** How a list finds its leaders. */
export interface Following<T> {
  keyOf(one: T): string;
  /** The keys of those that it may follow. */
  leadersOf(one: T): readonly string[];
  /**
   * Before which date nothing of it is deleted, as its row tells it: after a quarantine the end of that. Compared as it is
   * told, so a follower is told with its leader only where both are equal.
   */
  dateOf(one: T): number | string | null;
  /** Does one row tell the truth about both in all else? */
  isTogether(leader: T, follower: T): boolean;
}

/** A row, and what is told in it. */
export interface Led<T> {
  readonly one: T;
  readonly followers: readonly T[];
}

/** In the order of the list. One that follows nothing of the list has a row of its own, and so has one that others follow. */
export function led<T>(all: readonly T[], { keyOf, leadersOf, dateOf, isTogether }: Following<T>): readonly Led<T>[] {
  const byKey = new Map(all.map((one) => [keyOf(one), one]));
  const followers = new Map<T, T[]>();
  const alone = all.filter((one) => {
    const leader = leadersOf(one)
      .flatMap((key) => byKey.get(key) ?? [])
      .find((other) => leadersOf(other).length === 0 && dateOf(other) === dateOf(one) && isTogether(other, one));
    if (leader === undefined) return true;
    const own = followers.get(leader);
    if (own) own.push(one);
    else followers.set(leader, [one]);
    return false;
  });
  return alone.map((one) => ({ one, followers: followers.get(one) ?? [] }));
}

/** A message names at most so many. */
const NAMED = 5;
const NOBODY: Named = { names: [], more: 0 };

/** The note of one that others may follow: which ones do is known only by their own evidence, later and perhaps to others. */
export function mayFollow<T extends Reason | undefined>(note: T): T | Reason {
  return note?.code === 'snapshotsStay' ? { code: 'snapshotsMayFollow', values: note.values } : note;
}

/** Those that the note of a leader names. */
export function namedIn(note: Reason | undefined): Named | undefined {
  return note?.code === 'snapshotsStay' || note?.code === 'snapshotsMayFollow' ? note.values : undefined;
}

/** @param all those that the leader has, as its note names them; absent: it names none */
export function followedWords(all: Named = NOBODY, ids: readonly string[]): Reason {
  const names = all.names.filter((name) => !ids.includes(name));
  const more = Math.max(0, all.names.length + all.more - ids.length - names.length);
  const go = { names: ids.slice(0, NAMED), more: Math.max(0, ids.length - NAMED) };
  return { code: 'snapshotsFollow', values: { go, others: { names, more } } };
}

/** What ends with all of them; what is left of the leader's own is in its words. `undefined`: nothing is known. */
export function costTogether(
  leader: MonthlyCost | undefined,
  followers: readonly (MonthlyCost | undefined)[],
): MonthlyCost | undefined {
  const known = [leader?.stays ? undefined : leader, ...followers].filter((cost) => cost !== undefined);
  const { amount, upTo } = totalOf(known);
  return amount === undefined ? undefined : { amount, ...(upTo ? { upTo } : {}) };
}
