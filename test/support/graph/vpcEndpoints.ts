/** VPC endpoints as graphs of their users; the verdicts follow from the construction. */
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { NAMING, NOT_NAMING } from './namedAddresses.ts';
import { OWN } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];

const METRIC_DAY = 86_400_000;
const SERVICE = `com.amazonaws.${OWN.region}.sts`;
/** Each is alone in its VPC: an interface there concerns no other. */
const vpcOf = (id: string) => id.replace('vpce-', 'vpc-');

const traffic =
  (name: string, daysAgo: number, value: number, { more = '', type = 'Interface' } = {}) =>
  ({ control, at, id }: Launching) => {
    const dimensions = {
      'Endpoint Type': type,
      'Service Name': SERVICE,
      'VPC Endpoint Id': `${id}${more}`,
      'VPC Id': vpcOf(id),
    };
    const isSame = (one: { name: string; dimensions: object }) =>
      one.name === name && JSON.stringify(one.dimensions) === JSON.stringify(dimensions);
    // Several users may be values of one metric, and a seed replaces the one before.
    const known = control.state(at).metrics.find(isSame)?.points ?? [];
    const points = [...known, { at: new Date(Date.now() - daysAgo * METRIC_DAY).toISOString(), value }];
    control.addMetrics(at, [{ namespace: 'AWS/PrivateLinkEndpoints', name, dimensions, points }]);
  };

const routed = ({ control, at, id }: Launching, more = '') =>
  control.addRouteTables(at, [
    { Routes: [{ DestinationCidrBlock: '10.9.0.0/16', GatewayId: `${id}${more}`, State: 'active' }] },
  ]);

/** @param to what the default route of its subnet leads to; absent: there is none */
const inside =
  (seed: object, to?: object) =>
  ({ control, at, id, user }: Launching) => {
    const [VpcId, SubnetId] = [vpcOf(id), `subnet-${user}-${id.slice(-6)}`];
    control.addNetworkInterfaces(at, [{ VpcId, SubnetId, Status: 'in-use', ...seed }]);
    if (to === NAT) control.addNatGateways(at, [{ NatGatewayId: NAT.NatGatewayId, VpcId }]);
    const Routes = to && [{ DestinationCidrBlock: '0.0.0.0/0', State: 'active' as const, ...to }];
    control.addRouteTables(at, [{ VpcId, Associations: [{ SubnetId }], ...(Routes && { Routes }) }]);
  };

const policied =
  (TypeName: string, PolicyDocument: (id: string) => unknown) =>
  ({ control, at, id, user }: Launching) =>
    control.addCloudResources(at, [{ TypeName, Identifier: user, Properties: { PolicyDocument: PolicyDocument(id) } }]);
const unless = (id: string) => ({
  Statement: [{ Effect: 'Deny', Action: 's3:*', Condition: { StringNotEquals: { 'aws:SourceVpce': [id] } } }],
});

const recorded = ({ control, at, id, user }: Launching) => {
  const DNSName = `${id}-abcdefgh.sts.${OWN.region}.vpce.amazonaws.com.`;
  const AliasTarget = { DNSName, HostedZoneId: 'Z7HUB22UULQXV', EvaluateTargetHealth: false };
  const records = [{ Name: `sts.${user}.example.`, Type: 'A' as const, AliasTarget }];
  control.addHostedZones(at, [{ Name: `${user}.example.`, isPrivate: true, records }]);
};

const answered =
  (toValue: (address: string) => string, Type: 'A' | 'AAAA' | 'CNAME' = 'A') =>
  ({ control, at, name, user }: Launching) => {
    const records = [{ Name: `sts.${user}.example.`, Type, TTL: 60, ResourceRecords: [{ Value: toValue(name) }] }];
    control.addHostedZones(at, [{ Name: `${user}.example.`, records }]);
  };
const lastOf = (address: string) => address.split('.').at(-1);
const secondOf = (address: string) => `10.22.0.${lastOf(address)}`;
const sixOf = (address: string) => `fd00::${lastOf(address)}`;
const interfaceOf = (id: string) => id.replace('vpce-', 'eni-');

const mirrored = ({ control, at, id, user }: Launching, more = '') =>
  control.addCloudResources(at, [
    {
      TypeName: 'AWS::IAM::ManagedPolicy',
      Identifier: user,
      Properties: { PolicyDocument: { Statement: [{ Resource: `*/${interfaceOf(id)}${more}` }] } },
    },
  ]);

const NAT = { NatGatewayId: 'nat-00000000000000001' };

