import type { LaunchUser } from '../support/graph/launched.ts';
import { namespaceArnOf, WAREHOUSE_KEPT, WAREHOUSE_USERS, warehouses } from '../support/graph/warehouses.ts';
import { fewOf, usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** The namespace of the last one of each name: a later one has another. */
const born = new Map<string, string>();

/** Older than its use is measured for by default. */
function idle(id?: string) {
  made += 1;
  const ClusterIdentifier = id ?? `kit-${made}`;
  const ClusterCreateTime = new Date(Date.now() - 100 * 86_400_000);
  const ClusterNamespaceArn = namespaceArnOf(`${made}`);
  born.set(ClusterIdentifier, ClusterNamespaceArn);
  return { ClusterIdentifier, ClusterCreateTime, ClusterNamespaceArn };
}

function graphOf(users: readonly LaunchUser[]) {
  return {
    nodes: [...users.map(() => 'plain' as const), ...WAREHOUSE_KEPT],
    users: users.map((user, to) => ({ user, to })),
  };
}

export const warehouse: Kit = {
  type: 'warehouse',
  make: (control, place, count) =>
    control.addWarehouses(
      place,
      times(count, () => idle()),
    ),
  tagged: (control, place, tags) => control.addWarehouses(place, [{ ...idle(), tags }])[0] ?? '',
  othersMayUse: true,
  users: {
    ...usersOf(warehouses, graphOf(WAREHOUSE_USERS)),
    few: () => fewOf(warehouses, graphOf(WAREHOUSE_USERS)),
  },
  listing: { call: 'redshift:DescribeClusters', size: 100, asks: { MaxRecords: 100 } },
  named: {
    make: (control, place, ClusterIdentifier) => {
      control.addWarehouses(place, [idle(ClusterIdentifier)]);
    },
    size: 1,
  },
  deleting: {
    call: 'redshift:DeleteCluster',
    bucket: 'redshift:*',
    input: (ClusterIdentifier) => ({
      ClusterIdentifier,
      SkipFinalClusterSnapshot: false,
      FinalClusterSnapshotIdentifier: `holystone-final-${born.get(ClusterIdentifier)?.split(':').at(-1)}`,
      FinalClusterSnapshotRetentionPeriod: -1,
    }),
    done: 'accepted',
    dryRun: false,
  },
};
