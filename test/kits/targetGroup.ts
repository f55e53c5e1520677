import { TARGET_GROUP_USERS, targetGroups } from '../support/graph/targetGroups.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const targetGroup: Kit = {
  type: 'targetGroup',
  isFree: true,
  make: (control, place, count) =>
    control.addTargetGroups(
      place,
      times(count, () => ({})),
    ),
  tagged: (control, place, tags) => control.addTargetGroups(place, [{ tags }])[0] ?? '',
  users: usersOf(targetGroups, {
    nodes: TARGET_GROUP_USERS.map(() => 'plain' as const),
    users: TARGET_GROUP_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'elasticloadbalancing:DescribeTargetGroups', size: 400, asks: { PageSize: 400 } },
  othersMayUse: true,
  leftOut: 'unknown',
  deleting: {
    call: 'elasticloadbalancing:DeleteTargetGroup',
    bucket: 'elasticloadbalancing:*',
    input: (TargetGroupArn) => ({ TargetGroupArn }),
    done: 'deleted',
    dryRun: false,
  },
};
