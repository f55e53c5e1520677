import type { ScalableTarget } from '@aws-sdk/client-application-auto-scaling';
import type { CapacityProvider, Cluster, Deployment, Service } from '@aws-sdk/client-ecs';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed } from '../collections/seed.ts';
import type { Table } from '../collections/table.ts';

/** Creates its cluster too if that does not exist. */
export interface EcsServiceSeed extends Seed<EcsServiceRow> {
  /** Default: `default`. */
  readonly cluster?: string;
}

export interface EcsServiceRow extends Service {
  /** The reason of the failure that its description ends with. */
  readonly failing?: string;
  /** While no task of it was wanted, ms since the epoch; the last may have no end. */
  readonly pauses?: readonly (readonly [from: number, until?: number])[];
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

/** Of Application Auto Scaling: how many tasks a service may have, or which capacity a table. */
export const scalableTargets = plainKind<'scalableTarget', Seed<ScalableTarget>, ScalableTarget>('scalableTarget', {
  make: (seed, { now }) => ({
    ServiceNamespace: 'ecs',
    ScalableDimension: 'ecs:service:DesiredCount',
    RoleARN: 'arn:aws:iam::111111111111:role/scaling',
    SuspendedState: {
      DynamicScalingInSuspended: false,
      DynamicScalingOutSuspended: false,
      ScheduledScalingSuspended: false,
    },
    ResourceId: undefined,
    MinCapacity: 1,
    MaxCapacity: 4,
    ...seed,
    CreationTime: asDate(seed.CreationTime, now),
  }),
  keyOf: ({ ServiceNamespace, ResourceId, ScalableDimension }) =>
    ServiceNamespace === 'ecs' ? ResourceId : `${ResourceId} ${ScalableDimension}`,
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
    runningCount: seed.desiredCount ?? 0,
    pendingCount: 0,
    deployments: [newDeployment(seed.createdAt ?? making.now, making)],
    ...seed,
    createdAt: asDate(seed.createdAt, making.now),
    serviceName,
  };
}

/** Of a rolling update that has ended. */
function newDeployment(createdAt: Date | string, { ids }: Pick<Making, 'ids'>): Deployment {
  const id = `ecs-svc/${ids.uuid().replaceAll(/\D/g, '').padEnd(19, '0').slice(0, 19)}`;
  return { id, status: 'PRIMARY', rolloutState: 'COMPLETED', createdAt: asDate(createdAt, new Date(0)) };
}

function arnOf(path: string, { account, region }: Making): string {
  return `arn:${partitionOf(region)}:ecs:${region}:${account.id}:${path}`;
}
