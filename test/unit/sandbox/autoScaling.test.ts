import {
  CreateAutoScalingGroupCommand,
  CreateLaunchConfigurationCommand,
  CreateOrUpdateTagsCommand,
  DeleteAutoScalingGroupCommand,
  DeleteLaunchConfigurationCommand,
  DeleteTagsCommand,
  DescribeAutoScalingGroupsCommand,
  DescribeLaunchConfigurationsCommand,
  DescribeScalingActivitiesCommand,
  DescribeTagsCommand,
  paginateDescribeAutoScalingGroups,
  paginateDescribeLaunchConfigurations,
  UpdateAutoScalingGroupCommand,
} from '@aws-sdk/client-auto-scaling';
import { DescribeInstancesCommand } from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import { autoScalingClient, ec2Client, failure, PLACE, sandbox } from './fixture.ts';

const NAME = { AutoScalingGroupName: 'web' };

describe('DescribeAutoScalingGroups', () => {
  test('gives a group with its ARN, times, load balancers and the overrides of a mixed instances policy', async () => {
    const aws = await sandbox();
    const policy = {
      LaunchTemplate: {
        LaunchTemplateSpecification: { LaunchTemplateId: 'lt-1', Version: '$Default' },
        Overrides: [
          { InstanceType: 't3.small', LaunchTemplateSpecification: { LaunchTemplateId: 'lt-2', Version: '3' } },
        ],
      },
    };
    const [arn] = aws.control.addAutoScalingGroups(PLACE, [
      {
        ...NAME,
        CreatedTime: '2024-01-02T03:04:05.000Z',
        LoadBalancerNames: ['classic'],
        TargetGroupARNs: ['arn:aws:elasticloadbalancing:us-east-1:111111111111:targetgroup/web/1'],
        SuspendedProcesses: [{ ProcessName: 'Launch', SuspensionReason: 'User suspended' }],
        MixedInstancesPolicy: policy,
        tags: { team: 'a' },
      },
    ]);
    const { AutoScalingGroups } = await autoScalingClient(aws).send(new DescribeAutoScalingGroupsCommand({}));
    expect(arn).toMatch(
      /^arn:aws:autoscaling:us-east-1:111111111111:autoScalingGroup:[0-9a-f-]{36}:autoScalingGroupName\/web$/,
    );
    expect(AutoScalingGroups?.[0]).toMatchObject({
      ...NAME,
      AutoScalingGroupARN: arn,
      CreatedTime: new Date('2024-01-02T03:04:05.000Z'),
      LoadBalancerNames: ['classic'],
      TargetGroupARNs: ['arn:aws:elasticloadbalancing:us-east-1:111111111111:targetgroup/web/1'],
      SuspendedProcesses: [{ ProcessName: 'Launch', SuspensionReason: 'User suspended' }],
      MixedInstancesPolicy: policy,
      Tags: [{ Key: 'team', Value: 'a', ResourceId: 'web', ResourceType: 'auto-scaling-group' }],
    });
  });

  test('gives 50 groups a page unless asked otherwise, and refuses more than 100', async () => {
    const aws = await sandbox();
    aws.control.addAutoScalingGroups(
      PLACE,
      Array.from({ length: 230 }, (_, n) => ({ AutoScalingGroupName: `g${n}` })),
    );
    const client = autoScalingClient(aws);
    const sizes: number[] = [];
    const names = new Set<string | undefined>();
    for await (const { AutoScalingGroups = [] } of paginateDescribeAutoScalingGroups({ client }, {})) {
      sizes.push(AutoScalingGroups.length);
      for (const group of AutoScalingGroups) names.add(group.AutoScalingGroupName);
    }
    const error = await failure(client.send(new DescribeAutoScalingGroupsCommand({ MaxRecords: 101 })));
    expect(sizes).toEqual([50, 50, 50, 50, 30]);
    expect(names.size).toBe(230);
    expect(error).toMatchObject({ code: 'ValidationError', status: 400 });
  });

  test('leaves out names that nobody has, filters by tag, refuses other filters', async () => {
    const aws = await sandbox();
    aws.control.addAutoScalingGroups(PLACE, [{ ...NAME, tags: { team: 'a' } }, { AutoScalingGroupName: 'db' }]);
    const client = autoScalingClient(aws);
    const names = async (input: object) =>
      (await client.send(new DescribeAutoScalingGroupsCommand(input))).AutoScalingGroups?.map(
        (g) => g.AutoScalingGroupName,
      );
    const error = await failure(
      client.send(new DescribeAutoScalingGroupsCommand({ Filters: [{ Name: 'colour', Values: ['red'] }] })),
    );
    expect(await names({ AutoScalingGroupNames: ['db', 'nobody'] })).toEqual(['db']);
    expect(await names({ Filters: [{ Name: 'tag:team', Values: ['a'] }] })).toEqual(['web']);
    expect(error.status).toBe(400);
  });
});

