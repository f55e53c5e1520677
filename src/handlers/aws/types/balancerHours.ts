import type { MonthlyCost, Prices } from '../../../core/resource/prices.ts';
import { HOURS } from '../resources/hours.ts';

/**
 * The hours of a load balancer alone, a month. Capacity units, processed data and public addresses come on top, and
 * depend on the traffic, which is unknown; a load balancer without traffic uses next to none.
 * @param kind `application`, `network`, `gateway` or `classic`; absent = not known
 */
export function balancerHours(kind: string | undefined, prices: Prices): MonthlyCost | undefined {
  const price = kind === undefined ? undefined : prices.of(`elb.${kind}.hour`);
  return price === undefined ? undefined : { amount: price * HOURS };
}
