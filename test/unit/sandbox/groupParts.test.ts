import {
  DeleteAutoScalingGroupCommand,
  DescribeInstanceRefreshesCommand,
  DescribePoliciesCommand,
  type DescribePoliciesCommandInput,
  DescribeScalingActivitiesCommand,
  DescribeScheduledActionsCommand,
  DescribeWarmPoolCommand,
  PutScalingPolicyCommand,
  PutScheduledUpdateGroupActionCommand,
  PutWarmPoolCommand,
  paginateDescribePolicies,
} from '@aws-sdk/client-auto-scaling';
import { describe, expect, test } from '@jest/globals';
import { autoScalingClient, failure, PLACE, sandbox } from './fixture.ts';

const NAME = { AutoScalingGroupName: 'web' };

test('policies come in pages of 50, by group, name and type, and go with their group', async () => {
  const aws = await sandbox();
  const client = autoScalingClient(aws);
  const many = Array.from({ length: 120 }, (_, n) => ({ PolicyName: `p${n}` }));
  aws.control.addAutoScalingGroups(PLACE, [
    { ...NAME, policies: [{ PolicyName: 'steps', PolicyType: 'StepScaling' }] },
    { AutoScalingGroupName: 'api', policies: many },
  ]);
  const sizes: (number | undefined)[] = [];
  for await (const page of paginateDescribePolicies({ client }, {})) sizes.push(page.ScalingPolicies?.length);
  const names = async (input: DescribePoliciesCommandInput) =>
    (await client.send(new DescribePoliciesCommand(input))).ScalingPolicies?.map(({ PolicyName }) => PolicyName);
  expect(sizes).toEqual([50, 50, 21]);
  expect(await names({ ...NAME })).toEqual(['steps']);
  expect(await names({ PolicyNames: ['p7', 'nobody'] })).toEqual(['p7']);
  expect(await names({ PolicyTypes: ['StepScaling'] })).toEqual(['steps']);
  expect((await failure(names({ PolicyTypes: ['Magic'] }))).code).toBe('ValidationError');
  await client.send(new DeleteAutoScalingGroupCommand(NAME));
  expect(await names({ PolicyNames: ['steps'] })).toEqual([]);
});

