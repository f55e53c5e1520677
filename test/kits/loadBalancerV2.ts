import { BALANCER_USERS, loadBalancerV2s } from '../support/graph/loadBalancerV2s.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const loadBalancerV2: Kit = {
  type: 'loadBalancerV2',
  make: (control, place, count) =>
    control.addLoadBalancerV2s(
      place,
      times(count, () => ({})),
    ),
  tagged: (control, place, tags) => control.addLoadBalancerV2s(place, [{ tags }])[0] ?? '',
  othersMayUse: true,
  users: usersOf(loadBalancerV2s, {
    nodes: BALANCER_USERS.map(() => 'plain' as const),
    users: BALANCER_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'elasticloadbalancing:DescribeLoadBalancers', size: 400, asks: { PageSize: 400 } },
  leftOut: 'unknown',
  deleting: {
    call: 'elasticloadbalancing:DeleteLoadBalancer',
    bucket: 'elasticloadbalancing:*',
    input: (LoadBalancerArn) => ({ LoadBalancerArn }),
    done: 'deleted',
    dryRun: false,
  },
};
