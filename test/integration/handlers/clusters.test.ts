import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { Account } from '../../../src/core/policy/workConfiguration.ts';
import { inEnglish } from '../../../src/core/reason/english.ts';
import { clusterSource } from '../../../src/handlers/aws/evidence/clusters/clusterSource.ts';
import { clustersElsewhere } from '../../../src/handlers/aws/evidence/clusters/clustersElsewhere.ts';
import { livingClusters, managementClusters } from '../../../src/handlers/aws/evidence/clusters/leftovers.ts';
import { clusterParameters } from '../../../src/handlers/aws/resources/clusterParameters.ts';
import { clusterFields } from '../../../src/handlers/aws/resources/clusterTags.ts';
import { resource } from '../../support/evaluation.ts';
import { awsForEach, failureOf, HERE, ID, REGION, scopeOf, THERE } from './fixture.ts';

const HOME = { account: 'test', location: REGION };
const VPC = 'vpc-1';
const OTHER_VPC = 'vpc-2';
const GONE = ['cluster/shop@vpc-1 gone: cluster shop'];
const AT_ZERO = { MinSize: 0, MaxSize: 0, DesiredCapacity: 0 };
const aws = awsForEach();

const owned = (name: string) => ({ [`kubernetes.io/cluster/${name}`]: 'owned' });

let count = 0;
function leftover(tags: Record<string, string>, vpcId: string | undefined = VPC) {
  count += 1;
  const { aliases } = clusterFields(tags, vpcId);
  const id = `sg-${count}`;
  return { ...resource(id, { tags, aliases: [id, ...aliases] }), ...(vpcId ? { vpcId } : {}) };
}

async function find(
  candidates: readonly ReturnType<typeof leftover>[] = [leftover(owned('shop'))],
  { kind = {}, clusters = {} }: { kind?: Parameters<typeof clusterSource>[0]; clusters?: object } = {},
): Promise<readonly string[]> {
  const scope = scopeOf(clusterParameters.parse({ clusters }), { rules: ['clusterGone'] });
  const findings: readonly Finding[] = await clusterSource(kind).read(HOME, scope, candidates, aws.io());
  return findings.map(({ alias, says, by }) => `${alias} ${says}: ${by}`);
}

test('C4 a cluster is gone that EKS does not know and that nothing carries', async () => {
  aws.control.addInstances(HERE, [{ tags: { Name: 'web' } }, { tags: owned('shop-blue'), VpcId: VPC }]);
  expect(await find()).toEqual(GONE);
});

describe('C4 a part of the cluster keeps its leftovers', () => {
  test.each(['running', 'stopped', 'pending', 'shutting-down'] as const)('C4 an instance that is %s', async (state) => {
    aws.control.addInstances(HERE, [{ InstanceId: 'i-1', VpcId: VPC, tags: owned('shop'), state }]);
    expect(await find()).toEqual([`cluster/shop@vpc-1 exists: instance i-1 (${state})`]);
  });

  test('C4 but not a terminated instance', async () => {
    aws.control.addInstances(HERE, [{ VpcId: VPC, tags: owned('shop'), state: 'terminated' }]);
    expect(await find()).toEqual(GONE);
  });

  test('C4 an Auto Scaling group without instances', async () => {
    const [subnet = ''] = aws.control.addSubnets(HERE, [{ VpcId: VPC }]);
    aws.control.addAutoScalingGroups(HERE, [
      {
        AutoScalingGroupName: 'nodes',
        MaxSize: 3,
        VPCZoneIdentifier: subnet,
        tags: { 'kubernetes.io/cluster/shop': 'shared' },
      },
    ]);
    expect(await find()).toEqual(['cluster/shop@vpc-1 exists: Auto Scaling group nodes']);
  });

  test('C4 an Auto Scaling group whose subnet nobody knows', async () => {
    aws.control.addAutoScalingGroups(HERE, [
      { AutoScalingGroupName: 'nodes', MaxSize: 3, VPCZoneIdentifier: 'subnet-1', tags: owned('shop') },
    ]);
    expect(await find()).toEqual(['cluster/shop@vpc-1 exists: Auto Scaling group nodes']);
  });

  test.each([
    ['kops', { KubernetesCluster: 'shop' }],
    ['kops by its own tags', { ...owned('shop'), 'k8s.io/role/node': '1' }],
    ['Cluster API', { ...owned('shop'), 'sigs.k8s.io/cluster-api-provider-aws/role': 'node' }],
  ])('C4 a launch template or a group at zero of %s: EKS does not know such clusters', async (_maker, tags) => {
    aws.control.addLaunchTemplates(HERE, [{ LaunchTemplateName: 'nodes', versions: [{}], tags }]);
    expect(await find()).toEqual(['cluster/shop@vpc-1 exists: launch template nodes']);
    aws.control.addAutoScalingGroups(HERE, [{ ...AT_ZERO, AutoScalingGroupName: 'nodes', tags }]);
    expect(await find()).toEqual(['cluster/shop@vpc-1 exists: Auto Scaling group nodes']);
  });

  test.each(['ACTIVE', 'CREATING', 'UPDATING', 'PENDING'] as const)('C4 an EKS cluster that is %s', async (status) => {
    aws.control.addEksClusters(HERE, [{ name: 'shop', status, resourcesVpcConfig: { vpcId: VPC } }]);
    expect(await find()).toEqual([`cluster/shop@vpc-1 exists: EKS cluster shop (${status})`]);
  });
});

