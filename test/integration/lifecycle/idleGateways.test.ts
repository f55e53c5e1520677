/** NAT gateways by their measured use, from the survey to the owner's message. */
import { expect, test } from '@jest/globals';
import { DAY, HERE, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const GATEWAYS = namespaceOf('natGateway');
const world = worldForAll();

type Points = readonly (readonly [daysAgo: number, value: number])[];

/** Marks what is idle of: one without traffic, one of a monthly job, one behind a route, one of which nothing is known. */
async function surveyed(keys = ''): Promise<readonly string[]> {
  const cleanup = `[{ type: natGateway, accounts: [test], live: true, when: [{ rule: unused }]${keys} }]`;
  await world.reset({ cleanup, defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }' });
  // A gateway sends values until the sandbox's own now.
  world.clock.advance(Date.now() - world.clock.now());
  const { control } = world.sandbox;
  const ago = (days: number) => new Date(world.clock.now() - days * DAY).toISOString();
  const add = (name: string, days: number, more: object = {}) =>
    control.addNatGateways(HERE, [
      { CreateTime: ago(days), tags: { Name: name, owner: 'ann@example.com' }, ...more },
    ])[0] ?? '';
  const packets = (id: string, points: Points) =>
    control.addMetrics(HERE, [
      {
        namespace: 'AWS/NATGateway',
        name: 'PacketsInFromSource',
        dimensions: { NatGatewayId: id },
        points: points.map(([days, value]) => ({ at: ago(days), value })),
      },
    ]);
  add('idle', 100);
  packets(add('monthly', 100), [[29, 40], [60, 40]]); // biome-ignore format: a table
  packets(add('once', 100), [[60, 40]]);
  add('later', 100, { AvailabilityMode: 'of a later version' });
  // Older than `minimumAge`, younger than `unusedFor`.
  add('young', 31);
  const NatGatewayId = add('standby', 100);
  control.addRouteTables(HERE, [
    {
      RouteTableId: 'rtb-00000000000000001',
      Routes: [{ DestinationCidrBlock: '0.0.0.0/0', NatGatewayId, State: 'active' }],
    },
  ]);
  await world.pass('mark', GATEWAYS);
  return (await world.marks(GATEWAYS)).map(({ resource }) => resource.name).toSorted();
}

test('A22 A23 what is silent for longer than `unusedFor` is marked; one of which nothing can be known is not, and hides no other', async () => {
  expect(await surveyed()).toEqual(['idle', 'once']);
  await world.notify(GATEWAYS);
  const text = JSON.stringify(world.messages());
  expect(text).toContain('it had no traffic on any known day up to');
  expect(text).toContain('stays allocated, so that one with the same address can be made again');
});

test('A22 `unusedFor` of the entry says how long: a job that runs once a month is a use for 90 days, and none for a week', async () => {
  expect(await surveyed(', unusedFor: 7d')).toEqual(['idle', 'monthly', 'once', 'young']);
  expect(await surveyed(', unusedFor: 90d')).toEqual(['idle']);
});

test('A23 one behind a route goes only where the entry says so, and its owner reads which route leads nowhere', async () => {
  expect(await surveyed(', despiteRoutes: true')).toEqual(['idle', 'once', 'standby']);
  await world.notify(GATEWAYS);
  expect(JSON.stringify(world.messages())).toContain(
    'the route of route table rtb-00000000000000001, for 0.0.0.0/0 leads nowhere',
  );
});

test('Law 1 where an answer is partial nothing new is marked until it is whole', async () => {
  await surveyed();
  const { control } = world.sandbox;
  const [{ NatGatewayId = '' } = {}] = control.state(HERE).natGateways;
  control.addMetrics(HERE, [
    { namespace: 'AWS/NATGateway', name: 'PacketsInFromSource', dimensions: { NatGatewayId }, status: 'PartialData' },
  ]);
  world.clock.advance(7 * 3_600_000);
  expect(await world.pass('mark', GATEWAYS)).toMatchObject({
    outcome: 'incomplete',
    problem: expect.stringMatching(/PartialData/),
  });
});
