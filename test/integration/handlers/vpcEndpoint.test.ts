/** VPC endpoints: traffic by four dimensions, who has no other way, refusals in a good answer, and the way back. */
import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { endpointInterfaces } from '../../../src/handlers/aws/evidence/network/endpointInterfaces.ts';
import { endpointIsolation } from '../../../src/handlers/aws/evidence/network/endpointIsolation.ts';
import { endpointSeries, endpointTraffic } from '../../../src/handlers/aws/evidence/network/endpointTraffic.ts';
import { vpcEndpoint } from '../../../src/handlers/aws/types/vpcEndpoint/handler.ts';
import { awsForEach, collect, HERE, openGate, REGION, scopeOf } from './fixture.ts';

const DAY = 86_400_000;
const HOME = { account: 'test', location: REGION };
const ID = 'vpce-0123456789abcdef0';
const VPC = 'vpc-0aaaaaaaaaaaaaaaa';
const STS = `com.amazonaws.${REGION}.sts`;

const aws = awsForEach();

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY);
const parameters = (more: object = {}) => vpcEndpoint.parameters.parse(more);
const open = (more: object = {}) => vpcEndpoint.open(scopeOf(parameters()), aws.io({ permit: openGate(), ...more }));
const add = (seed: object = {}) =>
  aws.control.addVpcEndpoints(HERE, [{ VpcEndpointId: ID, VpcId: VPC, CreationTimestamp: at(100), ...seed }]);
const says = (found: readonly Finding[]) => found.map(({ says: said, by }) => `${said}: ${by}`);

function bytes(daysAgo: number, change: Readonly<Record<string, string>> = {}, without?: string) {
  const all: Record<string, string> = {
    'Endpoint Type': 'Interface',
    'Service Name': STS,
    'VPC Endpoint Id': ID,
    'VPC Id': VPC,
    ...change,
  };
  const dimensions = Object.fromEntries(Object.entries(all).filter(([name]) => name !== without));
  const points = [{ at: at(daysAgo).toISOString(), value: 7 }];
  aws.control.addMetrics(HERE, [{ namespace: 'AWS/PrivateLinkEndpoints', name: 'BytesProcessed', dimensions, points }]);
}

async function read(source: typeof endpointSeries): Promise<readonly string[]> {
  const candidates = await collect(open().list());
  return says(await source.read(HOME, scopeOf(parameters()), candidates, aws.io()));
}

test('Law 1 A25 an interface leads to its addresses; one without any is unknown, and that of an instance is none', async () => {
  const [NetworkInterfaceId, PrivateIpAddress] = ['eni-0123456789abcdef0', '10.7.0.20'];
  const seed = { NetworkInterfaceId, PrivateIpAddress, Ipv6Addresses: [{ Ipv6Address: 'FD00:0::7' }] };
  const bare = { PrivateIpAddress: '', PrivateIpAddresses: [], Ipv6Addresses: [] };
  aws.control.addNetworkInterfaces(HERE, [
    seed,
    { ...bare, NetworkInterfaceId: 'eni-0aaaaaaaaaaaaaaaa' },
    { NetworkInterfaceId: 'eni-0bbbbbbbbbbbbbbbb', Attachment: { InstanceId: 'i-0123456789abcdef0' } },
  ]);
  const found = await endpointInterfaces.read(HOME, scopeOf(parameters()), [], aws.io());
  expect(found.map(({ alias, says: said, to }) => [alias, said, to])).toEqual([
    [NetworkInterfaceId, 'leadsTo', [PrivateIpAddress, 'fd00::7']],
    ['eni-0aaaaaaaaaaaaaaaa', 'unknown', undefined],
  ]);
});

