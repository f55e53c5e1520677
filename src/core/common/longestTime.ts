/**
 * Elapsed time for what must end: locks, permits, the age of evidence. No clock alone counts everything. The monotonic
 * one stands still while the machine sleeps, a person sets the wall clock, and the uptime is coarse. So between any two
 * looks the time is at least what each clock says has passed (law 14): a clock that is set back takes nothing away, and
 * one that is set ahead ends everything sooner. Pure.
 */

/** What a clock other than the monotonic one shows. */
export interface Reading {
  /** Ms since any fixed point; NaN: the clock cannot be read now. */
  readonly ms: number;
  /** The clock goes forward in steps of this length, ms; a smaller difference means nothing. */
  readonly stepMs: number;
}

/** The time counted up to one look. */
export interface LongestTime {
  /** Ms since the first look. */
  readonly ms: number;
  readonly monotonicMs: number;
  /** By how much each other clock was ahead of the monotonic one, ms: what is counted already. NaN: never read. */
  readonly leads: readonly number[];
}

/**
 * The time up to this look.
 * @param before the look before; absent at the first
 * @param others always the same clocks in the same order
 */
export function longestTime(
  before: LongestTime | undefined,
  monotonicMs: number,
  others: readonly Reading[],
): LongestTime {
  const steps = others.map(({ ms, stepMs }, i) => stepOf(before?.leads[i], ms - monotonicMs, stepMs));
  const passedMs = Math.max(0, monotonicMs - (before?.monotonicMs ?? monotonicMs));
  const gainedMs = Math.max(0, ...steps.map(({ gainedMs }) => gainedMs));
  return { ms: (before?.ms ?? 0) + passedMs + gainedMs, monotonicMs, leads: steps.map(({ lead }) => lead) };
}

/** How much this clock gained on the monotonic one, ms; a clock that falls behind is followed, for its next gain. */
function stepOf(
  known = Number.NaN,
  lead: number,
  stepMs: number,
): { readonly lead: number; readonly gainedMs: number } {
  if (Number.isNaN(lead)) return { lead: known, gainedMs: 0 };
  if (Number.isNaN(known)) return { lead, gainedMs: 0 };
  return lead - known > stepMs ? { lead, gainedMs: lead - known } : { lead: Math.min(lead, known), gainedMs: 0 };
}
