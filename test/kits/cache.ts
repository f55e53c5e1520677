import { createHash } from 'node:crypto';
import { CACHE_KEPT, CACHE_USERS, caches } from '../support/graph/caches.ts';
import type { LaunchUser } from '../support/graph/launched.ts';
import { OWN as HERE } from '../support/graph/surveyed.ts';
import { fewOf, usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** The instant at which each was made: its name alone is no identity. */
const born = new Map<string, string>();

/** Older than its use is measured for by default. */
function old(id?: string) {
  made += 1;
  const ReplicationGroupId = id ?? `kit-${made}`;
  const ReplicationGroupCreateTime = new Date(Date.now() - 100 * 86_400_000);
  born.set(ReplicationGroupId, ReplicationGroupCreateTime.toISOString());
  return { ReplicationGroupId, ReplicationGroupCreateTime };
}

/** Of its arn and that instant; 40 characters are the most. */
function finalOf(id: string): string {
  const identity = `arn:aws:elasticache:${HERE.region}:${HERE.account}:replicationgroup:${id}@${born.get(id)}`;
  return `holystone-final-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;
}

function graphOf(users: readonly LaunchUser[]) {
  return {
    nodes: [...users.map(() => 'plain' as const), ...CACHE_KEPT],
    users: users.map((user, to) => ({ user, to })),
  };
}

export const cache: Kit = {
  type: 'cache',
  make: (control, place, count) =>
    control.addCaches(
      place,
      times(count, () => old()),
    ),
  tagged: (control, place, tags) => control.addCaches(place, [{ ...old(), tags }])[0] ?? '',
  othersMayUse: true,
  users: {
    ...usersOf(caches, graphOf(CACHE_USERS)),
    few: () => fewOf(caches, graphOf(CACHE_USERS)),
  },
  listing: {
    call: 'elasticache:DescribeReplicationGroups',
    size: 100,
    asks: { MaxRecords: 100 },
    also: ['elasticache:ListTagsForResource'],
  },
  reads: { call: 'elasticache:DescribeReplicationGroups' },
  named: {
    make: (control, place, ReplicationGroupId) => {
      control.addCaches(place, [old(ReplicationGroupId)]);
    },
    size: 1,
  },
  deleting: {
    call: 'elasticache:DeleteReplicationGroup',
    bucket: 'elasticache:*',
    input: (ReplicationGroupId) => ({
      ReplicationGroupId,
      RetainPrimaryCluster: false,
      FinalSnapshotIdentifier: finalOf(ReplicationGroupId),
    }),
    done: 'accepted',
    dryRun: false,
  },
};
