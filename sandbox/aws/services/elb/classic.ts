import * as module from '@aws-sdk/client-elastic-load-balancing';
import { defined } from '../../collections/defined.ts';
import { AwsError } from '../../collections/errors.ts';
import { type ClassicRow, newClassic } from '../../seeds/loadBalancerSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection } from '../../store/listing.ts';
import { type Service, service } from '../../wire/service.ts';
import { listing } from './common.ts';

/** "alphanumeric characters and hyphens", "can't start or end with a hyphen", at most 32: API_CreateLoadBalancer. */
const NAME = /^(?!-)[A-Za-z0-9-]{1,32}(?<!-)$/;

/** Classic load balancers: the API of 2012. */
export function elb(): Service {
  return service(
    module,
    module.ElasticLoadBalancingClient,
  )({
    /** https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_CreateLoadBalancer.html */
    CreateLoadBalancer({ LoadBalancerName: name = '', Listeners, AvailabilityZones, Subnets, SecurityGroups }, call) {
      const { here } = call;
      if (!NAME.test(name)) throw new AwsError('ValidationError', `${name} is not a name of a load balancer`);
      if (!Listeners?.length) throw new AwsError('ValidationError', 'Listeners must have at least one');
      // "You must specify either subnets or Availability Zones": AvailabilityZones.N
      if (!AvailabilityZones?.length && !Subnets?.length) {
        throw new AwsError('ValidationError', 'Either AvailabilityZones or SubnetIds must be specified');
      }
      if (here.loadBalancers.get(name)) {
        throw new AwsError('DuplicateLoadBalancerName', `A load balancer cannot be created with the name ${name}`);
      }
      const row = newClassic({ LoadBalancerName: name, ...defined({ SecurityGroups }) }, call);
      here.loadBalancers.put(name, row);
      return { DNSName: row.loadBalancer.DNSName };
    },

    /** https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_DescribeLoadBalancers.html */
    DescribeLoadBalancers: listing(
      collection(
        (call: Call) => call.here.loadBalancers,
        ({ loadBalancer }) => loadBalancer,
      ),
      {
        answer: 'LoadBalancerDescriptions',
        named: { by: 'LoadBalancerNames', notFound: ([name]) => notFound(name) },
      },
    ),

    /**
     * In service at once.
     * https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_RegisterInstancesWithLoadBalancer.html
     */
    RegisterInstancesWithLoadBalancer({ LoadBalancerName: name = '', Instances = [] }, { here }) {
      const found = existing(here.loadBalancers.get(name), name);
      const fresh = Instances.flatMap(({ InstanceId = '' }) => {
        if (!here.instances.get(InstanceId))
          throw new AwsError('InvalidInstance', `Could not find EC2 instance ${InstanceId}.`);
        const isKnown = found.states.some((state) => state.InstanceId === InstanceId);
        return isKnown ? [] : [{ InstanceId, State: 'InService', ReasonCode: 'N/A', Description: 'N/A' }];
      });
      const states = [...found.states, ...fresh];
      const registered = states.map(({ InstanceId }) => ({ InstanceId }));
      const loadBalancer = { ...found.loadBalancer, Instances: registered };
      here.loadBalancers.put(name, { loadBalancer, states });
      return { Instances: registered };
    },

    /**
     * All registered instances unless some are named: "their state is returned even if they are no longer registered".
     * https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_DescribeInstanceHealth.html
     */
    DescribeInstanceHealth({ LoadBalancerName: name, Instances = [] }, { here }) {
      const found = existing(here.loadBalancers.view().find(({ key }) => key === name)?.value, name);
      if (Instances.length === 0) return { InstanceStates: [...found.states] };
      return {
        InstanceStates: Instances.map(
          ({ InstanceId }) =>
            found.states.find((state) => state.InstanceId === InstanceId) ?? notRegistered(InstanceId),
        ),
      };
    },
  });
}

function existing(row: ClassicRow | undefined, name: string | undefined): ClassicRow {
  if (!row) throw notFound(name);
  return row;
}

function notFound(name: string | undefined): AwsError {
  return new AwsError('LoadBalancerNotFound', `There is no ACTIVE Load Balancer named '${name}'`);
}

function notRegistered(InstanceId: string | undefined) {
  return {
    InstanceId,
    State: 'OutOfService',
    ReasonCode: 'Instance',
    Description: 'Instance is not currently registered with the LoadBalancer.',
  };
}
