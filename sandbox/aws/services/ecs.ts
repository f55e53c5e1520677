import * as module from '@aws-sdk/client-ecs';
import { AwsError } from '../collections/errors.ts';
import { newEcsCluster, newEcsService } from '../seeds/ecsSeeds.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, plain } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  next: 'nextToken',
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
      collection(
        ({ here }) => here.ecsClusters,
        ({ clusterArn = '' }) => clusterArn,
      ),
      { answer: 'clusterArns' },
    ),

    CreateCluster({ clusterName = 'default' }, call) {
      const cluster = call.here.ecsClusters.get(clusterName) ?? newEcsCluster({ clusterName }, call);
      call.here.ecsClusters.put(clusterName, cluster);
      return { cluster };
    },

    /** Kept nowhere: no call here asks for one. */
    RegisterTaskDefinition: ({ family, containerDefinitions, networkMode }) => ({
      taskDefinition: { family, containerDefinitions, networkMode, revision: 1, status: 'ACTIVE' },
    }),

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
    DescribeServices({ cluster, services: asked = [] }, call) {
      if (asked.length > 10) throw new AwsError('InvalidParameterException', 'services cannot contain more than 10');
      const arn = clusterOf(call, cluster);
      const there = asked.map((name) => {
        const known = call.here.ecsServices.view().map(({ value }) => value);
        return known.find((one) => one.clusterArn === arn && [one.serviceArn, one.serviceName].includes(name));
      });
      const failures = asked.flatMap((name, index) => {
        const reason = there[index] ? there[index].failing : 'MISSING';
        return reason === undefined ? [] : [{ arn: name, reason }];
      });
      const services = there.flatMap((one) => (one && one.failing === undefined ? [one] : []));
      return { services, failures };
    },

    /** https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_CreateService.html; starts no task. */
    CreateService({ cluster = 'default', serviceName, networkConfiguration, loadBalancers, desiredCount }, call) {
      clusterOf(call, cluster);
      const seed = { serviceName, networkConfiguration, loadBalancers, desiredCount };
      const made = newEcsService({ cluster, ...seed }, call);
      call.here.ecsServices.put(made.serviceArn ?? '', made);
      return { service: made };
    },

    DescribeCapacityProviders: listing(
      plain((call, { cluster }: module.DescribeCapacityProvidersCommandInput) => {
        if (cluster !== undefined) clusterOf(call, cluster);
        return call.here.ecsCapacityProviders.view().filter(({ value }) => !cluster || isOf(value, cluster));
      }),
      { answer: 'capacityProviders', pages: { min: 1, max: 10, otherwise: 10 } },
    ),
  });
}

function isOf({ cluster }: module.CapacityProvider, asked: string): boolean {
  return cluster === undefined || asked.endsWith(cluster);
}

/** The ARN of a cluster. @param asked its name or ARN */
function clusterOf({ here }: Call, asked = 'default'): string {
  const cluster = here.ecsClusters.get(asked.split('/').at(-1) ?? asked);
  if (cluster?.clusterArn && cluster.status !== 'INACTIVE') return cluster.clusterArn;
  throw new AwsError('ClusterNotFoundException', 'Cluster not found.');
}
