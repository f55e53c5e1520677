import type { Cluster, Nodegroup } from '@aws-sdk/client-eks';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import type { Table } from '../collections/table.ts';
import { newCluster } from './eksClusterSeeds.ts';

/** Creates its cluster too if that does not exist: one without an address, whose objects nobody could ask about. */
export interface NodegroupSeed extends Partial<Nodegroup> {
  readonly clusterName: string;
  readonly nodegroupName: string;
}

export const nodegroups = plainKind('nodegroup', {
  make: newNodegroup,
  keyOf: ({ clusterName = '', nodegroupName = '' }) => nodegroupKey(clusterName, nodegroupName),
  idOf: ({ nodegroupArn }) => nodegroupArn,
  beside({ eksClusters }: { readonly eksClusters: Table<Cluster> }, _nodegroup, { clusterName }, making) {
    if (eksClusters.get(clusterName)) return;
    eksClusters.putNow(clusterName, newCluster({ name: clusterName, status: 'FAILED' }, making));
  },
});

export function nodegroupKey(cluster: string, nodegroup: string): string {
  return `${cluster}/${nodegroup}`;
}

export function newNodegroup(seed: NodegroupSeed, { account, region, ids, now }: Making): Nodegroup {
  const { clusterName, nodegroupName } = seed;
  const arn = `arn:${partitionOf(region)}:eks:${region}:${account.id}:nodegroup/${clusterName}/${nodegroupName}/${ids.uuid()}`;
  return { nodegroupArn: arn, status: 'ACTIVE', capacityType: 'ON_DEMAND', createdAt: now, modifiedAt: now, ...seed };
}
