/**
 * Law 1 over the rule clusterGone: to read less never moves a verdict towards held or candidate. One cluster is gone, and
 * each of the others exists or is kept by one part only; each has a leftover of every type that clusters leave behind.
 *
 * HOLYSTONE_PROPERTY_RUNS=100 tries more losses; HOLYSTONE_SEED=… tries the same again.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, namespaceOf, THERE, World } from '../../support/awsWorld.ts';
import { LessOfWorld } from '../../support/lessOfWorld.ts';

const RUNS = Number(process.env.HOLYSTONE_PROPERTY_RUNS ?? 3);
const TIMEOUT = Math.max(900_000, RUNS * 20_000);
const TYPES = ['loadBalancer', 'loadBalancerV2', 'targetGroup', 'securityGroup', 'volume'] as const;
const NAMESPACES = TYPES.map(namespaceOf);
const MORE: Readonly<Record<string, string>> = {
  securityGroup: ', acceptIncomplete: { until: 2099-12-31, reason: a test }',
  volume: ', manageOwned: [ebs-csi], quarantine: 7d',
};

let world: World;
let less: LessOfWorld;
/** The ids of the leftovers, by their cluster. */
const left = new Map<string, readonly string[]>();

const control = () => world.sandbox.control;
const vpcOf = (cluster: string) => `vpc-${cluster}`;
const owned = (cluster: string) => ({ [`kubernetes.io/cluster/${cluster}`]: 'owned' });

/** The one part by which a cluster exists. */
const PARTS: Readonly<Record<string, (cluster: string) => void>> = {
  gone: () => {},
  eks: (name) => control().addEksClusters(HERE, [{ name, resourcesVpcConfig: { vpcId: vpcOf(name) } }]),
  stuck: (name) =>
    control().addEksClusters(HERE, [{ name, status: 'DELETING', resourcesVpcConfig: { vpcId: vpcOf(name) } }]),
  machine: (name) => control().addInstances(HERE, [{ VpcId: vpcOf(name), state: 'stopped', tags: owned(name) }]),
  // Of kops: EKS does not know its clusters.
  template: (name) => control().addLaunchTemplates(HERE, [{ versions: [{}], tags: { KubernetesCluster: name } }]),
  nodes(name) {
    const [VPCZoneIdentifier = ''] = control().addSubnets(HERE, [{ VpcId: vpcOf(name) }]);
    const group = { AutoScalingGroupName: name, MaxSize: 3, VPCZoneIdentifier, tags: owned(name) };
    control().addAutoScalingGroups(HERE, [group]);
  },
  optedOut: (name) =>
    control().addTargetGroups(HERE, [
      { VpcId: vpcOf(name), tags: { ...owned(name), 'aws.cluster.x-k8s.io/external-resource-gc': 'false' } },
    ]),
  elsewhere: (name) => control().addInstances(THERE, [{ VpcId: 'vpc-of-theirs', tags: owned(name) }]),
};

beforeAll(async () => {
  world = await World.start();
  const entry = (type: string) =>
    `{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, unusedFor: 12h, when: [{ rule: clusterGone }], clusters: { accounts: all, gone: [gone] }${MORE[type] ?? ''} }`;
  await world.reset({
    cleanup: `[${TYPES.map(entry).join(', ')}]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
  });
  for (const [cluster, exists] of Object.entries(PARTS)) {
    left.set(cluster, addLeftovers(cluster));
    exists(cluster);
  }
  for (let hours = 0; hours <= 48; hours += 6) {
    for (const namespace of NAMESPACES) await world.pass('mark', namespace);
    world.clock.advance(6 * HOUR);
  }
  less = await LessOfWorld.of(world);
}, TIMEOUT);
afterAll(() => world?.stop());
afterEach(() => less?.recover());

function addLeftovers(cluster: string): readonly string[] {
  const VpcId = vpcOf(cluster);
  const tags = { owner: 'ann@example.com', ...owned(cluster) };
  const served = { ...tags, 'kubernetes.io/service-name': 'shop/web' };
  const CreatedTime = new Date(world.clock.now() - 100 * DAY).toISOString();
  const claim = { 'kubernetes.io/created-for/pvc/name': 'data', 'kubernetes.io/created-for/pvc/namespace': 'shop' };
  return [
    ...control().addLoadBalancers(HERE, [
      { LoadBalancerName: `classic-${cluster}`, VPCId: VpcId, CreatedTime, tags: served },
    ]),
    ...control().addLoadBalancerV2s(HERE, [
      { LoadBalancerName: cluster, Type: 'network', VpcId, CreatedTime, tags: served },
    ]),
    ...control().addTargetGroups(HERE, [{ TargetGroupName: cluster, VpcId, tags: served }]),
    ...control().addSecurityGroups(HERE, [{ GroupName: cluster, VpcId, tags }]),
    ...control().addVolumes(HERE, [
      { CreateTime: CreatedTime, tags: { ...tags, ...claim, 'ebs.csi.aws.com/cluster': 'true' } },
    ]),
  ];
}

test('C4 C16 A15 every leftover of the cluster that is gone is a candidate, and none of a cluster of which a part exists', () => {
  const verdicts = [...left].map(([cluster, ids]) => [cluster, [...new Set(ids.map((id) => less.whole.get(id)))]]);
  expect(Object.fromEntries(verdicts)).toEqual({
    gone: ['candidate'],
    eks: ['keep'],
    stuck: ['unknown'],
    machine: ['keep'],
    template: ['keep'],
    nodes: ['keep'],
    optedOut: ['keep'],
    elsewhere: ['keep'],
  });
});

test(
  'C8 C16 A15 without any one of its calls, no verdict moves towards held or candidate',
  async () => {
    const { names, wrong } = await less.withoutEach();
    expect(wrong).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining(['eks:DescribeCluster', 'ec2:DescribeInstances', 'ec2:DescribeSubnets']),
    );
  },
  TIMEOUT,
);

test(
  'C8 C16 A15 taking any read away never moves a verdict towards held or candidate, however many are gone already',
  () => expect(less.withLessAndLess(RUNS)).resolves.toBeUndefined(),
  TIMEOUT,
);
