/** How services are listed, cluster by cluster, and read again by their ids. */
import type { ScalableTarget, ScheduledAction } from '@aws-sdk/client-application-auto-scaling';
import type { Service } from '@aws-sdk/client-ecs';
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
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requireList } from '../../wire/requireList.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';

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
    for (const cluster of clusters) yield* await unlessGone(inCluster(target, cluster, beside), []);
  }
}

/** What is read of other services than ECS. */
interface Beside {
  readonly groups: readonly TargetGroup[];
  readonly targets: readonly ScalableTarget[];
  readonly actions: readonly ScheduledAction[];
}

async function inCluster(target: CallScope, cluster: string, beside: Beside) {
  const what = `listing the services of ECS cluster ${endOf(cluster)}`;
  const found: (readonly DescribedService[])[] = [];
  for await (const page of pages(target, ecs.listServices, what, { cluster })) {
    for (const services of batchesOf(page, SERVICES)) {
      const answer = await read(target, ecs.describeServices, what, { cluster, services, include: ['TAGS'] });
      found.push(servicesIn(answer, services, { target, what }).map((service) => described(service, beside)));
    }
  }
  return found;
}

/** One at a time. @throws the SDK's own errors, ReadError */
async function some(target: CallScope, ids: readonly string[]): Promise<readonly DescribedService[]> {
  const found: DescribedService[] = [];
  for (const id of ids) {
    const [cluster = '', name = ''] = id.split('/');
    const what = `reading ECS service ${id}`;
    const input = { cluster, services: [name], include: ['TAGS' as const] };
    const [service] = servicesIn(await send(target, ecs.describeServices, input), [name], { target, what });
    if (service) found.push(described(service, await besideOf(target, service, id)));
  }
  return found;
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
  const asked = { ScalableDimension: 'ecs:service:DesiredCount' } as const;
  const targets = pages(target, scaling.describeScalableTargets, what, { ResourceIds: [ResourceId], ...asked });
  const actions = pages(target, scaling.describeScheduledActions, what, { ResourceId, ...asked });
  return { groups, targets: await allOf(targets), actions: await allOf(actions) };
}

/** An inactive one cannot come back. One that AWS leaves out without a reason is unknown: `MISSING` alone is gone. */
function servicesIn(
  { services, failures = [] }: Output<import('@aws-sdk/client-ecs').ECS, 'describeServices'>,
  asked: readonly string[],
  { target, what }: { readonly target: CallScope; readonly what: string },
): readonly Service[] {
  const found = requireList(services, { target, what, api: ecs.describeServices.api });
  for (const one of asked) {
    const isFound = found.some(({ serviceArn, serviceName }) => serviceArn === one || serviceName === one);
    const isThis = ({ arn }: { readonly arn?: string | undefined }) => arn === one || endOf(arn ?? '') === endOf(one);
    const { reason = 'no reason' } = failures.find(isThis) ?? {};
    if (isFound || reason === 'MISSING') continue;
    const message = `${what} in ${whereIs(target)}: ${one} was not in the answer of AWS (${reason})`;
    throw new ReadError(message, { problem: 'failed' });
  }
  return found.filter(({ status }) => status !== 'INACTIVE');
}

function described(service: Service, { groups, targets, actions }: Beside): DescribedService {
  const { serviceName = '', clusterArn = '', loadBalancers = [] } = service;
  const id = scalableId({ id: `${endOf(clusterArn)}/${serviceName}` });
  const named = new Set(loadBalancers.map(({ targetGroupArn }) => targetGroupArn));
  const scalableTarget = targets.find(({ ResourceId }) => ResourceId === id);
  return {
    service,
    targetGroups: groups.filter(({ TargetGroupArn }) => named.has(TargetGroupArn)),
    ...(scalableTarget && { scalableTarget }),
    scheduledActions: actions.filter(({ ResourceId }) => ResourceId === id),
  };
}
