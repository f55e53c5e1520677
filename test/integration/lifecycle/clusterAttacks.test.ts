/** Attempts to have Holystone delete resources of a living cluster or of others, from the survey to the delete pass. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, namespaceOf, THERE, worldForAll } from '../../support/awsWorld.ts';

const BALANCERS = namespaceOf('loadBalancerV2');
const POOLS = namespaceOf('targetGroup');
const CHAIN = [BALANCERS, POOLS];
const VpcId = 'vpc-1';

const world = worldForAll();

const entry = (type: string, clusters: string) =>
  `{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, retention: 5d, when: [{ rule: clusterGone }], clusters: ${clusters} }`;
const optionsWith = (clusters: string) => ({
  cleanup: `[${entry('loadBalancerV2', clusters)}, ${entry('targetGroup', clusters)}]`,
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
});

interface Service {
  readonly cluster: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly balancer: string;
  readonly pool: string;
}

const partOf = (cluster: string) => ({ [`kubernetes.io/cluster/${cluster}`]: 'owned' });

function addService(name: string, cluster = name): Service {
  const { control } = world.sandbox;
  const tags = { owner: 'ann@example.com', ...partOf(cluster), 'kubernetes.io/service-name': `shop/${name}` };
  const [pool = ''] = control.addTargetGroups(HERE, [{ TargetGroupName: name, VpcId, tags }]);
  const listeners = [{ DefaultActions: [{ Type: 'forward' as const, TargetGroupArn: pool }] }];
  const CreatedTime = new Date(world.clock.now() - 100 * DAY);
  const seed = { LoadBalancerName: name, Type: 'application' as const, VpcId, tags };
  const [balancer = ''] = control.addLoadBalancerV2s(HERE, [{ ...seed, CreatedTime, listeners }]);
  return { cluster, tags, balancer, pool };
}

/** More than a day of surveys, the message, and the retention. */
async function due(): Promise<void> {
  for (let passed = 0; passed <= 30; passed += 6) {
    for (const namespace of CHAIN) await world.pass('mark', namespace);
    world.clock.advance(6 * HOUR);
  }
  await world.notify(...CHAIN);
  await world.watched(6, ...CHAIN);
  for (const namespace of CHAIN) await world.pass('mark', namespace);
}

/** @returns the ARNs in the delete requests */
async function deleteAll(): Promise<readonly unknown[]> {
  for (const namespace of CHAIN) await world.pass('delete', namespace);
  return world.writes().flatMap(({ input }) => Object.values(input as object));
}

test('C8 no leftover of a cluster goes while EKS is denied in the other account in which it lives', async () => {
  await world.reset(optionsWith('{ accounts: [other] }'));
  const { control } = world.sandbox;
  control.addEksClusters(THERE, [{ name: 'shop', resourcesVpcConfig: { vpcId: VpcId } }]);
  control.addFault({ kind: 'deny', operation: 'DescribeCluster', account: THERE.account });
  addService('web', 'shop');
  addService('api', 'shop');
  await due();
  expect(await world.marks(BALANCERS)).toEqual([]);
  expect(await deleteAll()).toEqual([]);
});

const retag = ({ balancer, tags }: Service, more: Record<string, string>) =>
  world.sandbox.control.update(HERE, 'loadBalancerV2', balancer, { tags: { ...tags, ...more } });
const addNode = ({ cluster }: Service, more: object = {}) =>
  world.sandbox.control.addInstances(HERE, [{ VpcId, tags: partOf(cluster), ...more }]);
const addEks = (name: string, more: object = {}) =>
  world.sandbox.control.addEksClusters(HERE, [{ name, resourcesVpcConfig: { vpcId: VpcId }, ...more }]);
const failing = ({ cluster: containing }: Service, kind: 'deny' | 'blank') =>
  world.sandbox.control.addFault({ operation: 'DescribeCluster', containing, kind });

