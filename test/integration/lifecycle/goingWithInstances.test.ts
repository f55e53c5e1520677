/** What an instance belongs to, and what is deleted with it: both keep it. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { InstanceSeed } from '../../../sandbox/aws/index.ts';
import { HERE, namespaceOf, World } from '../../support/awsWorld.ts';
import { stoppedInstance } from '../../support/graph/instances.ts';

const INSTANCES = namespaceOf('instance');
const ACCEPTED = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';
let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const settings = (keys = '') => ({
  cleanup: `[{ type: instance, accounts: [test], live: true, when: [{ rule: unused }]${ACCEPTED}${keys} }]`,
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
});
beforeEach(async () => {
  await world.reset(settings());
});

const mark = () => world.pass('mark', INSTANCES);
const state = () => world.sandbox.control.state(HERE);
const one = () => state().instances[0];

let count = 0;

function add(given: Partial<Omit<Parameters<typeof stoppedInstance>[0], 'id' | 'now'>> & InstanceSeed = {}): string {
  count += 1;
  const id = `i-0${count.toString(16).padStart(16, 'e')}`;
  const tags = { Name: 'old-build', owner: 'ann@example.com', ...given.tags };
  const address = `10.42.0.${count}`;
  world.sandbox.control.addInstances(HERE, [stoppedInstance({ id, address, now: world.clock.now(), ...given, tags })]);
  return id;
}

test('A26 one that waits in the warm pool of a group stays, as a member in any state does', async () => {
  await world.reset(settings(', manageOwned: [autoscaling]'));
  const id = add({ tags: { 'aws:autoscaling:groupName': 'web' } });
  const WarmPoolConfiguration = { MinSize: 1, PoolState: 'Stopped' as const };
  const warmInstances = [{ InstanceId: id, LifecycleState: 'Warmed:Stopped' as const }];
  world.sandbox.control.addAutoScalingGroups(HERE, [
    { AutoScalingGroupName: 'web', WarmPoolConfiguration, WarmPoolSize: 1, warmInstances },
  ]);
  await mark();
  expect(await world.markOf(id, INSTANCES)).toBeUndefined();
});

test.each([
  ['target of traffic mirroring', 'AWS::EC2::TrafficMirrorTarget', (eni?: string) => ({ NetworkInterfaceId: eni })],
  ['session of traffic mirroring', 'AWS::EC2::TrafficMirrorSession', (eni?: string) => ({ NetworkInterfaceId: eni })],
  [
    'Verified Access endpoint',
    'AWS::EC2::VerifiedAccessEndpoint',
    (eni?: string) => ({ NetworkInterfaceOptions: { NetworkInterfaceId: eni } }),
  ],
])('Law 13 a %s names the interface that goes with it → it stays', async (_what, TypeName, naming) => {
  const id = add();
  const properties = naming(one()?.NetworkInterfaces?.[0]?.NetworkInterfaceId);
  world.sandbox.control.addCloudResources(HERE, [{ TypeName, Identifier: 'a-1', Properties: properties }]);
  await mark();
  expect(await world.markOf(id, INSTANCES)).toBeUndefined();
});

test('Law 1 a warm pool that cannot be read → nothing is marked', async () => {
  add();
  world.sandbox.control.addAutoScalingGroups(HERE, [
    { AutoScalingGroupName: 'web', WarmPoolConfiguration: { MinSize: 1 }, WarmPoolSize: 1 },
  ]);
  world.deny('autoscaling:DescribeWarmPool');
  expect(await mark()).toMatchObject({ outcome: 'incomplete' });
  expect(await world.marks(INSTANCES)).toEqual([]);
});

test('A26 without any of these it is marked', async () => {
  const id = add();
  await mark();
  expect(await world.markOf(id, INSTANCES)).toBeDefined();
});
