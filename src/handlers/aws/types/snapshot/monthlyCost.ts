import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import type { SnapshotResource } from '../../resources/snapshot.ts';

const GIB = 1024 ** 3;

/**
 * What it costs at most: of blocks that it shares with others of its volume only one is paid, and AWS does not tell
 * which those are. A snapshot in the archive is whole, and shares none.
 */
export function monthlyCost(
  { storageTier, fullSnapshotSizeInBytes, volumeSize }: SnapshotResource,
  prices: Prices,
): MonthlyCost | undefined {
  const gibibytes = fullSnapshotSizeInBytes === undefined ? volumeSize : fullSnapshotSizeInBytes / GIB;
  const price = prices.of(storageTier === 'archive' ? 'ebs.snapshotArchive.gibibyte' : 'ebs.snapshot.gibibyte');
  return gibibytes === undefined || price === undefined ? undefined : { amount: gibibytes * price, upTo: true };
}
