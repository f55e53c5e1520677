/** The days on which a volume was attached, as far as CloudWatch shows them: AWS dates no detachment. */
import { DAY_MS } from '../../../../core/common/duration.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Metric } from '../../../../core/measured/metric.ts';
import { dayOf } from '../../../../core/measured/useOf.ts';
import type { CallScope } from '../../wire/target.ts';
import { readSeries } from './metricData.ts';

/**
 * EBS sends "metrics to CloudWatch only when the volume is attached to an instance", also zeros; on an instance of the Xen
 * generation some only while there is activity: https://docs.aws.amazon.com/ebs/latest/userguide/using_cloudwatch_ebs.html. So one
 * metric is of idle time, and one of what was written.
 */
const NAMES = ['VolumeIdleTime', 'VolumeWriteOps'] as const;

/**
 * The days with any value, from the day of `since` on: their beginnings, ms since the epoch, in their order. Values come
 * minutes late.
 * @throws ReadError unless the answer is whole
 */
export async function attachedDays(target: CallScope, VolumeId: string, since: number): Promise<readonly number[]> {
  const metrics = NAMES.map((name): Metric => {
    const counts = { stat: 'Sum', unit: 'events', words: 'operations', useFrom: 'any' } as const;
    return { namespace: 'AWS/EBS', name, dimensions: { VolumeId }, ...counts };
  });
  const from = dayOf(since);
  const to = Math.max(from, dayOf(target.io.clock.now())) + 2 * DAY_MS;
  const found = await readSeries(target, metrics, { from, to });
  const days = NAMES.flatMap((name, place) => {
    const series = found[place];
    const problem = series ? series.problem : 'is not in the answer';
    if (!series || problem !== undefined) {
      const message = `reading when ${VolumeId} was attached: ${name} ${problem}`;
      throw new ReadError(message, { problem: 'failed' });
    }
    return [...series.days.keys()];
  });
  return [...new Set(days)].filter((day) => day >= from).sort((a, b) => a - b);
}
