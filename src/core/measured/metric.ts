/** What a type declares about its measured use: which series show it, and what their silence means. */

/** What a metric counts, in the order in which texts name them. `below` of the configuration limits some of them. */
export const UNITS = ['requests', 'connections', 'packets', 'events', 'bytes', 'percent', 'credits'] as const;

export type Unit = (typeof UNITS)[number];

/** One series. */
export interface Metric {
  /** `AWS/NATGateway` */
  readonly namespace: string;
  readonly name: string;
  /** The whole set of its dimensions: a service that is asked with another set answers silence, and no error. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** Of a day. Never an average: the traffic of a minute vanishes in that of a day. */
  readonly stat: 'Sum' | 'Maximum';
  readonly unit: Unit;
  /** The unit in words: `flows`. */
  readonly words: string;
  /** A day with at least this value is a day of use; absent: with any value above 0. `any`: with any value, also with 0. */
  readonly useFrom?: number | 'any';
}

/** The metrics of one part of a resource: a zone, a member, a variant. Those of one unit are added up. */
export interface MetricSet {
  /** The part in words: `us-east-1a`. Absent: the resource as a whole. */
  readonly of?: string;
  /** The resource may never have had this part: a day without a value is one without use. */
  readonly mayBeSilent?: true;
  readonly metrics: readonly Metric[];
  /** What this part sends as long as it lives, where its own values are only sent when there are any: see {@link Silence}. */
  readonly witnesses?: readonly Metric[];
}

/**
 * What a day without a value means.
 * - `unknown`: a living resource sends values, also zeros, so something is wrong with a day that has none; with `because`
 *   nothing proves of any day that a use would have been seen
 * - `zero`, as the service documents. A witness is a metric that each living resource sends: a day without a value of any
 *   witness is as unknown; with `ofEachSet` each set has witnesses of its own. `noWitness` says why there is none.
 */
export type Silence =
  | { readonly means: 'unknown'; readonly because?: string }
  | { readonly means: 'zero'; readonly witnesses: readonly [Metric, ...Metric[]] | 'ofEachSet' }
  | { readonly means: 'zero'; readonly noWitness: string };

/** The measured use of one resource: any set shows a use; none, only if all sets are known. */
export interface Measured {
  /** `traffic` */
  readonly what: string;
  /** Empty: its parts are not known, so nothing is. */
  readonly sets: readonly MetricSet[];
  readonly silence: Silence;
  /** From when on there are values (creation, restore, resumption), ms since the epoch; absent: not known. */
  readonly sinceMs?: number;
  /** When it was stopped, ms since the epoch: from that day on it sends nothing. Absent: it works. */
  readonly endsMs?: number;
}

/** The values of one metric, as far as they were read. */
export interface Series {
  /** Beginning of a day (UTC), ms since the epoch → its value. */
  readonly days: ReadonlyMap<number, number>;
  /** Why the answer is not complete, after its name: `is not complete (PartialData)`. */
  readonly problem?: string;
}

/** The metrics that must be read to know the use. */
export function metricsIn({ sets, silence }: Measured): readonly Metric[] {
  const own = sets.flatMap(({ metrics, witnesses = [] }) => [...metrics, ...witnesses]);
  return 'witnesses' in silence && silence.witnesses !== 'ofEachSet' ? [...own, ...silence.witnesses] : own;
}
