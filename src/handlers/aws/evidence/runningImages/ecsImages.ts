import type { Service, Task } from '@aws-sdk/client-ecs';
import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting, type Found } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ecs } from '../../calls/ecs.ts';
import { mentionsIn } from '../../mentions/scan.ts';
import { NamesTold } from '../../resources/namesTold.ts';
import { provenReader } from '../../wire/places.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requireList } from '../../wire/requireList.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { type TaskDefinitions, taskDefinitionsOf, usesOfTask } from './taskDefinitions.ts';
import { usesOfImage } from './usesOfImage.ts';

/** "You can specify up to 10 services", "up to 100 task IDs". */
const SERVICES = 10;
const REVISIONS = 20;
const TASKS = 100;

/**
 * A service without tasks counts: it may scale out at any time. So does the newest active revision of a family: a person, a
 * schedule or a state machine may run it by the name of the family.
 */
export const ecsImages: Omit<EvidenceSource, 'places'> = {
  name: 'ecsImages',
  summary:
    'Containers of ECS, by their images, variables and commands: in the task definitions of services that are not inactive, with their deployments and task sets, by the digests of their current revisions, of tasks that have not stopped, by tag and by the digest that runs, and in the newest active revision of each family.',
  permissions: permissionsOf(
    ecs.describeServiceRevisions,
    ecs.describeServices,
    ecs.describeTaskDefinition,
    ecs.describeTasks,
    ecs.listClusters,
    ecs.listServices,
    ecs.listTaskDefinitionFamilies,
    ecs.listTasks,
  ),
  per: 'location',
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const definitions = taskDefinitionsOf(target);
    const names = new NamesTold();
    const all = await collecting(async (found) => {
      for await (const page of pages(target, ecs.listClusters, 'reading ECS clusters')) {
        for (const cluster of page) {
          await found.attempt(() => unlessGone(readServices(target, cluster, definitions, found)));
          await found.attempt(() => unlessGone(readTasks(target, cluster, definitions, found)));
        }
      }
      const families = pages(target, ecs.listTaskDefinitionFamilies, 'reading families of ECS tasks', {
        status: 'ACTIVE',
      });
      await found.inPages(families, (family) =>
        definitions.usesOf(target, family, `ECS task definition ${family} (its newest revision)`),
      );
    });
    return all.filter((use) => !names.isKnown(use.alias));
  },
};

async function readServices(
  target: CallScope,
  cluster: string,
  definitions: TaskDefinitions,
  found: Found,
): Promise<void> {
  const what = `reading the images of the services of ECS cluster ${nameOf(cluster)}`;
  for await (const page of pages(target, ecs.listServices, what, { cluster })) {
    for (const services of batchesOf(page, SERVICES)) {
      const answer = await read(target, ecs.describeServices, what, { cluster, services });
      const described = requireList(answer.services, { target, api: ecs.describeServices.api, what });
      requireAll(
        services,
        described.map(({ serviceArn }) => serviceArn),
        answer.failures,
        `${what} in ${whereIs(target)}`,
        found,
      );
      await found.inAll(described, (service) => usesByService(target, service, cluster, definitions));
      await found.attempt(() => readRevisions(target, described, cluster, found));
    }
  }
}

/**
 * "Amazon ECS uses the digest to start any other desired tasks": a service without a task starts the next one by what its tag
 * meant when it was deployed. https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_ContainerImage.html
 */
async function readRevisions(
  target: CallScope,
  services: readonly Service[],
  cluster: string,
  found: Found,
): Promise<void> {
  const byArn = new Map<string, string>();
  for (const { status, serviceName = 'without name', currentServiceRevisions = [] } of services) {
    if (status === 'INACTIVE') continue;
    for (const { arn } of currentServiceRevisions) if (arn) byArn.set(arn, `${nameOf(cluster)}/${serviceName}`);
  }
  const what = `reading the revisions of the services of ECS cluster ${nameOf(cluster)}`;
  const { api } = ecs.describeServiceRevisions;
  for (const serviceRevisionArns of batchesOf([...byArn.keys()], REVISIONS)) {
    const answer = await read(target, ecs.describeServiceRevisions, what, { serviceRevisionArns });
    const revisions = requireList(answer.serviceRevisions, { target, api, what });
    requireAll(
      serviceRevisionArns,
      revisions.map(({ serviceRevisionArn }) => serviceRevisionArn),
      answer.failures,
      `${what} in ${whereIs(target)}`,
      found,
    );
    await found.inAll(revisions, ({ serviceRevisionArn = '', containerImages = [] }) => {
      const by = `current revision of ECS service ${byArn.get(serviceRevisionArn)}`;
      return containerImages.flatMap(({ image, imageDigest }) => usesOfImage(image, by, imageDigest));
    });
  }
}

