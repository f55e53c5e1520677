/** The leftovers of a deleted Kubernetes cluster, from its last node to the deletion: docs/behaviour/clusters.md. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { planEach } from '../../../src/cli/plan/planEach.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { check } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, worldForAll } from '../../support/awsWorld.ts';

const NAMESPACE = 'aws:test:us-east-1:targetgroup' as Namespace;
const SHOP = { 'kubernetes.io/cluster/shop': 'owned', 'kubernetes.io/service-name': 'shop/web' };
const VPC = 'vpc-1';

const world = worldForAll();

const entry = (clusters = '{}', rule = 'clusterGone') =>
  `[{ type: targetGroup, accounts: [test], live: true, minimumAge: 1h, clusters: ${clusters}, when: [{ rule: ${rule} }] }]`;
const defaults = 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }';
beforeEach(() => world.reset({ cleanup: entry(), defaults }));

/** Made, and first seen an hour before the next survey: younger resources are not asked about. */
async function add(tags: Record<string, string> = SHOP, VpcId = VPC): Promise<string> {
  const seed = { VpcId, tags: { owner: 'ann@example.com', ...tags } };
  const [id = ''] = world.sandbox.control.addTargetGroups(HERE, [seed]);
  await survey();
  world.clock.advance(HOUR);
  return id;
}
const addNode = (VpcId = VPC) =>
  world.sandbox.control.addInstances(HERE, [{ VpcId, tags: { 'kubernetes.io/cluster/shop': 'owned' } }])[0] ?? '';
const terminate = (id: string) => world.sandbox.control.update(HERE, 'instance', id, { State: { Name: 'terminated' } });
const survey = () => world.pass('mark', NAMESPACE);
/** A survey at once, then one every six hours. */
async function surveys(hours: number): Promise<void> {
  await survey();
  for (let passed = 0; passed < hours; passed += 6) {
    world.clock.advance(6 * HOUR);
    await survey();
  }
}
const marked = async () => (await world.marks(NAMESPACE)).map(({ id }) => id);
async function reasonsOf(id: string): Promise<readonly string[]> {
  const [wc] = world.configuration.workConfigurations;
  const checked = wc && (await check(world.wired.deps, wc, id, new AbortController().signal));
  return checked?.kind === 'verdict' ? checked.verdict.reasons : [];
}

