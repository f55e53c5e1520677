import type { UpdateServiceRequest } from '@aws-sdk/client-ecs';
import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('ecs');

/** Every call to ECS. "This value can be between 1 and 100" for clusters and services, and "1 and 10" for providers. */
export const ecs = table(
  {
    service: 'ecs',
    load: async () => (await import('@aws-sdk/client-ecs')).ECS,
    prefix: 'ecs',
    reads: RATE,
    writes: RATE,
  },
  {
    describeCapacityProviders: {
      effect: 'reads',
      list: 'capacityProviders',
      token: 'nextToken',
      page: { maxResults: 10 },
      errors: { notFound: ['ClusterNotFoundException'] },
    },
    describeDaemonTaskDefinition: { effect: 'reads' },
    /** At most 20 a call: https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_DescribeServiceRevisions.html */
    describeServiceRevisions: { effect: 'reads', list: 'serviceRevisions' },
    /** At most 10 services of one cluster a call. */
    describeServices: { effect: 'reads', list: 'services', errors: { notFound: ['ClusterNotFoundException'] } },
    describeTaskDefinition: { effect: 'reads' },
    /** At most 100 tasks of one cluster a call. */
    describeTasks: { effect: 'reads', errors: { notFound: ['ClusterNotFoundException'] } },
    listClusters: { effect: 'reads', list: 'clusterArns', token: 'nextToken', page: { maxResults: 100 } },
    /** Those of daemons, which run on ECS Managed Instances, are no task definitions. */
    listDaemonTaskDefinitions: {
      effect: 'reads',
      list: 'daemonTaskDefinitions',
      token: 'nextToken',
      page: { status: 'ALL' },
    },
    listServices: {
      effect: 'reads',
      list: 'serviceArns',
      token: 'nextToken',
      page: { maxResults: 100 },
      errors: { notFound: ['ClusterNotFoundException'] },
    },
    listTaskDefinitionFamilies: { effect: 'reads', list: 'families', token: 'nextToken', page: { maxResults: 100 } },
    /** Without a status only tasks that shall run. */
    listTasks: {
      effect: 'reads',
      list: 'taskArns',
      token: 'nextToken',
      page: { maxResults: 100 },
      errors: { notFound: ['ClusterNotFoundException'] },
    },
    tagResource: { effect: 'protects' },
    untagResource: { effect: 'protects' },
    /** To no task it is a stop, which a request for tasks undoes. */
    updateService: {
      effect: 'quarantines',
      undoesWith: ({
        cluster: _cluster,
        service: _service,
        desiredCount = 0,
        ...more
      }: Partial<UpdateServiceRequest>) => desiredCount > 0 && Object.keys(more).length === 0,
      errors: {
        notFound: ['ClusterNotFoundException', 'ServiceNotFoundException', 'ServiceNotActiveException'],
      },
    },
  },
);