describe('its traffic', () => {
  test('A25 the bytes of one day are its last use, by all four dimensions', async () => {
    add();
    bytes(40);
    expect(await read(endpointTraffic)).toEqual([
      expect.stringMatching(/^lastUsed: traffic on .*: 7 bytes \(BytesProcessed in CloudWatch\)$/),
    ]);
  });

  test.each([
    ['of a gateway load balancer', { VpcEndpointType: 'GatewayLoadBalancer' }, []],
    ['whose service says its region by its name alone', { ServiceRegion: '' }, []],
    ['to a service of another region', { ServiceRegion: 'eu-west-1' }, ['unknown']],
    ['to one without a region anywhere', { ServiceRegion: '', ServiceName: 'com.amazonaws.iam' }, ['unknown']],
    ['without its VPC', { VpcId: '' }, ['unknown']],
    ['without the name of its service', { ServiceName: '' }, ['unknown']],
    ['of a type of a later version', { VpcEndpointType: 'Tunnel' }, ['unknown']],
  ])('Law 1 A25 silence of one %s', async (_what, seed, expected) => {
    add(seed);
    expect((await read(endpointTraffic)).map((one) => one.split(':')[0])).toEqual(expected);
  });

  test.each([
    ['with another spelling', { 'Endpoint Type': 'Interface endpoint' }, undefined, 1],
    ['with fewer dimensions', {}, 'VPC Id', 1],
    ['with one dimension more', { 'Availability Zone': `${REGION}a` }, undefined, 1],
    ['of one subnet, which the whole has too', { 'Subnet Id': 'subnet-1' }, undefined, 0],
    ['as they are asked for', {}, undefined, 0],
    ['of another endpoint', { 'VPC Endpoint Id': 'vpce-0aaaaaaaaaaaaaaaa', 'VPC Id': 'x' }, undefined, 0],
  ])('A25 a metric that CloudWatch lists %s', async (_what, change, without, users) => {
    add();
    bytes(3, change, without);
    expect(await read(endpointSeries)).toHaveLength(users);
  });
});