describe('C4 what is only left from a cluster that EKS does not know is no part of it', () => {
  const leave = (more: object = {}) => {
    aws.control.addLaunchTemplates(HERE, [
      {
        LaunchTemplateName: 'karpenter.k8s.aws/1',
        versions: [{}],
        tags: { ...owned('shop'), 'karpenter.k8s.aws/cluster': 'shop', 'eks:eks-cluster-name': 'shop' },
      },
    ]);
    aws.control.addAutoScalingGroups(HERE, [
      { ...AT_ZERO, AutoScalingGroupName: 'nodes', tags: owned('shop'), ...more },
    ]);
  };

  test('C4 a launch template and a group at zero, which the reason names', async () => {
    leave();
    expect(await find()).toEqual(GONE);
    const scope = scopeOf(clusterParameters.parse({}), { rules: ['clusterGone'] });
    const [found] = await clusterSource({}).read(HOME, scope, [leftover(owned('shop'))], aws.io());
    expect(found?.cautions?.map(inEnglish).join()).toBe(
      'EKS has no cluster shop, and only launch template karpenter.k8s.aws/1 and 1 more have its tag: keep it if it is no cluster of EKS and sleeps',
    );
  });

  test('C4 but a group that may grow is a part of it', async () => {
    leave({ MaxSize: 5 });
    expect(await find()).toEqual(['cluster/shop@vpc-1 exists: Auto Scaling group nodes']);
  });

  test('C4 but a group at zero that a schedule may change is a part of it', async () => {
    leave({ scheduledActions: [{ MaxSize: 3 }] });
    expect(await find()).toEqual(['cluster/shop@vpc-1 exists: Auto Scaling group nodes']);
  });

  test('C4 they are parts of a cluster that EKS knows', async () => {
    leave();
    aws.control.addEksClusters(HERE, [{ name: 'shop', resourcesVpcConfig: { vpcId: VPC } }]);
    expect(await find()).toEqual(['cluster/shop@vpc-1 exists: EKS cluster shop (ACTIVE)']);
  });

  test.each(['eks:DescribeCluster', 'autoscaling:DescribeScheduledActions'])(
    'C8 nothing is known while %s is denied',
    async (action) => {
      leave();
      aws.control.deny({ account: ID, action });
      expect(await failureOf(find())).toMatchObject({ found: [], problem: 'denied' });
    },
  );
});

