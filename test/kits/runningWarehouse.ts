import type { LaunchUser } from '../support/graph/launched.ts';
import { namespaceArnOf, runningWarehouses, WAREHOUSE_KEPT, WAREHOUSE_USERS } from '../support/graph/warehouses.ts';
import { fewOf, usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** Older than its use is measured for by default. */
function idle(id?: string) {
  made += 1;
  const ClusterIdentifier = id ?? `run-${made}`;
  const ClusterCreateTime = new Date(Date.now() - 100 * 86_400_000);
  return { ClusterIdentifier, ClusterCreateTime, ClusterNamespaceArn: namespaceArnOf(`r${made}`) };
}

function graphOf(users: readonly LaunchUser[]) {
  return {
    nodes: [...users.map(() => 'plain' as const), ...WAREHOUSE_KEPT],
    users: users.map((user, to) => ({ user, to })),
  };
}

export const runningWarehouse: Kit = {
  type: 'runningWarehouse',
  make: (control, place, count) =>
    control.addWarehouses(
      place,
      times(count, () => idle()),
    ),
  gone: (control, place, id) => control.remove(place, 'warehouse', id),
  tagged: (control, place, tags) => control.addWarehouses(place, [{ ...idle(), tags }])[0] ?? '',
  othersMayUse: true,
  users: {
    ...usersOf(runningWarehouses, graphOf(WAREHOUSE_USERS)),
    few: () => fewOf(runningWarehouses, graphOf(WAREHOUSE_USERS)),
  },
  listing: { call: 'redshift:DescribeClusters', size: 100, asks: { MaxRecords: 100 } },
  named: {
    make: (control, place, ClusterIdentifier) => {
      control.addWarehouses(place, [idle(ClusterIdentifier)]);
    },
    size: 1,
  },
  deleting: {
    call: 'redshift:PauseCluster',
    bucket: 'redshift:*',
    input: (ClusterIdentifier) => ({
      ClusterIdentifier,
    }),
    done: 'accepted',
    dryRun: false,
  },
};