describe('who has no other way', () => {
  async function found(despiteIsolation = false) {
    const scope = scopeOf(parameters({ despiteIsolation }));
    return endpointIsolation.read(HOME, scope, [], aws.io());
  }
  /** The names that its endpoint carries, and what was found about them. */
  async function uses(seed: object, despiteIsolation?: boolean) {
    add(seed);
    const [{ aliases } = { aliases: [] as readonly string[] }] = await collect(open().list());
    return says((await found(despiteIsolation)).filter(({ alias }) => aliases.flat().includes(alias)));
  }
  const inside = (to?: object, seed: object = {}) => {
    aws.control.addNetworkInterfaces(HERE, [
      { NetworkInterfaceId: 'eni-00000000000000001', VpcId: VPC, SubnetId: 'subnet-1', Status: 'in-use', ...seed },
    ]);
    const Routes = to === undefined ? [] : [{ DestinationCidrBlock: '0.0.0.0/0', State: 'active' as const, ...to }];
    aws.control.addNatGateways(HERE, [
      { NatGatewayId: 'nat-1' },
      { NatGatewayId: 'nat-7', ConnectivityType: 'private' },
    ]);
    aws.control.addRouteTables(HERE, [{ VpcId: VPC, Associations: [{ Main: true }], Routes }]);
  };
  const aliasesOf = async () => (await collect(open().list())).flat();

  test('A25 an interface in an isolated subnet is a use; with `despiteIsolation` it is told, and no use', async () => {
    inside();
    expect(await uses({})).toEqual(['used: interface eni-00000000000000001 in subnet-1 has no other way to it']);
    expect((await found(true)).map(({ says: said }) => said)).toEqual(['quiet', 'quiet']);
    const variants = [true, false].map((despiteIsolation) =>
      endpointIsolation.variant?.(scopeOf(parameters({ despiteIsolation }))),
    );
    expect(new Set(variants).size).toBe(2);
    expect(await aliasesOf()).toHaveLength(1);
  });

  test.each([
    ['behind a NAT gateway', { NatGatewayId: 'nat-1' }, {}, 0],
    ['behind a transit gateway', { TransitGatewayId: 'tgw-1' }, {}, 0],
    ['behind a private NAT gateway, which reaches no service', { NatGatewayId: 'nat-7' }, {}, 1],
    ['behind a NAT gateway that nobody is shown', { NatGatewayId: 'nat-9' }, {}, 1],
    ['behind a NAT gateway that is gone', { NatGatewayId: 'nat-1', State: 'blackhole' }, {}, 1],
    ['with a route to its own network alone', { GatewayId: 'local' }, {}, 1],
    ['private, behind an internet gateway', { GatewayId: 'igw-1' }, {}, 1],
    ['that nothing uses', undefined, { Status: 'available' }, 0],
    ['of a status of a later version', undefined, { Status: 'resting' }, 1],
    ['in another VPC', undefined, { VpcId: 'vpc-0bbbbbbbbbbbbbbbb' }, 0],
  ])('A25 an interface %s', async (_what, to, seed, users) => {
    inside(to, seed);
    expect(await uses({})).toHaveLength(users);
  });

  const [OUT, IN] = ['0.0.0.0/0', '10.0.0.0/16'].map((CidrIp) => ({ IpRanges: [{ CidrIp }] }));
  const tcp = (FromPort: number, to: object, ToPort = FromPort) => ({ IpProtocol: 'tcp', FromPort, ToPort, ...to });
  const TO_GROUP = { UserIdGroupPairs: [{ GroupId: 'sg-0eeeeeeeeeeeeeeee' }] };

  test.each<readonly [string, readonly (readonly object[])[], number]>([
    ['everything out everywhere', [[{ IpProtocol: '-1', ...OUT }]], 0],
    ['HTTPS out everywhere, and a database in the VPC', [[tcp(443, OUT ?? {}), tcp(5432, TO_GROUP)]], 0],
    ['HTTPS out everywhere by the number of TCP', [[{ ...tcp(443, OUT ?? {}), IpProtocol: '6' }]], 0],
    ['nothing out', [[]], 0],
    ['HTTPS out to the VPC', [[tcp(443, IN ?? {})]], 1],
    ['everything out to a group', [[{ IpProtocol: '-1', ...TO_GROUP }]], 1],
    ['HTTPS out to a prefix list', [[tcp(443, { PrefixListIds: [{ PrefixListId: 'pl-1' }] })]], 1],
    ['UDP alone out everywhere', [[{ IpProtocol: 'udp', FromPort: 0, ToPort: 65_535, ...OUT }]], 1],
    ['other ports out everywhere', [[tcp(444, OUT ?? {}, 9999)]], 1],
    ['HTTPS out everywhere, and mail to the VPC', [[tcp(443, OUT ?? {}), tcp(587, IN ?? {})]], 1],
    ['HTTPS out to the VPC by one, everywhere by the other', [[tcp(443, IN ?? {})], [tcp(443, OUT ?? {})]], 0],
  ])('A200 an interface behind a NAT gateway whose groups let %s', async (_what, groups, users) => {
    const all = groups.map((IpPermissionsEgress, at) => ({ GroupId: `sg-${at}`, VpcId: VPC, IpPermissionsEgress }));
    aws.control.addSecurityGroups(HERE, all as never);
    inside({ NatGatewayId: 'nat-1' }, { Groups: all.map(({ GroupId }) => ({ GroupId })) });
    expect((await uses({})).filter((one) => one.startsWith('used'))).toHaveLength(users);
  });

  test('Law 1 A200 a group that is not shown is no way out', async () => {
    inside({ NatGatewayId: 'nat-1' }, { Groups: [{ GroupId: 'sg-of-another-account' }] });
    expect(await uses({})).toHaveLength(1);
  });

  const rule = (RuleNumber: number, RuleAction: string, more: object = {}) => ({
    ...{ RuleNumber, RuleAction, Egress: true, Protocol: '6', PortRange: { From: 443, To: 443 } },
    ...{ CidrBlock: '0.0.0.0/0', ...more },
  });
  const ANSWERS = rule(100, 'allow', { Egress: false, PortRange: { From: 1024, To: 65_535 } });

  test.each<readonly [string, readonly object[], number]>([
    ['lets HTTPS out and its answers in', [rule(100, 'allow'), rule(32_767, 'deny', { Protocol: '-1' }), ANSWERS], 0],
    ['denies part of the addresses', [rule(50, 'deny', { CidrBlock: '192.0.2.0/24' }), rule(100, 'allow'), ANSWERS], 0],
    ['lets HTTPS out to the VPC', [rule(100, 'allow', { CidrBlock: '10.0.0.0/16' }), ANSWERS], 1],
    ['denies it first', [rule(100, 'allow'), rule(90, 'deny', { Protocol: '-1' }), ANSWERS], 1],
    ['lets no answer in', [rule(100, 'allow')], 1],
    [
      'lets HTTPS out everywhere and mail to the VPC',
      [
        rule(100, 'allow'),
        rule(110, 'allow', { CidrBlock: '10.0.0.0/16', PortRange: { From: 587, To: 587 } }),
        ANSWERS,
      ],
      1,
    ],
  ])(
    'A200 an interface behind a NAT gateway in a subnet whose network access list %s',
    async (_what, Entries, users) => {
      const item = { NetworkAclId: 'acl-7', VpcId: VPC, Associations: [{ SubnetId: 'subnet-1' }], Entries };
      aws.control.addAnswers(HERE, [{ operation: 'DescribeNetworkAcls', item }]);
      inside({ NatGatewayId: 'nat-1' });
      expect(await uses({})).toHaveLength(users);
    },
  );

  test('A200 the endpoint leads to each group that lets nothing else out, and to the subnets where the default group is one', async () => {
    const IpPermissionsEgress = [tcp(443, IN ?? {})];
    aws.control.addSecurityGroups(HERE, [
      { GroupId: 'sg-1', GroupName: 'sandbox', VpcId: VPC, IpPermissionsEgress },
      { GroupId: 'sg-2', GroupName: 'open', VpcId: VPC },
      { GroupId: 'sg-3', GroupName: 'elsewhere', VpcId: 'vpc-0bbbbbbbbbbbbbbbb', IpPermissionsEgress },
    ]);
    aws.control.addSubnets(HERE, [{ VpcId: VPC, SubnetId: 'subnet-1' }]);
    inside({ NatGatewayId: 'nat-1' }, { Status: 'available' });
    const ofGroup = (id: string) => `leadsTo: security group ${id}, which lets nothing out to it another way`;
    expect(await uses({})).toEqual([ofGroup('sg-1')]);
    aws.control.addSecurityGroups(HERE, [{ GroupId: 'sg-4', GroupName: 'default', VpcId: VPC, IpPermissionsEgress }]);
    const ofSubnet = 'leadsTo: subnet subnet-1, which has no other way to it';
    expect((await uses({})).toSorted()).toEqual([ofGroup('sg-1'), ofGroup('sg-4'), ofSubnet]);
  });

  test('A25 a NAT gateway is no way to the private name of a service of another account', async () => {
    inside({ NatGatewayId: 'nat-1' });
    expect(await uses({ ServiceName: `com.amazonaws.vpce.${REGION}.vpce-svc-0123456789abcdef0` })).toHaveLength(1);
  });

  test.each([
    ['no route', undefined, 'subnet-1, which has no other way to it'],
    ['an internet gateway', { GatewayId: 'igw-1' }, 'subnet-1, which has no other way to it without a public address'],
    [
      'an internet gateway that is gone',
      { GatewayId: 'igw-1', State: 'blackhole' },
      'subnet-1, which has no other way to it',
    ],
    ['a NAT gateway', { NatGatewayId: 'nat-1' }, undefined],
  ])('A179 from a subnet with %s', async (_what, to, way) => {
    inside(to, { Status: 'available' });
    aws.control.addSubnets(HERE, [{ VpcId: VPC, SubnetId: 'subnet-1', MapPublicIpOnLaunch: true }]);
    expect(await uses({})).toEqual(way === undefined ? [] : [expect.stringMatching(new RegExp(`${way}$`))]);
  });

  test('A25 without private DNS nobody calls it by the usual name', async () => {
    inside();
    expect(await uses({ PrivateDnsEnabled: false })).toEqual([]);
  });
});