describe('C6 a cluster of the same name in another VPC', () => {
  beforeEach(() => {
    aws.control.addEksClusters(HERE, [{ name: 'shop', resourcesVpcConfig: { vpcId: OTHER_VPC } }]);
    aws.control.addInstances(HERE, [{ InstanceId: 'i-1', VpcId: OTHER_VPC, tags: owned('shop') }]);
    aws.control.addLaunchTemplates(HERE, [{ versions: [{}], tags: owned('shop') }]);
    const [subnet = ''] = aws.control.addSubnets(HERE, [{ VpcId: OTHER_VPC }]);
    aws.control.addAutoScalingGroups(HERE, [{ VPCZoneIdentifier: subnet, tags: owned('shop') }]);
  });

  test('C6 does not keep the leftovers of the old one', async () => {
    expect(await find()).toEqual(GONE);
  });

  test('C6 is named beside the absence of the old one: it may work in this VPC too', async () => {
    const scope = scopeOf(clusterParameters.parse({}), { rules: ['clusterGone'] });
    const [found] = await clusterSource({}).read(HOME, scope, [leftover(owned('shop'))], aws.io());
    expect(found?.cautions?.map(inEnglish).join()).toBe(
      'there is a cluster shop in vpc-2 (EKS cluster shop (ACTIVE)): keep it if that one works in vpc-1 too',
    );
  });

  test('C6 keeps a leftover while an Auto Scaling group in a VPC that is not known carries the name', async () => {
    aws.control.addAutoScalingGroups(HERE, [
      { AutoScalingGroupName: 'nodes', VPCZoneIdentifier: 'subnet-0', tags: owned('shop') },
    ]);
    expect(await find()).toEqual(['cluster/shop@vpc-1 exists: Auto Scaling group nodes']);
  });

  test('C6 keeps a leftover while EKS does not say in which VPC its cluster is', async () => {
    aws.control.update(HERE, 'eksCluster', 'shop', { resourcesVpcConfig: {} });
    expect(await find()).toEqual(['cluster/shop@vpc-1 exists: EKS cluster shop (ACTIVE)']);
  });

  test('C6 keeps its own', async () => {
    expect(await find([leftover(owned('shop'), OTHER_VPC)])).toEqual([
      'cluster/shop@vpc-2 exists: instance i-1 (running)',
    ]);
  });

  test('C6 keeps a leftover whose VPC is not known', async () => {
    const [found = ''] = await find([{ ...leftover(owned('shop')), vpcId: undefined as never }]);
    expect(found).toContain('cluster/shop exists');
  });
});

describe('C8 whether the cluster is gone is not known', () => {
  test.each(['DELETING', 'FAILED'] as const)('C8 while EKS says %s', async (status) => {
    aws.control.addEksClusters(HERE, [{ name: 'shop', status, resourcesVpcConfig: { vpcId: VPC } }]);
    const [found = ''] = await find();
    expect(found).toContain(`unknown: EKS cluster shop (${status})`);
  });

  test.each([
    'eks:DescribeCluster',
    'ec2:DescribeInstances',
    'ec2:DescribeLaunchTemplates',
    'autoscaling:DescribeAutoScalingGroups',
  ])('C8 while %s is denied', async (action) => {
    aws.control.deny({ account: ID, action });
    expect(await failureOf(find())).toMatchObject({ found: [], problem: 'denied' });
  });

  test('C8 while ec2:DescribeSubnets is denied and an Auto Scaling group names a cluster', async () => {
    aws.control.addAutoScalingGroups(HERE, [{ VPCZoneIdentifier: 'subnet-1', tags: owned('other') }]);
    aws.control.deny({ account: ID, action: 'ec2:DescribeSubnets' });
    expect(await failureOf(find())).toMatchObject({ found: [] });
  });
});

describe('C2 C9 nothing is said about the cluster of', () => {
  test.each([
    ['a resource that the cluster shares', { 'kubernetes.io/cluster/shop': 'shared' }, {}],
    ['a balancer made for no Service', owned('shop'), { isForService: true as const }],
    ['a resource whose tag keeps it', { ...owned('shop'), 'aws.cluster.x-k8s.io/external-resource-gc': 'false' }, {}],
    ['a resource that only a naming tag gives to it', { 'eks:cluster-name': 'shop' }, {}],
  ])('%s', async (_what, tags, kind) => {
    expect(await find([leftover(tags)], { kind })).toEqual([]);
    expect(aws.operations()).not.toContain('DescribeCluster');
  });

  test('C1 a naming tag counts with `ownerTags`', async () => {
    expect(await find([leftover({ 'eks:cluster-name': 'shop' })], { clusters: { ownerTags: true } })).toEqual(GONE);
  });

  test('C2 a balancer made for a Service', async () => {
    const tags = { ...owned('shop'), 'kubernetes.io/service-name': 'shop/web' };
    expect(await find([leftover(tags)], { kind: { isForService: true } })).toEqual(GONE);
  });
});

