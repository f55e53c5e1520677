import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import type { RunningInstanceResource } from '../../resources/runningInstance.ts';
import { HOURS } from '../balancerHours.ts';

/**
 * Its hours at list price: a stop ends these alone, its volumes and addresses cost the same. At most, for the account may have
 * paid in advance (savings plans, reserved instances). Other systems than Linux have other prices, and no figure.
 */
export function runningCost(
  { instanceType, platformDetails }: RunningInstanceResource,
  prices: Prices,
): MonthlyCost | undefined {
  if (instanceType === undefined || platformDetails !== 'Linux/UNIX') return undefined;
  const price = prices.of(`ec2.linux.${instanceType}.hour`);
  return price === undefined ? undefined : { amount: price * HOURS, upTo: true };
}
