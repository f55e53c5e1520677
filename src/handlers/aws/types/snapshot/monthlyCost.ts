import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import type { SnapshotResource } from '../../resources/snapshot.ts';

const GIB = 1024 ** 3;

/**
 * The maximum cost: a block shared with other snapshots of the volume is billed once, and AWS does not report which
 * blocks are shared. An archived snapshot is complete and shares none.
 */
export function monthlyCost(
  { storageTier, fullSnapshotSizeInBytes, volumeSize }: SnapshotResource,
  prices: Prices,
): MonthlyCost | undefined {
  const gibibytes = fullSnapshotSizeInBytes === undefined ? volumeSize : fullSnapshotSizeInBytes / GIB;
  const price = prices.of(storageTier === 'archive' ? 'ebs.snapshotArchive.gibibyte' : 'ebs.snapshot.gibibyte');
  return gibibytes === undefined || price === undefined ? undefined : { amount: gibibytes * price, upTo: true };
}
