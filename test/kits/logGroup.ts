import { LOG_GROUP_KEPT, LOG_GROUP_USERS, logGroups } from '../support/graph/logGroups.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** Older than its use is measured for by default, and each from another second. */
function old() {
  made += 1;
  return { logGroupName: `/kit/logs-${made}`, creationTime: Date.now() - 100 * 86_400_000 + 1000 * made };
}

export const logGroup: Kit = {
  type: 'logGroup',
  make: (control, place, count) => control.addLogGroups(place, times(count, old)),
  tagged: (control, place, tags) => control.addLogGroups(place, [{ ...old(), tags }])[0] ?? '',
  othersMayUse: true,
  users: usersOf(logGroups, {
    nodes: [...LOG_GROUP_USERS.map(() => 'plain' as const), ...LOG_GROUP_KEPT],
    users: LOG_GROUP_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'logs:DescribeLogGroups', size: 50, asks: { limit: 50 } },
  reads: { call: 'logs:ListTagsForResource' },
  named: {
    make: (control, place, logGroupName) => {
      control.addLogGroups(place, [{ ...old(), logGroupName }]);
    },
    size: 1,
  },
  deleting: {
    call: 'logs:DeleteLogGroup',
    bucket: 'logs:*',
    input: (logGroupName) => ({ logGroupName }),
    done: 'accepted',
    dryRun: false,
  },
};
