import { GATEWAY_USERS, natGateways } from '../support/graph/natGateways.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const natGateway: Kit = {
  type: 'natGateway',
  make: (control, place, count) =>
    control.addNatGateways(
      place,
      times(count, () => ({ CreateTime: old() })),
    ),
  tagged: (control, place, tags) => control.addNatGateways(place, [{ CreateTime: old(), tags }])[0] ?? '',
  othersMayUse: true,
  users: usersOf(natGateways, {
    nodes: GATEWAY_USERS.map(() => 'plain' as const),
    users: GATEWAY_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'ec2:DescribeNatGateways', size: 1000, asks: { MaxResults: 1000 } },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:DeleteNatGateway',
    bucket: 'ec2:DeleteNatGateway',
    input: (NatGatewayId) => ({ NatGatewayId }),
    done: 'accepted',
    dryRun: true,
  },
};

/** Older than its use is measured for by default. */
function old(): Date {
  return new Date(Date.now() - 100 * 86_400_000);
}
