/**
 * Which units get the free places of their provider: due ones first, oldest first; unfinished ones where places are
 * left. An unfinished unit that waits for longer than `starveAfterMs` takes turns with the due ones, so neither kind
 * can keep the other out. Pure.
 *
 *   a tick finds due work ──► waiting (due | unfinished) ──► a place of the provider ──► queue ──► worker ──► place free
 *                                     ▲                                                    │
 *                                     └──────────── unfinished: its time budget is over ◄──┘
 */
import type { PassRecord } from '../policy/pass.ts';
import type { Action } from '../policy/workConfiguration.ts';
import type { Namespace } from '../resource/namespace.ts';

/** A pass of a unit that waits for a place. */
export interface WaitingUnit {
  readonly namespace: Namespace;
  readonly action: Action;
  /** When it became due or unfinished, ms since the epoch. */
  readonly since: number;
}

/** All facts that decide which unit of a provider gets the next place. */
export interface Turns {
  /** Oldest first. */
  readonly due: readonly WaitingUnit[];
  /** Oldest first. */
  readonly unfinished: readonly WaitingUnit[];
  /** The units that have a place. */
  readonly busy: ReadonlySet<Namespace>;
  /** Places in the whole fleet; 0 = pause. */
  readonly capacity: number;
  /** The number of places given so far: the next one of an odd number is for a starved unit. */
  readonly given: number;
  readonly starveAfterMs: number;
  /** ms since the epoch. */
  readonly now: number;
}

/** An unfinished unit takes turns with due ones after this time, unless an operator sets another. */
export const STARVE_AFTER_MS = 60 * 60_000;

/** The units that get a place now, in order. A unit has one place, however many of its passes wait. */
export function nextTurns({ capacity, given, starveAfterMs, now, ...turns }: Turns): readonly WaitingUnit[] {
  const busy = new Set(turns.busy);
  const due = [...turns.due];
  const unfinished = [...turns.unfinished];
  const chosen: WaitingUnit[] = [];
  while (busy.size < capacity) {
    drop(due, busy);
    drop(unfinished, busy);
    const isStarved = unfinished[0] !== undefined && unfinished[0].since <= now - starveAfterMs;
    const isItsTurn = due.length === 0 || (isStarved && (given + chosen.length) % 2 === 1);
    const next = (isItsTurn ? unfinished : due).shift();
    if (!next) break;
    chosen.push(next);
    busy.add(next.namespace);
  }
  return chosen;
}

function drop(waiting: WaitingUnit[], busy: ReadonlySet<Namespace>): void {
  while (waiting[0] !== undefined && busy.has(waiting[0].namespace)) waiting.shift();
}

/** An unfinished pass this close to its next regular date is part of the pass of that date: a share of its cadence. */
const FOLD_SHARE = 0.1;
const LONGEST_FOLD_MS = 5 * 60_000;

/** Why a unit waits for a place; `since` and `until` in ms since the epoch. */
export type Turn =
  | { readonly kind: 'due' | 'unfinished'; readonly since: number }
  /** Its next regular date is so close that it waits for it. */
  | { readonly kind: 'folded'; readonly until: number };

/** How a pass that has come waits for its place. @param everyMs the cadence of its action */
export function turnOf(last: PassRecord | undefined, everyMs: number, now: number): Turn {
  if (!last || last.startedAt > now) return { kind: 'due', since: now };
  if (last.outcome !== 'unfinished') return { kind: 'due', since: Math.min(now, last.nextDueAt) };
  const nextAt = (last.periodAt ?? last.startedAt) + everyMs;
  if (nextAt <= now) return { kind: 'due', since: nextAt };
  if (nextAt - now <= Math.min(everyMs * FOLD_SHARE, LONGEST_FOLD_MS)) return { kind: 'folded', until: nextAt };
  return { kind: 'unfinished', since: Math.min(now, last.endedAt) };
}

/**
 * When the cadence period of a pass began, ms since the epoch: a pass that continues an unfinished one is of the same
 * period.
 */
export function periodOf(last: PassRecord | undefined, everyMs: number, startedAt: number): number {
  const began = last?.outcome === 'unfinished' ? last.periodAt : undefined;
  return began !== undefined && began <= startedAt && startedAt < began + everyMs ? began : startedAt;
}