describe('C5 a leftover is marked', () => {
  test('C5 once every survey of 24 hours saw its cluster gone', async () => {
    const id = await add();
    await surveys(18);
    expect(await marked()).toEqual([]);
    expect(await reasonsOf(id)).toEqual([
      'clusterStands: cluster shop is gone: candidate after 1d of surveys, of which 18 hours have passed',
    ]);
    await surveys(6);
    expect(await marked()).toEqual([id]);
    const [{ reasons = [] } = {}] = await world.marks(NAMESPACE);
    expect(reasons).toEqual([
      'cluster shop is gone: no survey has found it for 24 hours; Holystone never saw it alive',
    ]);
  });

  test('C5 not while the cluster is alive, and its absence starts over when it comes back', async () => {
    const id = await add();
    const first = addNode();
    await surveys(48);
    expect(await reasonsOf(id)).toContain('managedBy: managed-by:kubernetes');
    terminate(first);
    await surveys(18);
    const second = addNode();
    world.clock.advance(6 * HOUR);
    await survey();
    terminate(second);
    world.clock.advance(6 * HOUR);
    await surveys(18);
    expect(await marked()).toEqual([]);
    await surveys(6);
    expect(await marked()).toEqual([id]);
    const [{ reasons = [] } = {}] = await world.marks(NAMESPACE);
    expect(reasons.join()).not.toContain('never saw');
  });

  test('C5 not after a day without surveys', async () => {
    await add();
    await survey();
    world.clock.advance(2 * DAY);
    await survey();
    expect(await marked()).toEqual([]);
  });

  test('C8 C5 a day in which EKS did not answer does not count', async () => {
    const id = await add();
    await survey();
    world.deny('eks:DescribeCluster');
    await surveys(48);
    expect(await marked()).toEqual([]);
    expect((await reasonsOf(id)).join()).toContain('eks:DescribeCluster');
  });

  test('C7 never with `requireSeenAlive`, if no survey saw its cluster alive', async () => {
    await world.reset({ cleanup: entry('{ requireSeenAlive: true }'), defaults });
    const id = await add();
    await surveys(48);
    expect(await marked()).toEqual([]);
    expect((await reasonsOf(id)).join()).toContain('never saw it alive');
  });

  test('C6 although a cluster of the same name lives in another VPC', async () => {
    const old = await add();
    await add(SHOP, 'vpc-2');
    addNode('vpc-2');
    await surveys(18);
    const beware =
      /there is a cluster shop in vpc-2 \(instance i-\w+ \(running\)\): keep it if that one works in vpc-1 too/;
    expect((await reasonsOf(old)).join()).toMatch(beware);
    await surveys(6);
    expect(await marked()).toEqual([old]);
    await world.notify(NAMESPACE);
    expect(world.messages()[0]?.text.replace(/\s+/g, ' ')).toMatch(beware);
  });

  const CLUSTER = { 'kubernetes.io/cluster/shop': 'owned' };
  test.each<[string, Record<string, string>]>([
    ['C2 no Service made it', CLUSTER],
    ['C1 only a naming tag says whose it is', { 'eks:cluster-name': 'shop', 'kubernetes.io/service-name': 'shop/web' }],
  ])('C4 but not another target group of the same cluster: %s', async (_why, tags) => {
    const id = await add();
    const spared = await add(tags);
    await surveys(48);
    expect(await marked()).toEqual([id]);
    expect((await reasonsOf(spared)).join()).toContain('managed-by:');
  });

  test.each(['Shop.Test-1.k8s.example.com', 'SHOP', 'shop_1', 'shop/blue'])(
    'C1 of a cluster named %s, and not while a node carries exactly that name',
    async (cluster) => {
      const tags = { [`kubernetes.io/cluster/${cluster}`]: 'owned', 'kubernetes.io/service-name': 'shop/web' };
      const id = await add(tags);
      await surveys(24);
      expect(await world.marks(NAMESPACE)).toMatchObject([{ id, resource: { group: `cluster/${cluster}` } }]);
      await world.notify(NAMESPACE);
      expect(world.messages()[0]?.subject).toContain(`Cluster ${cluster} is gone`);
      const node = { VpcId: VPC, tags: { [`kubernetes.io/cluster/${cluster}`]: 'owned' } };
      world.sandbox.control.addInstances(HERE, [node]);
      world.clock.advance(7 * HOUR);
      await survey();
      expect(await marked()).toEqual([]);
    },
  );

  test.each(['Owned', 'owned ', 'true', '', 'shared'])('C1 not with the value "%s" of its tag', async (value) => {
    const id = await add();
    const odd = await add({ ...SHOP, 'kubernetes.io/cluster/shop': value });
    await surveys(48);
    expect(await marked()).toEqual([id]);
    expect((await reasonsOf(odd)).join()).toContain('managed-by:kubernetes');
  });

  test('C1 with 48 other tags, in a VPC that is gone', async () => {
    const others = Object.fromEntries(
      Array.from({ length: 47 }, (_, index) => [`Ü ${index}/=+-@.:_`, `"<${index}>&'`]),
    );
    const id = await add({ ...others, ...SHOP }, 'vpc-that-is-gone');
    await surveys(24);
    expect(await marked()).toEqual([id]);
  });

  test('C6 without a VPC, once the cluster is gone from every VPC', async () => {
    const node = addNode('vpc-9');
    const id = await add(SHOP, '');
    await surveys(24);
    expect(await marked()).toEqual([]);
    terminate(node);
    await surveys(30);
    expect(await marked()).toEqual([id]);
  });

  test('C4 not while EKS knows its cluster, which has no nodes', async () => {
    world.sandbox.control.addEksClusters(HERE, [{ name: 'shop', resourcesVpcConfig: { vpcId: VPC } }]);
    const id = await add();
    await surveys(48);
    expect(await marked()).toEqual([]);
    expect((await reasonsOf(id)).join()).toContain('EKS cluster shop (ACTIVE)');
  });

  test('C4 only by the rule clusterGone: `unused` leaves it to its cluster', async () => {
    const asked = world.sandbox.control.calls({ operation: 'DescribeCluster' }).length;
    await world.reset({ cleanup: entry('{}', 'unused'), defaults });
    const id = await add();
    await surveys(48);
    expect(await marked()).toEqual([]);
    expect(await reasonsOf(id)).toEqual(['managedBy: managed-by:kubernetes']);
    expect(world.sandbox.control.calls({ operation: 'DescribeCluster' })).toHaveLength(asked);
  });
});

