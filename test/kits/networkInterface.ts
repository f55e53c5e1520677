import { INTERFACE_USERS, networkInterfaces } from '../support/graph/networkInterfaces.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const networkInterface: Kit = {
  type: 'networkInterface',
  isFree: true,
  make: (control, place, count) =>
    control.addNetworkInterfaces(
      place,
      times(count, () => ({})),
    ),
  tagged: (control, place, tags) => control.addNetworkInterfaces(place, [{ tags }])[0] ?? '',
  othersMayUse: true,
  users: usersOf(networkInterfaces, {
    nodes: INTERFACE_USERS.map(() => 'plain' as const),
    users: INTERFACE_USERS.map((user, to) => ({ user, to })),
  }),
  listing: {
    call: 'ec2:DescribeNetworkInterfaces',
    size: 1000,
    asks: { MaxResults: 1000, IncludeManagedResources: true },
  },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:DeleteNetworkInterface',
    bucket: 'ec2:DeleteNetworkInterface',
    input: (NetworkInterfaceId) => ({ NetworkInterfaceId }),
    done: 'deleted',
    dryRun: true,
  },
};
