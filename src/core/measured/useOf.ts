/**
 * Measured use: the last day of use, or why it is not known. Pure.
 *
 * A day that has no value, where one had to be, may have been a day of use. So a value that was lost, a series that begins
 * in the middle, and another set of dimensions make nothing idle.
 */
import { DAY_MS } from '../common/duration.ts';
import { amountsByDay, type DayAmount, isUse, type Limits } from './amounts.ts';
import { type Measured, type Metric, metricsIn, type Series, type Silence } from './metric.ts';
import { dateOf, quietWords, useWords } from './words.ts';

/** "Used now" or "last used on"; neither: no use in the days that were read. */
export interface MeasuredUse {
  readonly last?: {
    /** Its beginning, ms since the epoch (UTC). */
    readonly day: number;
    /** Today or yesterday: the values of these days are not complete. */
    readonly isNow: boolean;
    readonly by: string;
  };
  /** How little there was after that; absent: not known. */
  readonly quiet?: string;
  /** Why the use is not known; {@link last} is a use nevertheless. */
  readonly unknown?: string;
  /** The answer is not whole, so another read may know more: a failed read, and no fact about this resource. */
  readonly isUnread?: true;
}

interface UseWindow {
  readonly limits?: Limits;
  /** ms since the epoch */
  readonly now: number;
  /** The beginning of the first day that was asked for, ms since the epoch. */
  readonly from: number;
}

/** @param seriesOf `undefined`: the answer has no such series */
export function useOf(
  measured: Measured,
  seriesOf: (metric: Metric) => Series | undefined,
  { limits, now, from }: UseWindow,
): MeasuredUse {
  const days = amountsByDay(measured, seriesOf);
  const use = days.find((day) => isUse(day, limits));
  const used = use && { day: use.day, isNow: now - use.day < 2 * DAY_MS, by: useWords(measured.what, use, limits) };
  const problem = problemOf(measured, seriesOf, now);
  const whole = wholeDays(measured, now, from);
  const silent = silentDay(measured, seriesOf, whole);
  const unknown = problem ?? unmeasured(measured, whole, silent);
  if (unknown !== undefined)
    return { ...(used ? { last: used } : {}), unknown, ...(problem === undefined ? {} : { isUnread: true as const }) };
  if (silent && (!use || silent.day > use.day)) {
    const by = `no value of ${silent.metric} in CloudWatch on ${dateOf(silent.day)}: it may have been in use`;
    return { last: { day: silent.day, isNow: false, by }, ...quiet(measured, days, silent.day) };
  }
  return { ...(used ? { last: used } : {}), ...quiet(measured, days, use?.day) };

  function quiet({ what, silence }: Measured, amounts: readonly DayAmount[], day: number | undefined) {
    // Without limits of the configuration and without values that had to be there, nothing was measured.
    if (!limits && 'noWitness' in silence) return {};
    return { quiet: quietWords(what, day, amounts, { limits, now }) };
  }
}

/** The end of `name …` or `the answer of CloudWatch about …`. */
function problemOf(
  measured: Measured,
  seriesOf: (metric: Metric) => Series | undefined,
  now: number,
): string | undefined {
  for (const metric of metricsIn(measured)) {
    const { days, problem } = seriesOf(metric) ?? { days: new Map<number, number>(), problem: 'is missing' };
    if (problem !== undefined) return `the answer of CloudWatch about ${metric.name} ${problem}`;
    const ahead = [...days.keys()].find((day) => day > now);
    if (ahead !== undefined)
      return `CloudWatch has a value of ${metric.name} for ${dateOf(ahead)}, which is later than the clock of this machine`;
  }
  return undefined;
}

/** The days that must have values, the latest first: neither that on which it began or was stopped, nor today, nor yesterday. */
function wholeDays({ sinceMs, endsMs }: Measured, now: number, from: number): readonly number[] {
  const first = sinceMs === undefined ? from : Math.max(from, dayOf(sinceMs) + DAY_MS);
  const days: number[] = [];
  const last = Math.min(dayOf(now) - 2 * DAY_MS, endsMs === undefined ? now : dayOf(endsMs) - DAY_MS);
  for (let day = last; day >= first; day -= DAY_MS) days.push(day);
  return days;
}

/** The latest day without a value that had to be there. */
function silentDay(
  { sets, silence }: Measured,
  seriesOf: (metric: Metric) => Series | undefined,
  whole: readonly number[],
): { readonly day: number; readonly metric: string } | undefined {
  if ('noWitness' in silence) return undefined;
  const answering = answeringIn(sets, silence);
  for (const day of whole) {
    const silent = answering.find((some) => !some.some((metric) => seriesOf(metric)?.days.has(day)));
    if (silent) return { day, metric: silent.map(({ name }) => name).join(' or ') };
  }
  return undefined;
}

/** Of each of these some metric must have a value for each day. A set without a witness has none: each day is silent. */
function answeringIn(
  sets: Measured['sets'],
  silence: Exclude<Silence, { readonly noWitness: string }>,
): readonly (readonly Metric[])[] {
  const loud = sets.filter(({ mayBeSilent }) => !mayBeSilent);
  if (silence.means === 'unknown') return loud.flatMap(({ metrics }) => metrics.map((metric) => [metric]));
  return silence.witnesses === 'ofEachSet' ? loud.map(({ witnesses = [] }) => witnesses) : [silence.witnesses];
}

function unmeasured(
  { sets, silence }: Measured,
  whole: readonly number[],
  silent: ReturnType<typeof silentDay>,
): string | undefined {
  if (sets.every(({ mayBeSilent }) => mayBeSilent) || sets.some(({ metrics }) => metrics.length === 0))
    return 'its parts are not known, so CloudWatch cannot be asked for each of them';
  if ('because' in silence) return silence.because;
  if ('noWitness' in silence) return undefined;
  const [latest] = whole;
  if (latest === undefined) return 'CloudWatch has no whole day of it yet';
  if (silent?.day !== latest) return undefined;
  return `CloudWatch has no value of ${silent.metric} for ${dateOf(latest)}, and one that works has a value for each day`;
}

/** The beginning of its day (UTC), ms since the epoch. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
