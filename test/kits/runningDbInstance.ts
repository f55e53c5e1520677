import { BEING_MADE, DB_INSTANCE_KEPT, DB_INSTANCE_USERS, runningDbInstances } from '../support/graph/dbInstances.ts';
import type { LaunchUser } from '../support/graph/launched.ts';
import { fewOf, usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** Older than its use is measured for by default. */
function idle() {
  made += 1;
  const DBInstanceIdentifier = `run-${made}`;
  const InstanceCreateTime = new Date(Date.now() - 100 * 86_400_000);
  return { DBInstanceIdentifier, DbiResourceId: `db-RUN${made}`, InstanceCreateTime };
}

function graphOf(users: readonly LaunchUser[]) {
  return {
    nodes: [...users.map(() => 'plain' as const), ...DB_INSTANCE_KEPT],
    users: users.map((user, to) => ({ user, to })),
  };
}

export const runningDbInstance: Kit = {
  type: 'runningDbInstance',
  make: (control, place, count) => control.addDbInstances(place, times(count, idle)),
  gone: (control, place, id) => control.remove(place, 'dbInstance', id),
  tagged: (control, place, tags) => control.addDbInstances(place, [{ ...idle(), tags }])[0] ?? '',
  othersMayUse: true,
  users: {
    // One that is being made keeps every database of its engine, too.
    ...usersOf(runningDbInstances, graphOf(DB_INSTANCE_USERS.filter(({ name }) => name !== BEING_MADE))),
    few: () => fewOf(runningDbInstances, graphOf(DB_INSTANCE_USERS)),
  },
  listing: { call: 'rds:DescribeDBInstances', size: 100, asks: { MaxRecords: 100 } },
  named: {
    make: (control, place, DBInstanceIdentifier) => {
      control.addDbInstances(place, [{ ...idle(), DBInstanceIdentifier }]);
    },
    size: 1,
  },
  deleting: {
    call: 'rds:StopDBInstance',
    bucket: 'rds:*',
    input: (DBInstanceIdentifier) => ({ DBInstanceIdentifier }),
    done: 'accepted',
    dryRun: false,
  },
};
