/** What a channel is told once a week: what went, what waits, and what is blocked. Pure. */
import { DAY_MS } from '../common/duration.ts';
import type { Ends } from '../resource/ends.ts';
import type { Namespace } from '../resource/namespace.ts';

export const WEEK_MS = 7 * DAY_MS;
/** A Monday, UTC. */
const A_MONDAY = Date.UTC(1970, 0, 5);

/** The Monday at 00:00 UTC with which the week of an instant begins; ms since the epoch, both. */
export function weekOf(at: number): number {
  return A_MONDAY + Math.floor((at - A_MONDAY) / WEEK_MS) * WEEK_MS;
}

/** By currency; empty = nothing has a figure. */
export type Amounts = readonly (readonly [currency: string, amount: number])[];

/** The message about one week. */
export interface WeeklyReport {
  /** Its Monday, ms since the epoch. */
  readonly week: number;
  readonly deleted: {
    readonly count: number;
    /** What happened to them. */
    readonly ends: Ends;
    /** What they save a month from then on. */
    readonly saved: Amounts;
    /** So many of them have no figure. */
    readonly unpriced: number;
    /** Counted only from then on, ms since the epoch; absent = the whole week. */
    readonly since?: number;
  };
  /** The marks of now. */
  readonly waiting: { readonly count: number; readonly ends: Ends; readonly saves: Amounts };
  /** The passes that wait for an operator now, the most resources first. */
  readonly blocked: readonly { readonly namespace: Namespace; readonly resources: number }[];
}
