import type { GetMetricDataInput, MetricDataQuery, MetricDataResult } from '@aws-sdk/client-cloudwatch';
import { DAY_MS } from '../../../../core/common/duration.ts';
import { PartialReadError, ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { TrafficLimits } from '../../../../core/policy/workConfiguration.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudWatch } from '../../calls/cloudWatch.ts';
import { send } from '../../wire/client.ts';
import { pagesOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { quietSince, trafficByDay, useOn } from './trafficDays.ts';
import { type BalancerMetric, metricsOf } from './trafficMetrics.ts';

/**
 * "Data points with a period of 3600 seconds (1 hour) are available for 455 days", and those of shorter periods not as
 * long: https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_MetricDatum.html. With a period of a day, the
 * longest that there is, one window serves every `unusedFor` up to this.
 */
export const TRAFFIC_KEPT_MS = 455 * DAY_MS;

/**
 * "You can retrieve data from as many as 500 different metrics in a single request, with a total of as many as 100,800
 * data points": https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html. One load balancer
 * has up to four metrics of 455 days.
 */
const MOST_AT_ONCE = 50;

/**
 * The last day with traffic: `unusedFor` judges it, and today's or yesterday's is a use of now. Traffic below the limits of
 * the configuration is told, and no use. An answer without a value is a real "none", for a load balancer reports no zeros;
 * an answer that is not complete, or has a value that is no number, is a gap.
 */
export const traffic: EvidenceSource = {
  name: 'traffic',
  summary:
    'Its traffic in CloudWatch, without health checks: the last day with any, of the last 455 days, counts as its last use; `unusedFor` may say how much is any (`below`), or that it does not matter (`off`). CloudWatch charges for each metric.',
  permissions: permissionsOf(cloudWatch.getMetricData),
  per: 'resource',
  candidatesAtOnce: MOST_AT_ONCE,
  places: (scope) => (scope.traffic === 'off' ? [] : ownPlace(scope)),
  variant: ({ traffic }) => JSON.stringify(traffic ?? ANY),
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const now = io.clock.now();
    const parts = new Map<number, Promise<Results>>();
    const partOf = (index: number) => {
      const part = Math.floor(index / MOST_AT_ONCE);
      const some = candidates.slice(part * MOST_AT_ONCE, (part + 1) * MOST_AT_ONCE);
      const asked = parts.get(part) ?? resultsOf(target, some.flatMap(readableMetrics), now);
      parts.set(part, asked);
      return asked;
    };
    const positions = new Map(candidates.map((candidate, index) => [candidate, index]));
    return findOfEach(candidates, async (candidate) => {
      const metrics = metricsOf(candidate);
      const limits = typeof scope.traffic === 'object' ? scope.traffic : ANY;
      return usesOf(candidate, metrics, await partOf(positions.get(candidate) ?? 0), { limits, now });
    });
  },
};

/** Without limits in the configuration, all traffic is a use. */
const ANY: TrafficLimits = { requests: 0, bytes: 0 };

/** The results of each metric, by its key; a metric with many values has several. */
type Results = ReadonlyMap<string, readonly MetricDataResult[]>;

const WHAT = 'reading the traffic of load balancers';

/** A load balancer whose ARN cannot be read must not hide the others. */
function readableMetrics(candidate: Resource): readonly BalancerMetric[] {
  try {
    return metricsOf(candidate);
  } catch {
    return [];
  }
}

async function resultsOf(target: CallScope, metrics: readonly BalancerMetric[], now: number): Promise<Results> {
  const results = new Map<string, MetricDataResult[]>();
  if (metrics.length === 0) return results;
  // A period of a day begins at midnight UTC; the day that is not over counts, too.
  const EndTime = new Date(Math.ceil((now + 1) / DAY_MS) * DAY_MS);
  const StartTime = new Date(EndTime.getTime() - TRAFFIC_KEPT_MS);
  const input = { MetricDataQueries: metrics.map(queryOf), StartTime, EndTime };
  for await (const page of answersOf(target, input)) {
    for (const result of page) {
      const metric = metrics[Number(result.Id?.slice(1))];
      if (metric) results.set(keyOf(metric), [...(results.get(keyOf(metric)) ?? []), result]);
    }
  }
  return results;
}

type Input = Pick<GetMetricDataInput, 'MetricDataQueries' | 'StartTime' | 'EndTime'>;

/** Pages of results. @throws ReadError for a message about the whole request: "as much of the operation as possible is still executed" */
function answersOf(target: CallScope, input: Input): AsyncGenerator<readonly MetricDataResult[]> {
  const operation = { target, api: cloudWatch.getMetricData.api, what: WHAT };
  return pagesOf(operation, async (NextToken) => {
    const answer = await send(target, cloudWatch.getMetricData, { ...input, NextToken });
    const [message] = answer.Messages ?? [];
    if (message) throw new ReadError(`${WHAT}: ${message.Code}: ${message.Value}`, { problem: 'failed' });
    return { items: requireList(answer.MetricDataResults, operation), nextToken: answer.NextToken };
  });
}

function queryOf({ namespace, name, dimension, stat }: BalancerMetric, index: number): MetricDataQuery {
  const Metric = { Namespace: namespace, MetricName: name, Dimensions: [dimension] };
  // An id begins with a lower-case letter.
  return { Id: `m${index}`, MetricStat: { Metric, Period: DAY_MS / 1000, Stat: stat } };
}

function keyOf({ namespace, name, dimension }: BalancerMetric): string {
  return `${namespace} ${name} ${dimension.Value}`;
}

/** @throws PartialReadError if one answer is not complete: a day in another is a use nevertheless */
function usesOf(
  { id, name, aliases: [alias = id] }: Resource,
  metrics: readonly BalancerMetric[],
  results: Results,
  { limits, now }: { readonly limits: TrafficLimits; readonly now: number },
): readonly Finding[] {
  const answers = metrics.map((metric) => ({ metric, parts: results.get(keyOf(metric)) ?? [] }));
  const problems = answers.flatMap(({ metric, parts }) => {
    const problem = problemOf(parts);
    return problem ? [`${WHAT}: the answer of CloudWatch about ${metric.name} of ${name || id} ${problem}`] : [];
  });
  const days = trafficByDay(answers);
  const last = days.find(({ amount, unit }) => amount > 0 && amount >= limits[unit]);
  const found = last ? [{ alias, ...useOn(last, limits, now) }] : [];
  if (problems[0]) throw new PartialReadError(new ReadError(problems[0], { problem: 'failed' }), found);
  if (limits === ANY) return found;
  return [...found, { alias, says: 'quiet', by: quietSince(last, days, limits, now) }];
}
/** A later page completes a partial answer, so the last one counts. */
function problemOf(answers: readonly MetricDataResult[]): string | undefined {
  const last = answers.at(-1);
  if (!last) return 'is missing';
  if (last.StatusCode !== 'Complete') {
    const said = (last.Messages ?? []).map(({ Code, Value }) => `, ${Code}: ${Value}`);
    return `is not complete (${last.StatusCode ?? 'no status'}${said.join('')})`;
  }
  if (answers.some(({ Values, Timestamps }) => !Values || Values.length !== Timestamps?.length))
    return 'has values without days';
  return answers.every(isReadable) ? undefined : 'has values that are no numbers';
}

function isReadable({ Values = [], Timestamps = [] }: MetricDataResult): boolean {
  return Values.every((value) => value >= 0) && Timestamps.every((day) => Number.isFinite(day?.getTime()));
}