describe('bad input', () => {
  const REST = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`Ü ${index}/=+-@.:_`, 'kubernetes.io']));

  test.each(['Shop.Test', 'shop-1.k8s.Example.COM', 'SHOP'])(
    'C1 cluster %s, one of 50 tags, is asked about',
    async (name) => {
      aws.control.addEksClusters(HERE, [{ name: name.toLowerCase(), resourcesVpcConfig: { vpcId: VPC } }]);
      expect(await find([leftover({ ...REST, ...owned(name) })])).toEqual([
        `cluster/${name}@vpc-1 gone: cluster ${name}`,
      ]);
      aws.control.addInstances(HERE, [{ InstanceId: 'i-1', VpcId: VPC, tags: { ...REST, ...owned(name) } }]);
      expect(await find([leftover({ ...REST, ...owned(name) })])).toEqual([
        `cluster/${name}@vpc-1 exists: instance i-1 (running)`,
      ]);
    },
  );

  test('C6 a tag that names a cluster and a VPC does not speak for the cluster in that VPC', async () => {
    aws.control.addEksClusters(HERE, [{ name: 'shop', resourcesVpcConfig: { vpcId: VPC } }]);
    const odd = { ...leftover(owned('shop@vpc-1')), vpcId: undefined as never };
    expect(await find([odd, leftover(owned('shop'))])).toEqual([
      'cluster/shop@vpc-1 exists: EKS cluster shop (ACTIVE)',
    ]);
  });
});

describe('C4 another account of the configuration', () => {
  const scopeWith = (accounts: unknown, rules = ['clusterGone']) =>
    scopeOf(clusterParameters.parse({ clusters: { accounts } }), { rules });
  const source = clustersElsewhere({});
  const [elsewhere = HOME] = source.places(scopeWith(['other']));
  const read = (scope = scopeWith(['other']), place = elsewhere) =>
    source.read(place, scope, [leftover(owned('shop'))], aws.io());

  test.each<[unknown, readonly string[]]>([
    [['other'], ['other']],
    ['all', ['other']],
    [['test', 'other', 'other'], ['other']],
    [[], []],
    [undefined, []],
  ])('C4 accounts: %p are read in the region of the resource, the own one only once', (accounts, names) => {
    expect(source.places(scopeWith(accounts))).toEqual(names.map((account) => ({ account, location: REGION })));
    expect(source.places(scopeWith(accounts, ['unused']))).toEqual([]);
  });

  test('C4 keeps the resource by a part of a cluster of that name, in whatever VPC', async () => {
    aws.control.addInstances(THERE, [{ InstanceId: 'i-1', VpcId: OTHER_VPC, tags: owned('shop') }]);
    expect(await read()).toEqual([
      { alias: 'cluster/shop@vpc-1', says: 'exists', by: 'instance i-1 (running) in account other' },
    ]);
  });

  test('C4 proves nothing by having no such cluster', async () => {
    aws.control.addInstances(THERE, [{ VpcId: VPC, tags: owned('blog') }]);
    expect(await read()).toEqual([]);
  });

  test('C8 says that nothing is known while EKS deletes one there', async () => {
    aws.control.addEksClusters(THERE, [{ name: 'shop', status: 'DELETING', resourcesVpcConfig: { vpcId: OTHER_VPC } }]);
    expect(await read()).toMatchObject([{ alias: 'cluster/shop@vpc-1', says: 'unknown' }]);
  });

  test.each(['DescribeInstances', 'DescribeCluster', 'DescribeAutoScalingGroups', 'DescribeLaunchTemplates'])(
    'C4 is no answer while %s is denied there',
    async (operation) => {
      aws.control.addFault({ kind: 'deny', operation, account: THERE.account });
      await expect(read()).rejects.toThrow();
    },
  );

  test('C8 that cannot be read is a gap for each leftover of the cluster, not only for the first', async () => {
    aws.control.addFault({ kind: 'deny', operation: 'DescribeCluster', account: THERE.account });
    const both = [leftover(owned('shop')), leftover(owned('shop'))];
    const failure = await failureOf(source.read(elsewhere, scopeWith(['other']), both, aws.io()));
    expect(failure).toMatchObject({ failed: new Set(both.map(({ id }) => id)) });
  });

  test('C4 is no answer if the configuration has no account of that name', async () => {
    const scope = scopeWith(['tets']);
    const [place = HOME] = source.places(scope);
    await expect(read(scope, place)).rejects.toThrow('account tets is not in the configuration');
  });
});

