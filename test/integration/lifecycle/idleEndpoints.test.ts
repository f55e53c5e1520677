/** VPC endpoints by their measured use and by who has no other way, from the survey to the owner's message. */
import { expect, test } from '@jest/globals';
import { vpcEndpoint } from '../../../src/handlers/aws/types/vpcEndpoint/handler.ts';
import { DAY, HERE, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const ENDPOINTS = namespaceOf('vpcEndpoint');
const ACCEPTED = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';
const world = worldForAll();

/** Marks what is idle of: one without traffic, one with some, the only way of an instance, one to another region. */
async function surveyed(keys = ''): Promise<readonly string[]> {
  const cleanup = `[{ type: vpcEndpoint, accounts: [test], live: true, when: [{ rule: unused }]${ACCEPTED}${keys} }]`;
  await world.reset({ cleanup, defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }' });
  const { control } = world.sandbox;
  const ago = (days: number) => new Date(world.clock.now() - days * DAY).toISOString();
  const add = (name: string, more: object = {}) => {
    const seed = { VpcId: `vpc-${name}`, CreationTimestamp: ago(100), ...more };
    return control.addVpcEndpoints(HERE, [{ ...seed, tags: { Name: name, owner: 'ann@example.com' } }])[0] ?? '';
  };
  add('idle');
  add('abroad', { ServiceRegion: 'eu-west-1' });
  add('isolated');
  control.addNetworkInterfaces(HERE, [{ VpcId: 'vpc-isolated', SubnetId: 'subnet-isolated', Status: 'in-use' }]);
  const dimensions = {
    'Endpoint Type': 'Interface',
    'Service Name': `com.amazonaws.${HERE.region}.sts`,
    'VPC Endpoint Id': add('monthly'),
    'VPC Id': 'vpc-monthly',
  };
  const points = [{ at: ago(29), value: 40 }];
  control.addMetrics(HERE, [{ namespace: 'AWS/PrivateLinkEndpoints', name: 'BytesProcessed', dimensions, points }]);
  await world.pass('mark', ENDPOINTS);
  return (await world.marks(ENDPOINTS)).map(({ resource }) => resource.name).toSorted();
}

test('A22 A25 what is silent for longer than `unusedFor` is marked; the only way of an instance is not, nor one of which nothing can be known', async () => {
  expect(await surveyed()).toEqual(['idle']);
});

test('A25 the only way of an instance goes only where the entry says so, and its owner reads who loses it', async () => {
  expect(await surveyed(', despiteIsolation: true')).toEqual(['idle', 'isolated']);
  await world.notify(ENDPOINTS);
  expect(JSON.stringify(world.messages())).toContain('in subnet-isolated would have no way to it');
});

const [VPC, SUBNET] = ['vpc-quiet', 'subnet-0aaaaaaaaaaaaaaaa'];
const groups = { SecurityGroupIds: ['sg-0aaaaaaaaaaaaaaaa'] };

/** Marks an endpoint in a network where nothing has an interface, with what only names its subnet. */
async function markedBeside(add: () => unknown, to?: object, keys = ''): Promise<readonly string[]> {
  const cleanup = `[{ type: vpcEndpoint, accounts: [test], live: true, when: [{ rule: unused }]${ACCEPTED}${keys} }]`;
  await world.reset({ cleanup, defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }' });
  const { control } = world.sandbox;
  const CreationTimestamp = new Date(world.clock.now() - 100 * DAY).toISOString();
  control.addVpcEndpoints(HERE, [{ VpcId: VPC, SubnetIds: [SUBNET], CreationTimestamp, tags: { Name: 'secrets' } }]);
  control.addVpcEndpoints(HERE, [{ VpcId: VPC, SubnetIds: [SUBNET], CreationTimestamp, tags: { Name: 'logs' } }]);
  control.addSubnets(HERE, [{ VpcId: VPC, SubnetId: SUBNET }]);
  control.addNatGateways(HERE, [{ NatGatewayId: 'nat-0123456789abcdef0' }]);
  control.addRouteTables(HERE, [
    {
      VpcId: VPC,
      Associations: [{ Main: true, SubnetId: SUBNET }],
      Routes: to ? [{ DestinationCidrBlock: '0.0.0.0/0', State: 'active' as const, ...to }] : [],
    },
  ]);
  add();
  await world.pass('mark', ENDPOINTS);
  return (await world.marks(ENDPOINTS)).map(({ resource }) => resource.name).toSorted();
}

const NOW_AND_THEN: readonly (readonly [string, () => unknown])[] = [
  [
    'a function that nobody called for weeks, whose interface Lambda has taken back',
    () =>
      world.sandbox.control.addFunctions(HERE, [
        { FunctionName: 'closing', VpcConfig: { VpcId: VPC, SubnetIds: [SUBNET], ...groups } } as never,
      ]),
  ],
  [
    'a project of CodeBuild',
    () =>
      world.sandbox.control.addCodeBuildProjects(HERE, [
        { name: 'release', vpcConfig: { vpcId: VPC, subnets: [SUBNET], securityGroupIds: [] } } as never,
      ]),
  ],
  [
    'an Auto Scaling group at zero',
    () =>
      world.sandbox.control.addAutoScalingGroups(HERE, [
        { AutoScalingGroupName: 'batch', MinSize: 0, MaxSize: 9, DesiredCapacity: 0, VPCZoneIdentifier: SUBNET },
      ]),
  ],
];

test.each(NOW_AND_THEN)(
  'A179 whatever names a subnet without a way out needs its endpoints: %s',
  async (_what, add) => {
    expect(await markedBeside(add)).toEqual([]);
    expect(await markedBeside(add, { NatGatewayId: 'nat-0123456789abcdef0' })).toEqual(['logs', 'secrets']);
    expect(await markedBeside(add, undefined, ', despiteIsolation: true')).toEqual(['logs', 'secrets']);
  },
);

const [TO_VPC] = [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, IpRanges: [{ CidrIp: '10.0.0.0/16' }] }];
const way = { NatGatewayId: 'nat-0123456789abcdef0' };
const [GroupId = ''] = groups.SecurityGroupIds;
const strictly = (add: () => unknown, GroupName: string) => () => {
  world.sandbox.control.addSecurityGroups(HERE, [{ GroupId, GroupName, VpcId: VPC, IpPermissionsEgress: [TO_VPC] }]);
  add();
};

test.each(NOW_AND_THEN)(
  'A200 beside a way out that its group does not let it use it needs them, too: %s',
  async (_what, add) => {
    // Without a group of its own it starts in the default one.
    expect(await markedBeside(strictly(add, 'default'), way)).toEqual([]);
  },
);

test('A200 who names the group needs them, and the group alone nobody', async () => {
  const [[, closing] = ['', () => {}]] = NOW_AND_THEN;
  expect(await markedBeside(strictly(closing, 'sandbox'), way)).toEqual([]);
  expect(
    await markedBeside(
      strictly(() => {}, 'sandbox'),
      way,
    ),
  ).toEqual(['logs', 'secrets']);
  expect(await markedBeside(strictly(closing, 'sandbox'), way, ', evidence: { off: [texts] }')).toEqual([]);
  expect(await markedBeside(strictly(closing, 'sandbox'), way, ', despiteIsolation: true')).toEqual([
    'logs',
    'secrets',
  ]);
});

test.each(NOW_AND_THEN)('A179 it needs them also where no texts are read: %s', async (_what, add) => {
  expect(await markedBeside(add, undefined, ', evidence: { off: [texts] }')).toEqual([]);
});

test('A179 its table, and endpoints of the same network, name the subnet and do not need it', async () => {
  expect(await markedBeside(() => {})).toEqual(['logs', 'secrets']);
});

test.each([
  'agentCapacity',
  'assistantSources',
  'browserNetworks',
  'browserTests',
  'deviceProjects',
  'documentClassifiers',
  'genomicsConfigurations',
  'inferenceEndpoints',
  'languageFlywheels',
  'lambdaFunctions',
  'mediaChannels',
  'mediaFlows',
  'penetrationTests',
  'searchSources',
  'slurmClusters',
  'streamingFleets',
  'syncEfs',
])('A179 what starts later in a subnet is read for endpoints: %s', (name) => {
  expect(vpcEndpoint.evidence.map((source) => source.name)).toContain(name);
});