describe('DeleteAutoScalingGroup', () => {
  const instance = {
    InstanceId: 'i-00000000000000001',
    AvailabilityZone: 'us-east-1a',
    LifecycleState: 'InService' as const,
    HealthStatus: 'Healthy',
    ProtectedFromScaleIn: false,
  };

  test.each([
    ['instances', { Instances: [instance] }, 'ResourceInUse'],
    [
      'an activity that is not finished',
      { activities: [{ StatusCode: 'InProgress' as const }] },
      'ScalingActivityInProgress',
    ],
    ['protection', { DeletionProtection: 'prevent-all-deletion' as const }, 'ValidationError'],
  ])('A10 refuses a group with %s', async (_what, seed, code) => {
    const aws = await sandbox();
    aws.control.addAutoScalingGroups(PLACE, [{ ...NAME, ...seed }]);
    const error = await failure(autoScalingClient(aws).send(new DeleteAutoScalingGroupCommand(NAME)));
    expect(error.code).toContain(code);
    expect(aws.control.state(PLACE).autoScalingGroups).toHaveLength(1);
  });

  test('deletes one with instances when forced, unless it is protected against that', async () => {
    const aws = await sandbox();
    aws.control.addAutoScalingGroups(PLACE, [
      { ...NAME, Instances: [instance] },
      { AutoScalingGroupName: 'guarded', DeletionProtection: 'prevent-force-deletion' },
    ]);
    const client = autoScalingClient(aws);
    await client.send(new DeleteAutoScalingGroupCommand({ ...NAME, ForceDelete: true }));
    const guarded = { AutoScalingGroupName: 'guarded', ForceDelete: true };
    const error = await failure(client.send(new DeleteAutoScalingGroupCommand(guarded)));
    expect(error.code).toBe('ValidationError');
    expect(aws.control.state(PLACE).autoScalingGroups.map((g) => g.AutoScalingGroupName)).toEqual(['guarded']);
  });

  test('A10 deletes an empty one, and then knows no such name', async () => {
    const aws = await sandbox();
    aws.control.addAutoScalingGroups(PLACE, [NAME]);
    const client = autoScalingClient(aws);
    await client.send(new DeleteAutoScalingGroupCommand(NAME));
    const again = await failure(client.send(new DeleteAutoScalingGroupCommand(NAME)));
    expect(again).toEqual({
      code: 'ValidationError',
      message: 'AutoScalingGroup name not found - AutoScalingGroup web not found',
      status: 400,
    });
  });
});