const USED: readonly Row[] = [
  ['bytes today', traffic('BytesProcessed', 0, 1)],
  ['connections ten days ago', traffic('NewConnections', 10, 4)],
  ['dropped packets thirty days ago', traffic('PacketsDropped', 30, 1)],
  ['bytes under another type', traffic('BytesProcessed', 3, 9, { type: 'Interface endpoint' })],
  ['route', (s) => routed(s)],
  ['route of another account', (s) => routed({ ...s, at: s.elsewhere })],
  ['notification', ({ control, at, id: VpcEndpointId }) => control.addEndpointNotifications(at, [{ VpcEndpointId }])],
  [
    'private API',
    ({ control, at, id }) =>
      control.addRestApis(at, [{ endpointConfiguration: { types: ['PRIVATE'], vpcEndpointIds: [id] } }]),
  ],
  ['policy of a bucket', policied('AWS::S3::BucketPolicy', unless)],
  ['policy of IAM', policied('AWS::IAM::ManagedPolicy', (id) => JSON.stringify(unless(id)))],
  ['record', recorded],
  ['record of an address of its', answered((address) => address)],
  ['record of another account', (s) => answered((address) => address)({ ...s, at: s.elsewhere })],
  ['record of its second address', answered(secondOf)],
  ['record of its address of IPv6', answered((address) => sixOf(address).replace('::', ':0::').toUpperCase(), 'AAAA')],
  ['record of the host name of its address', answered((one) => `ip-${one.replaceAll('.', '-')}.ec2.internal`, 'CNAME')],
  ['policy about its interface', mirrored],
  ...NAMING,
  ['an instance without another way', inside({})],
  ['an instance of another account', (s) => inside({})({ ...s, at: s.elsewhere })],
  ['a private address behind an internet gateway', inside({}, { GatewayId: 'igw-00000000000000001' })],
  ['a way that leads nowhere', inside({}, { ...NAT, State: 'blackhole' })],
  ['a function without another way', inside({ InterfaceType: 'lambda', RequesterManaged: true })],
];

const UNUSED: readonly Row[] = [
  ['bytes fifty days ago', traffic('BytesProcessed', 50, 9)],
  ['bytes of another endpoint', traffic('BytesProcessed', 1, 9, { more: 'f' })],
  ['record of an address that begins like its', answered((address) => `${address}0`)],
  ['policy about another interface', (s) => mirrored(s, '0')],
  ...NOT_NAMING,
  ['route to another', (s) => routed(s, '0')],
  ['policy about another', policied('AWS::S3::BucketPolicy', (id) => unless(`${id}0`))],
  ['an instance behind a NAT gateway', inside({}, NAT)],
  [
    'a public address behind an internet gateway',
    inside({ Association: { PublicIp: '203.0.113.9' } }, { GatewayId: 'igw-00000000000000001' }),
  ],
  ['an interface of nothing', inside({ Status: 'available' })],
  ['an interface of an endpoint', inside({ InterfaceType: 'vpc_endpoint', RequesterManaged: true })],
];

export const ENDPOINT_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  requesterManaged: { RequesterManaged: true },
  pending: { State: 'pendingAcceptance' },
  gateway: { VpcEndpointType: 'Gateway' },
  shared: { OwnerId: '999999999999' },
  young: {},
} as const;

export const vpcEndpoints = launchedKind<Exclude<keyof typeof PROPERTIES, 'plain'>>({
  type: 'vpcEndpoint',
  kept: ['tagged', 'managed', 'requesterManaged', 'pending', 'gateway', 'shared', 'young'],
  users: ENDPOINT_USERS,
  launched: (index) => ({ id: `vpce-0${String(index + 1).padStart(16, '0')}`, name: `10.21.0.${index + 10}` }),
  add(control, { id: VpcEndpointId, name: PrivateIpAddress }, is, CreationTimestamp) {
    const [VpcId, NetworkInterfaceId] = [vpcOf(VpcEndpointId), interfaceOf(VpcEndpointId)];
    const addresses = {
      PrivateIpAddress,
      PrivateIpAddresses: [PrivateIpAddress, secondOf(PrivateIpAddress)].map((one) => ({ PrivateIpAddress: one })),
      Ipv6Addresses: [{ Ipv6Address: sixOf(PrivateIpAddress) }],
    };
    const InterfaceType = 'vpc_endpoint';
    control.addNetworkInterfaces(OWN, [{ NetworkInterfaceId, VpcId, Status: 'in-use', InterfaceType, ...addresses }]);
    const seed = { VpcEndpointId, VpcId, ServiceName: SERVICE, CreationTimestamp };
    control.addVpcEndpoints(OWN, [
      { ...seed, NetworkInterfaceIds: [NetworkInterfaceId], ...(PROPERTIES[is] as object) },
    ]);
  },
});
