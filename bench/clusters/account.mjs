// An account with many Kubernetes clusters; which of them are gone is known by construction.
import { ACCOUNT, REGION } from '../contest.mjs';

const DAY = 86_400_000;
const CREATED = new Date(Date.now() - 400 * DAY);

export const FULL = { clusters: 200, gone: 40, groups: 10_000, balancers: 2_000 };
export const HALF = { clusters: 100, gone: 20, groups: 5_000, balancers: 1_000 };
export const QUICK = { clusters: 20, gone: 4, groups: 1_000, balancers: 200 };

/** Each cluster has a VPC and, unless it is gone, a node; groups and load balancers belong to the clusters in turn. */
export function seed(control, { clusters, gone, groups, balancers }) {
  const place = { account: ACCOUNT, region: REGION };
  const vpcOf = (index) => `vpc-0${String(index % clusters).padStart(16, '0')}`;
  const ownedBy = (index) => ({
    owner: 'ann@example.com',
    [`kubernetes.io/cluster/shop-${index % clusters}`]: 'owned',
  });
  for (let index = gone; index < clusters; index++) {
    control.addInstances(place, [{ VpcId: vpcOf(index), tags: ownedBy(index) }]);
  }
  for (let index = 0; index < groups; index++) {
    control.addSecurityGroups(place, [{ GroupName: `group-${index}`, VpcId: vpcOf(index), tags: ownedBy(index) }]);
  }
  for (let index = 0; index < balancers; index++) {
    const tags = { ...ownedBy(index), 'kubernetes.io/service-name': `shop/web-${index}` };
    const [TargetGroupArn] = control.addTargetGroups(place, [
      { TargetGroupName: `web-${index}`, VpcId: vpcOf(index), tags },
    ]);
    control.addLoadBalancerV2s(place, [
      {
        LoadBalancerName: `web-${index}`,
        Type: 'network',
        VpcId: vpcOf(index),
        CreatedTime: CREATED,
        listeners: [{ Protocol: 'TCP', DefaultActions: [{ Type: 'forward', TargetGroupArn }] }],
        tags,
      },
    ]);
  }
}
