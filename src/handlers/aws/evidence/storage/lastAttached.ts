import type { Measured, Metric } from '../../../../core/measured/metric.ts';
import type { VolumeResource } from '../../resources/volume.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/**
 * EBS sends "metrics to CloudWatch only when the volume is attached to an instance", also zeros; on an instance of the Xen
 * generation some only while there is activity: https://docs.aws.amazon.com/ebs/latest/userguide/using_cloudwatch_ebs.html. So one
 * metric is of idle time, and one of what was written.
 */
const NAMES = ['VolumeIdleTime', 'VolumeWriteOps'] as const;

/** Any value of a day, also 0, says that it was attached. */
export function attachmentMetrics(VolumeId: string): readonly Metric[] {
  const counts = { stat: 'Sum', unit: 'events', words: 'seconds or operations', useFrom: 'any' } as const;
  return NAMES.map((name) => ({ namespace: 'AWS/EBS', name, dimensions: { VolumeId }, ...counts }));
}

/** A job that attaches it for minutes of each night is over before the next survey looks. */
export const lastAttached = measuredUse<VolumeResource>({
  name: 'lastAttached',
  summary:
    'Its metrics in CloudWatch (`VolumeIdleTime`, `VolumeWriteOps`), which have a value for each day on which it was attached, however shortly: the last one, of the last 455 days, counts as its last use. CloudWatch charges for the metrics.',
  reading: 'reading when volumes were attached',
  measuredOf({ id, createdAt }): Measured {
    const since = createdAt?.getTime();
    return {
      what: 'attachment',
      sets: [{ metrics: attachmentMetrics(id) }],
      silence: { means: 'zero', noWitness: 'a detached volume sends nothing' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});