describe('C4 a document of living clusters', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clusters-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const scopeWith = (from: string) =>
    scopeOf(clusterParameters.parse({ clusters: { living: [{ from }] } }), { rules: ['clusterGone'] });
  const write = async (generatedAt: Date) => {
    const references = [{ id: 'shop', by: 'inventory of the platform team' }];
    const file = join(folder, 'clusters.json');
    await writeFile(file, JSON.stringify({ generatedAt, references }));
    return file;
  };

  test('C4 names each of its clusters as existing', async () => {
    const scope = scopeWith(await write(new Date()));
    expect(livingClusters.places(scope)).toEqual([HOME]);
    expect(await livingClusters.read(HOME, scope, [], aws.io())).toEqual([
      { alias: 'cluster/shop', says: 'exists', by: 'cluster shop (inventory of the platform team)' },
    ]);
  });

  test('C4 a cluster that the document names by its ARN exists by its name', async () => {
    const references = [{ id: 'arn:aws-cn:eks:cn-north-1:111122223333:cluster/Shop', by: 'inventory' }];
    const file = join(folder, 'arns.json');
    await writeFile(file, JSON.stringify({ generatedAt: new Date(), references }));
    const found = await livingClusters.read(HOME, scopeWith(file), [], aws.io());
    expect(found.map(({ alias }) => alias)).toContain('cluster/Shop');
  });

  test('C4 says nothing once it is older than maxAge', async () => {
    const scope = scopeWith(await write(new Date(Date.now() - 2 * 24 * 3_600_000)));
    expect(await failureOf(livingClusters.read(HOME, scope, [], aws.io()))).toMatchObject({
      found: [],
      problem: 'malformed',
    });
  });

  test('C4 is read only for an entry with the rule clusterGone', () => {
    const { parameters } = scopeWith('https://example.com/clusters.json');
    expect(livingClusters.places(scopeOf(parameters, { rules: ['unused'] }))).toEqual([]);
  });
});

