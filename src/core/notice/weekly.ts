/** What a channel is told once a week: what went, what waits, and what is blocked. Pure. */
import { DAY_MS } from '../common/duration.ts';
import { stoppedOf } from '../policy/approval.ts';
import type { PassRecord } from '../policy/pass.ts';
import type { WorkConfiguration } from '../policy/workConfiguration.ts';
import { type Ends, endsOf } from '../resource/ends.ts';
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
  /** The marks of now; `idle`: as many more to which nothing happens on their date. `saves` is of both together. */
  readonly waiting: { readonly count: number; readonly idle: number; readonly ends: Ends; readonly saves: Amounts };
  /** The passes that wait for an operator now, the most resources first. */
  readonly blocked: readonly { readonly namespace: Namespace; readonly resources: number }[];
}

/** A namespace now. */
export interface StateOfUnit {
  readonly wc: Pick<WorkConfiguration, 'namespace' | 'stops'>;
  readonly marked: number;
  /** Nothing happens to these on their date. */
  readonly isIdle: boolean;
  /** Its last pass of each action. */
  readonly last: readonly PassRecord[];
}

interface Facts {
  /** Its Monday, ms since the epoch; as `now` and `since`. */
  readonly week: number;
  readonly now: number;
  /** What was deleted in the week, by `aws.image`. */
  readonly gone: Pick<WeeklyReport['deleted'], 'saved' | 'unpriced'> & {
    readonly byType: ReadonlyMap<string, number>;
  };
  /** Deletions are counted from then on. */
  readonly since: number;
  /** What waited in each month, such as `2026-11`. */
  readonly months: readonly { readonly month: string; readonly currency: string; readonly waiting: number }[];
  /** The types of all providers. */
  readonly types: readonly { readonly provider: string; readonly resourceType: string; readonly stops?: true }[];
  readonly states: readonly StateOfUnit[];
}

export function reportOf({ week, now, gone, since, months, types, states }: Facts): WeeklyReport {
  const { byType, ...money } = gone;
  const typed = new Map(types.map((one) => [`${one.provider}.${one.resourceType}`.toLowerCase(), one]));
  const month = new Date(now).toISOString().slice(0, 7);
  const waiting = states.filter(({ marked }) => marked > 0);
  const blocked = states.flatMap(({ wc: { namespace }, last }) =>
    last.flatMap(stoppedOf).flatMap((stopped) => (stopped ? [{ namespace, resources: stopped.blocked.size }] : [])),
  );
  return {
    week,
    deleted: {
      count: [...byType.values()].reduce((sum, count) => sum + count, 0),
      ends: endsOf([...byType.keys()].map((type) => typed.get(type) ?? {})),
      ...money,
      ...(since > week ? { since } : {}),
    },
    waiting: {
      count: markedIn(waiting.filter(({ isIdle }) => !isIdle)),
      idle: markedIn(waiting.filter(({ isIdle }) => isIdle)),
      ends: endsOf(waiting.map(({ wc }) => wc)),
      saves: months.flatMap((one) =>
        one.month === month && one.waiting > 0 ? [[one.currency, one.waiting] as const] : [],
      ),
    },
    blocked: blocked.toSorted((a, b) => b.resources - a.resources),
  };
}

function markedIn(states: readonly StateOfUnit[]): number {
  return states.reduce((sum, { marked }) => sum + marked, 0);
}
