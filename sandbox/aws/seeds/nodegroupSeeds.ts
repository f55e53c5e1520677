import type { Cluster, Nodegroup } from '@aws-sdk/client-eks';
import { type Making, part, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import type { TablesOf } from '../collections/table.ts';

/** Creates its cluster too if that does not exist. */
export interface NodegroupSeed extends Partial<Nodegroup> {
  readonly clusterName: string;
  readonly nodegroupName: string;
}

export const nodegroupParts = { eksClusters: part<Cluster>() };

export const nodegroups = plainKind('nodegroup', {
  make: newNodegroup,
  keyOf: ({ clusterName = '', nodegroupName = '' }) => nodegroupKey(clusterName, nodegroupName),
  idOf: ({ nodegroupArn }) => nodegroupArn,
  beside({ eksClusters }: TablesOf<typeof nodegroupParts>, _nodegroup, { clusterName }, making) {
    if (!eksClusters.get(clusterName)) eksClusters.putNow(clusterName, newCluster(clusterName, making));
  },
});

export function nodegroupKey(cluster: string, nodegroup: string): string {
  return `${cluster}/${nodegroup}`;
}

export function newCluster(name: string, { account, region, now: createdAt }: Making): Cluster {
  const arn = `arn:${partitionOf(region)}:eks:${region}:${account.id}:cluster/${name}`;
  return { name, arn, createdAt, status: 'ACTIVE' };
}

export function newNodegroup(seed: NodegroupSeed, { account, region, ids, now }: Making): Nodegroup {
  const { clusterName, nodegroupName } = seed;
  const arn = `arn:${partitionOf(region)}:eks:${region}:${account.id}:nodegroup/${clusterName}/${nodegroupName}/${ids.uuid()}`;
  return { nodegroupArn: arn, status: 'ACTIVE', capacityType: 'ON_DEMAND', createdAt: now, modifiedAt: now, ...seed };
}
