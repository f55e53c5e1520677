import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import type { BalancerResource } from '../../resources/loadBalancerV2.ts';

/** AWS's own estimates use 730 hours a month: https://docs.aws.amazon.com/pricing-calculator/latest/userguide/getting-started.html */
const HOURS = 730;

/**
 * The hours alone. Capacity units and public addresses come on top, and depend on the traffic: nobody can say how much
 * of them, and a load balancer without traffic uses next to none.
 */
export function balancerCost({ type }: BalancerResource, prices: Prices): MonthlyCost | undefined {
  const price = type === undefined ? undefined : prices.of(`elb.${type}.hour`);
  return price === undefined ? undefined : { amount: price * HOURS };
}
