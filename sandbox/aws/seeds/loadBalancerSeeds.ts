import type {
  InstanceState,
  LoadBalancerAttributes,
  LoadBalancerDescription,
  PolicyDescription,
} from '@aws-sdk/client-elastic-load-balancing';
import { type Kind, type Making, shownInside } from '../collections/kind.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';
import type { Table } from '../collections/table.ts';
import { newInterface } from './networkInterfaceSeeds.ts';

export interface LoadBalancerSeed extends Seed<LoadBalancerDescription> {
  /** The registered instances, with their health. */
  readonly states?: readonly InstanceState[];
  readonly attributes?: LoadBalancerAttributes;
  /** Also those that no listener names. */
  readonly policies?: readonly PolicyDescription[];
  readonly tags?: Tags;
}

export interface ClassicRow {
  readonly loadBalancer: LoadBalancerDescription;
  readonly states: readonly InstanceState[];
  readonly attributes: LoadBalancerAttributes;
  readonly policies: readonly PolicyDescription[];
  readonly tags: Tags;
}

interface Here {
  readonly networkInterfaces: Table<ReturnType<typeof newInterface>>;
}

/** Classic load balancers, by name. */
export const loadBalancers: Kind<'loadBalancer', LoadBalancerSeed, ClassicRow, LoadBalancerDescription, Here> = {
  name: 'loadBalancer',
  noun: 'classic load balancer',
  make: newClassic,
  keyOf: ({ loadBalancer }) => loadBalancer.LoadBalancerName,
  ...shownInside<ClassicRow, 'loadBalancer'>('loadBalancer'),
  /** `states` registers its instances anew. */
  patched({ loadBalancer, ...row }, { states, ...patch }) {
    const registered = states as ClassicRow['states'] | undefined;
    return {
      ...row,
      ...(registered && { states: registered }),
      loadBalancer: { ...loadBalancer, ...(registered && { Instances: instancesOf(registered) }), ...patch },
    };
  },
  beside: (here, row, _seed, making) => addInterfaces(here, row, making),
  reads: { api: 'Elastic Load Balancing', operation: 'DescribeLoadBalancers', by: 'LoadBalancerNames' },
  deletes: { api: 'Elastic Load Balancing', operation: 'DeleteLoadBalancer', by: 'LoadBalancerName' },
};

/** https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_LoadBalancerAttributes.html */
const ATTRIBUTES: LoadBalancerAttributes = {
  CrossZoneLoadBalancing: { Enabled: false },
  AccessLog: { Enabled: false },
  ConnectionDraining: { Enabled: false, Timeout: 300 },
  ConnectionSettings: { IdleTimeout: 60 },
};

export function newClassic(
  { states = [], attributes = ATTRIBUTES, policies = [], tags = {}, ...given }: LoadBalancerSeed,
  { region, ids, now }: Making,
): ClassicRow {
  const name = given.LoadBalancerName ?? `classic-${ids.uuid().slice(0, 8)}`;
  // A later one of the same name has another number.
  const DNSName = `${name}-${Number.parseInt(ids.uuid().slice(0, 8), 16)}.${region}.elb.amazonaws.com`;
  const loadBalancer: LoadBalancerDescription = {
    DNSName,
    CanonicalHostedZoneName: DNSName,
    CanonicalHostedZoneNameID: 'Z35SXDOTRQ7X7K',
    ListenerDescriptions: [],
    Policies: { AppCookieStickinessPolicies: [], LBCookieStickinessPolicies: [], OtherPolicies: [] },
    BackendServerDescriptions: [],
    AvailabilityZones: [`${region}a`],
    Subnets: ['subnet-00000000000000001'],
    VPCId: 'vpc-00000000000000001',
    Instances: instancesOf(states),
    HealthCheck: { Target: 'TCP:80', Interval: 30, Timeout: 5, UnhealthyThreshold: 2, HealthyThreshold: 10 },
    SecurityGroups: [],
    Scheme: 'internet-facing',
    ...(given as Partial<LoadBalancerDescription>),
    LoadBalancerName: name,
    CreatedTime: asDate(given.CreatedTime, now),
  };
  return { loadBalancer, states, attributes, policies, tags };
}

function instancesOf(states: readonly InstanceState[]) {
  return states.map(({ InstanceId }) => ({ InstanceId }));
}

/** "ELB NAME": https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-security-groups.html */
export function descriptionOfInterface(name: string | undefined): string {
  return `ELB ${name}`;
}

/** One in each of its subnets. */
export function addInterfaces(here: Here, { loadBalancer }: ClassicRow, making: Making): void {
  const { LoadBalancerName, Subnets = [], VPCId: VpcId = '', SecurityGroups = [] } = loadBalancer;
  for (const SubnetId of Subnets) {
    const made = newInterface(
      {
        Description: descriptionOfInterface(LoadBalancerName),
        RequesterManaged: true,
        RequesterId: 'amazon-elb',
        Groups: SecurityGroups.map((GroupId) => ({ GroupId })),
        SubnetId,
        VpcId,
        Attachment: { InstanceOwnerId: 'amazon-elb', Status: 'attached', DeleteOnTermination: false },
      },
      making,
    );
    here.networkInterfaces.putNow(made.NetworkInterfaceId ?? '', made);
  }
}
