import { BEING_MADE, DB_CLUSTER_USERS, RUNNING_CLUSTER_KEPT, runningDbClusters } from '../support/graph/dbClusters.ts';
import type { LaunchUser } from '../support/graph/launched.ts';
import { fewOf, usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** Older than its use is measured for by default. */
function idle(id?: string) {
  made += 1;
  const DBClusterIdentifier = id ?? `run-cluster-${made}`;
  const ClusterCreateTime = new Date(Date.now() - 100 * 86_400_000);
  return { DBClusterIdentifier, DbClusterResourceId: `cluster-RUN${made}`, ClusterCreateTime, members: 1 };
}

function graphOf(users: readonly LaunchUser[]) {
  return {
    nodes: [...users.map(() => 'plain' as const), ...RUNNING_CLUSTER_KEPT],
    users: users.map((user, to) => ({ user, to })),
  };
}

export const runningDbCluster: Kit = {
  type: 'runningDbCluster',
  make: (control, place, count) =>
    control.addDbClusters(
      place,
      times(count, () => idle()),
    ),
  gone: (control, place, id) => control.remove(place, 'dbCluster', id),
  tagged: (control, place, tags) => control.addDbClusters(place, [{ ...idle(), tags }])[0] ?? '',
  othersMayUse: true,
  users: {
    // One that is being made keeps every cluster of its engine, too.
    ...usersOf(runningDbClusters, graphOf(DB_CLUSTER_USERS.filter(({ name }) => name !== BEING_MADE))),
    few: () => fewOf(runningDbClusters, graphOf(DB_CLUSTER_USERS)),
  },
  listing: {
    call: 'rds:DescribeDBClusters',
    size: 100,
    asks: { MaxRecords: 100 },
    also: ['rds:DescribeDBInstances'],
  },
  named: {
    make: (control, place, DBClusterIdentifier) => {
      control.addDbClusters(place, [idle(DBClusterIdentifier)]);
    },
    size: 1,
  },
  deleting: {
    call: 'rds:StopDBCluster',
    bucket: 'rds:*',
    input: (DBClusterIdentifier) => ({ DBClusterIdentifier }),
    done: 'accepted',
    dryRun: false,
  },
};
