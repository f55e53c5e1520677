/** An item that is a resource of ours: what it says of itself, and what it uses. */
import { describe, expect, test } from '@jest/globals';
import { selfOf } from '../../../src/handlers/aws/evidence/listings/self.ts';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';

const of = (name: string) => `arn:aws:elasticloadbalancing:us-east-1:111111111111:loadbalancer/app/${name}/1`;
const usesOf = (api: string, item: object) =>
  mentionsIn(item)
    .filter((mention) => !selfOf({ api }, item)?.isMeant(mention))
    .map(({ alias }) => alias);

describe('an item that is a resource of ours', () => {
  test.each([
    ['autoscaling:DescribeAutoScalingGroups', { AutoScalingGroupName: 'web' }, 'web', 'autoScalingGroup'],
    ['autoscaling:DescribeLaunchConfigurations', { LaunchConfigurationName: 'v1' }, 'v1', 'launchConfiguration'],
    ['ec2:DescribeSecurityGroups', { GroupId: 'sg-01234567', GroupName: 'web' }, 'sg-01234567', 'securityGroup'],
    ['ec2:DescribeFastLaunchImages', { ImageId: 'ami-01234567' }, 'ami-01234567', 'image'],
    [
      'elasticloadbalancing:DescribeLoadBalancers',
      { LoadBalancerArn: of('a'), LoadBalancerName: 'a', DNSName: 'a-1.us-east-1.elb.amazonaws.com' },
      of('a'),
      'loadBalancerV2',
    ],
    [
      'elasticloadbalancing:DescribeLoadBalancers',
      { LoadBalancerName: 'a', DNSName: 'a-1.us-east-1.elb.amazonaws.com' },
      'a',
      'loadBalancer',
    ],
  ])('%s %j is no use of itself, and is the user of what it mentions', (api, item, byId, byType) => {
    expect(selfOf({ api }, item)?.asUserOf('eni-0123456789abcdef0')).toEqual({ byId, byType });
    expect(usesOf(api, item)).toEqual([]);
    expect(usesOf(api, { ...item, Subnet: { has: ['eni-0123456789abcdef0'] } })).toEqual(['eni-0123456789abcdef0']);
  });

  test('A147 is the user of whatever else has its name', () => {
    const item = { LaunchConfigurationName: 'web' };
    expect(selfOf({ api: 'autoscaling:DescribeLaunchConfigurations' }, item)?.asUserOf(nameAlias('web'))).toEqual({
      byId: 'web',
      byType: 'launchConfiguration',
      except: 'launchConfiguration/web',
    });
  });

  test('is not another one of its name', () => {
    const Rules = [{ GroupName: 'web' }];
    expect(usesOf('ec2:DescribeSecurityGroups', { GroupId: 'sg-01234567', GroupName: 'web', Rules })).toEqual([
      'securityGroup/web',
    ]);
  });

  test.each([{}, { GroupId: '' }, { GroupId: undefined }])('is unknown without its id: %j', (item) => {
    expect(selfOf({ api: 'ec2:DescribeSecurityGroups' }, item)).toBeUndefined();
  });

  test('is none of another call', () => {
    expect(selfOf({ api: 'ec2:DescribeInstances' }, { ImageId: 'ami-01234567' })).toBeUndefined();
  });
});
