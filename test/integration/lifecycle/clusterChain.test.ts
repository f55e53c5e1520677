/** The instants at which the leftovers of a deleted cluster go: each after the evidence shows that its holders went. */
import { beforeEach, expect, test } from '@jest/globals';
import { dueItemsOf } from '../../../src/queue/dueItems.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const MINUTE = 60_000;
const CHAIN = (['securityGroup', 'targetGroup', 'loadBalancerV2'] as const).map(namespaceOf);
const VpcId = 'vpc-1';

const world = worldForAll();
beforeEach(() => world.reset(OPTIONS));

const entry = (type: string, more = '') =>
  `{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, retention: 5d, when: [{ rule: clusterGone }]${more} }`;
const OPTIONS = {
  cleanup: `[${CHAIN.map((one) => {
    const type = String(one.split(':').at(-1));
    return entry(
      { securitygroup: 'securityGroup', targetgroup: 'targetGroup', loadbalancerv2: 'loadBalancerV2' }[type] ?? '',
      type === 'securitygroup' ? ', acceptIncomplete: { until: 2099-12-31, reason: a test }' : '',
    );
  })}]`,
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }, every: { delete: 15m }',
};

/** A load balancer of a cluster that is gone, its target group and its security group. */
function addService(LoadBalancerName: string, Type: 'application' | 'network'): readonly [string, string, string] {
  const { control } = world.sandbox;
  const tags = {
    owner: 'ann@example.com',
    'kubernetes.io/cluster/shop': 'owned',
    'kubernetes.io/service-name': `shop/${LoadBalancerName}`,
  };
  const [group = ''] = control.addSecurityGroups(HERE, [{ GroupName: LoadBalancerName, VpcId, tags }]);
  const [pool = ''] = control.addTargetGroups(HERE, [{ TargetGroupName: LoadBalancerName, VpcId, tags }]);
  const [balancer = ''] = control.addLoadBalancerV2s(HERE, [
    {
      ...{ LoadBalancerName, Type, VpcId, SecurityGroups: [group], tags },
      CreatedTime: new Date(world.clock.now() - 100 * DAY),
      listeners: [{ DefaultActions: [{ Type: 'forward', TargetGroupArn: pool }] }],
    },
  ]);
  return [balancer, pool, group];
}

/** Marked and notified; then the clock stands where the first deletion is due. */
async function due(): Promise<void> {
  const inOrder = [...CHAIN].reverse();
  for (let passed = 0; passed <= 24; passed += 6) {
    for (const namespace of inOrder) await world.pass('mark', namespace);
    world.clock.advance(6 * HOUR);
  }
  for (const namespace of inOrder) await world.pass('mark', namespace);
  await world.notify(...inOrder);
  await world.watched(6, ...CHAIN);
  for (const namespace of inOrder) await world.pass('mark', namespace);
}

/** The due work, every minute, with the types in the wrong order. @returns the minute of each delete request */
async function ticks(minutes: number, midway?: (minute: number) => unknown): Promise<Record<string, number>> {
  const at: Record<string, number> = {};
  const wcs = CHAIN.map((one) => world.configuration.workConfigurations.find(({ namespace }) => namespace === one));
  for (let minute = 0; minute <= minutes; minute++) {
    // The roles' credentials last for an hour of the sandbox's clock.
    if (minute % 30 === 0) world.sandbox.control.renewSessions();
    await midway?.(minute);
    for (const wc of wcs) {
      if (!wc) throw new Error('a type is not configured');
      for (const item of await dueItemsOf(world.wired.deps, wc, world.clock.now())) {
        if (item.kind !== 'pass' || item.action === 'notify') continue;
        const before = world.writes().length;
        await world.pass(item.action, wc.namespace);
        for (const { input } of world.writes().slice(before)) at[idIn(input)] = minute;
      }
    }
    world.clock.advance(MINUTE);
    world.sandbox.control.advanceClock(MINUTE);
  }
  return at;
}

function idIn(input: unknown): string {
  const { LoadBalancerArn, TargetGroupArn, GroupId } = input as Record<string, string | undefined>;
  return LoadBalancerArn ?? TargetGroupArn ?? GroupId ?? '';
}

/** Was this read between the delete request for a resource and the one before it? */
function readsBefore(id: string, operation: string): boolean {
  const calls = world.sandbox.control.calls();
  const request = calls.findIndex(({ input, operation: one }) => /^Delete/.test(one) && idIn(input) === id);
  const from = calls.slice(0, request).findLastIndex(({ operation: one }) => /^Delete/.test(one));
  return calls.slice(from + 1, request).some((one) => one.operation === operation);
}

test('C11 C12 a load balancer, its target group and its security group go one after the other, at the next look at evidence', async () => {
  const [alb, pool, group] = addService('web', 'application');
  await due();
  const at = await ticks(30);
  // The interfaces of an application load balancer stay for five minutes; the scheduler comes every quarter of an hour.
  expect(at).toEqual({ [alb]: 0, [pool]: 15, [group]: 15 });
  expect(world.writes().every(({ status }) => status === 200)).toBe(true);
  expect(readsBefore(pool, 'DescribeTargetGroups')).toBe(true);
  expect(readsBefore(group, 'DescribeNetworkInterfaces')).toBe(true);
});

test('C12 the security group of a network load balancer is asked for once its interfaces went, an hour later', async () => {
  const [nlb, pool, group] = addService('grpc', 'network');
  await due();
  const at = await ticks(80);
  expect(at).toEqual({ [nlb]: 0, [pool]: 15, [group]: 60 });
  // AWS never had to refuse: nothing was asked for before the evidence showed its user gone.
  expect(world.writes().map(({ operation, status }) => [operation, status])).toEqual([
    ['DeleteLoadBalancer', 200],
    ['DeleteTargetGroup', 200],
    ['DeleteSecurityGroup', 200],
  ]);
  expect(readsBefore(group, 'DescribeNetworkInterfaces')).toBe(true);
});

test('C11 a restart while interfaces linger unmarks nothing, and the security group still goes', async () => {
  const [nlb, , group] = addService('grpc', 'network');
  await due();
  const at = await ticks(80, async (minute) => {
    if (minute === 20 || minute === 40) await world.configure(OPTIONS);
    if (minute === 50) await world.pass('mark', CHAIN[0]);
  });
  expect([at[nlb], at[group]]).toEqual([0, 60]);
  expect(world.events(group)).not.toContain('unmarked');
});

test('C12 a security group that AWS calls in use without a user in the evidence is asked for half a minute and a minute later', async () => {
  const [, , group] = addService('web', 'application');
  await due();
  const refuse = { operation: 'DeleteSecurityGroup', kind: 'error', code: 'DependencyViolation', status: 400 } as const;
  world.sandbox.control.addFault({ ...refuse, times: 2 });
  const at = await ticks(40);
  // 15 min: refused; asked again after 30 s and then after a minute, each at the next tick of a minute.
  expect(at[group]).toBe(17);
  const asked = world.writes().filter(({ operation }) => operation === 'DeleteSecurityGroup');
  expect(asked.map(({ status }) => status)).toEqual([400, 400, 200]);
});
