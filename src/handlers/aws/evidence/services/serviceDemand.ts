import { DAY_MS } from '../../../../core/common/duration.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Measured, Metric, MetricSet } from '../../../../core/measured/metric.ts';
import { dayOf } from '../../../../core/measured/useOf.ts';
import { dateOf } from '../../../../core/measured/words.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { type Demand, type FargateServiceResource, startedSince } from '../../resources/fargateService.ts';
import type { CallScope } from '../../wire/target.ts';
import { measuredUse } from '../measured/measuredUse.ts';
import { readSeries } from '../measured/metricData.ts';

/**
 * A container waits, answers health checks and sends its own figures at less; a worker that also takes messages from a queue does
 * more. No figure of AWS's: this one is low on purpose.
 */
const WORK_FROM = 5;

const NAMESPACES = { app: 'AWS/ApplicationELB', net: 'AWS/NetworkELB' } as const;

/**
 * Without health checks. Of an Application Load Balancer for each target group; a Network Load Balancer counts its flows for all of
 * its target groups together:
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-cloudwatch-metrics.html,
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/network/load-balancer-cloudwatch-metrics.html
 */
const CALLS = {
  app: [{ name: 'RequestCount', stat: 'Sum', words: 'requests' }],
  net: [
    { name: 'NewFlowCount', stat: 'Sum', words: 'flows' },
    { name: 'ActiveFlowCount', stat: 'Maximum', words: 'flows' },
  ],
} as const;

/** "Reported if there are registered targets", with the very dimensions of the requests. */
const TARGETS = ['HealthyHostCount', 'UnHealthyHostCount'] as const;

/**
 * What a load balancer counts that has nobody to send to; without a target group, so a request to any of its services counts.
 * `HTTPCode_ELB_503_Count`: "the target groups for the load balancer have no registered targets".
 */
const IN_VAIN = {
  app: [{ name: 'HTTPCode_ELB_503_Count', stat: 'Sum', words: 'requests without a target' }],
  net: [
    { name: 'NewFlowCount', stat: 'Sum', words: 'flows' },
    { name: 'RejectedFlowCount', stat: 'Sum', words: 'flows without a target' },
    { name: 'TCP_ELB_Reset_Count', stat: 'Sum', words: 'connections without a target' },
  ],
} as const;

/**
 * Its tasks send values only while they run (https://docs.aws.amazon.com/AmazonECS/latest/developerguide/available-metrics.html), and a
 * balancer counts targets only while there are any. So each day needs a value of both, up to the day of a stop. Memory is no sign of
 * work: a program has it while it waits.
 */
const measured = measuredUse<FargateServiceResource>({
  name: 'serviceDemand',
  isOnlyProof: true,
  summary: `Who wants tasks of it, or resumes its scaling, after Holystone stopped it; else the requests that its load balancers sent to it in CloudWatch (\`RequestCount\` of each target group; \`NewFlowCount\` and \`ActiveFlowCount\` of a Network Load Balancer) and, as a second sign, at least ${WORK_FROM} % of its processors at the busiest time of a day (\`CPUUtilization\`): the last day with any, of the last 455 days. A day on which its tasks sent no value, or its target group had no target, may have been one of use. CloudWatch charges for the metrics.`,
  reading: 'reading the demand for ECS services',
  measuredOf({ demand, clusterName: ClusterName, serviceName: ServiceName, createdAt, stop }): Measured {
    const since = createdAt?.getTime();
    const own = { namespace: 'AWS/ECS', dimensions: { ClusterName, ServiceName }, stat: 'Maximum' } as const;
    const work: Metric = {
      ...own,
      name: 'CPUUtilization',
      unit: 'percent',
      words: '% of its processors',
      useFrom: WORK_FROM,
    };
    return {
      what: 'use',
      // Without a balancer nothing is measured, whatever its tasks do.
      sets:
        demand.length === 0
          ? []
          : [
              ...demand.map(setOf),
              {
                metrics: [work],
                witnesses: [work, { ...own, name: 'MemoryUtilization', unit: 'percent', words: '% of its memory' }],
              },
            ],
      silence: { means: 'zero', witnesses: 'ofEachSet' },
      ...(since === undefined ? {} : { sinceMs: since }),
      ...(stop ? { endsMs: stop.at } : {}),
    };
  },
});

/** Who started it since its stop uses it: of such a one no metric is asked for. */
export const serviceDemand: EvidenceSource = {
  ...measured,
  read: (place, scope, candidates, io) =>
    collecting(async (found) => {
      const left: Resource[] = [];
      for (const candidate of candidates) {
        const by = startedSince(candidate as FargateServiceResource);
        if (by === undefined) left.push(candidate);
        else found.add([{ alias: (candidate as FargateServiceResource).arn, says: 'used', by }]);
      }
      if (left.length > 0) await found.attempt(async () => found.add(await measured.read(place, scope, left, io)));
    }),
};

function setOf({ LoadBalancer, TargetGroup, kind }: Demand): MetricSet {
  const both = { namespace: NAMESPACES[kind], dimensions: { LoadBalancer, TargetGroup } };
  const called = kind === 'app' ? both : { ...both, dimensions: { LoadBalancer } };
  return {
    of: TargetGroup.split('/')[1] ?? TargetGroup,
    metrics: CALLS[kind].map((metric): Metric => ({ ...called, ...metric, unit: 'requests' })),
    witnesses: TARGETS.map((name) => ({ ...both, name, stat: 'Maximum', unit: 'events', words: 'targets' })),
  };
}

/**
 * Who asked for a stopped service since the day of its stop; `undefined`: nobody. Silence is documented as zero here, and has no witness.
 * @throws ReadError unless the answer is whole
 */
export async function askedInVain(
  target: CallScope,
  { demand, id, stop }: FargateServiceResource,
): Promise<string | undefined> {
  if (!stop) return undefined;
  const balancers = new Map(demand.map((one) => [one.LoadBalancer, one.kind]));
  const metrics = [...balancers].flatMap(([LoadBalancer, kind]) =>
    IN_VAIN[kind].map((metric): Metric => {
      return { namespace: NAMESPACES[kind], dimensions: { LoadBalancer }, ...metric, unit: 'requests' };
    }),
  );
  const days = { from: dayOf(stop.at), to: dayOf(target.io.clock.now()) + 2 * DAY_MS };
  const found = await readSeries(target, metrics, days);
  for (const [place, { name, words, dimensions }] of metrics.entries()) {
    const series = found[place];
    const problem = series ? series.problem : 'is not in the answer';
    if (!series || problem !== undefined)
      throw new ReadError(`reading who asked for ${id}: ${name} ${problem}`, { problem: 'failed' });
    const [day, value] = [...series.days].find(([, count]) => count > 0) ?? [];
    if (day !== undefined) return `${value} ${words} at ${dimensions.LoadBalancer} on ${dateOf(day)} (${name})`;
  }
  return undefined;
}
