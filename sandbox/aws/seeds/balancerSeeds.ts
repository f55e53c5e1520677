import type {
  Action,
  Certificate,
  Listener,
  ListenerAttribute,
  LoadBalancer,
  LoadBalancerAttribute,
  LoadBalancerTypeEnum,
  Rule,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { type Kind, type Making, shownInside } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';
import type { Table } from '../collections/table.ts';
import { newInterface } from './networkInterfaceSeeds.ts';

export interface ListenerSeed extends Seed<Listener> {
  /** Besides the default rule, which has the listener's default actions. */
  readonly rules?: readonly Seed<Rule>[];
  /** Besides the default certificate. */
  readonly certificates?: readonly Certificate[];
  /** Beside the default ones. */
  readonly attributes?: readonly ListenerAttribute[];
}

export interface LoadBalancerV2Seed extends Seed<LoadBalancer> {
  readonly listeners?: readonly ListenerSeed[];
  readonly attributes?: readonly LoadBalancerAttribute[];
  readonly tags?: Tags;
}

export interface ListenerRow {
  readonly listener: Listener;
  readonly rules: readonly Rule[];
  readonly certificates: readonly Certificate[];
  readonly attributes: readonly ListenerAttribute[];
}

export interface BalancerRow {
  readonly loadBalancer: LoadBalancer;
  readonly listeners: readonly ListenerRow[];
  readonly attributes: readonly LoadBalancerAttribute[];
  readonly tags: Tags;
  /** Until then its state is `provisioning`, ms since the epoch; absent: its state is as it was seeded. */
  readonly activeAt?: number;
}

interface Here {
  readonly networkInterfaces: Table<ReturnType<typeof newInterface>>;
}

export const loadBalancerV2s: Kind<'loadBalancerV2', LoadBalancerV2Seed, BalancerRow, LoadBalancer, Here> = {
  name: 'loadBalancerV2',
  noun: 'load balancer',
  make: newBalancer,
  keyOf: ({ loadBalancer }) => loadBalancer.LoadBalancerArn,
  ...shownInside<BalancerRow, 'loadBalancer'>('loadBalancer'),
  /** `moreListeners` adds to its listeners. */
  patched({ loadBalancer, ...row }, { moreListeners = [], attributes, tags, ...patch }) {
    const arn = loadBalancer.LoadBalancerArn ?? '';
    const fresh = (moreListeners as ListenerSeed[]).map((seed, index) => {
      return newListener(arn, seed, row.listeners.length + index + 1);
    });
    return {
      ...row,
      listeners: [...row.listeners, ...fresh],
      ...(attributes === undefined ? {} : { attributes: attributes as BalancerRow['attributes'] }),
      ...(tags === undefined ? {} : { tags: tags as Tags }),
      loadBalancer: { ...loadBalancer, ...patch },
    };
  },
  beside: (here, row, _seed, making) => addInterfaces(here, row, making),
  reads: { api: 'Elastic Load Balancing v2', operation: 'DescribeLoadBalancers', by: 'LoadBalancerArns' },
  deletes: { api: 'Elastic Load Balancing v2', operation: 'DeleteLoadBalancer', by: 'LoadBalancerArn' },
};

/** In ARNs: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awselasticloadbalancingv2.html */
const KINDS: Readonly<Record<LoadBalancerTypeEnum, string>> = { application: 'app', network: 'net', gateway: 'gwy' };

/** Some of the defaults in https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_LoadBalancerAttribute.html */
const ATTRIBUTES: readonly LoadBalancerAttribute[] = [
  { Key: 'deletion_protection.enabled', Value: 'false' },
  { Key: 'access_logs.s3.enabled', Value: 'false' },
  { Key: 'access_logs.s3.bucket', Value: '' },
];

export function newBalancer(
  { listeners = [], attributes = ATTRIBUTES, tags = {}, ...given }: LoadBalancerV2Seed,
  { account, region, ids, now }: Making,
): BalancerRow {
  const name = given.LoadBalancerName ?? `balancer-${ids.uuid().slice(0, 8)}`;
  const type = given.Type ?? 'application';
  const unique = ids.uuid().replaceAll('-', '').slice(0, 16);
  const prefix = `arn:${partitionOf(region)}:elasticloadbalancing:${region}:${account.id}:loadbalancer`;
  const loadBalancer: LoadBalancer = {
    LoadBalancerArn: `${prefix}/${KINDS[type]}/${name}/${unique}`,
    DNSName: `${name}-${unique}.${region}.elb.amazonaws.com`,
    CanonicalHostedZoneId: 'Z35SXDOTRQ7X7K',
    Scheme: 'internet-facing',
    VpcId: 'vpc-00000000000000001',
    State: { Code: 'active' },
    AvailabilityZones: [{ ZoneName: `${region}a`, SubnetId: 'subnet-00000000000000001' }],
    SecurityGroups: [],
    IpAddressType: 'ipv4',
    ...(given as Partial<LoadBalancer>),
    LoadBalancerName: name,
    Type: type,
    CreatedTime: asDate(given.CreatedTime, now),
  };
  const arn = loadBalancer.LoadBalancerArn ?? '';
  const rows = listeners.map((seed, index) => newListener(arn, seed, index + 1));
  return { loadBalancer, listeners: rows, attributes, tags };
}

/** Some of the defaults in https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_ListenerAttribute.html */
const LISTENER_ATTRIBUTES: Readonly<Record<string, readonly ListenerAttribute[]>> = {
  HTTP: [{ Key: 'routing.http.response.server.enabled', Value: 'true' }],
  HTTPS: [
    { Key: 'routing.http.response.server.enabled', Value: 'true' },
    { Key: 'routing.http.response.strict_transport_security.header_value', Value: '' },
  ],
  TCP: [{ Key: 'tcp.idle_timeout.seconds', Value: '350' }],
  GENEVE: [{ Key: 'tcp.idle_timeout.seconds', Value: '350' }],
};

/** @param nth makes its ARN unique */
export function newListener(
  LoadBalancerArn: string,
  { rules = [], certificates = [], attributes = [], ...given }: ListenerSeed,
  nth: number,
): ListenerRow {
  const unique = nth.toString(16).padStart(16, '0');
  const ListenerArn = `${LoadBalancerArn.replace(':loadbalancer/', ':listener/')}/${unique}`;
  const listener = { ListenerArn, LoadBalancerArn, Port: 80, Protocol: 'HTTP', ...given } as Listener;
  const ruleArn = (index: number) =>
    `${ListenerArn.replace(':listener/', ':listener-rule/')}/${index.toString(16).padStart(16, '0')}`;
  const last: Rule = {
    RuleArn: ruleArn(0),
    Priority: 'default',
    Conditions: [],
    Actions: listener.DefaultActions,
    IsDefault: true,
  };
  const own = rules.map((rule, index) => ({
    RuleArn: ruleArn(index + 1),
    Priority: String(index + 1),
    Conditions: [],
    IsDefault: false,
    ...rule,
  }));
  const keys = new Set(attributes.map(({ Key }) => Key));
  const usual = (LISTENER_ATTRIBUTES[listener.Protocol ?? ''] ?? []).filter(({ Key }) => !keys.has(Key));
  return { listener, rules: [...own, last] as Rule[], certificates, attributes: [...attributes, ...usual] };
}

/** `app/NAME/ID`, as in the description of its interfaces. */
export function pathOf(arn = ''): string {
  return arn.slice(arn.indexOf(':loadbalancer/') + ':loadbalancer/'.length);
}

/** One in each of its zones. */
export function addInterfaces(here: Here, { loadBalancer }: BalancerRow, making: Making): void {
  const { LoadBalancerArn, AvailabilityZones = [], VpcId = '', SecurityGroups = [], Type } = loadBalancer;
  for (const { SubnetId = '' } of AvailabilityZones) {
    const made = newInterface(
      {
        Description: `ELB ${pathOf(LoadBalancerArn)}`,
        RequesterManaged: true,
        RequesterId: Type === 'application' ? 'amazon-elb' : 'amazon-aws',
        InterfaceType: Type === 'network' ? 'network_load_balancer' : 'interface',
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

/** The ARNs of all target groups that these actions forward to. */
export function forwardedTo(actions: readonly Action[] = []): readonly string[] {
  return actions.flatMap(({ TargetGroupArn, ForwardConfig }) => [
    ...(TargetGroupArn ? [TargetGroupArn] : []),
    ...(ForwardConfig?.TargetGroups ?? []).flatMap((one) => one.TargetGroupArn ?? []),
  ]);
}
