import * as module from '@aws-sdk/client-cloudwatch';
import { AwsError } from '../collections/errors.ts';
import { page } from '../collections/paging.ts';
import { metricKey } from '../seeds/metricSeeds.ts';
import type { Call } from '../store/call.ts';
import { numbered } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';
import { livingIn } from './livingMetrics.ts';

const DAY_MS = 86_400_000;
/** "The value for MaxDatapoints … up to 100,800", "as many as 500 metrics": API_GetMetricData. */
const [MOST_POINTS, MOST_QUERIES] = [100_800, 500];
/** "Data points with a period of 3600 seconds (1 hour) are available for 455 days (15 months)." */
const KEPT_MS = 455 * DAY_MS;

/** Metric data: exactly the series that were seeded. An unknown metric or set of dimensions answers no values, complete. */
export function cloudWatch(): Service {
  return service(
    module,
    module.CloudWatchClient,
  )({
    /**
     * A page has as many points as surely fit, in the order of the queries; a query without points is in it nevertheless.
     * Only the values of the page are computed, so that many pages cost no more than one.
     */
    GetMetricData({ MetricDataQueries = [], StartTime, EndTime, NextToken, MaxDatapoints = MOST_POINTS }, call) {
      if (MetricDataQueries.length > MOST_QUERIES) {
        throw new AwsError(
          'ValidationError',
          'The collection MetricDataQueries must not have a size greater than 500.',
        );
      }
      const [from, to] = [timeOf(StartTime), timeOf(EndTime)];
      if (from >= to) throw new AwsError('ValidationError', 'The parameter StartTime must be less than EndTime.');
      const points = MetricDataQueries.map(({ MetricStat }) => (to - from) / ((MetricStat?.Period ?? 0) * 1000));
      const limit = Math.max(1, Math.floor(MaxDatapoints / Math.max(1, ...points)));
      const scope = `GetMetricData ${call.account.id} ${JSON.stringify(MetricDataQueries)}`;
      const request = { limit, token: NextToken, scope, badToken: 'InvalidNextToken' };
      const found = page(numbered(MetricDataQueries), request);
      const next = found.nextToken === undefined ? {} : { NextToken: found.nextToken };
      return {
        MetricDataResults: found.rows.map(({ value }) => resultOf(value, from, to, call)),
        Messages: [],
        ...next,
      };
    },

    /** Periods begin at StartTime, and only those with values are answered: API_GetMetricStatistics. */
    GetMetricStatistics({ StartTime, EndTime, Period = 0, Statistics = [], ...metric }, call) {
      const [from, to] = [timeOf(StartTime), timeOf(EndTime)];
      if (from >= to) throw new AwsError('InvalidParameterValue', 'The parameter StartTime must be less than EndTime.');
      const [Stat] = Statistics;
      if (Statistics.length !== 1 || (Stat !== 'Maximum' && Stat !== 'Sum'))
        throw new AwsError('InvalidParameterValue', 'Only one of Maximum and Sum is played by this sandbox.');
      const { periods } = valuesOf({ Metric: metric, Period, Stat }, { from, to, origin: from }, call);
      const Datapoints = [...periods].map(([start, value]) => ({ Timestamp: new Date(start), [Stat]: value }));
      return { Label: metric.MetricName, Datapoints };
    },

    /** "Returns … only those metrics that have had data points in the past two weeks", up to 500 a page: API_ListMetrics. */
    ListMetrics({ Namespace, NextToken }, { account, here, now }) {
      const listed = here.metrics
        .values()
        .filter(({ namespace, points }) => {
          const isRecent = points.some(({ at }) => now.getTime() - Date.parse(at) <= 14 * DAY_MS);
          return isRecent && (Namespace === undefined || namespace === Namespace);
        })
        .map(({ namespace, name, dimensions }) => ({
          Namespace: namespace,
          MetricName: name,
          Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
        }));
      const scope = `ListMetrics ${account.id} ${Namespace}`;
      const found = page(numbered(listed), { limit: 500, token: NextToken, scope, badToken: 'InvalidNextToken' });
      const next = found.nextToken === undefined ? {} : { NextToken: found.nextToken };
      return { Metrics: found.rows.map(({ value }) => value), ...next };
    },
  });
}

function timeOf(given: Date | undefined): number {
  if (given) return given.getTime();
  throw new AwsError('ValidationError', 'StartTime and EndTime are required.');
}

function resultOf(
  { Id, MetricStat }: module.MetricDataQuery,
  from: number,
  to: number,
  call: Call,
): module.MetricDataResult {
  if (!Id || !MetricStat?.Metric)
    throw new AwsError('ValidationError', 'Only queries with a MetricStat are played by this sandbox.');
  const { periods, status } = valuesOf(MetricStat, { from, to, origin: 0 }, call);
  const sorted = [...periods].toSorted(([a], [b]) => b - a);
  return {
    Id,
    Label: MetricStat.Metric.MetricName,
    Timestamps: sorted.map(([start]) => new Date(start)),
    Values: sorted.map(([, value]) => value),
    StatusCode: status,
  };
}

/** Times in ms since the epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
  /** Of a period; the others begin whole periods before and after it. */
  readonly origin: number;
}

interface Answered {
  /** The value of each, by its beginning. */
  readonly periods: ReadonlyMap<number, number>;
  readonly status: module.StatusCode;
}

function valuesOf(
  { Metric = {}, Period = 0, Stat }: module.MetricStat,
  { from, to, origin }: Span,
  { here, now }: Call,
): Answered {
  if (Period <= 0 || Period % 3600 !== 0)
    throw new AwsError('ValidationError', 'Only whole hours are played by this sandbox.');
  const { Namespace = '', MetricName = '', Dimensions = [] } = Metric;
  const dimensions = Object.fromEntries(Dimensions.map(({ Name = '', Value = '' }) => [Name, Value]));
  const series = { namespace: Namespace, name: MetricName, dimensions };
  const kept = here.metrics.get(metricKey(series));
  const periods = new Map<number, number>();
  const length = Period * 1000;
  const startOf = (time: number) => origin + Math.floor((time - origin) / length) * length;
  const living = livingIn(here, series);
  if (living) {
    const first = Math.max(from, living.since, now.getTime() - KEPT_MS);
    // A caller with a clock of its own, which is ahead of this one, asks until its tomorrow.
    const until = Math.min(to, living.until ?? Math.max(now.getTime(), to - 2 * DAY_MS));
    const isSilent = (start: number) =>
      living.silent?.some(([stopped, started]) => stopped <= start && start + length <= started) === true;
    for (let start = startOf(first); start < until; start += length)
      if (start >= from && !isSilent(start)) periods.set(start, 0);
  }
  for (const { at, value } of kept?.points ?? []) {
    const time = Date.parse(at);
    const start = startOf(time);
    if (start < from || time >= to || now.getTime() - time > KEPT_MS) continue;
    const before = periods.get(start) ?? 0;
    periods.set(start, Stat === 'Maximum' ? Math.max(before, value) : before + value);
  }
  return { periods, status: kept?.status ?? 'Complete' };
}
