/** Load balancers as users of security groups. */
import type { Finding } from '../../../../core/common/finding.ts';
import { elb, elbV2 } from '../../calls/loadBalancing.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';

export const balancerGroups = plainSource({
  name: 'balancerGroups',
  summary: 'Application and Network Load Balancers in every account, by their security groups.',
  places: everyAccount,
  reads: elbV2.describeLoadBalancers,
  what: 'reading the security groups of load balancers',
  find: ({ LoadBalancerArn: byId, LoadBalancerName: name = byId, SecurityGroups = [] }) =>
    usesOf(SecurityGroups, { by: `load balancer ${name ?? 'without ARN'}`, byId, byType: 'loadBalancerV2' }),
});

export const classicBalancerGroups = plainSource({
  name: 'classicBalancerGroups',
  summary: 'Classic Load Balancers in every account, by their security groups.',
  places: everyAccount,
  reads: elb.describeLoadBalancers,
  what: 'reading the security groups of classic load balancers',
  find: ({ LoadBalancerName: byId, SecurityGroups = [] }) =>
    usesOf(SecurityGroups, { by: `classic load balancer ${byId ?? 'without name'}`, byId, byType: 'loadBalancer' }),
});

interface User {
  readonly by: string;
  readonly byId: string | undefined;
  readonly byType: string;
}

function usesOf(groups: readonly string[], { by, byId, byType }: User): readonly Finding[] {
  const user = byId ? { by, byId, byType } : { by };
  return groups
    .filter((alias) => alias !== '')
    .map((alias) => unshareStrings<Finding>({ alias, says: 'used', ...user }));
}
