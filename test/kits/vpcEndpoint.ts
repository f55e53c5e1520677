import { ENDPOINT_USERS, vpcEndpoints } from '../support/graph/vpcEndpoints.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const vpcEndpoint: Kit = {
  type: 'vpcEndpoint',
  make: (control, place, count) => control.addVpcEndpoints(place, times(count, idle)),
  tagged: (control, place, tags) => control.addVpcEndpoints(place, [{ ...idle(), tags }])[0] ?? '',
  othersMayUse: true,
  users: usersOf(vpcEndpoints, {
    nodes: ENDPOINT_USERS.map(() => 'plain' as const),
    users: ENDPOINT_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'ec2:DescribeVpcEndpoints', size: 1000, asks: { MaxResults: 1000 } },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:DeleteVpcEndpoints',
    bucket: 'ec2:DeleteVpcEndpoints',
    input: (id) => ({ VpcEndpointIds: [id] }),
    done: 'accepted',
    dryRun: true,
  },
};

/** Older than its use is measured for by default, and no other way for nobody. */
function idle() {
  return { CreationTimestamp: new Date(Date.now() - 100 * 86_400_000), PrivateDnsEnabled: false };
}