describe('C9 a tag of Cluster API on one leftover', () => {
  const [GC, TASKS] = ['external-resource-gc', 'external-resource-tasks-gc'].map(
    (key) => `aws.cluster.x-k8s.io/${key}`,
  );
  const named = { LoadBalancerName: 'web', GroupName: 'web' };
  const on: Readonly<Record<string, (tags: Record<string, string>, VpcId: string) => readonly string[]>> = {
    'target group': (tags, VpcId) => world.sandbox.control.addTargetGroups(HERE, [{ VpcId, tags }]),
    'load balancer web': (tags, VpcId) => world.sandbox.control.addLoadBalancerV2s(HERE, [{ ...named, VpcId, tags }]),
    'classic load balancer web': (tags, VPCId) =>
      world.sandbox.control.addLoadBalancers(HERE, [{ ...named, VPCId, tags }]),
    'security group': (tags, VpcId) => world.sandbox.control.addSecurityGroups(HERE, [{ ...named, VpcId, tags }]),
    volume: (tags) => world.sandbox.control.addVolumes(HERE, [{ tags }]),
  };
  const CLUSTER = { 'kubernetes.io/cluster/shop': 'owned' };

  test.each(Object.keys(on))('C9 keeps every leftover of the cluster: on a %s', async (what) => {
    const id = await add();
    on[what]?.({ ...CLUSTER, [`${GC}`]: 'false' }, VPC);
    await surveys(48);
    expect(await marked()).toEqual([]);
    expect((await reasonsOf(id)).join()).toMatch(
      new RegExp(`clusterKept: tag ${GC} says false on ${what}.* of cluster shop`),
    );
  });

  test.each([
    ['neither true nor false', { [`${GC}`]: 'maybe' }],
    ['a list without target groups', { [`${TASKS}`]: 'load-balancer' }],
    ['a list with an unknown word', { [`${TASKS}`]: 'target-group, volumes' }],
  ])('C9 keeps them with %s', async (_what, tag) => {
    await add();
    on['security group']?.({ ...CLUSTER, ...tag }, VPC);
    await surveys(48);
    expect(await marked()).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['that lets them go', { [`${GC}`]: 'true', [`${TASKS}`]: 'security-group, target-group' }, VPC],
    ['of its cluster of that name in another VPC', { [`${GC}`]: 'false' }, 'vpc-2'],
    ['of another cluster', { [`${GC}`]: 'false', 'kubernetes.io/cluster/shop': '' }, ''],
  ])('C9 keeps none %s', async (what, tag, VpcId) => {
    const id = await add();
    const cluster = what === 'of another cluster' ? { 'kubernetes.io/cluster/blog': 'owned' } : CLUSTER;
    const { 'kubernetes.io/cluster/shop': _unused, ...tags } = tag;
    on['security group']?.({ ...cluster, ...tags }, VpcId === '' ? VPC : VpcId);
    await surveys(24);
    expect(await marked()).toEqual([id]);
  });

  test('C9 counts until the permit, and once it is taken away the leftovers go', async () => {
    const id = await add();
    await surveys(24);
    await world.notify(NAMESPACE);
    await world.watched(11, NAMESPACE);
    const [group = ''] = on['security group']?.({ ...CLUSTER, [`${GC}`]: 'false' }, VPC) ?? [];
    expect((await world.pass('delete', NAMESPACE)).counts).toMatchObject({ deleted: 0, unmarked: 1 });
    const Tags = Object.entries(CLUSTER).map(([Key, Value]) => ({ Key, Value }));
    world.sandbox.control.update(HERE, 'securityGroup', group, { Tags });
    world.clock.advance(6 * HOUR);
    await survey();
    expect(await marked()).toEqual([id]);
  });

  test.each(['ec2:DescribeSecurityGroups', 'ec2:DescribeVolumes', 'elasticloadbalancing:DescribeLoadBalancers'])(
    'C9 without %s nobody knows whether a tag keeps the leftovers: none is marked',
    async (permission) => {
      const id = await add();
      world.deny(permission);
      await surveys(48);
      expect(await marked()).toEqual([]);
      world.allow(permission);
      await surveys(24);
      expect(await marked()).toEqual([id]);
    },
  );
});

