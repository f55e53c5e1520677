/** NAT gateways: traffic in each zone, routes, and the way back. */
import { describe, expect, test } from '@jest/globals';
import { PartialReadError } from '../../../src/core/common/errors.ts';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { gatewayRoutes } from '../../../src/handlers/aws/evidence/network/gatewayRoutes.ts';
import { gatewayTraffic } from '../../../src/handlers/aws/evidence/network/gatewayTraffic.ts';
import { isAutomatic } from '../../../src/handlers/aws/resources/natGateway.ts';
import { natGateway } from '../../../src/handlers/aws/types/natGateway/handler.ts';
import { awsForEach, collect, failureOf, HERE, openGate, REGION, scopeOf } from './fixture.ts';

const DAY = 86_400_000;
const HOME = { account: 'test', location: REGION };
const ID = 'nat-0123456789abcdef0';
const ZONES = [`${REGION}a`, `${REGION}b`] as const;

const aws = awsForEach();

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY);
const parameters = (more: object = {}) => natGateway.parameters.parse(more);
const open = (more: object = {}) => natGateway.open(scopeOf(parameters()), aws.io({ permit: openGate(), ...more }));
const regional = {
  NatGatewayId: ID,
  AvailabilityMode: 'regional' as const,
  NatGatewayAddresses: ZONES.map((AvailabilityZone, index) => ({
    AvailabilityZone,
    AllocationId: `eipalloc-0000000000000000${index}`,
  })),
};
const add = (seed: object = {}) =>
  aws.control.addNatGateways(HERE, [{ NatGatewayId: ID, CreateTime: at(100), ...seed }]);
function packets(daysAgo: number, value: number, zone?: string) {
  const dimensions = { NatGatewayId: ID, ...(zone === undefined ? {} : { AvailabilityZone: zone }) };
  const points = [{ at: at(daysAgo).toISOString(), value }];
  aws.control.addMetrics(HERE, [{ namespace: 'AWS/NATGateway', name: 'PacketsInFromSource', dimensions, points }]);
}
async function traffic(): Promise<readonly Finding[]> {
  const candidates = await collect(open().list());
  return gatewayTraffic.read(HOME, scopeOf(parameters()), candidates, aws.io());
}
const says = (found: readonly Finding[]) => found.map(({ says: said, by }) => `${said}: ${by}`);

describe('its traffic', () => {
  test('A22 none in any of its days: the proof is told', async () => {
    add();
    expect(says(await traffic())).toEqual([expect.stringMatching(/^quiet: it had no traffic on any known day up to /)]);
  });

  test('A22 a few packets of one zone of a regional one are its last use', async () => {
    add(regional);
    packets(40, 3, ZONES[1]);
    expect(says(await traffic())[0]).toMatch(
      new RegExp(`^lastUsed: traffic on .*: 3 packets in ${ZONES[1]} \\(PacketsInFromSource in CloudWatch\\)$`),
    );
  });

  test('A22 a regional one that had packets in a zone which it has left since is not idle', async () => {
    add({ ...regional, NatGatewayAddresses: regional.NatGatewayAddresses.slice(0, 1) });
    expect(says(await traffic())).toEqual([expect.stringMatching(/^quiet: it had no traffic on any known day up to /)]);
    packets(5, 1, `${REGION}c`);
    expect(says(await traffic())[0]).toMatch(new RegExp(`^lastUsed: traffic on .*: 1 packets? in ${REGION}c `));
  });

  test('A22 a connection at any moment of yesterday is a use of now', async () => {
    add();
    const points = [{ at: at(1).toISOString(), value: 1 }];
    const dimensions = { NatGatewayId: ID };
    aws.control.addMetrics(HERE, [{ namespace: 'AWS/NATGateway', name: 'ActiveConnectionCount', dimensions, points }]);
    expect(says(await traffic())[0]).toMatch(/^used: traffic on .*: 1 connections at once/);
  });

  test.each([
    ['a mode of a later version', { AvailabilityMode: 'global' }, /^unknown: its parts are not known/],
    [
      'a regional one without its zones',
      { ...regional, NatGatewayAddresses: [{ AllocationId: 'a' }] },
      /^unknown: its parts/,
    ],
    [
      'a regional one in a zone whose name has another form',
      { ...regional, NatGatewayAddresses: [{ AvailabilityZone: `${REGION}-lax-1a`, AllocationId: 'a' }] },
      /^unknown: its parts/,
    ],
    ['one of yesterday', { CreateTime: at(1) }, /^unknown: CloudWatch has no whole day of it yet/],
  ])('Law 1 %s: unknown', async (_what, seed, why) => {
    add(seed);
    expect(says(await traffic())).toEqual([expect.stringMatching(why)]);
  });

  test('Law 1 a zone that answers silence makes the whole unknown, and hides no use of another', async () => {
    add(regional);
    packets(5, 1, ZONES[0]);
    // The listing still shows a zone in which AWS publishes nothing.
    const candidates = await collect(open().list());
    aws.control.update(HERE, 'natGateway', ID, { NatGatewayAddresses: regional.NatGatewayAddresses.slice(0, 1) });
    const found = await gatewayTraffic.read(HOME, scopeOf(parameters()), candidates, aws.io());
    expect(says(found)).toEqual([
      expect.stringMatching(/^lastUsed: traffic on /),
      expect.stringMatching(/^unknown: CloudWatch has no value of \w+ for/),
    ]);
  });
});

