import { snapshots } from '../support/graph/snapshots.ts';
import { SNAPSHOT_USERS } from '../support/graph/snapshotUsers.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const snapshot: Kit = {
  type: 'snapshot',
  make: (control, place, count) =>
    control.addSnapshots(
      place,
      times(count, () => ({})),
    ),
  tagged: (control, place, tags) => control.addSnapshots(place, [{ tags }])[0] ?? '',
  users: usersOf(snapshots, {
    nodes: [...SNAPSHOT_USERS, undefined].map(() => ({ is: 'created' as const })),
    users: SNAPSHOT_USERS.map((user, snapshot) => ({ user, snapshot })),
    volumes: 'count',
  }),
  listing: { call: 'ec2:DescribeSnapshots', size: 1000, asks: { MaxResults: 1000, OwnerIds: ['self'] } },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:DeleteSnapshot',
    bucket: 'ec2:DeleteSnapshot',
    input: (SnapshotId) => ({ SnapshotId }),
    done: 'deleted',
    dryRun: true,
  },
};
