import { BEING_MADE, DB_CLUSTER_KEPT, DB_CLUSTER_USERS, dbClusters } from '../support/graph/dbClusters.ts';
import type { LaunchUser } from '../support/graph/launched.ts';
import { fewOf, usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** Older than its use is measured for by default. */
function old() {
  made += 1;
  const DBClusterIdentifier = `kit-cluster-${made}`;
  const ClusterCreateTime = new Date(Date.now() - 100 * 86_400_000);
  return { DBClusterIdentifier, DbClusterResourceId: identityOf(DBClusterIdentifier), ClusterCreateTime, members: 1 };
}

const identityOf = (name: string) => `cluster-${name.toUpperCase()}`;

function graphOf(users: readonly LaunchUser[]) {
  return {
    nodes: [...users.map(() => 'plain' as const), ...DB_CLUSTER_KEPT],
    users: users.map((user, to) => ({ user, to })),
  };
}

export const dbCluster: Kit = {
  type: 'dbCluster',
  make: (control, place, count) => control.addDbClusters(place, times(count, old)),
  tagged: (control, place, tags) => control.addDbClusters(place, [{ ...old(), tags }])[0] ?? '',
  othersMayUse: true,
  users: {
    // One that is being made keeps every cluster of its engine, too.
    ...usersOf(dbClusters, graphOf(DB_CLUSTER_USERS.filter(({ name }) => name !== BEING_MADE))),
    few: () => fewOf(dbClusters, graphOf(DB_CLUSTER_USERS)),
  },
  listing: {
    call: 'rds:DescribeDBClusters',
    size: 100,
    asks: { MaxRecords: 100 },
    also: ['rds:DescribeDBInstances'],
  },
  named: {
    make: (control, place, DBClusterIdentifier) => {
      control.addDbClusters(place, [{ ...old(), DBClusterIdentifier }]);
    },
    size: 1,
  },
  deleting: {
    call: 'rds:DeleteDBCluster',
    bucket: 'rds:*',
    input: (DBClusterIdentifier) => ({
      DBClusterIdentifier,
      SkipFinalSnapshot: false,
      FinalDBSnapshotIdentifier: `holystone-final-${identityOf(DBClusterIdentifier).toLowerCase()}`,
      DeleteAutomatedBackups: false,
    }),
    done: 'accepted',
    refusedFirst: 'InvalidDBClusterStateFault',
    dryRun: false,
  },
};