describe('C4 a management cluster of Cluster API', () => {
  let fleet: SandboxCluster;
  let folder: string;
  let mgmt: Account;
  beforeEach(async () => {
    fleet = new SandboxCluster();
    const kind = (group: string, name: string, resource: string) =>
      fleet.kinds.push({ group, version: 'v1beta2', kind: name, resource, namespaced: true });
    kind('cluster.x-k8s.io', 'Cluster', 'clusters');
    kind('infrastructure.cluster.x-k8s.io', 'AWSCluster', 'awsclusters');
    kind('controlplane.cluster.x-k8s.io', 'AWSManagedControlPlane', 'awsmanagedcontrolplanes');
    folder = await mkdtemp(join(tmpdir(), 'management-'));
    const kubeconfig = join(folder, 'kubeconfig');
    const server = await fleet.listen();
    const clusters = [{ name: 'fleet', cluster: { server } }];
    const contexts = [{ name: 'fleet', context: { cluster: 'fleet' } }];
    await writeFile(kubeconfig, JSON.stringify({ 'current-context': 'fleet', clusters, contexts }));
    mgmt = { name: 'mgmt', provider: 'kubernetes', locations: [], settings: { kubeconfig } };
  });
  afterEach(async () => {
    await fleet.close();
    await rm(folder, { recursive: true });
  });

  const scopeWith = (management: readonly string[], rules = ['clusterGone']) => {
    const scope = scopeOf(clusterParameters.parse({ clusters: { management } }), { rules });
    return { ...scope, accounts: [...scope.accounts, mgmt] };
  };
  const read = (scope = scopeWith(['mgmt'])) => {
    const [place = HOME] = managementClusters.places(scope);
    return managementClusters.read(place, scope, [], aws.io());
  };
  const add = (apiVersion: string, kind: string, name: string, more: object = {}) =>
    fleet.apply({ apiVersion, kind, metadata: { name, namespace: 'teams', ...more } });

  test('C4 every cluster exists under each of its names, also one that is being deleted', async () => {
    add('cluster.x-k8s.io/v1beta2', 'Cluster', 'shop', {
      deletionTimestamp: '2026-11-01T00:00:00Z',
      finalizers: ['cluster.cluster.x-k8s.io'],
    });
    add('infrastructure.cluster.x-k8s.io/v1beta2', 'AWSCluster', 'shop-aws');
    fleet.apply({
      apiVersion: 'controlplane.cluster.x-k8s.io/v1beta2',
      kind: 'AWSManagedControlPlane',
      metadata: { name: 'blog-control-plane', namespace: 'teams' },
      spec: { eksClusterName: 'blog' },
    });
    const found = await read();
    expect(found.every(({ says }) => says === 'exists')).toBe(true);
    expect(found.map(({ alias }) => alias)).toEqual(
      expect.arrayContaining(['cluster/shop', 'cluster/teams_shop', 'cluster/shop-aws', 'cluster/blog']),
    );
  });

  test.each<[string, () => void, string]>([
    ['may not be listed', () => fleet.switches.denied.add('awsclusters'), 'is denied'],
    ['does not answer', () => fleet.switches.stale.add('cluster.x-k8s.io'), 'stale'],
    ['is not served', () => fleet.kinds.splice(-3), 'it serves no Cluster API'],
  ])('C4 is no answer while its Cluster API %s', async (_what, given, why) => {
    given();
    await expect(read()).rejects.toThrow(why);
  });

  test('C4 is no answer if no account of that name is a cluster', async () => {
    await expect(read(scopeWith(['test']))).rejects.toThrow(
      'no account of the configuration with the provider kubernetes',
    );
    await expect(read(scopeWith(['mgtm']))).rejects.toThrow('correct `clusters.management`');
  });

  test('C4 is read only for an entry with the rule clusterGone', () => {
    expect(managementClusters.places(scopeWith(['mgmt'], ['unused']))).toEqual([]);
  });
});

test('C17 EKS is asked by name only about clusters that have no part here', async () => {
  aws.control.addInstances(HERE, [{ InstanceId: 'i-1', VpcId: VPC, tags: owned('blog') }]);
  expect(await find([leftover(owned('blog')), leftover(owned('shop'))])).toEqual([
    'cluster/blog@vpc-1 exists: instance i-1 (running)',
    ...GONE,
  ]);
  expect(aws.control.calls({ operation: 'DescribeCluster' }).map(({ input }) => input)).toMatchObject([
    { name: 'shop' },
  ]);
});

test('C17 a thousand leftovers of ten clusters cost one listing per type and one question per cluster', async () => {
  const leftovers = Array.from({ length: 1000 }, (_, n) => leftover(owned(`team-${n % 10}.Example`)));
  const found = await find(leftovers);
  expect(found).toHaveLength(10);
  const calls = (operation: string) => aws.control.calls({ operation }).length;
  expect(calls('DescribeInstances')).toBe(1);
  expect(calls('DescribeLaunchTemplates')).toBe(1);
  expect(calls('DescribeAutoScalingGroups')).toBe(1);
  expect(calls('DescribeSubnets')).toBe(1);
  expect(calls('DescribeCluster')).toBe(10);
});

test('the source is read only for an entry with the rule clusterGone', () => {
  const scope = (rules: readonly string[]) => scopeOf(clusterParameters.parse({}), { rules });
  expect(clusterSource({}).places(scope(['unused', 'clusterGone']))).toEqual([HOME]);
  expect(clusterSource({}).places(scope(['unused']))).toEqual([]);
  expect(clusterSource({}).places(scopeOf(clusterParameters.parse({})))).toEqual([]);
});
