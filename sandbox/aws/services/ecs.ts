import * as module from '@aws-sdk/client-ecs';
import { AwsError } from '../collections/errors.ts';
import { newEcsCluster, newEcsService } from '../seeds/ecsSeeds.ts';
import { ecsTaskDefinitions } from '../seeds/imageRunnerSeeds.ts';
import { answered, answerOf, answersOf } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, numbered, plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';
import { serviceChanges, shownOf } from './ecsServices.ts';

const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'InvalidParameterException',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: () => new AwsError('InvalidParameterException', 'maxResults is out of range'),
});

export function ecs(): Service {
  return service(
    module,
    module.ECSClient,
  )({
    ListClusters: listing(
      collection(rowsOf('ecsClusters'), ({ clusterArn = '' }) => clusterArn),
      { answer: 'clusterArns' },
    ),

    ListDaemonTaskDefinitions: listing(answered(), { answer: 'daemonTaskDefinitions' }),
    DescribeDaemonTaskDefinition: ({ daemonTaskDefinition: arn }, call) => ({
      daemonTaskDefinition: answerOf<module.DaemonTaskDefinition>(call, 'daemonTaskDefinitionArn', arn),
    }),

    CreateCluster({ clusterName = 'default' }, call) {
      const cluster = call.here.ecsClusters.get(clusterName) ?? newEcsCluster({ clusterName }, call);
      call.here.ecsClusters.put(clusterName, cluster);
      return { cluster };
    },

    RegisterTaskDefinition({ family = '', tags: _tags, ...given }, call) {
      const revision = revisionsOf(call, family).length + 1;
      const seed = { ...given, family, revision };
      const taskDefinition = ecsTaskDefinitions.make(seed as Parameters<typeof ecsTaskDefinitions.make>[0], call);
      call.here.ecsTaskDefinitions.put(taskDefinition.taskDefinitionArn ?? '', taskDefinition);
      return { taskDefinition };
    },

    /** A family means its newest active revision: API_DescribeTaskDefinition. */
    DescribeTaskDefinition({ taskDefinition = '' }, call) {
      const name = taskDefinition.split('/').at(-1) ?? '';
      const [family = '', revision] = name.split(':');
      const found = revisionsOf(call, family)
        .filter((one) => (revision === undefined ? one.status === 'ACTIVE' : one.revision === Number(revision)))
        .at(-1);
      if (!found) throw new AwsError('ClientException', 'Unable to describe task definition.');
      return { taskDefinition: found };
    },

    ListTaskDefinitionFamilies: listing(
      collection<module.ListTaskDefinitionFamiliesCommandInput, { readonly family: string }, string>(
        ({ here }, { status }) => {
          const all = here.ecsTaskDefinitions.values().filter((one) => status !== 'ACTIVE' || one.status === 'ACTIVE');
          return numbered([...new Set(all.map(({ family = '' }) => family))].map((family) => ({ family })));
        },
        ({ family }) => family,
      ),
      { answer: 'families' },
    ),

    /** "by default … tasks with a desired status of RUNNING": API_ListTasks */
    ListTasks: listing(
      collection(
        (call, { cluster, desiredStatus = 'RUNNING' }: module.ListTasksCommandInput) => {
          const arn = clusterOf(call, cluster);
          const tasks = call.here.ecsTasks.view();
          return tasks.filter(({ value }) => value.clusterArn === arn && value.desiredStatus === desiredStatus);
        },
        ({ taskArn = '' }) => taskArn,
      ),
      { answer: 'taskArns' },
    ),

    /** An unknown task is a failure in the answer, not an error. */
    DescribeTasks({ cluster, tasks: arns = [] }, call) {
      if (arns.length > 100) throw new AwsError('InvalidParameterException', 'tasks cannot contain more than 100');
      const arn = clusterOf(call, cluster);
      const there = (task: string) => {
        const found = call.here.ecsTasks.get(task);
        return found?.clusterArn === arn ? found : undefined;
      };
      return {
        tasks: arns.flatMap((task) => there(task) ?? []),
        failures: arns.filter((task) => !there(task)).map((task) => ({ arn: task, reason: 'MISSING' })),
      };
    },

    DescribeServiceRevisions({ serviceRevisionArns = [] }, call) {
      if (serviceRevisionArns.length > 20) throw new AwsError('InvalidParameterException', 'at most 20 revisions');
      const known = answersOf<module.ServiceRevision>(call);
      const arns = new Set(known.map(({ serviceRevisionArn }) => serviceRevisionArn));
      return {
        serviceRevisions: known.filter(({ serviceRevisionArn = '' }) =>
          serviceRevisionArns.includes(serviceRevisionArn),
        ),
        failures: serviceRevisionArns.filter((arn) => !arns.has(arn)).map((arn) => ({ arn, reason: 'MISSING' })),
      };
    },

    /** "up to 10 results" without a size: https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_ListServices.html */
    ListServices: listing(
      collection(
        (call, { cluster }: module.ListServicesCommandInput) => {
          const arn = clusterOf(call, cluster);
          return call.here.ecsServices.view().filter(({ value }) => value.clusterArn === arn);
        },
        ({ serviceArn = '' }) => serviceArn,
      ),
      { answer: 'serviceArns', pages: { min: 1, max: 100, otherwise: 10 } },
    ),

    /** An unknown service is a failure in the answer, not an error. */
    DescribeServices({ cluster, services: names = [], include = [] }, call) {
      if (names.length > 10) throw new AwsError('InvalidParameterException', 'services cannot contain more than 10');
      const arn = clusterOf(call, cluster);
      const there = names.map((name) => {
        const known = call.here.ecsServices.view().map(({ value }) => value);
        return known.find((one) => one.clusterArn === arn && [one.serviceArn, one.serviceName].includes(name));
      });
      const failures = names.flatMap((name, index) => {
        const reason = there[index] ? there[index].failing : 'MISSING';
        return reason === undefined ? [] : [{ arn: name, reason }];
      });
      const services = there.flatMap((one) => (one && one.failing === undefined ? [shownOf(one)] : []));
      // "If this field is omitted, tags aren't included": API_DescribeServices.
      return { services: include.includes('TAGS') ? services : services.map(({ tags: _, ...one }) => one), failures };
    },

    /** https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_CreateService.html; starts no task. */
    CreateService({ cluster = 'default', serviceName, networkConfiguration, loadBalancers, ...given }, call) {
      clusterOf(call, cluster);
      const { desiredCount, launchType, tags } = given;
      const seed = { serviceName, networkConfiguration, loadBalancers, desiredCount, launchType, tags };
      const made = newEcsService({ cluster, ...seed }, call);
      call.here.ecsServices.put(made.serviceArn ?? '', made);
      return { service: made };
    },

    ...serviceChanges(clusterOf),

    DescribeCapacityProviders: listing(
      plain((call, { cluster }: module.DescribeCapacityProvidersCommandInput) => {
        if (cluster !== undefined) clusterOf(call, cluster);
        return call.here.ecsCapacityProviders.view().filter(({ value }) => !cluster || isOf(value, cluster));
      }),
      { answer: 'capacityProviders', pages: { min: 1, max: 10, otherwise: 10 } },
    ),
  });
}

function isOf({ cluster }: module.CapacityProvider, nameOrArn: string): boolean {
  return cluster === undefined || nameOrArn.endsWith(cluster);
}

/** The oldest first. */
function revisionsOf({ here }: Call, family: string): readonly module.TaskDefinition[] {
  const all = here.ecsTaskDefinitions.values().filter((one) => one.family === family);
  return all.toSorted((a, b) => (a.revision ?? 0) - (b.revision ?? 0));
}

/** The ARN of a cluster. @param nameOrArn its name or ARN */
function clusterOf({ here }: Call, nameOrArn = 'default'): string {
  const cluster = here.ecsClusters.get(nameOrArn.split('/').at(-1) ?? nameOrArn);
  if (cluster?.clusterArn && cluster.status !== 'INACTIVE') return cluster.clusterArn;
  throw new AwsError('ClusterNotFoundException', 'Cluster not found.');
}
