/** What the tables of calls say, against lists that are written here by hand. */
import { expect, test } from '@jest/globals';
import { type Call, callsByName } from '../../../src/handlers/aws/calls/call.ts';
import { ALL_CALLS, CALLS } from '../../../src/handlers/aws/calls/index.ts';
import { LOADERS } from '../../../src/handlers/aws/calls/services.ts';
import { KITS } from '../../kits/index.ts';

const calls = [...CALLS.values()];

/** Every call that changes something; one that is added to a table is added here or in its type's kit, too. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  deletes: [...new Set(KITS.map(({ deleting }) => deleting.call))].toSorted(),
  quarantines: ['ec2:CreateSnapshot', 'ec2:DisableImage'],
  protects: [
    'autoscaling:CreateOrUpdateTags',
    'autoscaling:DeleteTags',
    'ec2:CreateTags',
    'ec2:DeleteTags',
    'ec2:EnableImage',
    'elasticloadbalancing:AddTags',
    'elasticloadbalancing:RemoveTags',
  ],
  restores: [
    'autoscaling:CreateLaunchConfiguration',
    'ec2:AllocateAddress',
    'ec2:AuthorizeSecurityGroupEgress',
    'ec2:AuthorizeSecurityGroupIngress',
    'ec2:CreateLaunchTemplate',
    'ec2:CreateLaunchTemplateVersion',
    'ec2:CreateNetworkInterface',
    'ec2:CreateSecurityGroup',
    'ec2:ModifyLaunchTemplate',
    'ec2:RestoreImageFromRecycleBin',
    'ec2:RestoreSnapshotFromRecycleBin',
    'ec2:RestoreVolumeFromRecycleBin',
    'ec2:RevokeSecurityGroupEgress',
    'elasticloadbalancing:CreateTargetGroup',
    'elasticloadbalancing:ModifyTargetGroupAttributes',
  ],
};

test.each(Object.entries(CHANGES))('the calls of which a table says that it %s', (effect, apis) => {
  const found = calls.filter((call) => call.effect === effect).map(({ api }) => api);
  expect(found.sort()).toEqual(apis);
});

test('a call that only reads is called Describe, Get or List', () => {
  const reads = calls.filter(({ effect }) => effect === 'reads');
  expect(reads.filter(({ operation }) => !/^(Describe|Get|List)[A-Z]/.test(operation))).toEqual([]);
});

/** AWS returns the whole answer at once, or is asked by id only; a kit says it of its type's listing. */
const UNPAGED = [
  'ec2:DescribeImageAttribute',
  'ec2:DescribeRegions',
  'ec2:DescribeSecurityGroupReferences',
  'ec2:DescribeSnapshotAttribute',
  'ec2:DescribeVolumeStatus',
  'elasticloadbalancing:DescribeInstanceHealth',
  'elasticloadbalancing:DescribeLoadBalancerAttributes',
  'elasticloadbalancing:DescribeTags',
  'elasticloadbalancing:DescribeTargetGroupAttributes',
  'elasticloadbalancing:DescribeTargetHealth',
  'ssm:GetParameters',
];

test('a table names the token of every listing that AWS pages', () => {
  const unpaged = ALL_CALLS.filter((call) => 'list' in call && !('token' in call)).map(({ api }) => api);
  const kits = KITS.filter(({ listing }) => listing.size === undefined).map(({ listing }) => listing.call);
  expect(unpaged.toSorted()).toEqual([...UNPAGED, ...kits].toSorted());
});

test.each(calls.map((call): [string, Call] => [call.api, call]))('%s is a method of the SDK', async (_api, call) => {
  const Client = await LOADERS[call.service]();
  expect(Client.prototype).toHaveProperty(call.method, expect.any(Function));
});

test('two services may share a name in IAM, but not a name that may change something in one of them only', () => {
  const [read] = calls.filter(({ effect }) => effect === 'reads') as [Call];
  const shared = { ...read, service: 'elbV2' } as const;
  expect(callsByName([read, shared]).size).toBe(1);
  expect(() => callsByName([read, { ...shared, effect: 'deletes' }])).toThrow(/of elbV2, with another effect or rate/);
});
