import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import type { NatGatewayResource } from '../../resources/natGateway.ts';
import { HOURS } from '../balancerHours.ts';

/**
 * Its hours, of a regional one in each zone. An Elastic IP address costs the same with and without it, and is none of its
 * savings; one without traffic has no cost of data.
 */
export function gatewayCost({ availabilityMode, zones }: NatGatewayResource, prices: Prices): MonthlyCost | undefined {
  const price = prices.of('ec2.natGateway.hour');
  const count = availabilityMode === 'zonal' ? 1 : availabilityMode === 'regional' ? zones?.length : undefined;
  return price === undefined || count === undefined ? undefined : { amount: price * HOURS * count };
}
