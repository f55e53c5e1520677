/** A service of ECS whose tasks run on Fargate, and cost by the second. */

import type { ScalableTarget, ScheduledAction } from '@aws-sdk/client-application-auto-scaling';
import type { Deployment, Service } from '@aws-sdk/client-ecs';
import type { TargetGroup } from '@aws-sdk/client-elastic-load-balancing-v2';
import { defined, some } from '../../../core/common/defined.ts';
import { QUARANTINE_TAG } from '../../../core/mark/quarantine.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { partAliases } from './nameParts.ts';
import { isAllSuspended, readStayedTag, readStopTag, type ServiceStop } from './serviceStop.ts';

/** The answers of AWS about one service. */
export interface DescribedService extends ReadDefinition {
  readonly service: Service;
  /** Those of its target groups that exist. */
  readonly targetGroups: readonly TargetGroup[];
  /** Absent: nothing scales it. */
  readonly scalableTarget?: ScalableTarget;
  readonly scheduledActions: readonly ScheduledAction[];
}

/** What is read of the definition of its tasks. */
export interface ReadDefinition {
  /** Absent: not known. */
  readonly taskSize?: TaskSize;
  /** Where it speaks of a queue, in words. Absent: nowhere, or not known. */
  readonly queues?: readonly string[];
}

/** Of one task. */
export interface TaskSize {
  readonly vcpus: number;
  readonly gibibytes: number;
}

/** A load balancer that sends requests to the service, and through which target group. */
export interface Demand {
  /** The dimensions of its metrics. */
  readonly LoadBalancer: string;
  readonly TargetGroup: string;
  readonly kind: 'app' | 'net';
}

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface FargateServiceResource extends Resource {
  readonly arn: string;
  readonly clusterName: string;
  readonly serviceName: string;
  /** `ACTIVE`, `DRAINING`; absent = unknown. */
  readonly status?: string;
  readonly desiredCount?: number;
  readonly runningCount?: number;
  readonly pendingCount?: number;
  readonly taskDefinition?: string;
  /** Absent: not known, or of a kind with other prices. */
  readonly taskSize?: TaskSize;
  /** `FARGATE`, `FARGATE_SPOT`, `EC2`, … Absent: AWS does not say where its tasks run. */
  readonly runsOn?: readonly string[];
  /** Its only deployment. Absent: there is none, or there are several. */
  readonly deployment?: { readonly id: string; readonly rolloutState?: string };
  /** Who would set the number of its tasks, or deploys it in another way. */
  readonly boundTo?: readonly string[];
  /** Why nothing measures the demand for it; absent: {@link demand} measures all of it. */
  readonly unmeasured?: readonly string[];
  readonly demand: readonly Demand[];
  /** Application Auto Scaling may change the number of its tasks. */
  readonly isScaled: boolean;
  /** All of its scaling is suspended. */
  readonly scaling?: ScalableTarget['SuspendedState'];
  /** Holystone stopped it, or has begun to. */
  readonly stop?: ServiceStop;
  /** Set after a read by its id. */
  readonly described?: DescribedService;
}

/** The key by which a text names one. @param name its own, or with its cluster: `shop/web` */
export function fargateServiceAlias(name: string): string {
  return `fargateService/${name}`;
}

/** The end of an ARN: `cluster/shop`. */
export function endOf(arn: string): string {
  return arn.split('/').at(-1) ?? arn;
}

/** As Application Auto Scaling names it. */
export function scalableId({ id }: Pick<Resource, 'id'>): string {
  return `service/${id}`;
}

/** What somebody, or scaling, has done since Holystone began to stop it: that is a use. `undefined`: nothing. */
export function startedSince({
  stop,
  desiredCount: wanted,
  isScaled,
  scaling,
}: FargateServiceResource): string | undefined {
  if (!stop) return undefined;
  if (wanted !== 0)
    return `${wanted ?? 'it is not known how many'} of its tasks are wanted after Holystone began to stop it`;
  if ((stop.suspended !== undefined) !== isScaled) return 'its scaling was changed after Holystone stopped it';
  return !isScaled || isAllSuspended(scaling) ? undefined : 'its scaling was resumed after Holystone stopped it';
}

/** `undefined` for an answer without name, ARN or cluster. */
export function toFargateService(one: DescribedService): FargateServiceResource | undefined {
  const { service, scalableTarget } = one;
  const { serviceArn: arn, serviceName, clusterArn, createdAt } = service;
  if (!arn || !serviceName || !clusterArn) return undefined;
  const clusterName = endOf(clusterArn);
  const made = createdAt && Number.isFinite(createdAt.getTime()) ? createdAt : undefined;
  const { [QUARANTINE_TAG]: put, ...others } = toTags(service.tags);
  const stayed = readStayedTag(put, made);
  // Its quarantine is over as long as no task is wanted; whoever starts it gives Holystone its scaling to resume.
  const isOver = stayed !== undefined && service.desiredCount === 0;
  const deployed = deploymentOf(service);
  const demand = demandOf(one);
  return {
    id: `${clusterName}/${serviceName}`,
    // Its name and its ARN may be another one's later.
    identity: `${arn}@${made?.toISOString() ?? 'an unknown time'}`,
    name: serviceName,
    tags: put === undefined || isOver ? others : { ...others, [QUARANTINE_TAG]: put },
    arn,
    aliases: [
      arn,
      fargateServiceAlias(serviceName),
      fargateServiceAlias(`${clusterName}/${serviceName}`),
      ...partAliases(fargateServiceAlias, serviceName),
    ],
    clusterName,
    serviceName,
    note: { code: 'tasksStop', values: {} },
    demand: demand.measured,
    isScaled: scalableTarget !== undefined,
    ...defined({
      createdAt: made,
      // Whoever deploys it works on it.
      lastUsedAt: deployed?.createdAt,
      status: service.status,
      desiredCount: service.desiredCount,
      runningCount: service.runningCount,
      pendingCount: service.pendingCount,
      taskDefinition: service.taskDefinition,
      taskSize: one.taskSize,
      runsOn: some(runsOn(service)),
      deployment: deployed?.id ? { id: deployed.id, ...defined({ rolloutState: deployed.rolloutState }) } : undefined,
      boundTo: some(boundTo(one)),
      unmeasured: some([...demand.unmeasured, ...otherWays(service), ...queued(one)]),
      scaling: scalableTarget?.SuspendedState,
      stop: isOver ? undefined : (stayed ?? readStopTag(put, made)),
    }),
  };
}

