/** What a deleted cluster leaves behind in every type, whoever made it: one rule over tags. */
import { expect, test } from '@jest/globals';
import { aws } from '../../../src/handlers/aws/provider.ts';
import { KITS } from '../../kits/index.ts';
import type { AwsType } from '../../support/awsTypes.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();

type Tags = Readonly<Record<string, string>>;
const owned = (name: string): Tags => ({ [`kubernetes.io/cluster/${name}`]: 'owned' });

/** The tags of each program, as it writes them on what it makes for a cluster of this name. */
const MAKERS: readonly (readonly [maker: string, tags: (name: string) => Tags, isOfEks: boolean])[] = [
  [
    'EKS, VPC CNI',
    (name) => ({ ...owned(name), 'eks:eni:owner': 'amazon-vpc-cni', 'node.k8s.amazonaws.com/instance_id': 'i-1' }),
    true,
  ],
  [
    'EKS, VPC CNI before 1.18',
    (name) => ({ 'cluster.k8s.amazonaws.com/name': name, 'node.k8s.amazonaws.com/instance_id': 'i-1' }),
    true,
  ],
  [
    'Karpenter',
    (name) => ({
      ...owned(name),
      'eks:eks-cluster-name': name,
      'karpenter.sh/nodepool': 'a',
      'karpenter.k8s.aws/ec2nodeclass': 'a',
    }),
    true,
  ],
  [
    'Karpenter before 1.1',
    (name) => ({ 'karpenter.k8s.aws/cluster': name, 'karpenter.sh/provisioner-name': 'a' }),
    true,
  ],
  [
    'eksctl',
    (name) => ({ 'alpha.eksctl.io/cluster-name': name, 'eksctl.cluster.k8s.io/v1alpha1/cluster-name': name }),
    true,
  ],
  [
    'Cluster API',
    (name) => ({
      [`sigs.k8s.io/cluster-api-provider-aws/cluster/${name}`]: 'owned',
      'sigs.k8s.io/cluster-api-provider-aws/role': 'common',
    }),
    false,
  ],
  [
    'kops',
    (name) => ({
      ...owned(name),
      KubernetesCluster: name,
      'kops.k8s.io/instancegroup': 'nodes',
      'k8s.io/role/node': '1',
    }),
    false,
  ],
  [
    'OpenShift',
    (name) => ({
      ...owned(name),
      [`sigs.k8s.io/cluster-api-provider-aws/cluster/${name}`]: 'owned',
      'red-hat-managed': 'true',
    }),
    false,
  ],
];

/** What shows that a cluster without EKS lives cannot be its leftover. */
const PARTS: readonly AwsType[] = ['autoScalingGroup', 'launchTemplate'];
const LEFT = aws.handlers
  .filter((one) => one.rules.some(({ name }) => name === 'clusterGone'))
  .map(({ resourceType }) => resourceType as AwsType);
/** Volumes need their claim, and balancers their Service: volumesOfClusters and clusterGone have these. */
const ALIKE = LEFT.filter((type) => !['volume', 'loadBalancer', 'loadBalancerV2', 'targetGroup'].includes(type));

function entryOf(type: AwsType): string {
  const handler = aws.handlers.find(({ resourceType }) => resourceType === type);
  const isIncomplete = handler?.unlistedUsers !== undefined || Object.keys(handler?.unreadUsers ?? {}).length > 0;
  return [
    `{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, unusedFor: 12h, when: [{ rule: clusterGone }]`,
    `clusters: { ownerTags: true, absentFor: 1h, gone: [${MAKERS.map((_maker, index) => `shop${index}`)}] }`,
    ...(type === 'image' ? ['keepNewest: off'] : []),
    `${isIncomplete ? 'acceptIncomplete: { until: 2099-12-31, reason: a test }, ' : ''}retention: 5d }`,
  ].join(', ');
}
const UNLIMITED = 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }';
const cleanup = (types: readonly AwsType[]) => `[${types.map(entryOf).join(', ')}]`;

/** Of the types whose creation AWS reports. */
const DATES: { readonly [type in AwsType]?: string } = {
  autoScalingGroup: 'CreatedTime',
  image: 'CreationDate',
  launchTemplate: 'CreateTime',
  snapshot: 'StartTime',
};

function make(type: AwsType, more: Tags): string {
  const { control } = world.sandbox;
  const tags = { owner: 'ann@example.com', ...more };
  const made = {
    VolumeId: 'vol-0123456789abcdef0',
    Description: 'Created by CreateImage(i-0123456789abcdef0) for ami-0123456789abcdef0',
  };
  const tagged = KITS.find((one) => one.type === type)?.tagged;
  const id = type === 'snapshot' ? control.addSnapshots(HERE, [{ ...made, tags }])[0] : tagged?.(control, HERE, tags);
  const [date, at] = [DATES[type], new Date(world.clock.now() - 100 * DAY)];
  if (date && id) control.update(HERE, type as 'image', id, { [date]: type === 'image' ? at.toISOString() : at });
  return id ?? '';
}

async function surveys(types: readonly AwsType[]): Promise<readonly string[]> {
  for (let passed = 0; passed < 4; passed++) {
    for (const type of types) await world.pass('mark', namespaceOf(type));
    world.clock.advance(6 * HOUR);
  }
  const marks = await Promise.all(types.map((type) => world.marks(namespaceOf(type))));
  return marks.flat().map(({ id }) => id);
}

test('C1 every type that a cluster may leave behind has the rule', () => {
  expect(LEFT.toSorted()).toEqual([
    'autoScalingGroup',
    'elasticIp',
    'image',
    'launchTemplate',
    'loadBalancer',
    'loadBalancerV2',
    'networkInterface',
    'securityGroup',
    'snapshot',
    'targetGroup',
    'volume',
  ]);
});

test('C4 whoever made the cluster, what it left is marked in every type once it is gone, and a living one keeps its own', async () => {
  await world.reset({ cleanup: cleanup(ALIKE), defaults: UNLIMITED });
  const left: string[] = [];
  for (const [index, [maker, tags, isOfEks]] of MAKERS.entries()) {
    world.sandbox.control.addInstances(HERE, [{ tags: tags(`blog${index}`) }]);
    for (const type of ALIKE.filter((one) => isOfEks || !PARTS.includes(one))) {
      left.push(`${make(type, tags(`shop${index}`))} of ${maker}`);
      make(type, tags(`blog${index}`));
    }
  }
  const marked = new Set(await surveys(ALIKE));
  expect(left.filter((one) => !marked.has(one.split(' of ')[0] as string))).toEqual([]);
  expect(marked.size).toBe(left.length);
});

test('C4 a backup with the tags of its volume is no leftover, and neither is what a driver or a person keeps', async () => {
  await world.reset({
    cleanup: cleanup(['snapshot', 'elasticIp']),
    defaults: UNLIMITED,
  });
  const { control } = world.sandbox;
  control.addSnapshots(HERE, [{ tags: owned('shop') }, { tags: { ...owned('shop'), CSIVolumeSnapshotName: 'a' } }]);
  make('elasticIp', { ...owned('shop'), 'sigs.k8s.io/cluster-api-provider-aws/cluster/shop': 'shared' });
  make('elasticIp', { ...owned('shop'), 'sigs.k8s.io/cluster-api-provider-aws/cluster/blog': '' });
  make('elasticIp', { ...owned('shop'), 'karpenter.k8s.aws/cluster': 'other' });
  make('elasticIp', { ...owned('shop'), 'aws.cluster.x-k8s.io/external-resource-gc': 'false' });
  expect(await surveys(['snapshot', 'elasticIp'])).toEqual([]);
});
