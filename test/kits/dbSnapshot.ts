import { DB_SNAPSHOT_USERS, dbSnapshotGraph } from '../support/graph/dbSnapshots.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

const users = DB_SNAPSHOT_USERS('dbSnapshot');

export const dbSnapshot: Kit = {
  type: 'dbSnapshot',
  make: (control, place, count) =>
    control.addDbSnapshots(
      place,
      times(count, () => ({})),
    ),
  tagged: (control, place, tags) => control.addDbSnapshots(place, [{ tags }])[0] ?? '',
  users: usersOf(dbSnapshotGraph('dbSnapshot', users), {
    nodes: users.map(() => 'plain' as const),
    users: users.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'rds:DescribeDBSnapshots', size: 100, asks: { MaxRecords: 100, SnapshotType: 'manual' } },
  named: {
    make: (control, place, DBSnapshotIdentifier) => {
      control.addDbSnapshots(place, [{ DBSnapshotIdentifier }]);
    },
    size: 1,
  },
  deleting: {
    call: 'rds:DeleteDBSnapshot',
    bucket: 'rds:*',
    input: (DBSnapshotIdentifier) => ({ DBSnapshotIdentifier }),
    done: 'accepted',
    dryRun: false,
  },
};