function toTags(tags: Service['tags'] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(tags.map(({ key = '', value = '' }) => [key, value]));
}

function deploymentOf({ deployments = [] }: Service): Deployment | undefined {
  const [only, ...others] = deployments;
  return others.length === 0 && only?.status === 'PRIMARY' ? only : undefined;
}

/** A service has either: https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_Service.html */
function runsOn({ launchType, capacityProviderStrategy = [] }: Service): readonly string[] {
  const providers = capacityProviderStrategy.flatMap(({ capacityProvider }) => capacityProvider ?? []);
  return [...new Set([...(launchType ? [launchType] : []), ...providers])];
}

function boundTo({ service, scheduledActions }: DescribedService): readonly string[] {
  const { deploymentController, deploymentConfiguration, schedulingStrategy, resourceManagementType } = service;
  const { type: controller = 'ECS' } = deploymentController ?? {};
  const { strategy = 'ROLLING' } = deploymentConfiguration ?? {};
  const volumes = (service.deployments ?? []).flatMap(({ volumeConfigurations = [] }) => volumeConfigurations);
  return [
    ...scheduledActions.map(({ ScheduledActionName: name }) => `the scheduled scaling ${name ?? 'without name'}`),
    ...(controller === 'ECS' ? [] : [`deployments by ${controller}`]),
    ...(strategy === 'ROLLING' ? [] : [`deployments of the kind ${strategy}`]),
    ...(schedulingStrategy === undefined || schedulingStrategy === 'REPLICA' ? [] : [`tasks as ${schedulingStrategy}`]),
    ...(resourceManagementType === undefined || resourceManagementType === 'CUSTOMER'
      ? []
      : [`its management by ${resourceManagementType}`]),
    ...((service.taskSets ?? []).length > 0 ? ['task sets'] : []),
    // ECS deletes them with their tasks.
    ...volumes.map(({ name }) => `the volume ${name ?? 'without name'} of each task`),
  ];
}

/** How else than through a load balancer something may call it. */
function otherWays(service: Service): readonly string[] {
  const { serviceRegistries = [], deployments = [] } = service;
  const connected = deployments.some(({ serviceConnectConfiguration: one }) => one && one.enabled !== false);
  const lattice = deployments.some(({ vpcLatticeConfigurations = [] }) => vpcLatticeConfigurations.length > 0);
  return [
    ...(serviceRegistries.length > 0 ? ['Cloud Map names its tasks'] : []),
    ...(connected ? ['Service Connect leads to its tasks'] : []),
    ...(lattice ? ['VPC Lattice leads to its tasks'] : []),
  ];
}

/** A worker waits for messages without a request, and with nearly no work. */
function queued({ queues = [] }: DescribedService): readonly string[] {
  return queues.map((where) => `it may take messages from a queue (${where})`);
}

/** `arn:…:loadbalancer/app/NAME/ID` and `arn:…:targetgroup/NAME/ID` have the dimensions `app/NAME/ID` and `targetgroup/NAME/ID`. */
const BALANCER = /:loadbalancer\/((app|net)\/[^/]+\/[^/]+)$/;
const GROUP = /:(targetgroup\/[^/]+\/[^/]+)$/;

function demandOf({ service: { loadBalancers = [] }, targetGroups }: DescribedService): {
  readonly measured: readonly Demand[];
  readonly unmeasured: readonly string[];
} {
  if (loadBalancers.length === 0) return { measured: [], unmeasured: ['no load balancer sends requests to it'] };
  const measured: Demand[] = [];
  const unmeasured: string[] = [];
  for (const { targetGroupArn: arn, loadBalancerName, advancedConfiguration } of loadBalancers) {
    const name = arn?.split('/').at(-2) ?? loadBalancerName ?? 'without name';
    const group = targetGroups.find(({ TargetGroupArn }) => TargetGroupArn === arn && arn !== undefined);
    const [, TargetGroup] = GROUP.exec(arn ?? '') ?? [];
    const balancers = group?.LoadBalancerArns ?? [];
    if (arn === undefined) unmeasured.push(`a classic load balancer sends to it (${name})`);
    else if (advancedConfiguration) unmeasured.push(`the target group ${name} takes turns with another one`);
    else if (!group || !TargetGroup) unmeasured.push(`the target group ${name} is not known`);
    else if (balancers.length === 0) unmeasured.push(`no load balancer sends to the target group ${name}`);
    else
      for (const balancer of balancers) {
        const [, LoadBalancer, kind] = BALANCER.exec(balancer) ?? [];
        if (!LoadBalancer) unmeasured.push(`a load balancer of another kind sends to it (${name})`);
        else measured.push({ LoadBalancer, TargetGroup, kind: kind === 'net' ? 'net' : 'app' });
      }
  }
  return { measured, unmeasured };
}