describe('the deletion', () => {
  const remove = async () => {
    const session = open();
    const read1 = (await session.get([ID])).get(ID);
    if (read1?.kind !== 'found') throw new Error(`${ID} is not found`);
    const stored = { id: ID, definition: JSON.parse(JSON.stringify(vpcEndpoint.definition(read1.resource))) };
    return { outcome: (await session.delete([read1.resource])).get(ID), stored: stored as StoredDefinition };
  };

  test('A25 a refusal in an answer with the status 200 is a refusal, in the words of AWS', async () => {
    add({ RequesterManaged: true });
    expect((await remove()).outcome).toEqual({
      kind: 'refused',
      reason: `Operation is not allowed for requester-managed VPC endpoints for the service ${STS}.`,
    });
    expect(aws.control.state(HERE).vpcEndpoints).toHaveLength(1);
  });

  test('A25 one of a gateway load balancer that a route names is refused, and its route stays', async () => {
    add({ VpcEndpointType: 'GatewayLoadBalancer' });
    aws.control.addRouteTables(HERE, [{ Routes: [{ DestinationCidrBlock: '0.0.0.0/0', GatewayId: ID }] }]);
    expect((await remove()).outcome).toMatchObject({ kind: 'refused' });
    expect(aws.control.state(HERE).routeTables[0]?.Routes).toMatchObject([{ GatewayId: ID }]);
  });

  test('A25 one that went meanwhile is gone', async () => {
    add();
    const session = open();
    const [resource] = (await collect(session.list())).flat();
    if (!resource) throw new Error('nothing is listed');
    aws.control.remove(HERE, 'vpcEndpoint', ID);
    expect((await session.delete([resource])).get(ID)).toEqual({ kind: 'gone' });
  });

  describe('A202 its private addresses', () => {
    const NetworkInterfaceId = 'eni-0123456789abcdef0';
    const addresses = { PrivateIpAddress: '10.0.7.53', Ipv6Addresses: [{ Ipv6Address: 'fd00::7' }] };
    const described = { SubnetId: 'subnet-7', InterfaceType: 'vpc_endpoint' as const, ...addresses };

    async function gone(change: object = {}) {
      aws.control.addNetworkInterfaces(HERE, [{ ...described, NetworkInterfaceId }]);
      add({ VpcId: VPC, SubnetIds: ['subnet-7', 'subnet-8'], NetworkInterfaceIds: [NetworkInterfaceId], ...change });
      const { stored } = await remove();
      aws.control.remove(HERE, 'networkInterface', NetworkInterfaceId);
      return stored;
    }
    async function planned(stored: StoredDefinition) {
      const plan = await open({ mayRestore: true }).restore?.(stored, undefined);
      if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
      return plan;
    }
    const asked = () => aws.control.calls({ operation: 'CreateVpcEndpoint' }).at(-1)?.input;

    test('are in its definition, and asked for again', async () => {
      const stored = await gone();
      expect(stored.definition).toMatchObject({ NetworkInterfaces: [{ SubnetId: 'subnet-7', ...addresses }] });
      const plan = await planned(stored);
      expect(plan.steps[0]?.says).toMatch(/, with the same addresses, under another id$/);
      expect((await plan.run()).kind).toBe('restored');
      expect(asked()).toMatchObject({
        SubnetIds: ['subnet-7', 'subnet-8'],
        SubnetConfigurations: [{ SubnetId: 'subnet-7', Ipv4: '10.0.7.53', Ipv6: 'fd00::7' }],
      });
    });

    test('one that is taken is refused, with the command that takes others', async () => {
      const plan = await planned(await gone());
      aws.control.addNetworkInterfaces(HERE, [described]);
      const outcome = await plan.run();
      expect(outcome).toMatchObject({
        kind: 'refused',
        steps: [{ says: 'where one of its addresses is taken: makes it with other addresses' }],
      });
      const { command = '' } = 'steps' in outcome ? (outcome.steps[0] ?? {}) : {};
      expect(command).toMatch(/^aws ec2 create-vpc-endpoint /);
      expect(command).not.toMatch(/SubnetConfigurations|ClientToken/);
    });

    test.each([
      ['of a gateway load balancer', { VpcEndpointType: 'GatewayLoadBalancer' }],
      ['that has none', { NetworkInterfaceIds: [] }],
    ])('one %s asks for none', async (_what, change) => {
      const plan = await planned(await gone(change));
      expect(plan.steps[0]?.says).toMatch(/, with other addresses, under another id$/);
      expect(plan.steps[0]?.command).not.toContain('SubnetConfigurations');
    });
  });

  test('A25 the way back: to the same service, in the same subnets, with the same policy, groups and tags', async () => {
    const PolicyDocument = '{"Statement":[{"Effect":"Allow","Principal":"*","Action":"sts:*","Resource":"*"}]}';
    const same = { PolicyDocument, SubnetIds: ['subnet-7', 'subnet-8'], PrivateDnsEnabled: true, VpcId: VPC };
    add({ ...same, Groups: [{ GroupId: 'sg-00000000000000007', GroupName: 'x' }], tags: { team: 'shop' } });
    const { outcome, stored } = await remove();
    expect(outcome?.kind).toBe('accepted');
    const plan = await open({ mayRestore: true }).restore?.(stored, undefined);
    if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
    expect(plan.steps[0]?.command).toMatch(/^aws ec2 create-vpc-endpoint --region us-east-1 --cli-input-json /);
    const restored = await plan.run();
    const now = aws.control.state(HERE).vpcEndpoints.at(-1);
    expect(restored).toMatchObject({ kind: 'restored', id: now?.VpcEndpointId });
    const Groups = [{ GroupId: 'sg-00000000000000007' }];
    const Tags = [
      { Key: 'team', Value: 'shop' },
      { Key: 'holystone:restored-from', Value: ID },
    ];
    expect(now).toMatchObject({ ...same, ServiceName: STS, Groups, Tags });
    expect(now?.VpcEndpointId).not.toBe(ID);
  });
});