test('C17 a survey of sixty leftovers of one cluster lists each type once, and asks EKS once', async () => {
  const seed = { VpcId: VPC, tags: { owner: 'ann@example.com', ...SHOP } };
  world.sandbox.control.addTargetGroups(
    HERE,
    Array.from({ length: 60 }, () => seed),
  );
  await survey();
  world.clock.advance(2 * HOUR);
  const calls = (operation: string) => world.sandbox.control.calls({ operation }).length;
  const asked = ['DescribeInstances', 'DescribeLaunchTemplates', 'DescribeCluster'];
  const before = asked.map(calls);
  await survey();
  // The user data of launch templates is a text that may name any resource: its source lists them for itself.
  expect(asked.map((operation, i) => calls(operation) - (before[i] ?? 0))).toEqual([1, 2, 1]);
});

describe('C4 a marked leftover', () => {
  async function due(): Promise<string> {
    const id = await add();
    await surveys(24);
    await world.notify(NAMESPACE);
    for (let day = 0; day < 10; day++) {
      world.clock.advance(DAY);
      await survey();
    }
    world.clock.advance(HOUR);
    return id;
  }

  test('C4 is deleted after the retention', async () => {
    const id = await due();
    const { counts } = await world.pass('delete', NAMESPACE);
    expect(counts).toMatchObject({ deleted: 1 });
    expect(world.writes().map(({ operation, input }) => [operation, input])).toEqual([
      ['DeleteTargetGroup', { TargetGroupArn: id }],
    ]);
  });

  test('C4 is unmarked when its cluster comes back a moment before', async () => {
    const id = await due();
    addNode();
    const { counts } = await world.pass('delete', NAMESPACE);
    expect(counts).toMatchObject({ deleted: 0, unmarked: 1 });
    expect(world.writes()).toEqual([]);
    expect((await reasonsOf(id)).join()).toContain('its cluster exists: instance');
  });

  test('C8 stays marked and is not deleted while EKS does not answer', async () => {
    await due();
    world.deny('eks:DescribeCluster');
    const { counts } = await world.pass('delete', NAMESPACE);
    expect(counts).toMatchObject({ deleted: 0, unmarked: 0 });
    expect(await marked()).toHaveLength(1);
    expect(world.writes()).toEqual([]);
  });
});

test('C13 a leftover that AWS refuses to delete, and one that is gone, do not stop the others', async () => {
  const [busy = '', vanished = '', plain = ''] = [await add(), await add(), await add()];
  await surveys(24);
  await world.notify(NAMESPACE);
  await world.watched(11, NAMESPACE);
  const refusal = { kind: 'error', code: 'OperationNotPermitted', status: 400, containing: busy } as const;
  world.sandbox.control.addFault({ ...refusal, operation: 'DeleteTargetGroup' });
  world.sandbox.control.remove(HERE, 'targetGroup', vanished);
  const { counts } = await world.pass('delete', NAMESPACE);
  expect(counts).toMatchObject({ deleted: 1, refused: 1, gone: 1 });
  expect(await marked()).toEqual([busy]);
  const events = async (id: string) =>
    (await world.wired.deps.audit.history(NAMESPACE, id)).map(({ event }) => event).at(-1);
  expect([await events(busy), await events(vanished), await events(plain)]).toEqual(['refused', 'gone', 'deleted']);
});

