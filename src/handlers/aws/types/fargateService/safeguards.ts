import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { type FargateServiceResource, startedSince } from '../../resources/fargateService.ts';
import { type ManagedParameters, managedBy, reasonToTheEnd } from '../../resources/managedBy.ts';
import { listed } from '../../resources/safeguards.ts';
import { keptByPrograms } from '../../resources/startedAgain.ts';

export type ServiceSafeguard = Safeguard<FargateServiceResource, ManagedParameters>;

const ON_FARGATE: ReadonlySet<string> = new Set(['FARGATE', 'FARGATE_SPOT']);

const fargate: ServiceSafeguard = {
  name: 'fargate',
  summary: 'Its tasks run elsewhere than on Fargate alone, or AWS does not say where: a stop saves nothing there.',
  keeps({ runsOn }) {
    if (!runsOn) return 'it is not known where its tasks run';
    return runsOn.every((one) => ON_FARGATE.has(one)) ? undefined : `its tasks run on ${runsOn.join(' and ')}`;
  },
};

const status: ServiceSafeguard = {
  name: 'status',
  summary: 'Its state is not `ACTIVE`, or AWS does not say since when it exists: another one may have its name later.',
  keeps({ status: is, createdAt }) {
    if (is !== 'ACTIVE') return `its state is ${is ?? 'not known'}`;
    return createdAt === undefined ? 'it is not known when it was made' : undefined;
  },
};

const tasks: ServiceSafeguard = {
  name: 'tasks',
  summary: 'No task is wanted, and Holystone did not stop it; its tasks are being started or stopped, or do not start.',
  keeps({ desiredCount: wanted, runningCount: running, pendingCount: pending, stop }) {
    if (wanted === undefined || running === undefined || pending === undefined)
      return 'it is not known how many tasks it has';
    // Whoever wants some since then uses it (serviceDemand).
    if (stop) return undefined;
    if (wanted === 0) return 'no task of it is wanted: there is nothing to stop';
    return running === wanted && pending === 0
      ? undefined
      : `${running} of ${wanted} tasks run, and ${pending} are being started`;
  },
};

/** A stop changes no deployment, so another one is somebody's. */
const deployment: ServiceSafeguard = {
  name: 'deployment',
  summary: 'A deployment has not ended, or has begun since Holystone stopped it.',
  keeps({ deployment: one, stop }) {
    if (!one) return 'a deployment of it has not ended';
    if (stop) return one.id === stop.deployment ? undefined : 'it was deployed after Holystone stopped it';
    return one.rolloutState === 'COMPLETED'
      ? undefined
      : `the state of its deployment is ${one.rolloutState ?? 'not known'}`;
  },
};

/** Nothing else says that nobody needs it. */
const unmeasured: ServiceSafeguard = {
  name: 'unmeasured',
  summary:
    'Nothing measures all of the demand for it: it has no load balancer, a classic one or one without a target group of it, Cloud Map, Service Connect or VPC Lattice lead to it, or the definition of its tasks speaks of a queue (SQS, Kinesis, Kafka, RabbitMQ, Celery, …), which it may read. It is told, and never stopped.',
  keeps: ({ unmeasured: why }) => listed(why, 'nothing measures all of the demand for it'),
};

const boundTo: ServiceSafeguard = {
  name: 'boundTo',
  summary:
    'It has scheduled scaling, task sets, volumes that end with its tasks, deployments by CodeDeploy or another program, or deployments of another kind than a rolling one, or ECS manages it.',
  keeps: ({ boundTo: what }) => listed(what, 'it has'),
};

const startedAgain: ServiceSafeguard = {
  name: 'startedAgain',
  summary:
    'A program stops it and starts it again, according to its tags (`Schedule`, `AutoStart`, `maid_offhours`, …, whatever their value); see `manageOwned`.',
  keeps: keptByPrograms,
};

/** Facts that AWS refuses nothing for: read again directly before the request. */
const atTheEnd: readonly ServiceSafeguard[] = [fargate, status, tasks, deployment, boundTo, unmeasured];

/** The verdict of a service has the reason of every one that keeps it, in this order. */
export const serviceSafeguards: readonly ServiceSafeguard[] = [managedBy, ...atTheEnd, startedAgain];

/** The first reason of those that count to the end; `undefined`: none. */
export function blockedBy(service: FargateServiceResource): string | undefined {
  return startedSince(service) ?? reasonToTheEnd(atTheEnd, service);
}
