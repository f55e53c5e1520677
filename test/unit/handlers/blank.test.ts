/** What an answer must name, and leaves out: a scan would see nothing there. */
import { describe, expect, test } from '@jest/globals';
import { blankIn } from '../../../src/handlers/aws/mentions/blank.ts';

const GROUP = 'sg-0123456789abcdef0';
const ARN = 'arn:aws:elasticloadbalancing:us-east-1:111111111111:targetgroup/web/1';

/** A member that must name something, an element that does, and the member of it that names. */
const MEMBERS: readonly (readonly [member: string, element: string | object])[] = [
  ['SecurityGroups', GROUP],
  ['SecurityGroups', { GroupId: GROUP, GroupName: 'web' }],
  ['SecurityGroups', { SecurityGroupId: GROUP, Status: 'active' }],
  ['SecurityGroupIds', GROUP],
  ['securityGroupIds', GROUP],
  ['SecurityGroupIdList', GROUP],
  ['VpcSecurityGroups', { VpcSecurityGroupId: GROUP, Status: 'active' }],
  ['vpcSecurityGroups', { vpcSecurityGroupId: GROUP, status: 'active' }],
  ['VpcSecurityGroupMemberships', { VpcSecurityGroupId: GROUP }],
  ['AdditionalMasterSecurityGroups', GROUP],
  ['sourceSecurityGroups', GROUP],
  ['DBSecurityGroups', { DBSecurityGroupName: 'default', Status: 'active' }],
  ['Groups', { GroupId: GROUP }],
  ['UserIdGroupPairs', { GroupId: GROUP, UserId: '111111111111' }],
  ['TargetGroupARNs', ARN],
  ['targetGroups', { targetGroupIdentifier: 'tg-1', weight: 1 }],
  ['targetGroupInfoList', { name: 'web' }],
  ['loadBalancers', { targetGroupArn: ARN, containerName: 'web', containerPort: 80 }],
  ['LoadBalancerNames', 'web'],
  ['NetworkLoadBalancerArns', ARN],
  ['autoScalingGroups', { name: 'web', hook: 'h' }],
  ['TrafficSources', { Identifier: ARN, Type: 'elbv2' }],
  ['containerDefinitions', { name: 'web', image: 'shop/web:1' }],
  ['LaunchTemplateConfigs', { LaunchTemplateSpecification: { LaunchTemplateId: 'lt-1', Version: '1' } }],
  ['SnapshotIds', 'snap-0123456789abcdef0'],
];

/** The element as an answer leaves parts out: no name, a blank one, nothing at all. */
function blanksOf(element: string | object): readonly unknown[] {
  if (typeof element === 'string') return ['', ' ', null, {}];
  const names = Object.entries(element).filter(([key]) => !/Status|Type|UserId|weight|hook|container|^name$/.test(key));
  const keys = names.length > 0 ? names.map(([key]) => key) : ['name'];
  const without = Object.fromEntries(Object.entries(element).filter(([key]) => !keys.includes(key)));
  return [without, { ...without, [keys[0] ?? '']: '' }, { ...without, [keys[0] ?? '']: null }, null, ''];
}

describe('Law 1 an element that names nothing', () => {
  test.each(MEMBERS)('of %s is missed, and one like %j is not', (member, element) => {
    expect(blankIn({ [member]: [element, element] })).toBeUndefined();
    for (const blank of blanksOf(element)) {
      expect(blankIn({ [member]: [element, blank] })).toEqual(expect.stringContaining(' without '));
      expect(blankIn({ Deep: [{ down: { [member]: [blank] } }] })).toEqual(expect.stringContaining(' without '));
    }
  });

  test.each([
    { LaunchTemplate: { Version: '1' } },
    { launchTemplate: { id: '', version: '1' } },
    { LaunchTemplateSpecification: { LaunchTemplateName: '' } },
  ])('is missed in %j', (answer) => {
    expect(blankIn(answer)).toBe('launch template without id or name');
  });

  test.each([
    { LaunchTemplate: { LaunchTemplateSpecification: { LaunchTemplateId: 'lt-1' }, Overrides: [{}] } },
    { instanceLaunchTemplate: { networkConfiguration: {} } },
    { SecurityGroups: [], TargetGroupARNs: [], loadBalancers: [] },
    { VpcConfig: { VpcId: '', SecurityGroupIds: [] } },
    { Definition: '{"SecurityGroups":[""]}' },
    { Subnets: [''], Tags: [{}] },
    { lifecycleHooks: [{ hookDetails: { groups: [{ weight: 1 }], SecurityGroups: [''] } }] },
    { parameterValues: { targetGroups: [{}] } },
  ])('is nowhere in %j', (answer) => {
    expect(blankIn(answer)).toBeUndefined();
  });
});
