import { describe, expect, test } from '@jest/globals';
import {
  carries,
  clusterFields,
  isMadeForService,
  isOfAnotherMaker,
  type Ownership,
  optedOutOfCollection,
  ownershipOf,
  withoutClusterTags,
} from '../../../src/handlers/aws/resources/clusterTags.ts';

const owned = (name: string) => ({ [`kubernetes.io/cluster/${name}`]: 'owned' });
const GC = 'aws.cluster.x-k8s.io/external-resource-gc';
const TASKS = 'aws.cluster.x-k8s.io/external-resource-tasks-gc';

function ownership(tags: Record<string, string>, byNamingTags = false): Ownership {
  return ownershipOf(tags, { byNamingTags });
}

describe('C1 the cluster of a resource', () => {
  test.each(['shop', 'Shop.Test', 'a', 'shop/blue', 'shop-1.k8s.example.com'])(
    'C1 `owned` names cluster %s',
    (name) => {
      expect(ownership(owned(name))).toEqual({ kind: 'owned', clusters: [name] });
    },
  );

  test.each(['shared', 'Owned', 'owned ', '', 'true'])('C1 the value "%s" does not count as owned', (value) => {
    expect(ownership({ 'kubernetes.io/cluster/shop': value }).kind).toBe('unclear');
    expect(ownership({ ...owned('other'), 'kubernetes.io/cluster/shop': value }).kind).toBe('unclear');
  });

  test.each([{}, { Name: 'kubernetes.io/cluster/shop' }, { 'Kubernetes.io/cluster/shop': 'owned' }])(
    'C1 tags %p name no cluster',
    (tags) => {
      expect(ownership(tags, true)).toEqual({ kind: 'none' });
    },
  );

  test('C1 a name with "@", which separates a cluster from its VPC in an alias, proves no owner', () => {
    expect(ownership(owned('shop@vpc-1')).kind).toBe('unclear');
    expect(ownership({ KubernetesCluster: 'shop@vpc-1' }, true).kind).toBe('unclear');
    expect(clusterFields(owned('shop@vpc-1'), undefined)).toEqual({ aliases: [] });
    expect(carries(owned('shop@vpc-1'), 'shop@vpc-1')).toBe(true);
  });

  test.each([
    ['kops', 'kops.k8s.io/instancegroup', true],
    ['Gardener', 'kubernetes.io/role/node', true],
    ['Cluster API', 'sigs.k8s.io/cluster-api-provider-aws/cluster/shop', true],
    ['OpenShift', 'openshiftClusterID', true],
    ['OpenShift as a service', 'api.openshift.com/id', true],
    ['Rancher', 'rke.cattle.io/cluster-name', true],
    ['Juju', 'juju-model-uuid', true],
    ['eksctl', 'alpha.eksctl.io/cluster-name', false],
    ['Karpenter', 'karpenter.k8s.aws/cluster', false],
    ['Crossplane', 'crossplane-name', false],
    ['nobody', 'Broker', false],
  ])('C1 %s makes clusters that EKS does not know: %s %s', (_maker, key, isOne) => {
    expect(isOfAnotherMaker({ ...owned('shop'), [key]: 'shop' })).toBe(isOne);
  });

  test('C1 a tag without a cluster name proves no owner', () => {
    expect(ownership(owned('')).kind).toBe('unclear');
  });

  test.each([
    'KubernetesCluster',
    'eks:cluster-name',
    'eks:eks-cluster-name',
    'elbv2.k8s.aws/cluster',
    'alpha.eksctl.io/cluster-name',
  ])('C1 %s names the cluster only with `ownerTags`', (key) => {
    expect(ownership({ [key]: 'shop' })).toEqual({ kind: 'none' });
    expect(ownership({ [key]: 'shop' }, true)).toEqual({ kind: 'owned', clusters: ['shop'] });
  });

  test('C1 two tags that name different clusters prove no owner, with and without `ownerTags`', () => {
    expect(ownership({ ...owned('shop'), KubernetesCluster: 'other' }).kind).toBe('unclear');
    expect(ownership({ KubernetesCluster: 'other', 'eks:cluster-name': 'shop' }, true).kind).toBe('unclear');
    expect(ownership({ ...owned('shop'), KubernetesCluster: 'shop' })).toEqual({ kind: 'owned', clusters: ['shop'] });
  });

  test('C2 the security group that EKS itself made has no cluster whose leftover it could be', () => {
    expect(ownership({ ...owned('shop'), 'aws:eks:cluster-name': 'shop' }).kind).toBe('unclear');
  });

  test.each([
    'kubernetes.io/service-name',
    ...['service', 'ingress', 'gateway'].flatMap((made) =>
      (made === 'gateway' ? ['.alb', '.nlb'] : ['']).map((kind) => `${made}.k8s.aws${kind}/stack`),
    ),
    ...['service', 'ingress'].map((made) => `${made}.eks.amazonaws.com/stack`),
  ])('C2 %s shows that a controller made it for a Service or an Ingress', (key) => {
    expect(isMadeForService({ [key]: '' })).toBe(true);
    expect(isMadeForService(owned('shop'))).toBe(false);
  });

  test('C3 a resource of two clusters names both', () => {
    expect(ownership({ ...owned('b'), ...owned('a') })).toEqual({ kind: 'owned', clusters: ['a', 'b'] });
  });

  test('C6 the alias has the VPC, the group has the name only', () => {
    expect(clusterFields(owned('shop'), 'vpc-1')).toEqual({
      aliases: ['cluster/shop@vpc-1', 'cluster/shop', 'keptCluster/cluster/shop@vpc-1'],
      group: 'cluster/shop',
    });
    expect(clusterFields(owned('shop'), undefined)).toEqual({
      aliases: ['cluster/shop', 'keptCluster/cluster/shop'],
      group: 'cluster/shop',
    });
    expect(clusterFields({ ...owned('a'), ...owned('b') }, 'vpc-1')).toEqual({
      aliases: [
        'cluster/a@vpc-1',
        'cluster/a',
        'cluster/b@vpc-1',
        'cluster/b',
        'keptCluster/cluster/a@vpc-1',
        'keptCluster/cluster/b@vpc-1',
      ],
    });
  });
});

