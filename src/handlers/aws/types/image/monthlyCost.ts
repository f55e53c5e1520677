import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import type { ImageResource } from '../../resources/image.ts';

/**
 * An image costs nothing itself; the snapshots of its block devices do, and remain after its deregistration. AWS bills
 * them by changed blocks, which it does not report, so their volumes' sizes are the maximum cost.
 * https://docs.aws.amazon.com/ebs/latest/userguide/ebs-snapshots.html
 */
export function imageCost({ snapshotGibibytes }: ImageResource, prices: Prices): MonthlyCost | undefined {
  const price = prices.of('ebs.snapshot.gibibyte');
  if (price === undefined || !snapshotGibibytes) return undefined;
  return { amount: snapshotGibibytes * price, upTo: true, stays: true };
}