describe('groups and launch configurations through the API', () => {
  test('a group launches its desired capacity, grows, shrinks, and is empty again', async () => {
    const aws = await sandbox();
    const [ImageId = ''] = aws.control.addImages(PLACE, [{}]);
    const client = autoScalingClient(aws);
    const configuration = { LaunchConfigurationName: 'lc', ImageId, InstanceType: 't3.micro' };
    await client.send(new CreateLaunchConfigurationCommand(configuration));
    await client.send(
      new CreateAutoScalingGroupCommand({
        ...NAME,
        LaunchConfigurationName: 'lc',
        MinSize: 0,
        MaxSize: 3,
        DesiredCapacity: 2,
      }),
    );
    const running = async () => {
      const Filters = [{ Name: 'instance-state-name', Values: ['running'] }];
      const { Reservations = [] } = await ec2Client(aws).send(new DescribeInstancesCommand({ Filters }));
      return Reservations.flatMap(({ Instances }) => Instances ?? []).map((instance) => instance.ImageId);
    };
    const sizes: unknown[] = [await running()];
    await client.send(new UpdateAutoScalingGroupCommand({ ...NAME, DesiredCapacity: 3 }));
    sizes.push(await running());
    await client.send(new UpdateAutoScalingGroupCommand({ ...NAME, MaxSize: 0 }));
    sizes.push(await running());
    expect(sizes).toEqual([[ImageId, ImageId], [ImageId, ImageId, ImageId], []]);
  });

  test('a launch configuration in use is not deleted; one without an image is not made', async () => {
    const aws = await sandbox();
    aws.control.addLaunchConfigurations(PLACE, [{ LaunchConfigurationName: 'lc', ImageId: 'ami-0123456789abcdef0' }]);
    aws.control.addAutoScalingGroups(PLACE, [{ ...NAME, LaunchConfigurationName: 'lc' }]);
    const client = autoScalingClient(aws);
    const inUse = await failure(client.send(new DeleteLaunchConfigurationCommand({ LaunchConfigurationName: 'lc' })));
    const bare = await failure(client.send(new CreateLaunchConfigurationCommand({ LaunchConfigurationName: 'bare' })));
    expect(inUse.code).toContain('ResourceInUse');
    expect(bare.code).toBe('ValidationError');
  });

  test('launch configurations come in pages of 50', async () => {
    const aws = await sandbox();
    aws.control.addLaunchConfigurations(
      PLACE,
      Array.from({ length: 120 }, (_, n) => ({ LaunchConfigurationName: `lc${n}`, ImageId: 'ami-0123456789abcdef0' })),
    );
    const client = autoScalingClient(aws);
    const sizes: (number | undefined)[] = [];
    for await (const page of paginateDescribeLaunchConfigurations({ client }, {}))
      sizes.push(page.LaunchConfigurations?.length);
    const one = await client.send(
      new DescribeLaunchConfigurationsCommand({ LaunchConfigurationNames: ['lc7', 'none'] }),
    );
    expect(sizes).toEqual([50, 50, 20]);
    expect(one.LaunchConfigurations?.[0]).toMatchObject({
      LaunchConfigurationName: 'lc7',
      ImageId: 'ami-0123456789abcdef0',
    });
  });

  test("tags are set, listed and removed; AWS's own tags cannot be set", async () => {
    const aws = await sandbox();
    aws.control.addAutoScalingGroups(PLACE, [{ ...NAME, tags: { old: '1' } }]);
    const client = autoScalingClient(aws);
    const tag = { ResourceId: 'web', ResourceType: 'auto-scaling-group', Key: 'holystone:keep', Value: 'always' };
    await client.send(new CreateOrUpdateTagsCommand({ Tags: [{ ...tag, PropagateAtLaunch: false }] }));
    await client.send(new DeleteTagsCommand({ Tags: [{ ...tag, Key: 'old' }] }));
    const { Tags } = await client.send(
      new DescribeTagsCommand({ Filters: [{ Name: 'auto-scaling-group', Values: ['web'] }] }),
    );
    const reserved = await failure(client.send(new CreateOrUpdateTagsCommand({ Tags: [{ ...tag, Key: 'aws:x' }] })));
    expect(Tags).toEqual([{ ...tag, PropagateAtLaunch: false }]);
    expect(reserved.code).toBe('ValidationError');
  });

  test('scaling activities of the last six weeks are listed', async () => {
    const aws = await sandbox({ now: () => Date.parse('2025-06-30T00:00:00Z') });
    aws.control.addAutoScalingGroups(PLACE, [
      {
        ...NAME,
        activities: [{ StartTime: new Date('2025-06-01T00:00:00Z') }, { StartTime: new Date('2025-01-01T00:00:00Z') }],
      },
    ]);
    const { Activities } = await autoScalingClient(aws).send(new DescribeScalingActivitiesCommand(NAME));
    expect(Activities?.map((activity) => activity.StartTime)).toEqual([new Date('2025-06-01T00:00:00Z')]);
  });
});
