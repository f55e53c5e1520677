import { expect, test } from '@jest/globals';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { managedBy } from '../../../src/handlers/aws/resources/managedBy.ts';
import { securityGroup } from '../../../src/handlers/aws/types/securityGroup/handler.ts';

const facts = { now: 0, findings: [] };
const resource = (tags: Record<string, string>, change: Partial<Resource & { operator: string }> = {}) => ({
  id: 'x',
  identity: 'x',
  name: 'x',
  aliases: ['x'],
  tags,
  ...change,
});
const keeps = (subject: Resource, manageOwned: string[] = [], managedTags: string[] = []) =>
  managedBy.keeps(subject, { manageOwned, managedTags }, facts);

test.each([
  ['aws:cloudformation:stack-name', 'cloudformation'],
  ['aws:backup:source-resource', 'backup'],
  ['aws:dlm:lifecycle-policy-id', 'dlm'],
  ['dlm:managed', 'dlm'],
  ['aws:eks:cluster-name', 'eks'],
  ['eks:cluster-name', 'eks'],
  ['kubernetes.io/cluster/prod', 'kubernetes'],
  ['KubernetesCluster', 'kubernetes'],
  ['kops.k8s.io/instancegroup', 'kubernetes'],
  ['sigs.k8s.io/cluster-api-provider-aws/cluster/prod', 'kubernetes'],
  ['node.kubernetes.io/instance-type', 'kubernetes'],
  ['elbv2.k8s.aws/cluster', 'kubernetes'],
  ['service.k8s.aws/stack', 'kubernetes'],
  ['k8s.io/cluster-autoscaler/enabled', 'cluster-autoscaler'],
  ['ebs.csi.aws.com/cluster', 'ebs-csi'],
  ['CSIVolumeSnapshotName', 'csi'],
  ['karpenter.sh/nodepool', 'karpenter'],
  ['parallelcluster:cluster-name', 'parallelcluster'],
  ['elasticbeanstalk:environment-name', 'elasticbeanstalk'],
  ['AmazonECSManaged', 'ecs'],
  ['AWSBatchServiceTag', 'batch'],
  ['AWSElasticDisasterRecoveryManaged', 'drs'],
  ['AWSApplicationMigrationServiceManaged', 'mgn'],
  ['aws:something-new:id', 'something-new'],
])('A12 the tag %s → kept as managed-by:%s, unless that is to be cleaned', (key, manager) => {
  expect([keeps(resource({ [key]: 'v' })), keeps(resource({ [key]: 'v' }), [manager.toUpperCase()])]).toEqual([
    `managed-by:${manager}`,
    undefined,
  ]);
});

test('an operator → kept as managed by it', () => {
  expect(keeps(resource({}, { operator: 'eks.amazonaws.com' }))).toBe('managed-by:eks.amazonaws.com');
});

test('a resource with a name of AWS Backup is kept, also without its tags', () => {
  expect(keeps(resource({}, { name: 'AwsBackup_i-0abc_1234' }))).toBe('managed-by:backup');
});

test('one of two managers is to be cleaned → kept for the other', () => {
  expect(keeps(resource({ 'aws:cloudformation:stack-id': 'a', 'eks:nodegroup-name': 'b' }), ['eks'])).toBe(
    'managed-by:cloudformation',
  );
});

test('ordinary tags → not kept', () => {
  expect(
    keeps(
      resource({
        Name: 'web',
        team: 'aws',
        'my:eks:tag': 'x',
        'k8s.io.example.com/a': 'x',
        reserved: 'x',
        ideas: 'x',
        'team:res': 'x',
      }),
    ),
  ).toBeUndefined();
});

test.each([
  ['Terraform', 'terraform', 'managed-by:terraform'],
  ['pulumi:*', 'pulumi:stack', 'managed-by:pulumi:*'],
  ['ManagedBy=Terraform', 'managedby', 'managed-by:managedby=terraform'],
])('A12 the configured tag %s → kept, unless that is to be cleaned', (pattern, key, reason) => {
  const subject = resource({ [key]: 'TERRAFORM' });
  expect([keeps(subject, [], [pattern]), keeps(subject, [pattern], [pattern])]).toEqual([reason, undefined]);
});

test.each([
  ['ManagedBy=terraform', { ManagedBy: 'hand' }],
  ['pulumi:*', { pulumi: 'x' }],
  ['terraform', { 'terraform-version': '1' }],
])('the configured tag %s does not fit %j', (pattern, tags) => {
  expect(keeps(resource(tags), [], [pattern])).toBeUndefined();
});

test.each([
  ['CitrixProvisioningSchemeId', 'citrix'],
  ['CitrixResource', 'citrix'],
  ['XdConfig', 'citrix'],
  ['PWX_CLUSTER_ID', 'portworx'],
  ['res:EnvironmentName', 'res'],
  ['idea:ClusterName', 'idea'],
  ['soca:ClusterId', 'soca'],
])('A131 A201 the tag %s of a program that attaches, starts or uses again what it made → kept', (key, manager) => {
  expect(keeps(resource({ [key]: '' }))).toBe(`managed-by:${manager}`);
  expect(keeps(resource({ [key]: '' }), [manager])).toBeUndefined();
});

test.each([
  ['Citrix.XenDesktop.IsolationGroup-0c4e', 'citrix'],
  ['dbe-worker-849931139926137-0c4e-unmanaged', 'databricks'],
  ['dbe-worker-849931139926137-0c4e-managed', 'databricks'],
])('A131 the name %s of a group that is used again → kept', (name, manager) => {
  const group = { ...resource({}, { name }), vpcId: 'vpc-1' };
  const parameters = securityGroup.parameters.parse({});
  const one = securityGroup.safeguards.find((safeguard) => safeguard.name === managedBy.name);
  expect(one?.keeps(group as never, parameters, facts)).toBe(`managed-by:${manager}`);
});

test('A131 names of others are quick to tell', () => {
  expect(keeps(resource({}, { name: 'dbe-worker-'.repeat(200_000) }))).toBeUndefined();
});

test('L115 keys and values that people take for those of `managedTags` keep, whatever is invisible in them', () => {
  for (const [tags, pattern] of [
    [{ 'terraform\u200b': 'yes' }, 'terraform'],
    [{ terraform: 'yes' }, 'terraform '],
    [{ 'Managed By ': 'pulumi\u00a0' }, 'managed by=Pulumi'],
    [{ ' KubernetesCluster': 'shop' }, 'none'],
  ] as const) {
    expect(keeps(resource(tags), [], [pattern])).toMatch(/^managed-by:/);
  }
});
