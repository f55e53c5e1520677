import { expect, test } from '@jest/globals';
import type { Finding, Place } from '../../../src/core/common/finding.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { awsForEach, failureOf, HERE, REGION, scopeOf } from './fixture.ts';

/** References of a group, a fleet or a configuration that cannot be understood, or that AWS contradicts. */

const HOME: Place = { account: 'test', location: REGION };
const scope = scopeOf(image.parameters.parse({}));
const aws = awsForEach();

const read = (name: string): Promise<readonly Finding[]> => {
  const source = image.evidence.find((known) => known.name === name);
  if (!source) throw new Error(`no source ${name}`);
  return source.read(HOME, scope, [], aws.io());
};
const malformed = (message: string) => ({
  name: 'ReadError',
  problem: 'malformed',
  message: expect.stringContaining(message),
});

test('A14 an instance that AWS describes without an image makes nothing unused', async () => {
  aws.control.addInstances(HERE, [{ InstanceId: 'i-1', ImageId: '' }]);
  expect(await failureOf(read('instances'))).toMatchObject(malformed('instance i-1 (running) came without its image'));
});

test('A14 a terminated instance needs no launch data', async () => {
  aws.control.addInstances(HERE, [{ InstanceId: 'i-1', ImageId: '', state: 'terminated' }]);
  expect(await read('instances')).toEqual([]);
});

test('A14 a launch configuration that AWS describes without an image makes nothing unused', async () => {
  aws.control.addLaunchConfigurations(HERE, [{ LaunchConfigurationName: 'old', ImageId: '' }]);
  const message = 'launch configuration old came without its image';
  expect(await failureOf(read('launchConfigurations'))).toMatchObject(malformed(message));
  aws.control.addAutoScalingGroups(HERE, [{ LaunchConfigurationName: 'old' }]);
  expect(await failureOf(read('autoScalingGroups'))).toMatchObject(malformed(message));
});

test('A14 a reference without id and name matches no template', async () => {
  aws.control.addLaunchTemplates(HERE, [{ LaunchTemplateName: 'web', versions: [{ ImageId: 'ami-1' }] }]);
  aws.control.addAutoScalingGroups(HERE, [
    { AutoScalingGroupName: 'odd', LaunchTemplate: { Version: '$Default' }, DesiredCapacity: 0 },
  ]);
  expect(await failureOf(read('autoScalingGroups'))).toMatchObject(
    malformed('Auto Scaling group odd names a launch template without id or name'),
  );
});

test('A14 an override whose image is no image id is not understood', async () => {
  const LaunchTemplate = {
    LaunchTemplateSpecification: { LaunchTemplateId: 'lt-0123456789abcdef0', Version: '1' },
    Overrides: [{ ImageId: 'resolve:ssm:/golden' }],
  };
  aws.control.addAutoScalingGroups(HERE, [{ AutoScalingGroupName: 'odd', MixedInstancesPolicy: { LaunchTemplate } }]);
  expect(await failureOf(read('autoScalingGroups'))).toMatchObject(
    malformed('Auto Scaling group odd names an image that is no image id: resolve:ssm:/golden'),
  );
});

test.each([{}, { LaunchTemplate: {} }, { LaunchTemplate: { Overrides: [{ ImageId: 'ami-1' }] } }])(
  'A14 a mixed instances policy that says only %j is not understood',
  async (MixedInstancesPolicy) => {
    aws.control.addAutoScalingGroups(HERE, [{ AutoScalingGroupName: 'odd', MixedInstancesPolicy }]);
    expect(await failureOf(read('autoScalingGroups'))).toMatchObject(
      malformed('Auto Scaling group odd names a launch template without id or name'),
    );
  },
);

test('A14 a launch configuration that is gone is asked for once, however many groups name it', async () => {
  const LaunchConfigurationName = 'gone';
  aws.control.addAutoScalingGroups(HERE, [{ LaunchConfigurationName }, { LaunchConfigurationName }]);
  const named = ['launchConfiguration/gone', 'launchConfiguration/gone'];
  expect((await read('autoScalingGroups')).map(({ alias }) => alias)).toEqual(named);
  expect(aws.control.calls({ operation: 'DescribeLaunchConfigurations' })).toHaveLength(2);
});

test.each(['$Default', '$Latest'])(
  'A14 %s of a template that is listed exists, whatever AWS answers',
  async (Version) => {
    const [LaunchTemplateId = ''] = aws.control.addLaunchTemplates(HERE, [
      { LaunchTemplateName: 'web', versions: [{ ImageId: 'ami-1' }] },
    ]);
    aws.control.update(HERE, 'launchTemplate', LaunchTemplateId, { DefaultVersionNumber: 2, LatestVersionNumber: 2 });
    aws.control.addAutoScalingGroups(HERE, [{ LaunchTemplate: { LaunchTemplateId, Version } }]);
    expect(await failureOf(read('autoScalingGroups'))).toMatchObject({ name: 'ReadError', problem: 'malformed' });
  },
);

test('A1 a version that AWS says is not there launches nothing; the others of its template count', async () => {
  const [LaunchTemplateId = ''] = aws.control.addLaunchTemplates(HERE, [
    { LaunchTemplateName: 'web', versions: [{ ImageId: 'ami-1' }] },
  ]);
  aws.control.addAutoScalingGroups(HERE, [{ LaunchTemplate: { LaunchTemplateId, Version: '7' } }]);
  expect((await read('autoScalingGroups')).map(({ alias }) => alias)).toEqual([
    `${LaunchTemplateId}:7`,
    `${LaunchTemplateId}:*`,
  ]);
  expect((await read('launchTemplateVersions')).map(({ alias }) => alias)).toEqual(['ami-1']);
});

test('A3 groups that launch from configurations only need no permission for launch templates', async () => {
  aws.control.addLaunchConfigurations(HERE, [{ LaunchConfigurationName: 'lc', ImageId: 'ami-1' }]);
  aws.control.addAutoScalingGroups(HERE, [{ AutoScalingGroupName: 'a', LaunchConfigurationName: 'lc' }]);
  aws.control.deny({ account: HERE.account, action: 'ec2:DescribeLaunchTemplates' });
  expect((await read('autoScalingGroups')).map(({ alias, by }) => [alias, by])).toEqual([
    ['launchConfiguration/lc', 'Auto Scaling group a'],
    ['ami-1', 'Auto Scaling group a (launch configuration lc)'],
  ]);
});