test('a policy and a scheduled action name their group in their ARN', async () => {
  const aws = await sandbox();
  aws.control.addAutoScalingGroups(PLACE, [{ ...NAME, policies: [{}], scheduledActions: [{}] }]);
  const client = autoScalingClient(aws);
  const { ScalingPolicies } = await client.send(new DescribePoliciesCommand({}));
  const { ScheduledUpdateGroupActions } = await client.send(new DescribeScheduledActionsCommand({}));
  expect([ScalingPolicies?.[0]?.PolicyARN, ScheduledUpdateGroupActions?.[0]?.ScheduledActionARN]).toEqual([
    expect.stringMatching(/:111111111111:scalingPolicy:[0-9a-f-]{36}:autoScalingGroupName\/web:policyName\/cpu$/),
    expect.stringMatching(/:scheduledUpdateGroupAction:[0-9a-f-]{36}:autoScalingGroupName\/web:scheduledActionName\//),
  ]);
});

test('scheduled actions are found by time, unless they are named', async () => {
  const aws = await sandbox();
  aws.control.addAutoScalingGroups(PLACE, [
    {
      ...NAME,
      scheduledActions: [
        { ScheduledActionName: 'early', StartTime: '2030-01-01T00:00:00.000Z' },
        { ScheduledActionName: 'late', StartTime: '2031-01-01T00:00:00.000Z' },
      ],
    },
  ]);
  const StartTime = new Date('2030-06-01T00:00:00Z');
  const names = async (more: object = {}) => {
    const command = new DescribeScheduledActionsCommand({ ...NAME, ...more });
    const { ScheduledUpdateGroupActions: found } = await autoScalingClient(aws).send(command);
    return found?.map(({ ScheduledActionName }) => ScheduledActionName);
  };
  expect([await names(), await names({ StartTime }), await names({ EndTime: StartTime })]).toEqual([
    ['early', 'late'],
    ['late'],
    ['early'],
  ]);
  expect(await names({ StartTime, ScheduledActionNames: ['early'] })).toEqual(['early']);
});

describe('questions about a group by its name', () => {
  test('a warm pool shows its configuration and at most 50 instances a page', async () => {
    const aws = await sandbox();
    const warmInstances = Array.from({ length: 60 }, () => ({}));
    aws.control.addAutoScalingGroups(PLACE, [{ ...NAME, WarmPoolConfiguration: { MinSize: 60 }, warmInstances }]);
    const client = autoScalingClient(aws);
    const first = await client.send(new DescribeWarmPoolCommand(NAME));
    const second = await client.send(new DescribeWarmPoolCommand({ ...NAME, NextToken: first.NextToken }));
    expect(first).toMatchObject({ WarmPoolConfiguration: { MinSize: 60 } });
    expect([first.Instances?.length, second.Instances?.length, second.NextToken]).toEqual([50, 10, undefined]);
    const tooMany = new DescribeWarmPoolCommand({ ...NAME, MaxRecords: 51 });
    expect((await failure(client.send(tooMany))).code).toBe('ValidationError');
  });

  test('instance refreshes, all or by id', async () => {
    const aws = await sandbox();
    const instanceRefreshes = [{ InstanceRefreshId: 'a' }, { InstanceRefreshId: 'b', Status: 'Baking' as const }];
    aws.control.addAutoScalingGroups(PLACE, [{ ...NAME, instanceRefreshes }]);
    const statuses = async (more: object = {}) => {
      const answer = await autoScalingClient(aws).send(new DescribeInstanceRefreshesCommand({ ...NAME, ...more }));
      return answer.InstanceRefreshes?.map(({ Status }) => Status);
    };
    expect([await statuses(), await statuses({ InstanceRefreshIds: ['b'] })]).toEqual([
      ['Successful', 'Baking'],
      ['Baking'],
    ]);
  });

  test('activities in progress come first, then those that began last; a deleted group’s only if wanted', async () => {
    const aws = await sandbox({ now: () => Date.parse('2025-07-01T00:00:00Z') });
    const activities = [
      { Description: 'old', StartTime: new Date('2025-06-01T00:00:00Z') },
      { Description: 'new', StartTime: new Date('2025-06-02T00:00:00Z') },
      { Description: 'now', StartTime: new Date('2025-05-31T00:00:00Z'), StatusCode: 'InProgress' as const },
    ];
    aws.control.addAutoScalingGroups(PLACE, [{ ...NAME, activities }]);
    const said = async (more: object = {}) => {
      const answer = await autoScalingClient(aws).send(new DescribeScalingActivitiesCommand({ ...NAME, ...more }));
      return answer.Activities?.map(({ Description }) => Description);
    };
    expect(await said()).toEqual(['now', 'new', 'old']);
    aws.control.remove(PLACE, 'autoScalingGroup', 'web');
    expect(await said({ IncludeDeletedGroups: true })).toEqual(['now', 'new', 'old']);
    expect((await failure(said())).message).toContain('AutoScalingGroup name not found');
  });

  test.each([DescribeWarmPoolCommand, DescribeInstanceRefreshesCommand])(
    'a name that nobody has: %p',
    async (Command) => {
      const aws = await sandbox();
      const error = await failure(autoScalingClient(aws).send(new Command(NAME) as DescribeWarmPoolCommand));
      expect(error).toMatchObject({ code: 'ValidationError', message: expect.stringContaining('name not found') });
    },
  );
});

describe('through the API', () => {
  const steps = {
    PolicyName: 'steps',
    PolicyType: 'StepScaling',
    AdjustmentType: 'ChangeInCapacity',
    StepAdjustments: [{ ScalingAdjustment: 1 }],
  };
  const nightly = { ScheduledActionName: 'nightly', Recurrence: '0 1 * * *', DesiredCapacity: 1 };

  test('a policy, a scheduled action and a warm pool are made; a second of the same name replaces the first', async () => {
    const aws = await sandbox();
    aws.control.addAutoScalingGroups(PLACE, [NAME]);
    const client = autoScalingClient(aws);
    const first = await client.send(new PutScalingPolicyCommand({ ...NAME, ...steps }));
    const second = await client.send(new PutScalingPolicyCommand({ ...NAME, ...steps, Enabled: false }));
    await client.send(new PutScheduledUpdateGroupActionCommand({ ...NAME, ...nightly }));
    await client.send(new PutScheduledUpdateGroupActionCommand({ ...NAME, ...nightly, DesiredCapacity: 2 }));
    await client.send(new PutWarmPoolCommand({ ...NAME, MinSize: 1 }));
    expect(second.PolicyARN).toBe(first.PolicyARN);
    const { ScalingPolicies } = await client.send(new DescribePoliciesCommand({}));
    const { ScheduledUpdateGroupActions } = await client.send(new DescribeScheduledActionsCommand({}));
    expect([ScalingPolicies, ScheduledUpdateGroupActions]).toMatchObject([
      [{ ...steps, Enabled: false }],
      [{ ...nightly, DesiredCapacity: 2 }],
    ]);
    const { WarmPoolConfiguration } = await client.send(new DescribeWarmPoolCommand(NAME));
    expect(WarmPoolConfiguration).toEqual({ MinSize: 1, PoolState: 'Stopped' });
  });

  test.each([
    ['a group that is not there', new PutScalingPolicyCommand({ AutoScalingGroupName: 'none', ...steps })],
    ['a policy without its steps', new PutScalingPolicyCommand({ ...NAME, ...steps, StepAdjustments: undefined })],
    ['a policy of no known type', new PutScalingPolicyCommand({ ...NAME, ...steps, PolicyType: 'Magic' })],
    [
      'an action that sets no size',
      new PutScheduledUpdateGroupActionCommand({ ...NAME, ...nightly, DesiredCapacity: undefined }),
    ],
    [
      'an action in the past',
      new PutScheduledUpdateGroupActionCommand({ ...NAME, ...nightly, StartTime: new Date('2020-01-01T00:00:00Z') }),
    ],
  ])('refuses %s', async (_what, command) => {
    const aws = await sandbox();
    aws.control.addAutoScalingGroups(PLACE, [NAME]);
    const error = await failure(autoScalingClient(aws).send(command as PutScalingPolicyCommand));
    expect(error.code).toBe('ValidationError');
  });
});