/** An inactive service cannot come back; a draining one still has tasks. */
async function usesByService(
  target: CallScope,
  service: Service,
  cluster: string,
  definitions: TaskDefinitions,
): Promise<readonly Finding[]> {
  const { serviceName, status, deployments = [], taskSets = [] } = service;
  if (status === 'INACTIVE') return [];
  const by = `ECS service ${nameOf(cluster)}/${serviceName ?? 'without name'} (${status ?? 'state not known'})`;
  const named = new Set([service, ...deployments, ...taskSets].flatMap(({ taskDefinition }) => taskDefinition ?? []));
  const findings: Finding[] = [];
  for (const definition of named) findings.push(...(await definitions.usesOf(target, definition, by)));
  return findings;
}

async function readTasks(
  target: CallScope,
  cluster: string,
  definitions: TaskDefinitions,
  found: Found,
): Promise<void> {
  const what = `reading the images of the tasks of ECS cluster ${nameOf(cluster)}`;
  for await (const page of pages(target, ecs.listTasks, what, { cluster })) {
    for (const tasks of batchesOf(page, TASKS)) {
      const answer = await read(target, ecs.describeTasks, what, { cluster, tasks });
      const described = requireList(answer.tasks, { target, api: ecs.describeTasks.api, what });
      requireAll(
        tasks,
        described.map(({ taskArn }) => taskArn),
        answer.failures,
        `${what} in ${whereIs(target)}`,
        found,
      );
      await found.inAll(described, (task) => usesByTask(target, task, cluster, definitions));
    }
  }
}

/** A container has no digest before its image is pulled, so the definition of its task counts too. */
async function usesByTask(
  target: CallScope,
  { taskArn, taskDefinitionArn, lastStatus, containers = [], overrides }: Task,
  cluster: string,
  definitions: TaskDefinitions,
): Promise<readonly Finding[]> {
  if (lastStatus === 'STOPPED') return [];
  const by = `ECS task ${nameOf(cluster)}/${nameOf(taskArn ?? 'without ARN')} (${lastStatus ?? 'state not known'})`;
  const uses = [...containers.flatMap(({ image, imageDigest }) => usesOfImage(image, by, imageDigest))];
  // Variables and commands of its own.
  for (const { kind, alias } of mentionsIn(overrides)) {
    if (kind === 'taskDefinition') uses.push(...(await usesOfTask(target, alias, by)));
    else uses.push({ alias, says: 'used', by });
  }
  return taskDefinitionArn ? [...uses, ...(await definitions.usesOf(target, taskDefinitionArn, by))] : uses;
}

/** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/api_failures_messages.html: `MISSING` is gone. */
function requireAll(
  wanted: readonly string[],
  described: readonly (string | undefined)[],
  failures: readonly { readonly arn?: string | undefined; readonly reason?: string | undefined }[] = [],
  operation: string,
  found: Found,
): void {
  const known = new Set(described);
  for (const { arn, reason } of failures) if (reason === 'MISSING') known.add(arn);
  const left = wanted.find((arn) => !known.has(arn));
  if (left === undefined) return;
  const { reason = 'no reason' } = failures.find(({ arn }) => arn === left) ?? {};
  found.fail(new ReadError(`${operation}: ${left} was not in the answer of AWS (${reason})`, { problem: 'failed' }));
}

/** The end of an ARN: `cluster/shop`. */
function nameOf(arn: string): string {
  return arn.split('/').at(-1) ?? arn;
}
