import type { Measured, Metric } from '../../../../core/measured/metric.ts';
import type { TrafficLimits } from '../../../../core/measured/trafficLimits.ts';
import type { RunningInstanceResource } from '../../resources/runningInstance.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/**
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html: bytes, not megabytes, and the maximum
 * of a day: in its average the work of an hour vanishes. Without detailed monitoring a value is that of five minutes.
 */
const METRICS = [
  { name: 'CPUUtilization', stat: 'Maximum', unit: 'percent', words: '% of its processors' },
  { name: 'NetworkIn', stat: 'Sum', unit: 'bytes', words: 'bytes' },
  { name: 'NetworkOut', stat: 'Sum', unit: 'bytes', words: 'bytes' },
] as const;

/** A credit is one vCPU at 100 % for one minute (the same page, `CPUCreditUsage`): so many a day for each percent. */
const CREDITS_OF_PERCENT = 1440 / 100;

/** What a running instance did on each day since its last start. EC2 sends each of these all the time, also zeros. */
export const work = measuredUse<RunningInstanceResource>({
  name: 'work',
  isOnlyProof: true,
  summary:
    'What it did in CloudWatch since its last start: the highest `CPUUtilization` of each day, the bytes of `NetworkIn` and `NetworkOut` together, and `CPUCreditUsage` of a burstable one. The last day with more than `below` of `unusedFor` counts as its last use; without `below` anything above zero does. A day without a value may have been a day of use. CloudWatch charges for each metric.',
  reading: 'reading the work of instances',
  measuredOf(instance, _place, limits): Measured {
    const since = instance.launchTime?.getTime();
    return {
      what: 'work',
      sets: [{ metrics: metricsOf(instance, limits) }],
      silence: { means: 'unknown' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});

/** Families with credits: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/burstable-performance-instances.html */
export function isBurstable(instanceType = ''): boolean {
  return /^t\d/.test(instanceType);
}

function metricsOf(
  { id, instanceType }: RunningInstanceResource,
  limits: TrafficLimits | undefined,
): readonly Metric[] {
  const of = { namespace: 'AWS/EC2', dimensions: { InstanceId: id } };
  const metrics: readonly Metric[] = METRICS.map((metric) => ({ ...of, ...metric }));
  return isBurstable(instanceType) ? [...metrics, { ...of, ...creditsAbove(limits) }] : metrics;
}

/**
 * One whose credits are spent is held at its baseline, 5 % of a processor for the smallest: its percentage is low because it
 * may not work more. So it must also spend less than half of what one processor would at that percentage all day.
 */
function creditsAbove(limits: TrafficLimits | undefined) {
  const most = limits?.percent === undefined ? {} : { useFrom: (limits.percent * CREDITS_OF_PERCENT) / 2 };
  return { name: 'CPUCreditUsage', stat: 'Sum', unit: 'credits', words: 'CPU credits', ...most } as const;
}