describe('C4 the parts of a cluster', () => {
  test.each(['owned', 'shared', 'odd', ''])('C4 a part with the value "%s" carries its cluster', (value) => {
    expect(carries({ 'kubernetes.io/cluster/shop': value }, 'shop')).toBe(true);
  });

  test('C4 a part carries only the clusters that it names', () => {
    expect(carries({ KubernetesCluster: 'shop' }, 'shop')).toBe(true);
    expect(carries({ ...owned('shop-test'), KubernetesCluster: 'shop-test' }, 'shop')).toBe(false);
    expect(carries({ Name: 'shop' })).toBe(false);
    expect(carries({ 'eks:cluster-name': 'shop' })).toBe(true);
  });
});

describe('C9 the tags of Cluster API', () => {
  test.each(['0', 'f', 'F', 'FALSE', 'false', 'False'])('C9 %s keeps', (value) => {
    expect(optedOutOfCollection({ [GC]: value }, 'load-balancer')).toContain(value);
  });

  test.each(['1', 't', 'T', 'TRUE', 'true', 'True'])('C9 %s does not keep', (value) => {
    expect(optedOutOfCollection({ [GC]: value }, 'load-balancer')).toBeUndefined();
  });

  test.each(['yes', 'tRUE', '', 'no'])('C9 "%s", which Go does not read as a boolean, keeps', (value) => {
    expect(optedOutOfCollection({ [GC]: value }, 'load-balancer')).toContain('neither true nor false');
  });

  test('C9 a list of tasks keeps the kinds that it does not name, and all with an unknown word', () => {
    const some = { [TASKS]: 'load-balancer, target-group' };
    expect(optedOutOfCollection(some, 'load-balancer')).toBeUndefined();
    expect(optedOutOfCollection(some, 'target-group')).toBeUndefined();
    expect(optedOutOfCollection(some, 'security-group')).toContain('does not name security-group');
    expect(optedOutOfCollection({ [TASKS]: 'load-balancer,volumes' }, 'load-balancer')).toContain('"volumes"');
    expect(optedOutOfCollection({ [TASKS]: '' }, 'load-balancer')).toContain('""');
    expect(optedOutOfCollection({}, 'load-balancer')).toBeUndefined();
  });
});

test('withoutClusterTags leaves the tags of other managers', () => {
  const tags = {
    ...owned('shop'),
    'kubernetes.io/service-name': 'shop/web',
    'elbv2.k8s.aws/cluster': 'shop',
    'aws:cloudformation:stack-name': 'net',
    'ebs.csi.aws.com/cluster': 'true',
    Name: 'web',
  };
  expect(Object.keys(withoutClusterTags(tags))).toEqual([
    'aws:cloudformation:stack-name',
    'ebs.csi.aws.com/cluster',
    'Name',
  ]);
});
