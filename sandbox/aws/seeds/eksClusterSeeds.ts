import type { Cluster } from '@aws-sdk/client-eks';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';

export interface EksClusterSeed extends Partial<Cluster> {
  readonly name: string;
}

export const eksClusters = plainKind('eksCluster', {
  make: newCluster,
  keyOf: ({ name }: Cluster) => name,
});

export function newCluster(seed: EksClusterSeed, { account, region, now: createdAt }: Making): Cluster {
  const arn = `arn:${partitionOf(region)}:eks:${region}:${account.id}:cluster/${seed.name}`;
  return { arn, createdAt, status: 'ACTIVE', resourcesVpcConfig: { vpcId: 'vpc-00000000000000001' }, ...seed };
}
