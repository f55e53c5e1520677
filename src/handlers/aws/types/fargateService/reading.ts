/** How services are listed, cluster by cluster, and read again by their ids. */
import type { ScalableTarget, ScheduledAction } from '@aws-sdk/client-application-auto-scaling';
import type { ECS, Service } from '@aws-sdk/client-ecs';
import type { TargetGroup } from '@aws-sdk/client-elastic-load-balancing-v2';
import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import { applicationAutoScaling as scaling } from '../../calls/applicationAutoScaling.ts';
import type { Output } from '../../calls/call.ts';
import { ecs } from '../../calls/ecs.ts';
import { elbV2 } from '../../calls/loadBalancing.ts';
import { type DescribedService, endOf, scalableId } from '../../resources/fargateService.ts';
import { send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { readError, saysNotFound, unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requireList } from '../../wire/requireList.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { definitionOf } from './taskSize.ts';

/** "You may specify up to 10 services to describe in a single operation." */
const SERVICES = 10;

/** All calls of both ways; the first is the listing that each begins with. */
export const SERVICE_READS = {
  api: ecs.describeServices.api,
  calls: [
    ecs.listServices,
    ecs.describeServices,
    elbV2.describeTargetGroups,
    scaling.describeScalableTargets,
    scaling.describeScheduledActions,
    ecs.describeTaskDefinition,
  ],
  all,
  some,
} as const;

async function* all(target: CallScope): AsyncGenerator<readonly DescribedService[]> {
  const what = 'listing ECS services';
  const groups = await allOf(pages(target, elbV2.describeTargetGroups, what));
  const targets = await allOf(pages(target, scaling.describeScalableTargets, what));
  const actions = await allOf(pages(target, scaling.describeScheduledActions, what));
  const beside = { groups, targets, actions };
  for await (const clusters of pages(target, ecs.listClusters, what)) {
    for (const cluster of clusters) {
      try {
        yield* inCluster(target, cluster, beside);
      } catch (error) {
        // With its last service.
        if (!saysNotFound(error)) throw error;
      }
    }
  }
}

/** What is read of other services than ECS. */
interface Beside {
  readonly groups: readonly TargetGroup[];
  readonly targets: readonly ScalableTarget[];
  readonly actions: readonly ScheduledAction[];
}

async function* inCluster(
  target: CallScope,
  cluster: string,
  beside: Beside,
): AsyncGenerator<readonly DescribedService[]> {
  const what = `listing the services of ECS cluster ${endOf(cluster)}`;
  for await (const page of pages(target, ecs.listServices, what, { cluster })) {
    for (const services of batchesOf(page, SERVICES)) {
      const answer = await read(target, ecs.describeServices, what, { cluster, services, include: ['TAGS'] });
      const found = servicesIn(answer, { target, what });
      const left = services.find((arn) => !isIn(found, arn) && failureOf(answer, arn) !== 'MISSING');
      if (left !== undefined) throw leftOut(`${what} in ${whereIs(target)}`, left, failureOf(answer, left));
      yield await Promise.all(found.filter(isThere).map((service) => described(target, service, beside)));
    }
  }
}

/** One at a time; one that the answer leaves out without a reason is unknown. @throws the SDK's own errors, ReadError */
async function some(target: CallScope, ids: readonly string[]): Promise<readonly DescribedService[]> {
  const found: DescribedService[] = [];
  for (const id of ids) {
    const [cluster = '', name = ''] = id.split('/');
    const what = `reading ECS service ${id}`;
    const answer = await send(target, ecs.describeServices, { cluster, services: [name], include: ['TAGS'] });
    const service = servicesIn(answer, { target, what }).find(({ serviceName }) => serviceName === name);
    if (service ? !isThere(service) : failureOf(answer, name) === 'MISSING') throw gone(id);
    if (service) found.push(await described(target, service, await besideOf(target, service, id)));
  }
  return found;
}

/** As it is now; `undefined`: it is gone. @throws ReadError */
export async function readService(target: CallScope, id: string): Promise<DescribedService | undefined> {
  const what = `reading ECS service ${id}`;
  const reading = some(target, [id]).catch((error: unknown) => {
    throw readError(error, { target, api: SERVICE_READS.api, what });
  });
  const found = await unlessGone(reading);
  const [one] = found ?? [];
  if (found && !one) throw leftOut(`${what} in ${whereIs(target)}`, id, undefined);
  return one;
}

async function besideOf(target: CallScope, { loadBalancers = [] }: Service, id: string): Promise<Beside> {
  const what = `reading what belongs to ECS service ${id}`;
  const groups: TargetGroup[] = [];
  for (const arn of new Set(loadBalancers.flatMap(({ targetGroupArn }) => targetGroupArn ?? []))) {
    const reading = allOf(
      pages(target, elbV2.describeTargetGroups, what, { TargetGroupArns: [arn], PageSize: undefined }),
    );
    groups.push(...(await unlessGone(reading, [])));
  }
  const ResourceId = scalableId({ id });
  const dimension = { ScalableDimension: 'ecs:service:DesiredCount' } as const;
  const targets = pages(target, scaling.describeScalableTargets, what, { ResourceIds: [ResourceId], ...dimension });
  const actions = pages(target, scaling.describeScheduledActions, what, { ResourceId, ...dimension });
  return { groups, targets: await allOf(targets), actions: await allOf(actions) };
}

type Answer = Output<ECS, 'describeServices'>;

function servicesIn({ services }: Answer, of: { readonly target: CallScope; readonly what: string }) {
  return requireList(services, { ...of, api: ecs.describeServices.api });
}

/** An inactive one cannot come back, and is described for a while. */
function isThere({ status }: Service): boolean {
  return status !== 'INACTIVE';
}

function isIn(found: readonly Service[], arn: string): boolean {
  return found.some(({ serviceArn }) => serviceArn === arn);
}

/** `MISSING` alone is gone: https://docs.aws.amazon.com/AmazonECS/latest/developerguide/api_failures_messages.html @param wanted a name or an ARN */
function failureOf({ failures = [] }: Answer, wanted: string): string | undefined {
  return failures.find(({ arn = '' }) => endOf(arn) === endOf(wanted))?.reason;
}

function leftOut(what: string, one: string, reason = 'no reason'): ReadError {
  return new ReadError(`${what}: ${one} was not in the answer of AWS (${reason})`, { problem: 'failed' });
}

/** As other calls of ECS say it. */
function gone(id: string): Error {
  const metadata = { $metadata: { httpStatusCode: 400 }, $fault: 'client' as const };
  return Object.assign(new Error(`${id} does not exist`), { name: 'ServiceNotFoundException', ...metadata });
}

async function described(
  target: CallScope,
  service: Service,
  { groups, targets, actions }: Beside,
): Promise<DescribedService> {
  const { serviceName = '', clusterArn = '', loadBalancers = [] } = service;
  const id = scalableId({ id: `${endOf(clusterArn)}/${serviceName}` });
  const named = new Set(loadBalancers.map(({ targetGroupArn }) => targetGroupArn));
  const definition = await definitionOf(target, service);
  const scalableTarget = targets.find(({ ResourceId }) => ResourceId === id);
  return {
    service,
    targetGroups: groups.filter(({ TargetGroupArn }) => named.has(TargetGroupArn)),
    ...(scalableTarget && { scalableTarget }),
    scheduledActions: actions.filter(({ ResourceId }) => ResourceId === id),
    ...definition,
  };
}
