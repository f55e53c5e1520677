import { CLASSIC_USERS, loadBalancers } from '../support/graph/loadBalancers.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const loadBalancer: Kit = {
  type: 'loadBalancer',
  make: (control, place, count) =>
    control.addLoadBalancers(
      place,
      times(count, () => ({})),
    ),
  tagged: (control, place, tags) => control.addLoadBalancers(place, [{ tags }])[0] ?? '',
  // Records of any account may name it.
  othersMayUse: true,
  users: usersOf(loadBalancers, {
    nodes: CLASSIC_USERS.map(() => 'plain' as const),
    users: CLASSIC_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'elasticloadbalancing:DescribeLoadBalancers', size: 400, asks: { PageSize: 400 } },
  leftOut: 'unknown',
  named: {
    make: (control, place, LoadBalancerName) => {
      control.addLoadBalancers(place, [{ LoadBalancerName }]);
    },
    size: 20,
  },
  deleting: {
    call: 'elasticloadbalancing:DeleteLoadBalancer',
    bucket: 'elasticloadbalancing:*',
    input: (LoadBalancerName) => ({ LoadBalancerName }),
    done: 'deleted',
    dryRun: false,
  },
};
