import { describe, expect, test } from '@jest/globals';
import type { AutoScalingGroupSeed } from '../../../sandbox/aws/index.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';
import { tagAliases } from '../../../src/handlers/aws/resources/tagAliases.ts';
import { autoScalingGroup } from '../../../src/handlers/aws/types/autoScalingGroup/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, collect, failureOf, HERE, openGate, scopeOf } from './fixture.ts';

const scope = scopeOf(autoScalingGroup.parameters.parse({}));
const aws = awsForEach();

const open = (io?: Partial<Io>) => autoScalingGroup.open(scope, aws.io(io));
const seed = (...groups: AutoScalingGroupSeed[]) => aws.control.addAutoScalingGroups(HERE, groups);
const INSTANCE = 'i-1';
const instance = { InstanceId: INSTANCE, LifecycleState: 'InService' } as never;
const found = async (name: string) => {
  const read = (await open().get([name])).get(name);
  if (read?.kind !== 'found') throw new Error(`${name} was not found`);
  return read.resource;
};

describe('list and get', () => {
  test('the ARN of a group, which has a UUID, is its identity', async () => {
    const [arn] = seed({ AutoScalingGroupName: 'Web', CreatedTime: '2024-01-02T03:04:05.000Z', tags: { a: 'b' } });
    const [group] = await collect(open().list());
    expect(group).toMatchObject({
      id: 'Web',
      identity: arn,
      aliases: [
        arn,
        'Web',
        nameAlias('Web'),
        'Web#begins',
        'Web#ends',
        'We#starts',
        'eb#stops',
        ...tagAliases('autoScalingGroup', { a: 'b' }),
      ],
      tags: { a: 'b' },
      createdAt: new Date('2024-01-02T03:04:05.000Z'),
      minSize: 0,
      maxSize: 0,
      desiredCapacity: 0,
      instanceIds: [],
      loadBalancers: [],
    });
  });

  test('the definition has all that AWS describes of a group', async () => {
    seed({ AutoScalingGroupName: 'web', LaunchConfigurationName: 'lc', TargetGroupARNs: ['arn:tg'] });
    expect(autoScalingGroup.definition(await found('web'))).toMatchObject({
      AutoScalingGroupName: 'web',
      LaunchConfigurationName: 'lc',
      TargetGroupARNs: ['arn:tg'],
    });
  });
});

test('A152 the definition has hooks, notifications and policies, and the restore a command for each', async () => {
  seed({
    AutoScalingGroupName: 'web',
    hooks: [{ HeartbeatTimeout: 300 }],
    notifications: [{ NotificationType: 'autoscaling:EC2_INSTANCE_TERMINATE' }],
    policies: [{ PolicyName: 'cpu' }],
  });
  seed({ AutoScalingGroupName: 'other', hooks: [{}], notifications: [{}], policies: [{}] });
  const group = await found('web');
  expect(group.note).toEqual({ code: 'hooksGo', values: {} });
  const definition = JSON.parse(JSON.stringify(autoScalingGroup.definition(group)));
  expect(definition).toMatchObject({
    LifecycleHooks: [{ LifecycleHookName: 'drain', HeartbeatTimeout: 300 }],
    NotificationConfigurations: [{ NotificationType: 'autoscaling:EC2_INSTANCE_TERMINATE' }],
    ScalingPolicies: [{ PolicyName: 'cpu' }],
  });
  aws.control.remove(HERE, 'autoScalingGroup', 'web');
  const planOf = async (stored: unknown) => {
    const { namespace } = scope;
    const { id, identity } = group;
    const about = { namespace, id, identity, at: 0, passId: 'p', reasons: [], definition: stored };
    return open().restore?.(about, undefined);
  };
  const plan = await planOf(definition);
  expect(plan).toMatchObject({ kind: 'byHand' });
  const commands = plan?.kind === 'byHand' ? plan.steps.map(({ command }) => command) : [];
  expect(commands).toEqual([
    expect.stringContaining('create-auto-scaling-group'),
    expect.stringMatching(/put-lifecycle-hook .*"LifecycleHookName":"drain".*"HeartbeatTimeout":300/),
    expect.stringMatching(
      /put-notification-configuration .*"NotificationTypes":\["autoscaling:EC2_INSTANCE_TERMINATE"\]/,
    ),
    expect.stringMatching(/put-scaling-policy .*"PolicyName":"cpu".*"TargetTrackingConfiguration"/),
  ]);
  expect(commands.join(' ')).not.toMatch(/GlobalTimeout|PolicyARN|Alarms|"NotificationType"/);
  expect(plan).not.toHaveProperty('why', expect.stringContaining('has none of them'));
  const { LifecycleHooks: _h, NotificationConfigurations: _n, ScalingPolicies: _p, ...old } = definition;
  expect(await planOf(old)).toHaveProperty('why', expect.stringContaining('has none of them'));
});