test('Law 1 an answer that is not whole is a failed read, which another one may mend', async () => {
  add();
  const seed = { namespace: 'AWS/NATGateway', name: 'PacketsInFromSource', dimensions: { NatGatewayId: ID } };
  aws.control.addMetrics(HERE, [{ ...seed, status: 'PartialData' }]);
  const error = await failureOf(traffic());
  expect(error).toBeInstanceOf(PartialReadError);
  expect(error).toMatchObject({ message: expect.stringContaining('PartialData'), found: [] });
});

describe('A175 a regional one whose addresses AWS allocated', () => {
  const addresses = regional.NatGatewayAddresses.map((one, index) => ({ ...one, PublicIp: `192.0.2.${index}` }));
  const keeping = async (seed: object) => {
    add({ ...regional, VpcId: 'vpc-1', NatGatewayAddresses: addresses, ...seed });
    const [one] = await collect(open().list());
    if (one === undefined) throw new Error('not listed');
    const facts = { now: Date.now(), findings: [] };
    return [one.note?.code, natGateway.safeguards.flatMap((each) => each.keeps(one, parameters(), facts) ?? [])];
  };

  test.each([
    [{ AutoProvisionZones: 'enabled', AutoScalingIps: 'enabled' }],
    [{ AutoProvisionZones: 'disabled', AutoScalingIps: 'enabled' }],
    [{ AutoProvisionZones: null, AutoScalingIps: null }],
  ])('is kept, and no notice says that they stay: %j', async (seed) => {
    expect(await keeping(seed)).toEqual([undefined, [expect.stringMatching(/^AWS allocated its addresses/)]]);
  });

  test('one without mode is regional where it is in no subnet', () => {
    expect([isAutomatic({ VpcId: 'vpc-1' }), isAutomatic({ SubnetId: 'subnet-1' })]).toEqual([true, false]);
  });

  test('one in manual mode, with addresses of a person, is not', async () => {
    expect(await keeping({ AutoProvisionZones: 'disabled', AutoScalingIps: 'disabled' })).toEqual([
      'addressesStay',
      [],
    ]);
  });

  test('that an earlier version deleted is made again in its mode, and the plan says so', async () => {
    add({ ...regional, VpcId: 'vpc-1', AutoProvisionZones: 'enabled', AutoScalingIps: 'enabled' });
    const session = open();
    const read = (await session.get([ID])).get(ID);
    if (read?.kind !== 'found') throw new Error('not found');
    const stored = { id: ID, definition: JSON.parse(JSON.stringify(natGateway.definition(read.resource))) };
    aws.control.remove(HERE, 'natGateway', ID);
    const plan = await open({ mayRestore: true }).restore?.(stored as StoredDefinition, undefined);
    if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
    expect(JSON.stringify(plan.steps)).toContain('in automatic mode, with other addresses');
    await plan.run();
    const [sent] = aws.control.calls({ operation: 'CreateNatGateway' });
    expect(sent?.input).toMatchObject({ AvailabilityMode: 'regional', VpcId: 'vpc-1' });
    expect(sent?.input).not.toHaveProperty('AvailabilityZoneAddresses');
  });
});

