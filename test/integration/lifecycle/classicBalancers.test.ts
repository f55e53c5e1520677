/** Classic load balancers from the mark to the deletion: their blockers, their holders, and the resources they hold. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { DAY, GROUPS, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const CLASSICS = namespaceOf('loadBalancer');
const SECURITY_GROUPS = namespaceOf('securityGroup');
const VPC = 'vpc-1';
const OWNED = { owner: 'ann@example.com' };
const SHOP = { 'kubernetes.io/cluster/shop': 'owned' };
const OF_SERVICE = { ...SHOP, 'kubernetes.io/service-name': 'shop/web' };
const ACCEPTED = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';

const entry = (type: string, rule: string, more = '') =>
  `{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, when: [{ rule: ${rule} }]${more} }`;
const WITHOUT_TRIPWIRES = 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }';

const world = worldForAll();

const ago = (days: number) => new Date(world.clock.now() - days * DAY).toISOString();
const classic = (LoadBalancerName: string, more = {}) => {
  const seed = { LoadBalancerName, CreatedTime: ago(100), tags: OWNED, ...more };
  return world.sandbox.control.addLoadBalancers(HERE, [seed])[0] ?? '';
};
const group = (AutoScalingGroupName: string, more = {}) => {
  const seed = { AutoScalingGroupName, CreatedTime: ago(100), MaxSize: 0, tags: OWNED, ...more };
  world.sandbox.control.addAutoScalingGroups(HERE, [seed]);
};
const marked = async (namespace: Namespace = CLASSICS) => (await world.marks(namespace)).map(({ id }) => id);
const markAll = async (...namespaces: readonly Namespace[]) => {
  for (const namespace of namespaces) await world.pass('mark', namespace);
};
const deletions = () => world.writes().map(({ operation }) => operation);

describe('classic load balancers and Auto Scaling groups', () => {
  beforeEach(() => world.reset({ cleanup: `[${entry('loadBalancer', 'unused')}]` }));

  test('A5 one attached to the first of two groups is attached; the other one is marked and deleted, and its definition is stored', async () => {
    classic('attached');
    classic('free');
    group('first', { LoadBalancerNames: ['attached'] });
    group('second');
    await world.pass('mark', CLASSICS);
    await world.watched(14, CLASSICS);
    await world.pass('mark', CLASSICS);
    expect(await marked()).toEqual(['free']);
    await world.notify(CLASSICS);
    world.clock.advance(11 * DAY);
    expect((await world.pass('delete', CLASSICS)).counts).toMatchObject({ deleted: 1 });
    expect(world.writes()).toMatchObject([
      { operation: 'DeleteLoadBalancer', api: 'Elastic Load Balancing', input: { LoadBalancerName: 'free' } },
    ]);
  });

  test('A4 no Auto Scaling group is left where there was one → the pass is blocked and marks nothing', async () => {
    const used = classic('used');
    group('web', { LoadBalancerNames: [used] });
    await world.pass('mark', CLASSICS);
    world.sandbox.control.remove(HERE, 'autoScalingGroup', 'web');
    world.clock.advance(30 * DAY);
    expect(await world.pass('mark', CLASSICS)).toMatchObject({
      outcome: 'blocked',
      problem: expect.stringMatching(/evidence attachedGroups@test\/us-east-1 fell from \d to 0/),
    });
    expect(await marked()).toEqual([]);
  });
});

test('a classic load balancer waits for the empty Auto Scaling group that names it, and goes after it within one retention', async () => {
  const cleanup = `[${entry('autoScalingGroup', 'unused')}, ${entry('loadBalancer', 'unused')}]`;
  await world.reset({ cleanup, defaults: WITHOUT_TRIPWIRES });
  const id = classic('web');
  group('old', { LoadBalancerNames: [id] });
  // With the last group gone the evidence would have shrunk to nothing: A4.
  group('living', { MaxSize: 5, LoadBalancerNames: [classic('kept')], tags: { 'holystone:keep': 'always' } });
  for (let day = 0; day <= 15; day++) {
    await markAll(GROUPS, CLASSICS);
    world.clock.advance(DAY);
  }
  expect(await marked(GROUPS)).toEqual(['old']);
  expect(await world.marks(CLASSICS)).toMatchObject([{ id, waitsFor: [{ id: 'old' }] }]);
  await world.notify(GROUPS, CLASSICS);
  for (let day = 0; day < 11; day++) {
    world.clock.advance(DAY);
    await markAll(GROUPS, CLASSICS);
  }
  expect((await world.pass('delete', CLASSICS)).counts).toMatchObject({ deleted: 0, unmarked: 0 });
  await world.pass('delete', GROUPS);
  world.sandbox.control.remove(HERE, 'autoScalingGroup', 'old');
  world.clock.advance(HOUR);
  expect((await world.pass('delete', CLASSICS)).counts).toMatchObject({ deleted: 1 });
  expect(deletions()).toEqual(['DeleteAutoScalingGroup', 'DeleteLoadBalancer']);
});

test('C2 C11 the security group of a gone cluster goes after its classic load balancer, whose interface stays for a while', async () => {
  const cleanup = `[${entry('loadBalancer', 'clusterGone')}, ${entry('securityGroup', 'clusterGone', ACCEPTED)}]`;
  await world.reset({ cleanup, defaults: WITHOUT_TRIPWIRES });
  const { control } = world.sandbox;
  const [groupId = ''] = control.addSecurityGroups(HERE, [{ VpcId: VPC, tags: { ...OWNED, ...SHOP } }]);
  const id = classic('a1b2c3', { VPCId: VPC, SecurityGroups: [groupId], tags: { ...OWNED, ...OF_SERVICE } });
  classic('not-for-a-service', { VPCId: VPC, tags: { ...OWNED, ...SHOP } });
  for (let hours = 0; hours <= 36; hours += 6) {
    await markAll(CLASSICS, SECURITY_GROUPS);
    world.clock.advance(6 * HOUR);
  }
  expect(await marked()).toEqual([id]);
  expect(await world.marks(SECURITY_GROUPS)).toMatchObject([{ id: groupId, waitsFor: [{ id }] }]);
  await world.notify(CLASSICS, SECURITY_GROUPS);
  for (let day = 0; day < 11; day++) {
    world.clock.advance(DAY);
    await markAll(CLASSICS, SECURITY_GROUPS);
  }
  expect((await world.pass('delete', SECURITY_GROUPS)).counts).toMatchObject({ deleted: 0, unmarked: 0 });
  expect((await world.pass('delete', CLASSICS)).counts).toMatchObject({ deleted: 1 });
  const later = async () => {
    world.clock.advance(16 * 60_000);
    return (await world.pass('delete', SECURITY_GROUPS)).counts;
  };
  expect(await later()).toMatchObject({ deleted: 0, unmarked: 0 });
  const [left] = control.state(HERE).networkInterfaces.filter(({ Description }) => Description === `ELB ${id}`);
  control.remove(HERE, 'networkInterface', left?.NetworkInterfaceId ?? '');
  expect(await later()).toMatchObject({ deleted: 1 });
  expect(deletions()).toEqual(['DeleteLoadBalancer', 'DeleteSecurityGroup']);
});
