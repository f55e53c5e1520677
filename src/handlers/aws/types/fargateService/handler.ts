import { DAY_MS } from '../../../../core/common/duration.ts';
import { applicationAutoScaling as scaling } from '../../calls/applicationAutoScaling.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ecs } from '../../calls/ecs.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { serviceDemand } from '../../evidence/services/serviceDemand.ts';
import { endOf, toFargateService } from '../../resources/fargateService.ts';
import { managedParameters } from '../../resources/managedBy.ts';
import { serviceTags } from '../../session/serviceTags.ts';
import { resourceType } from '../resourceType.ts';
import { endWatch, quarantineServices } from './quarantine.ts';
import { SERVICE_READS } from './reading.ts';
import { startService } from './restore.ts';
import { blockedBy, serviceSafeguards } from './safeguards.ts';
import { costOfTasks } from './taskSize.ts';

/** A week with each of its days: whoever calls it once a week asks in vain, and it runs again. */
const WATCHED_FOR_MS = 8 * DAY_MS;

/**
 * Idle services: they are stopped, and nothing else (ADR 182). The stop is what the lifecycle calls a quarantine; the step at its end
 * asks once more for no task, and removes the tag by which it would be started again. No call deletes.
 */
export const fargateService = resourceType({
  resourceType: 'fargateService',
  called: { en: 'ECS service', de: 'ECS-Dienst' },
  alsoCalled: ['ecs', 'ecs service', 'fargate', 'fargate service'],
  summary:
    'ECS services whose tasks run on Fargate and that nobody calls: no request through any of their load balancers and little work on each day of `unusedFor`, 32 days by default. They are **stopped**, never deleted: no task is wanted and their scaling is suspended; a request for one meanwhile starts it again, and `restore` does so later.',
  stops: true,
  attributes: {
    tags: 'map',
    createdAt: 'date',
    lastUsedAt: 'date',
    arn: 'text',
    clusterName: 'text',
    serviceName: 'text',
    status: 'text',
    desiredCount: 'number',
    runningCount: 'number',
    pendingCount: 'number',
    taskDefinition: 'text',
    runsOn: 'texts',
    isScaled: 'boolean',
    boundTo: 'texts',
    unmeasured: 'texts',
    demand: 'internal',
    taskSize: 'internal',
    deployment: 'internal',
    scaling: 'internal',
    stop: 'internal',
  },
  noun: 'ECS service',
  arns: ['ecs:*:*:service/*', 'application-autoscaling:*:*:scalable-target/*'],
  parameters: managedParameters,
  evidence: [serviceDemand, ...mentionedBy('fargateService')],
  unlistedUsers:
    'a standby that is called only when another one fails (the secondary of a failover record, a weight of 0, an endpoint of Global Accelerator, the second origin of CloudFront); whoever calls its tasks by their own addresses; a connection through its load balancer that has stayed open for longer than `unusedFor`; a worker that takes messages from a queue of which its definition does not speak, and does little with them; and pipelines that deploy it by its name',
  safeguards: serviceSafeguards,
  quarantine: {
    summary:
      'Holystone suspends its scaling and asks for no task; a tag says how many there were. A request at one of its load balancers that finds no target, a deployment, another number of tasks and resumed scaling start it again, as a keep does, with the number of tasks and the scaling from before. After that time it stays stopped; where somebody starts it later, the next survey resumes its scaling.',
    alwaysForMs: WATCHED_FOR_MS,
    permissions: permissionsOf(ecs.updateService, scaling.registerScalableTarget),
    undo: permissionsOf(ecs.updateService, scaling.registerScalableTarget),
    reads: ['cloudwatch:GetMetricData'],
  },
  // Longer than a month: what is called at the end of each month counts. Compute Optimizer looks back for 14 days.
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  monthlyCost: costOfTasks,
  tagging: serviceTags,
  mostIds: 1,
  reads: ecs.listClusters,
  readsWith: SERVICE_READS,
  idOf: ({ service: { clusterArn = '', serviceName } }) => serviceName && `${endOf(clusterArn)}/${serviceName}`,
  toResource: toFargateService,
  // Its tasks: without the tag it stays stopped.
  isOver: (one) => one.service.desiredCount === 0 && toFargateService(one)?.stop === undefined,
  deletes: ecs.updateService,
  deleteInput: (id) => {
    const [cluster, service] = id.split('/');
    return { cluster, service, desiredCount: 0 };
  },
  isDone: ({ service }) => service?.desiredCount === 0,
  // A name may be taken again, and whoever has started it since uses it.
  isReadAgain: true,
  userOf(one) {
    const resource = toFargateService(one);
    if (!resource) return 'AWS does not say what it is';
    return resource.stop ? blockedBy(resource) : 'Holystone has not stopped it';
  },
  afterwards: (service, { deleter }) => endWatch(deleter, service),
  ends: 'deleted',
  quarantining: quarantineServices,
  restore: { calls: [ecs.updateService, scaling.registerScalableTarget], plan: startService },
});
