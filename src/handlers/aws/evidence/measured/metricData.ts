/** Daily series of CloudWatch, with as many in one request as it answers. */
import type { MetricDataQuery, MetricDataResult } from '@aws-sdk/client-cloudwatch';
import { DAY_MS } from '../../../../core/common/duration.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Metric, Series } from '../../../../core/measured/metric.ts';
import { dayOf } from '../../../../core/measured/useOf.ts';
import { cloudWatch } from '../../calls/cloudWatch.ts';
import { send } from '../../wire/client.ts';
import { pagesOf } from '../../wire/paging.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/**
 * "Data points with a period of 3600 seconds (1 hour) are available for 455 days", and those of shorter periods not as
 * long: https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_MetricDatum.html. With a period of a day, the
 * longest that there is, one window serves every `unusedFor` up to this.
 */
export const METRICS_KEPT_MS = 455 * DAY_MS;

/**
 * "You can retrieve data from as many as 500 different metrics in a single request, with a total of as many as 100,800
 * data points": https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html. With tomorrow,
 * which has no values unless a clock is wrong, a series has 456 points.
 */
export const SERIES_AT_ONCE = 221;

/** The days of one read, ms since the epoch. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/** 455 days until today, and tomorrow. A period of a day begins at midnight UTC. */
export function daysUntil(now: number): Days {
  const tomorrow = dayOf(now) + DAY_MS;
  return { from: tomorrow - METRICS_KEPT_MS, to: tomorrow + DAY_MS };
}

const WHAT = 'reading metrics';

/**
 * The series of at most {@link SERIES_AT_ONCE} metrics, in their order; `undefined`: the answer has none.
 * @throws ReadError for a message about the whole request: "as much of the operation as possible is still executed"
 */
export async function readSeries(
  target: CallScope,
  metrics: readonly Metric[],
  { from, to }: Days,
): Promise<readonly (Series | undefined)[]> {
  const results = metrics.map((): MetricDataResult[] => []);
  if (metrics.length === 0) return [];
  const input = { MetricDataQueries: metrics.map(queryOf), StartTime: new Date(from), EndTime: new Date(to) };
  const operation = { target, api: cloudWatch.getMetricData.api, what: WHAT };
  const pages = pagesOf(operation, async (NextToken) => {
    const answer = await send(target, cloudWatch.getMetricData, { ...input, NextToken });
    const [message] = answer.Messages ?? [];
    if (message) throw new ReadError(`${WHAT}: ${message.Code}: ${message.Value}`, { problem: 'failed' });
    return { items: requireList(answer.MetricDataResults, operation), nextToken: answer.NextToken };
  });
  for await (const page of pages) for (const result of page) results[placeOf(result)]?.push(result);
  return results.map((parts) => (parts.length === 0 ? undefined : seriesOf(parts)));
}

function queryOf({ namespace, name, dimensions, stat }: Metric, place: number): MetricDataQuery {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
  const Metric = { Namespace: namespace, MetricName: name, Dimensions };
  // An id begins with a lower-case letter.
  return { Id: `m${place}`, MetricStat: { Metric, Period: DAY_MS / 1000, Stat: stat } };
}

function placeOf({ Id = '' }: MetricDataResult): number {
  return /^m\d+$/.test(Id) ? Number(Id.slice(1)) : -1;
}

/** A metric with many values has several results. */
function seriesOf(parts: readonly MetricDataResult[]): Series {
  const days = new Map<number, number>();
  for (const { Values = [], Timestamps = [] } of parts) {
    for (const [index, at] of Timestamps.entries()) {
      const [day, value] = [dayOf(at.getTime()), Values[index]];
      if (value !== undefined && value >= 0) days.set(day, (days.get(day) ?? 0) + value);
    }
  }
  const problem = problemOf(parts);
  return { days, ...(problem === undefined ? {} : { problem }) };
}

/** A later page completes a partial answer, so the last one counts. */
function problemOf(parts: readonly MetricDataResult[]): string | undefined {
  const last = parts.at(-1);
  if (last?.StatusCode !== 'Complete') {
    const messages = (last?.Messages ?? []).map(({ Code, Value }) => `, ${Code}: ${Value}`);
    return `is not complete (${last?.StatusCode ?? 'no status'}${messages.join('')})`;
  }
  if (parts.some(({ Values, Timestamps }) => !Values || Values.length !== Timestamps?.length))
    return 'has values without days';
  return parts.every(isReadable) ? undefined : 'has values that are no numbers';
}

function isReadable({ Values = [], Timestamps = [] }: MetricDataResult): boolean {
  return Values.every((value) => value >= 0) && Timestamps.every((day) => Number.isFinite(day?.getTime()));
}