describe('a route', () => {
  const routed = (State: 'active' | 'blackhole') =>
    aws.control.addRouteTables(HERE, [
      {
        RouteTableId: 'rtb-00000000000000001',
        Routes: [{ DestinationCidrBlock: '0.0.0.0/0', NatGatewayId: ID, State }],
      },
    ]);
  const routes = (despiteRoutes: boolean) =>
    gatewayRoutes.read(HOME, scopeOf(parameters({ despiteRoutes })), [], aws.io());

  test('A23 in a table of no subnet is a use; with `despiteRoutes` it is told, and no use', async () => {
    add();
    routed('active');
    expect(says(await routes(false))).toEqual(['used: route table rtb-00000000000000001, for 0.0.0.0/0']);
    expect(says(await routes(true))).toEqual([
      'quiet: without it the route of route table rtb-00000000000000001, for 0.0.0.0/0 leads nowhere',
    ]);
    const variants = [true, false].map((despiteRoutes) =>
      gatewayRoutes.variant?.(scopeOf(parameters({ despiteRoutes }))),
    );
    expect(new Set(variants).size).toBe(2);
  });

  test('A23 that is a black hole is none', async () => {
    add();
    routed('blackhole');
    expect(await routes(false)).toEqual([]);
  });
});

describe('the way back', () => {
  async function deleted(): Promise<StoredDefinition> {
    const session = open();
    const read = (await session.get([ID])).get(ID);
    if (read?.kind !== 'found') throw new Error(`${ID} is not found`);
    const stored = { id: ID, definition: JSON.parse(JSON.stringify(natGateway.definition(read.resource))) };
    expect((await session.delete([read.resource])).get(ID)?.kind).toBe('accepted');
    return stored as StoredDefinition;
  }

  test('A23 makes one with the same address and tags; its routes were written down, and are changed by hand', async () => {
    const NatGatewayAddresses = [
      { AllocationId: 'eipalloc-00000000000000009', PrivateIp: '10.0.0.9', IsPrimary: true },
    ];
    add({ NatGatewayAddresses, SubnetId: 'subnet-00000000000000009', tags: { team: 'shop' } });
    aws.control.addRouteTables(HERE, [
      { RouteTableId: 'rtb-00000000000000001', Routes: [{ DestinationCidrBlock: '0.0.0.0/0', NatGatewayId: ID }] },
    ]);
    const stored = await deleted();
    expect(aws.control.state(HERE).routeTables[0]?.Routes).toMatchObject([{ State: 'blackhole' }]);
    const plan = await open({ mayRestore: true }).restore?.(stored, undefined);
    if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
    const restored = await plan.run();
    const now = aws.control.state(HERE).natGateways.at(-1);
    expect(restored).toMatchObject({
      kind: 'restored',
      id: now?.NatGatewayId,
      afterwards: [{ command: expect.stringContaining(`replace-route`) }],
    });
    expect(now).toMatchObject({
      SubnetId: 'subnet-00000000000000009',
      NatGatewayAddresses: [{ AllocationId: 'eipalloc-00000000000000009', PrivateIp: '10.0.0.9' }],
      Tags: [
        { Key: 'team', Value: 'shop' },
        { Key: 'holystone:restored-from', Value: 'nat-0123456789abcdef0' },
      ],
    });
    expect(now?.NatGatewayId).not.toBe(ID);
  });

  test.each([
    [
      'private',
      [
        { PrivateIp: '10.0.0.9', IsPrimary: true },
        { PrivateIp: '10.0.0.8', IsPrimary: false },
      ],
      undefined,
    ],
    [
      'public',
      [
        { AllocationId: 'eipalloc-1', PrivateIp: '10.0.0.9', IsPrimary: true },
        { AllocationId: 'eipalloc-2', PrivateIp: '10.0.0.8', IsPrimary: false },
      ],
      ['eipalloc-2'],
    ],
  ] as const)('A151 a %s one has its further private addresses again', async (ConnectivityType, all, allocations) => {
    add({ ConnectivityType, NatGatewayAddresses: [...all], SubnetId: 'subnet-00000000000000009' });
    const plan = await open({ mayRestore: true }).restore?.(await deleted(), undefined);
    if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
    await plan.run();
    const [sent] = aws.control.calls({ operation: 'CreateNatGateway' });
    expect(sent?.input).toMatchObject({ PrivateIpAddress: '10.0.0.9', SecondaryPrivateIpAddresses: ['10.0.0.8'] });
    expect((sent?.input as { SecondaryAllocationIds?: string[] } | undefined)?.SecondaryAllocationIds).toEqual(
      allocations,
    );
  });

  test('A23 one that is listed as deleted is gone', async () => {
    add({ State: 'deleted' });
    expect((await open().get([ID])).get(ID)).toEqual({ kind: 'gone' });
  });
});