describe('C11 the balancer of a gone cluster and its target group', () => {
  const BALANCERS = 'aws:test:us-east-1:loadbalancerv2' as Namespace;
  const of = (type: string) => entry().slice(1, -1).replace('targetGroup', type);

  async function found(): Promise<{ balancer: string; group: string }> {
    await world.reset({ cleanup: `[${of('loadBalancerV2')}, ${of('targetGroup')}]`, defaults });
    const tags = { owner: 'ann@example.com', ...SHOP };
    const CreatedTime = new Date(world.clock.now() - 100 * DAY).toISOString();
    const [balancer = ''] = world.sandbox.control.addLoadBalancerV2s(HERE, [{ VpcId: VPC, CreatedTime, tags }]);
    const group = await add();
    world.sandbox.control.update(HERE, 'targetGroup', group, { LoadBalancerArns: [balancer] });
    for (let hours = 0; hours <= 30; hours += 6) {
      await world.pass('mark', BALANCERS);
      await survey();
      world.clock.advance(6 * HOUR);
    }
    return { balancer, group };
  }

  test('C10 C11 one message names both, and the target group goes after its balancer within one retention', async () => {
    const { balancer, group } = await found();
    expect((await world.marks(BALANCERS)).map(({ id }) => id)).toEqual([balancer]);
    expect(await world.marks(NAMESPACE)).toMatchObject([{ id: group, waitsFor: [{ id: balancer }] }]);

    await world.notify(BALANCERS, NAMESPACE);
    const mails = world.messages();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('cluster/shop');

    for (let day = 0; day < 10; day++) {
      world.clock.advance(DAY);
      await world.pass('mark', BALANCERS);
      await survey();
    }
    world.clock.advance(DAY);
    expect((await world.pass('delete', NAMESPACE)).counts).toMatchObject({ deleted: 0, unmarked: 0 });
    expect((await world.pass('delete', BALANCERS)).counts).toMatchObject({ deleted: 1 });
    world.sandbox.control.update(HERE, 'targetGroup', group, { LoadBalancerArns: [] });
    world.clock.advance(HOUR);
    expect((await world.pass('delete', NAMESPACE)).counts).toMatchObject({ deleted: 1 });
    expect(world.writes().map(({ operation }) => operation)).toEqual(['DeleteLoadBalancer', 'DeleteTargetGroup']);
  });

  test('C10 its owner keeps the group through the link of the target group, and the balancer is kept too', async () => {
    await found();
    await world.notify(BALANCERS, NAMESPACE);
    const said = { at: world.clock.now(), actor: 'ann@example.com', via: 'link', until: 'forever' } as const;
    const target = { kind: 'group', value: 'cluster/shop' } as const;
    await world.wired.deps.optOuts.optOut(NAMESPACE, { target, ...said } as never);
    for (let day = 0; day < 11; day++) {
      world.clock.advance(DAY);
      await world.pass('mark', BALANCERS);
      await survey();
    }
    await world.pass('delete', BALANCERS);
    expect(world.writes()).toEqual([]);
  });

  test('C11 a target group whose balancer is kept is unmarked', async () => {
    const { balancer } = await found();
    const said = { at: world.clock.now(), actor: 'ann@example.com', via: 'link', until: 'forever' } as const;
    await world.wired.deps.optOuts.optOut(BALANCERS, { target: { kind: 'id', value: balancer }, ...said } as never);
    await world.pass('mark', BALANCERS);
    await survey();
    expect(await world.marks(BALANCERS)).toEqual([]);
    expect(await world.marks(NAMESPACE)).toEqual([]);
  });
});

