import { groups } from '../support/graph/groups.ts';
import { GROUP_USERS } from '../support/graph/groupUsers.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const autoScalingGroup: Kit = {
  type: 'autoScalingGroup',
  isFree: true,
  make(control, place, count) {
    const names = times(count, (index) => `group-${index}`);
    control.addAutoScalingGroups(
      place,
      names.map((AutoScalingGroupName) => ({ AutoScalingGroupName })),
    );
    return names;
  },
  tagged(control, place, tags) {
    const name = `tagged-${control.state(place).autoScalingGroups.length}`;
    control.addAutoScalingGroups(place, [{ AutoScalingGroupName: name, tags }]);
    return name;
  },
  users: usersOf(groups, {
    nodes: GROUP_USERS.map(() => ({ is: 'plain' as const, maxSize: 5 as const })),
    users: GROUP_USERS.map((user, group) => ({ user, group })),
  }),
  listing: { call: 'autoscaling:DescribeAutoScalingGroups', size: 100 },
  leftOut: 'gone',
  named: {
    make: (control, place, AutoScalingGroupName) => {
      control.addAutoScalingGroups(place, [{ AutoScalingGroupName }]);
    },
    size: 50,
    notFound: (name) => `AutoScalingGroup name not found - AutoScalingGroup '${name}' not found`,
  },
  deleting: {
    call: 'autoscaling:DeleteAutoScalingGroup',
    bucket: 'autoscaling:*',
    input: (AutoScalingGroupName) => ({ AutoScalingGroupName }),
    done: 'accepted',
    dryRun: false,
  },
};
