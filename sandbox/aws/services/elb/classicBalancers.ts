import { defined } from '../../collections/defined.ts';
import { AwsError } from '../../collections/errors.ts';
import {
  addInterfaces,
  descriptionOfInterface,
  type LoadBalancerSeed,
  newClassic,
} from '../../seeds/loadBalancerSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection } from '../../store/listing.ts';
import { type ClassicHandlers, noClassic, shownClassic } from './classicCommon.ts';
import { invalid, listing, withTags } from './common.ts';

/** "alphanumeric characters and hyphens", "can't start or end with a hyphen", at most 32: API_CreateLoadBalancer. */
const NAME = /^(?!-)[A-Za-z0-9-]{1,32}(?<!-)$/;

/** AWS publishes no figure; operators report minutes, as for application load balancers. */
const LINGER_MS = 5 * 60_000;

export const classicBalancers: ClassicHandlers = {
  /**
   * Without subnets it has no network interface: the sandbox knows no default VPC.
   * https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_CreateLoadBalancer.html
   */
  CreateLoadBalancer({ LoadBalancerName: name = '', Listeners = [], Tags, ...given }, call) {
    const { here } = call;
    const { AvailabilityZones, Subnets = [], SecurityGroups, Scheme } = given;
    if (!NAME.test(name)) throw invalid(`${name} is not a name of a load balancer`);
    if (Listeners.length === 0) throw invalid('Listeners must have at least one');
    // "You must specify either subnets or Availability Zones": AvailabilityZones.N
    if (!AvailabilityZones?.length && Subnets.length === 0) {
      throw invalid('Either AvailabilityZones or SubnetIds must be specified');
    }
    if (here.loadBalancers.get(name)) {
      throw new AwsError('DuplicateLoadBalancerName', `A load balancer cannot be created with the name ${name}`);
    }
    const ListenerDescriptions = Listeners.map((Listener) => ({ Listener, PolicyNames: [] }));
    const settings = defined({ AvailabilityZones, SecurityGroups, Scheme }) as LoadBalancerSeed;
    const row = newClassic(
      { ...settings, LoadBalancerName: name, ListenerDescriptions, Subnets, tags: withTags({}, Tags) },
      call,
    );
    here.loadBalancers.put(name, row);
    addInterfaces(here, row, call);
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
      named: { by: 'LoadBalancerNames', notFound: ([name]) => noClassic(name) },
    },
  ),

  /**
   * "If the load balancer does not exist or has already been deleted, the call to DeleteLoadBalancer still succeeds."
   * It has no deletion protection, and neither instances nor an Auto Scaling group stop it.
   * https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_DeleteLoadBalancer.html
   */
  DeleteLoadBalancer({ LoadBalancerName: name = '' }, { here, now, store }) {
    if (!here.loadBalancers.get(name)) return {};
    here.loadBalancers.remove(name);
    for (const { NetworkInterfaceId = '', Description } of here.networkInterfaces.values()) {
      if (Description !== descriptionOfInterface(name)) continue;
      here.interfacesUntil.set(NetworkInterfaceId, now.getTime() + (store.interfacesLingerMs ?? LINGER_MS));
    }
    return {};
  },

  /** https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_DescribeLoadBalancerAttributes.html */
  DescribeLoadBalancerAttributes: ({ LoadBalancerName: name }, call) => ({
    LoadBalancerAttributes: shownClassic(name, call).attributes,
  }),

  /**
   * "If you specify a load balancer name, the action returns the descriptions of all policies created for the load
   * balancer": https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_DescribeLoadBalancerPolicies.html
   */
  DescribeLoadBalancerPolicies: ({ LoadBalancerName: name }, call) => ({
    PolicyDescriptions: [...shownClassic(name, call).policies],
  }),
};
