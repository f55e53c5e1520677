/** Services that run container images, beside ECS services and Lambda functions. */
import type { Service as AppRunnerService } from '@aws-sdk/client-apprunner';
import type { JobDefinition } from '@aws-sdk/client-batch';
import type { Cluster, Task, TaskDefinition } from '@aws-sdk/client-ecs';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import type { Seed } from '../collections/seed.ts';
import type { Table } from '../collections/table.ts';
import { newEcsCluster } from './ecsSeeds.ts';

/** Of one revision; the newest one has the highest number. */
export const ecsTaskDefinitions = plainKind<'ecsTaskDefinition', Seed<TaskDefinition>, TaskDefinition>(
  'ecsTaskDefinition',
  {
    make(seed, making) {
      const family = seed.family ?? making.ids.next('family');
      const revision = seed.revision ?? 1;
      return {
        status: 'ACTIVE',
        containerDefinitions: [],
        ...(seed as Partial<TaskDefinition>),
        family,
        revision,
        taskDefinitionArn: arnOf('ecs', `task-definition/${family}:${revision}`, making),
      };
    },
    keyOf: ({ taskDefinitionArn }) => taskDefinitionArn,
  },
);

/** Creates its cluster too if that does not exist. */
interface EcsTaskSeed extends Seed<Task> {
  /** Default: `default`. */
  readonly cluster?: string;
}

export const ecsTasks = plainKind('ecsTask', {
  make({ cluster = 'default', ...seed }: EcsTaskSeed, making: Making): Task {
    return {
      desiredStatus: 'RUNNING',
      lastStatus: 'RUNNING',
      containers: [],
      clusterArn: arnOf('ecs', `cluster/${cluster}`, making),
      ...(seed as Partial<Task>),
      taskArn: seed.taskArn ?? arnOf('ecs', `task/${cluster}/${making.ids.uuid()}`, making),
    };
  },
  keyOf: ({ taskArn }: Task) => taskArn,
  beside({ ecsClusters }: { readonly ecsClusters: Table<Cluster> }, _task, { cluster = 'default' }, making) {
    if (!ecsClusters.get(cluster)) ecsClusters.putNow(cluster, newEcsCluster({ clusterName: cluster }, making));
  },
});

export const jobDefinitions = plainKind<'jobDefinition', Seed<JobDefinition>, JobDefinition>('jobDefinition', {
  make(seed, making) {
    const name = seed.jobDefinitionName ?? making.ids.next('job');
    const revision = seed.revision ?? 1;
    return {
      status: 'ACTIVE',
      type: 'container',
      ...(seed as Partial<JobDefinition>),
      jobDefinitionName: name,
      revision,
      jobDefinitionArn: arnOf('batch', `job-definition/${name}:${revision}`, making),
    };
  },
  keyOf: ({ jobDefinitionArn }) => jobDefinitionArn,
});

export const appRunnerServices = plainKind<'appRunnerService', Seed<AppRunnerService>, AppRunnerService>(
  'appRunnerService',
  {
    make(seed, making) {
      const name = seed.ServiceName ?? making.ids.next('app');
      const id = making.ids.uuid().replaceAll('-', '');
      return {
        Status: 'RUNNING',
        CreatedAt: making.now,
        UpdatedAt: making.now,
        SourceConfiguration: {},
        InstanceConfiguration: {},
        AutoScalingConfigurationSummary: {},
        NetworkConfiguration: {},
        ...(seed as Partial<AppRunnerService>),
        ServiceName: name,
        ServiceId: id,
        ServiceArn: seed.ServiceArn ?? arnOf('apprunner', `service/${name}/${id}`, making),
      };
    },
    keyOf: ({ ServiceArn }) => ServiceArn,
  },
);

function arnOf(service: string, path: string, { account, region }: Making): string {
  return `arn:${partitionOf(region)}:${service}:${region}:${account.id}:${path}`;
}