/** Each happens to a service of its own. */
const ATTACKS: Readonly<Record<string, (service: Service) => unknown>> = {
  'C1 its tag says shared': (s) => retag(s, { [`kubernetes.io/cluster/${s.cluster}`]: 'shared' }),
  'C1 a second tag names another cluster': (s) => retag(s, { 'elbv2.k8s.aws/cluster': 'blog' }),
  'C3 a second cluster, which is alive, owns it too': (s) => {
    addEks('living');
    retag(s, partOf('living'));
  },
  'C2 it is no longer tagged for a Service': ({ balancer, tags: { owner = '' }, cluster }) =>
    world.sandbox.control.update(HERE, 'loadBalancerV2', balancer, { tags: { owner, ...partOf(cluster) } }),
  'C9 its collection is switched off': (s) => retag(s, { 'aws.cluster.x-k8s.io/external-resource-gc': 'false' }),
  'C9 its collection is neither on nor off': (s) => retag(s, { 'aws.cluster.x-k8s.io/external-resource-gc': 'maybe' }),
  'C9 its tasks name something unknown': (s) =>
    retag(s, { 'aws.cluster.x-k8s.io/external-resource-tasks-gc': 'load-balancer, volumes' }),
  'C4 a node of its cluster starts': (s) => addNode(s),
  'C4 a stopped node of its cluster is there': (s) => addNode(s, { State: { Name: 'stopped' } }),
  'C4 a node in a VPC that AWS does not name carries the name': (s) => addNode(s, { VpcId: '' }),
  'C4 an Auto Scaling group of its cluster is there': ({ cluster }) =>
    world.sandbox.control.addAutoScalingGroups(HERE, [{ MaxSize: 3, VPCZoneIdentifier: '', tags: partOf(cluster) }]),
  'C6 EKS knows a cluster of its name, in a VPC that it does not say': ({ cluster }) =>
    addEks(cluster, { resourcesVpcConfig: {} }),
  'C8 EKS deletes a cluster of its name': ({ cluster }) => addEks(cluster, { status: 'DELETING' }),
  'C8 EKS is denied for its cluster': (s) => failing(s, 'deny'),
  'C8 EKS answers without its cluster, which lives in another VPC': (s) => {
    addEks(s.cluster, { resourcesVpcConfig: { vpcId: 'vpc-2' } });
    failing(s, 'blank');
  },
  'L10 a target registers behind it': ({ pool }) =>
    world.sandbox.control.update(HERE, 'targetGroup', pool, {
      targets: [{ Target: { Id: 'i-1' }, TargetHealth: { State: 'healthy' } }],
    }),
  'A1 a listener redirects': ({ balancer }) =>
    world.sandbox.control.update(HERE, 'loadBalancerV2', balancer, {
      moreListeners: [{ Port: 81, DefaultActions: [{ Type: 'redirect' }] }],
    }),
  'A1 a listener forwards to nothing that AWS names': ({ balancer }) =>
    world.sandbox.control.update(HERE, 'loadBalancerV2', balancer, {
      moreListeners: [{ Port: 81, DefaultActions: [{ Type: 'forward' }] }],
    }),
  'A1 an endpoint service offers it to others': ({ balancer }) =>
    world.sandbox.control.addEndpointServices(HERE, [{ NetworkLoadBalancerArns: [balancer] }]),
};

describe('a leftover that is notified and due stays when, a moment before the delete pass,', () => {
  const services = new Map<string, Service>();
  let untouched: Service;
  let deleted: readonly unknown[] = [];

  beforeAll(async () => {
    await world.reset(optionsWith('{ gone: [untouched] }'));
    for (const [index, name] of Object.keys(ATTACKS).entries()) services.set(name, addService(`web-${index}x`));
    untouched = addService('untouched');
    await due();
    for (const [name, attack] of Object.entries(ATTACKS)) attack(services.get(name) as Service);
    deleted = await deleteAll();
  });

  test.each(Object.keys(ATTACKS))('%s', (name) => {
    expect(deleted).not.toContain(services.get(name)?.balancer);
  });

  test('C11 and nothing else goes but the one that nobody attacks, and its target group', () => {
    expect(deleted).toEqual([untouched.balancer, untouched.pool]);
  });
});
