import type { LaunchUser } from '../support/graph/launched.ts';
import { fewOf, usersOf } from '../support/graph/whole.ts';
import {
  WINDOWS_FILE_SYSTEM_KEPT,
  WINDOWS_FILE_SYSTEM_USERS,
  windowsFileSystems,
} from '../support/graph/windowsFileSystems.ts';
import { type Kit, times } from './kit.ts';

/** Older than its use is measured for by default. */
function old() {
  return { CreationTime: new Date(Date.now() - 100 * 86_400_000) };
}

function graphOf(users: readonly LaunchUser[]) {
  return {
    nodes: [...users.map(() => 'plain' as const), ...WINDOWS_FILE_SYSTEM_KEPT],
    users: users.map((user, to) => ({ user, to })),
  };
}

export const windowsFileSystem: Kit = {
  type: 'windowsFileSystem',
  make: (control, place, count) =>
    control.addWindowsFileSystems(
      place,
      times(count, () => old()),
    ),
  tagged: (control, place, tags) => control.addWindowsFileSystems(place, [{ ...old(), tags }])[0] ?? '',
  othersMayUse: true,
  users: {
    ...usersOf(windowsFileSystems, graphOf(WINDOWS_FILE_SYSTEM_USERS)),
    few: () => fewOf(windowsFileSystems, graphOf(WINDOWS_FILE_SYSTEM_USERS)),
  },
  listing: { call: 'fsx:DescribeFileSystems', size: 100, asks: { MaxResults: 100 } },
  reads: { call: 'fsx:DescribeFileSystems' },
  deleting: {
    call: 'fsx:DeleteFileSystem',
    bucket: 'fsx:*',
    input: (FileSystemId) => ({
      FileSystemId,
      ClientRequestToken: `holystone-${FileSystemId}`,
      WindowsConfiguration: { SkipFinalBackup: true },
    }),
    done: 'accepted',
    dryRun: false,
  },
};
