import { SECURITY_GROUP_USERS, securityGroups } from '../support/graph/securityGroups.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const securityGroup: Kit = {
  type: 'securityGroup',
  isFree: true,
  make: (control, place, count) =>
    control.addSecurityGroups(
      place,
      times(count, () => ({})),
    ),
  tagged: (control, place, tags) => control.addSecurityGroups(place, [{ tags }])[0] ?? '',
  othersMayUse: true,
  users: usersOf(securityGroups, {
    nodes: SECURITY_GROUP_USERS.map(() => 'plain' as const),
    users: SECURITY_GROUP_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'ec2:DescribeSecurityGroups', size: 1000, asks: { MaxResults: 1000 } },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:DeleteSecurityGroup',
    bucket: 'ec2:DeleteSecurityGroup',
    input: (GroupId) => ({ GroupId }),
    done: 'deleted',
    dryRun: true,
  },
};
