import type { CapacityProvider, DescribeServicesResponse, NetworkConfiguration, Service } from '@aws-sdk/client-ecs';
import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting, type Found } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ecs } from '../../calls/ecs.ts';
import { classicAlias } from '../../resources/balancingAliases.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requireList } from '../../wire/requireList.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { groupsNamed } from './namedGroups.ts';

/**
 * A service starts its next task with these groups and registers it with these target groups and classic load balancers,
 * whether or not it has a task now. The types `loadBalancer`, `securityGroup` and `targetGroup` share the answers.
 */
export const ecsServices: EvidenceSource = {
  name: 'ecsServices',
  summary:
    'ECS services that are not inactive, with their deployments and task sets, in every account: by their security groups, their classic load balancers and their target groups, the alternate ones of blue/green deployments included. Also capacity providers of managed instances, by their security groups.',
  permissions: permissionsOf(ecs.describeCapacityProviders, ecs.describeServices, ecs.listClusters, ecs.listServices),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      for await (const page of pages(target, ecs.listClusters, 'reading ECS clusters')) {
        for (const cluster of page) {
          // AWS deletes no cluster with services: https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_DeleteCluster.html
          await found.attempt(() => unlessGone(readServices(target, cluster, found)));
          await found.attempt(() => unlessGone(readProviders(target, cluster, found)));
        }
      }
    });
  },
};

/** "You may specify up to 10 services to describe in a single operation." */
const SERVICES = 10;

async function readServices(target: CallScope, cluster: string, found: Found): Promise<void> {
  const what = `reading the services of ECS cluster ${nameOf(cluster)}`;
  for await (const page of pages(target, ecs.listServices, what, { cluster })) {
    for (const services of batchesOf(page, SERVICES)) {
      const answer = await read(target, ecs.describeServices, what, { cluster, services });
      const described = requireList(answer.services, { target, api: ecs.describeServices.api, what });
      await found.inAll(described, (service) => usesBy(service, cluster));
      const answered = new Set([...described.map(({ serviceArn }) => serviceArn), ...missing(answer)]);
      const left = services.find((service) => !answered.has(service));
      if (left === undefined) continue;
      const { reason = 'no reason' } = answer.failures?.find(({ arn }) => arn === left) ?? {};
      const message = `${what} in ${whereIs(target)}: service ${left} was not in the answer of AWS (${reason})`;
      found.fail(new ReadError(message, { problem: 'failed' }));
    }
  }
}

/** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/api_failures_messages.html */
function missing({ failures = [] }: Pick<DescribeServicesResponse, 'failures'>) {
  return failures.filter(({ reason }) => reason === 'MISSING').map(({ arn }) => arn);
}

/** An inactive service cannot come back; a draining one still has tasks. */
function usesBy(service: Service, cluster: string): readonly Finding[] {
  const { serviceName, status, deployments = [], taskSets = [], loadBalancers = [] } = service;
  if (status === 'INACTIVE') return [];
  const by = `ECS service ${nameOf(cluster)}/${serviceName ?? 'without name'} (${status ?? 'state not known'})`;
  const groups = [service, ...deployments, ...taskSets].flatMap(groupsOf);
  const balancers = [...loadBalancers, ...taskSets.flatMap((set) => set.loadBalancers ?? [])];
  // A service with a classic load balancer names no target group.
  const aliases = balancers.flatMap(({ loadBalancerName: name, targetGroupArn, advancedConfiguration }) => {
    const classic = name ? classicAlias(name) : undefined;
    return [classic, targetGroupArn, advancedConfiguration?.alternateTargetGroupArn].filter((one) => one !== undefined);
  });
  const uses = [...new Set(aliases)].map((alias) => unshareStrings<Finding>({ alias, says: 'used', by }));
  return [...groupsNamed(groups, by), ...uses];
}

function groupsOf({ networkConfiguration }: { networkConfiguration?: NetworkConfiguration | undefined }) {
  return networkConfiguration?.awsvpcConfiguration?.securityGroups ?? [];
}

async function readProviders(target: CallScope, cluster: string, found: Found): Promise<void> {
  const what = `reading the capacity providers of ECS cluster ${nameOf(cluster)}`;
  await found.inPages(pages(target, ecs.describeCapacityProviders, what, { cluster }), usesByProvider);
}

/** ECS launches managed instances with these groups when a task needs one. */
function usesByProvider({ name, status, managedInstancesProvider }: CapacityProvider): readonly Finding[] {
  const { networkConfiguration } = managedInstancesProvider?.instanceLaunchTemplate ?? {};
  if (status === 'INACTIVE') return [];
  return groupsNamed(networkConfiguration?.securityGroups, `ECS capacity provider ${name ?? 'without name'}`);
}

/** The end of an ARN: `cluster/shop`. */
function nameOf(arn: string): string {
  return arn.split('/').at(-1) ?? arn;
}
