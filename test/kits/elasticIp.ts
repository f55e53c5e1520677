import { ADDRESS_USERS, elasticIps } from '../support/graph/elasticIps.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const elasticIp: Kit = {
  type: 'elasticIp',
  make: (control, place, count) =>
    control.addElasticIps(
      place,
      times(count, () => ({})),
    ),
  tagged: (control, place, tags) => control.addElasticIps(place, [{ tags }])[0] ?? '',
  othersMayUse: true,
  users: usersOf(elasticIps, {
    nodes: ADDRESS_USERS.map(() => 'plain' as const),
    users: ADDRESS_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'ec2:DescribeAddresses' },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:ReleaseAddress',
    bucket: 'ec2:ReleaseAddress',
    input: (AllocationId) => ({ AllocationId }),
    done: 'deleted',
    dryRun: true,
  },
};