describe('C11 the security group of a gone cluster', () => {
  const [BALANCERS, GROUPS] = ['loadbalancerv2', 'securitygroup'].map(
    (type) => `aws:test:us-east-1:${type}` as Namespace,
  ) as [Namespace, Namespace];
  const CHAIN = [BALANCERS, NAMESPACE, GROUPS];
  const of = (type: string, more = '') => entry().slice(1, -1).replace('type: targetGroup', `type: ${type}${more}`);
  const ACCEPTED = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';
  const OWNED = { owner: 'ann@example.com', 'kubernetes.io/cluster/shop': 'owned' };

  beforeEach(async () => {
    const cleanup = `[${of('loadBalancerV2')}, ${of('targetGroup')}, ${of('securityGroup', ACCEPTED)}]`;
    await world.reset({ cleanup, defaults });
  });
  const markAll = async () => {
    for (const namespace of CHAIN) await world.pass('mark', namespace);
  };
  async function surveyed(hours: number): Promise<void> {
    for (let passed = 0; passed <= hours; passed += 6) {
      await markAll();
      world.clock.advance(6 * HOUR);
    }
  }

  test('goes after its balancer, whose interface stays for an hour, and its target group, within one retention', async () => {
    const { control } = world.sandbox;
    const [group = ''] = control.addSecurityGroups(HERE, [{ VpcId: VPC, tags: OWNED }]);
    const CreatedTime = new Date(world.clock.now() - 100 * DAY).toISOString();
    const seed = { Type: 'network' as const, VpcId: VPC, CreatedTime, SecurityGroups: [group] };
    const [balancer = ''] = control.addLoadBalancerV2s(HERE, [{ ...seed, tags: { ...OWNED, ...SHOP } }]);
    const [target = ''] = control.addTargetGroups(HERE, [{ VpcId: VPC, tags: { ...OWNED, ...SHOP } }]);
    control.update(HERE, 'targetGroup', target, { LoadBalancerArns: [balancer] });
    await surveyed(36);
    expect(await world.marks(GROUPS)).toMatchObject([{ id: group, waitsFor: [{ id: balancer }] }]);

    await world.notify(...CHAIN);
    for (let day = 0; day < 10; day++) {
      world.clock.advance(DAY);
      await markAll();
    }
    world.clock.advance(DAY);
    expect((await world.pass('delete', GROUPS)).counts).toMatchObject({ deleted: 0, unmarked: 0 });
    expect((await world.pass('delete', BALANCERS)).counts).toMatchObject({ deleted: 1 });
    control.update(HERE, 'targetGroup', target, { LoadBalancerArns: [] });
    const deletes = async () => {
      world.clock.advance(16 * 60_000);
      await world.pass('delete', NAMESPACE);
      return (await world.pass('delete', GROUPS)).counts;
    };
    for (let quarter = 0; quarter < 4; quarter++) expect(await deletes()).toMatchObject({ deleted: 0, unmarked: 0 });
    const [{ NetworkInterfaceId = '' } = {}] = control.state(HERE).networkInterfaces;
    control.remove(HERE, 'networkInterface', NetworkInterfaceId);
    expect(await deletes()).toMatchObject({ deleted: 1 });
    expect(world.writes().map(({ operation }) => operation)).toEqual([
      'DeleteLoadBalancer',
      'DeleteTargetGroup',
      'DeleteSecurityGroup',
    ]);
  });

  test('A5 stays where it and another one only name each other, and the reason says so', async () => {
    const { control } = world.sandbox;
    const [one = '', other = ''] = control.addSecurityGroups(HERE, [
      { VpcId: VPC, tags: OWNED },
      { VpcId: VPC, tags: OWNED },
    ]);
    const naming = (GroupId: string) => ({ IpPermissions: [{ IpProtocol: '-1', UserIdGroupPairs: [{ GroupId }] }] });
    control.update(HERE, 'securityGroup', one, naming(other));
    control.update(HERE, 'securityGroup', other, naming(one));
    await surveyed(36);
    expect(await world.marks(GROUPS)).toEqual([]);
    const wcs = world.configuration.workConfigurations.filter(({ resourceType }) => resourceType === 'securityGroup');
    const { namespaces } = await planEach({ ...world.wired.deps }, wcs, {
      ...{ signal: new AbortController().signal, omitKept: false, quick: false, finished: [] },
      onNamespace: () => {},
    });
    for (const { verdict, reasons } of namespaces.flatMap(({ resources }) => resources)) {
      expect([verdict, reasons.join()]).toEqual(['keep', expect.stringContaining('use each other in a circle')]);
    }
    expect(namespaces.flatMap(({ resources }) => resources)).toHaveLength(2);
  });
});
