import type { Measured } from '../../../../core/measured/metric.ts';
import type { InstanceResource } from '../../resources/instance.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/**
 * EC2 publishes it only while the instance runs, so a day with a value, also with 0, is one on which it ran:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html. Silence says nothing of a running one,
 * and of a stopped one it is what there has to be.
 */
const METRIC = {
  namespace: 'AWS/EC2',
  name: 'CPUUtilization',
  stat: 'Maximum',
  unit: 'percent',
  words: '% of its processors',
  useFrom: 'any',
} as const;

/** The last day on which it ran, whatever AWS says about its stop. */
export const lastRun = measuredUse<InstanceResource>({
  name: 'lastRun',
  isOnlyProof: true,
  summary:
    'Its processors in CloudWatch (`CPUUtilization`), which has a value for each day on which it ran: the last one, of the last 455 days, counts as its last use. CloudWatch charges for the metric.',
  reading: 'reading when instances ran',
  measuredOf({ id: InstanceId, createdAt }): Measured {
    const since = createdAt?.getTime();
    return {
      what: 'work',
      sets: [{ metrics: [{ ...METRIC, dimensions: { InstanceId } }] }],
      silence: { means: 'zero', noWitness: 'a stopped instance sends nothing' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});