test('A152 a group whose hooks cannot be read is not found, and stays', async () => {
  seed({ AutoScalingGroupName: 'web' });
  aws.control.addFault({ kind: 'error', operation: 'DescribeLifecycleHooks', code: 'AccessDenied', status: 403 });
  expect((await open().get(['web'])).get('web')).toMatchObject({ kind: 'unknown' });
});

describe('delete', () => {
  const remove = async (name: string, before?: () => void) => {
    const group = await found(name);
    before?.();
    return (await open({ permit: openGate() }).delete([group])).get(name);
  };

  test('A10 the group has instances → AWS refuses the deletion, and the instances live', async () => {
    seed({ AutoScalingGroupName: 'web', Instances: [instance] });
    expect(await remove('web')).toMatchObject({ kind: 'refused', reason: expect.stringContaining('in use') });
    expect(await found('web')).toMatchObject({ instanceIds: [INSTANCE] });
  });

  test('A10 a scaling activity is in progress → AWS refuses the deletion', async () => {
    seed({ AutoScalingGroupName: 'web', activities: [{ StatusCode: 'InProgress' }] });
    expect(await remove('web')).toMatchObject({ kind: 'refused', reason: expect.stringContaining('in use') });
  });

  test('A10 the group has deletion protection → AWS refuses the deletion', async () => {
    seed({ AutoScalingGroupName: 'web', DeletionProtection: 'prevent-all-deletion' });
    expect(await remove('web')).toMatchObject({ kind: 'refused', reason: expect.stringContaining('protection') });
  });
});

test('L62 the handler writes the keep tag on the group without its instances, and removes it again', async () => {
  seed({ AutoScalingGroupName: 'web', tags: { team: 'a' } });
  await open().protect?.(await found('web'), 'forever');
  const kept = await found('web');
  await open().protect?.(kept, undefined);
  expect([kept.tags, (await found('web')).tags]).toEqual([
    { team: 'a', 'holystone:keep': 'always', 'holystone:keep-by': 'always' },
    { team: 'a' },
  ]);
  expect(aws.control.calls({ operation: 'CreateOrUpdateTags' })[0]?.input).toMatchObject({
    Tags: [{ PropagateAtLaunch: false }, { PropagateAtLaunch: false }],
  });
});

test('L64 the keep tag of a person stays; one that ended earlier returns when ours is removed', async () => {
  seed({ AutoScalingGroupName: 'theirs', tags: { 'holystone:keep': 'always' } });
  seed({ AutoScalingGroupName: 'dated', tags: { 'holystone:keep': '2020-01-01' } });
  await open().protect?.(await found('theirs'), Date.parse('2030-01-01'));
  await open().protect?.(await found('theirs'), undefined);
  await open().protect?.(await found('dated'), 'forever');
  const dated = await found('dated');
  await open().protect?.(dated, undefined);
  expect([(await found('theirs')).tags, dated.tags, (await found('dated')).tags]).toEqual([
    { 'holystone:keep': 'always' },
    { 'holystone:keep': 'always', 'holystone:keep-by': 'always was 2020-01-01' },
    { 'holystone:keep': '2020-01-01' },
  ]);
});

test('L62 AWS denies the keep tag → the handler throws, and the error names the permission', async () => {
  seed({ AutoScalingGroupName: 'web' });
  const group = await found('web');
  aws.control.addFault({ kind: 'deny', operation: 'CreateOrUpdateTags' });
  expect((await failureOf(open().protect?.(group, 'forever') as Promise<unknown>)).message).toContain(
    'autoscaling:CreateOrUpdateTags is denied',
  );
});
