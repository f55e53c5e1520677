import { DB_SNAPSHOT_USERS, dbSnapshotGraph } from '../support/graph/dbSnapshots.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

const users = DB_SNAPSHOT_USERS('dbClusterSnapshot');

export const dbClusterSnapshot: Kit = {
  type: 'dbClusterSnapshot',
  make: (control, place, count) =>
    control.addDbClusterSnapshots(
      place,
      times(count, () => ({})),
    ),
  tagged: (control, place, tags) => control.addDbClusterSnapshots(place, [{ tags }])[0] ?? '',
  users: usersOf(dbSnapshotGraph('dbClusterSnapshot', users), {
    nodes: users.map(() => 'plain' as const),
    users: users.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'rds:DescribeDBClusterSnapshots', size: 100, asks: { MaxRecords: 100, SnapshotType: 'manual' } },
  named: {
    make: (control, place, DBClusterSnapshotIdentifier) => {
      control.addDbClusterSnapshots(place, [{ DBClusterSnapshotIdentifier }]);
    },
    size: 1,
  },
  deleting: {
    call: 'rds:DeleteDBClusterSnapshot',
    bucket: 'rds:*',
    input: (DBClusterSnapshotIdentifier) => ({ DBClusterSnapshotIdentifier }),
    done: 'accepted',
    dryRun: false,
  },
};
