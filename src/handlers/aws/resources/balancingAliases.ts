/**
 * The keys by which users refer to load balancers and target groups that they know by name. Names are unique per
 * account and region, but one of each type may have the same, so the key has the type as prefix.
 */

export function targetGroupAlias(name: string): string {
  return `targetGroup/${name}`;
}

/** A classic load balancer: the others have ARNs. */
export function classicAlias(name: string): string {
  return `loadBalancer/${name}`;
}
