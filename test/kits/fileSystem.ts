import { FILE_SYSTEM_KEPT, FILE_SYSTEM_USERS, fileSystems } from '../support/graph/fileSystems.ts';
import type { LaunchUser } from '../support/graph/launched.ts';
import { fewOf, usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

/** Older than its use is measured for by default. */
function old() {
  return { CreationTime: new Date(Date.now() - 100 * 86_400_000) };
}

function graphOf(users: readonly LaunchUser[]) {
  return {
    nodes: [...users.map(() => 'plain' as const), ...FILE_SYSTEM_KEPT],
    users: users.map((user, to) => ({ user, to })),
  };
}

export const fileSystem: Kit = {
  type: 'fileSystem',
  make: (control, place, count) =>
    control.addFileSystems(
      place,
      times(count, () => old()),
    ),
  tagged: (control, place, tags) => control.addFileSystems(place, [{ ...old(), tags }])[0] ?? '',
  othersMayUse: true,
  users: {
    ...usersOf(fileSystems, graphOf(FILE_SYSTEM_USERS)),
    few: () => fewOf(fileSystems, graphOf(FILE_SYSTEM_USERS)),
  },
  listing: {
    call: 'elasticfilesystem:DescribeFileSystems',
    size: 100,
    asks: { MaxItems: 100 },
    also: ['elasticfilesystem:DescribeAccessPoints'],
  },
  reads: { call: 'elasticfilesystem:DescribeFileSystems' },
  deleting: {
    call: 'elasticfilesystem:DeleteFileSystem',
    bucket: 'elasticfilesystem:*',
    input: (FileSystemId) => ({ FileSystemId }),
    done: 'accepted',
    dryRun: false,
  },
};
