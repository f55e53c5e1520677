import type { CapacityProvider, Cluster, Service } from '@aws-sdk/client-ecs';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import type { Table } from '../collections/table.ts';

/** Creates its cluster too if that does not exist. */
export interface EcsServiceSeed extends Partial<EcsServiceRow> {
  /** Default: `default`. */
  readonly cluster?: string;
}

interface EcsServiceRow extends Service {
  /** The reason of the failure that its description ends with. */
  readonly failing?: string;
}

interface EcsClusterSeed extends Partial<Cluster> {
  readonly clusterName: string;
}

export const ecsClusters = plainKind<'ecsCluster', EcsClusterSeed, Cluster>('ecsCluster', {
  make: newEcsCluster,
  keyOf: ({ clusterName }) => clusterName,
  idOf: ({ clusterArn }) => clusterArn,
});

export const ecsServices = plainKind('ecsService', {
  make: newEcsService,
  keyOf: ({ serviceArn }: EcsServiceRow) => serviceArn,
  beside({ ecsClusters }: { readonly ecsClusters: Table<Cluster> }, _service, { cluster = 'default' }, making) {
    if (!ecsClusters.get(cluster)) ecsClusters.putNow(cluster, newEcsCluster({ clusterName: cluster }, making));
  },
});

/** Of one cluster, or without `cluster` of all. */
export const ecsCapacityProviders = plainKind<'ecsCapacityProvider', CapacityProvider, CapacityProvider>(
  'ecsCapacityProvider',
  { make: (seed) => ({ status: 'ACTIVE', ...seed }), keyOf: ({ name }) => name },
);

export function newEcsCluster(seed: EcsClusterSeed, making: Making): Cluster {
  return { clusterArn: arnOf(`cluster/${seed.clusterName}`, making), status: 'ACTIVE', ...seed };
}

export function newEcsService({ cluster = 'default', ...seed }: EcsServiceSeed, making: Making): EcsServiceRow {
  const serviceName = seed.serviceName ?? making.ids.next('service');
  return {
    serviceArn: arnOf(`service/${cluster}/${serviceName}`, making),
    clusterArn: arnOf(`cluster/${cluster}`, making),
    status: 'ACTIVE',
    desiredCount: 0,
    runningCount: 0,
    createdAt: making.now,
    ...seed,
    serviceName,
  };
}

function arnOf(path: string, { account, region }: Making): string {
  return `arn:${partitionOf(region)}:ecs:${region}:${account.id}:${path}`;
}
