import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import type { VolumeResource } from '../../resources/volume.ts';

/** "3,000 IOPS and 125 MiB/s included with the price of storage": https://aws.amazon.com/ebs/volume-types/ */
const FREE_OF_GP3 = { iops: 3_000, mibps: 125 };
/**
 * Above this the price per IOPS of io2 falls in tiers that the table does not have: https://aws.amazon.com/ebs/pricing/
 */
const FIRST_STEP_OF_IO2 = 32_000;

/** An item of the price table, and its quantity. */
type Part = readonly [item: string, quantity: number | undefined];

/**
 * Storage plus provisioned performance. If a part is unknown or has no price, there is no amount: a partial price would
 * be wrong.
 */
export function volumeCost(volume: VolumeResource, prices: Prices): MonthlyCost | undefined {
  const amounts = partsOf(volume).map(([item, quantity]) => amountOf(prices, item, quantity));
  if (amounts.some((amount) => amount === undefined)) return undefined;
  const amount = amounts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  const isStepped = volume.volumeType === 'io2' && (volume.iops ?? 0) > FIRST_STEP_OF_IO2;
  return isStepped ? { amount, upTo: true } : { amount };
}

function partsOf({ volumeType: type, size, iops, throughput }: VolumeResource): readonly Part[] {
  const storage: Part = [`ebs.${type}.gibibyte`, size];
  switch (type) {
    case 'gp3':
      return [
        storage,
        [`ebs.${type}.iops`, above(iops, FREE_OF_GP3.iops)],
        [`ebs.${type}.mibps`, above(throughput, FREE_OF_GP3.mibps)],
      ];
    case 'io1':
    case 'io2':
      return [storage, [`ebs.${type}.iops`, iops]];
    default:
      // gp2, st1 and sc1 are billed by size; the I/O requests of a magnetic volume are unknown.
      return [storage];
  }
}

function above(provisioned: number | undefined, free: number): number | undefined {
  return provisioned === undefined ? undefined : Math.max(0, provisioned - free);
}

function amountOf(prices: Prices, item: string, quantity: number | undefined): number | undefined {
  if (quantity === undefined) return undefined;
  if (quantity === 0) return 0;
  const price = prices.of(item);
  return price === undefined ? undefined : price * quantity;
}
