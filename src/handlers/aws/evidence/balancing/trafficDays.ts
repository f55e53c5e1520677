/** The traffic of each day in words and figures, from answers of CloudWatch. Pure. */
import type { MetricDataResult } from '@aws-sdk/client-cloudwatch';
import { DAY_MS } from '../../../../core/common/duration.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { TrafficLimits } from '../../../../core/policy/workConfiguration.ts';
import type { BalancerMetric, Unit } from './trafficMetrics.ts';

/** The traffic of one day in one unit. */
interface DayTraffic {
  /** Its beginning, ms since the epoch. */
  readonly day: number;
  readonly unit: Unit;
  /** The sum of the metrics in that unit. */
  readonly amount: number;
  /** The unit in words, and the names of the metrics with a value. */
  readonly words: string;
  readonly names: readonly string[];
}

interface Answer {
  readonly metric: BalancerMetric;
  readonly parts: readonly MetricDataResult[];
}

/** Each day with a value above zero, the latest first, its requests before its bytes. */
export function trafficByDay(answers: readonly Answer[]): readonly DayTraffic[] {
  const days = new Map<string, DayTraffic>();
  for (const { metric, parts } of answers) {
    for (const [day, value] of parts.flatMap(valuesOf)) {
      const key = `${day} ${metric.unit}`;
      const { amount = 0, names = [] } = days.get(key) ?? {};
      const { unit, words } = metric;
      days.set(key, { day, unit, words, amount: amount + value, names: [...names, metric.name] });
    }
  }
  // The sort is stable, and metrics of requests come first.
  return [...days.values()].sort((a, b) => b.day - a.day);
}

/** Traffic today or yesterday is a use of now. */
export function useOn(traffic: DayTraffic, limits: TrafficLimits, now: number): Omit<Finding, 'alias'> {
  const { day, unit } = traffic;
  const limit = limits[unit] > 0 ? `, at least ${amountOf(limits[unit], traffic.words)}` : '';
  const by = `traffic on ${dateOf(day)}: ${figureOf(traffic)}${limit}`;
  return now - day < 2 * DAY_MS ? { says: 'used', by } : { says: 'lastUsed', at: day + DAY_MS, by };
}

/** The largest figures after the last day of use, and the limits that they stay below. */
export function quietSince(
  last: DayTraffic | undefined,
  days: readonly DayTraffic[],
  limits: TrafficLimits,
  now: number,
): string {
  const after = days.filter(({ day }) => day > (last?.day ?? 0));
  const most = (['requests', 'bytes'] as const).flatMap((of) => {
    const [largest] = after.filter(({ unit }) => unit === of).sort((a, b) => b.amount - a.amount);
    return largest ? [figureOf(largest)] : [];
  });
  const since = last ? ` after ${dateOf(last.day)}` : ` until ${dateOf(now)}`;
  const measured = most.length === 0 ? 'it had no traffic' : `its traffic was at most ${most.join(' and ')} a day`;
  return `${measured}${since}; the limits are ${amountOf(limits.requests, 'requests')} and ${amountOf(limits.bytes, 'bytes')} a day`;
}

function figureOf({ amount, words, names }: DayTraffic): string {
  return `${amountOf(amount, words)} (${names.join(', ')} in CloudWatch)`;
}

function amountOf(amount: number, words: string): string {
  return `${amount.toLocaleString('en', { maximumFractionDigits: 2 })} ${words}`;
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function valuesOf({
  Values = [],
  Timestamps = [],
}: MetricDataResult): readonly (readonly [day: number, value: number])[] {
  return Timestamps.flatMap((day, index) => {
    const value = Values[index] ?? 0;
    return value > 0 ? [[day.getTime(), value] as const] : [];
  });
}
