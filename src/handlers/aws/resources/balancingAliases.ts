import { ReadError } from '../../../core/common/errors.ts';

/**
 * The keys by which users refer to load balancers and target groups that they know by name. Names are unique per
 * account and region, but one of each type may have the same, so the key has the type as prefix.
 */

/** @param name unique in its account and region */
export function targetGroupAlias(name: string): string {
  return `targetGroup/${name}`;
}

/** @param name unique in its account and region, or the end of its ARN: `app/NAME/ID` */
export function balancerV2Alias(name: string): string {
  return `loadBalancerV2/${name}`;
}

/** A classic load balancer. */
export function classicAlias(name: string): string {
  return `loadBalancer/${name}`;
}

/** `arn:aws:elasticloadbalancing:REGION:ACCOUNT:listener/app/NAME/ID/ID`, or a rule of one. */
const LISTENER =
  /^(arn:[^:]+:elasticloadbalancing:[^:]+:[^:]+:)listener(?:-rule)?(\/(?:app|gwy|net)\/[^/]+\/[^/]+)\/.+$/;

/**
 * The ARN of the load balancer that a listener's ARN names. @throws ReadError
 * Source of the forms: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awselasticloadbalancingv2.html
 */
export function balancerOfListener(arn: string): string {
  const [, start, end] = LISTENER.exec(arn) ?? [];
  if (start && end) return `${start}loadbalancer${end}`;
  throw new ReadError(`${arn} is not the ARN of a listener`, { problem: 'malformed' });
}
