import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AutoScalingGroupSeed } from '../../../sandbox/aws/index.ts';
import { DAY, GROUPS, HERE, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() =>
  world.reset({
    cleanup: '[{ type: autoScalingGroup, accounts: [test], live: true, when: [{ rule: zeroInstances }] }]',
  }),
);

/** Old groups with an owner that may grow to 5 and have no instances: 0/0/5. */
const seed = (...groups: AutoScalingGroupSeed[]) =>
  world.sandbox.control.addAutoScalingGroups(
    HERE,
    groups.map((given) => ({
      CreatedTime: new Date(world.clock.now() - 90 * DAY).toISOString(),
      MaxSize: 5,
      ...given,
      tags: { owner: 'ann@example.com', ...given.tags },
    })),
  );
const marked = async () => (await world.marks(GROUPS)).map(({ id }) => id);
const named = (AutoScalingGroupName: string, rest: AutoScalingGroupSeed = {}) => ({ AutoScalingGroupName, ...rest });
/** An activity that AWS still reports, over so many days ago by the world's clock, which is behind the sandbox's. */
const over = (days: number) => [{ EndTime: new Date(world.clock.now() - days * DAY) }];
const inService = () => {
  const targets = [{ Target: { Id: 'i-1' }, TargetHealth: { State: 'healthy' as const } }];
  return { TargetGroupARNs: [...world.sandbox.control.addTargetGroups(HERE, [{ targets }])] };
};

/** Users that make an empty group one to keep. */
const KEPT: readonly (readonly [who: string, seed: () => AutoScalingGroupSeed])[] = [
  ['a scaling policy', () => ({ policies: [{}] })],
  ['a scheduled action', () => ({ scheduledActions: [{ Recurrence: '0 1 * * *' }] })],
  ['an instance refresh in progress', () => ({ instanceRefreshes: [{ Status: 'InProgress' }] })],
  ['a scaling activity that is not over', () => ({ activities: [{ StatusCode: 'InProgress' }] })],
  ['a scaling activity that was over 3 days ago', () => ({ activities: over(3) })],
  ['a warm pool', () => ({ WarmPoolConfiguration: { MinSize: 0 } })],
  ['a target group in service', inService],
  ['a desired capacity above zero', () => ({ DesiredCapacity: 1 })],
  ['a tag of the cluster autoscaler', () => ({ tags: { 'k8s.io/cluster-autoscaler/enabled': 'true' } })],
  ['a tag of Karpenter', () => ({ tags: { 'karpenter.sh/nodepool': 'default' } })],
  ['a tag of ECS', () => ({ tags: { AmazonECSManaged: '' } })],
  ['CloudFormation', () => ({ tags: { 'aws:cloudformation:stack-name': 'web' } })],
];

describe('an empty group that may grow', () => {
  test.each(KEPT)('A12 Holystone keeps a 0/0/5 group with %s', async (_who, change) => {
    seed(named('kept', change()), named('plain'));
    expect(await world.pass('mark', GROUPS)).toMatchObject({ outcome: 'complete', counts: { candidate: 1, keep: 1 } });
    expect(await marked()).toEqual(['plain']);
  });

  test('A12 the survey records the end of a finished activity, because AWS stops listing it', async () => {
    seed(named('kept', { activities: over(3) }));
    await world.pass('mark', GROUPS);
    const used = await world.wired.deps.lastUsed.all(GROUPS);
    expect([...used.values()]).toEqual([world.clock.now() - 3 * DAY]);
  });

  test('A12 Holystone marks a plain 0/0/5 group, and one whose last activity ended 20 days ago', async () => {
    seed(named('plain'), named('long-ago', { activities: over(20) }), named('fixed', { MaxSize: 0, policies: [{}] }));
    await world.pass('mark', GROUPS);
    expect(await marked()).toEqual(['fixed', 'long-ago', 'plain']);
  });
});

describe('a failed read', () => {
  test.each([
    'autoscaling:DescribePolicies',
    'autoscaling:DescribeScheduledActions',
    'autoscaling:DescribeInstanceRefreshes',
    'autoscaling:DescribeScalingActivities',
    'elasticloadbalancing:DescribeTargetHealth',
  ])('A3 %s is denied → the pass marks nothing and names the permission', async (permission) => {
    seed(named('web', { TargetGroupARNs: [...world.sandbox.control.addTargetGroups(HERE, [{}])] }));
    world.deny(permission);
    expect(await world.pass('mark', GROUPS)).toMatchObject({
      outcome: 'incomplete',
      problem: expect.stringContaining(permission),
    });
    expect(await marked()).toEqual([]);
  });
});

describe('the check before the deletion', () => {
  test.each(KEPT)(
    'L54 A12 a marked group has %s since → Holystone unmarks it and does not delete',
    async (_who, change) => {
      const [arn] = seed(named('web'));
      await world.pass('mark', GROUPS);
      await world.notify(GROUPS);
      world.clock.advance(11 * DAY);
      const { control } = world.sandbox;
      control.remove(HERE, 'autoScalingGroup', 'web');
      seed(named('web', { AutoScalingGroupARN: arn, ...change() }));
      expect(await world.pass('delete', GROUPS)).toMatchObject({ counts: { unmarked: 1, deleted: 0 } });
      expect([await marked(), world.writes()]).toEqual([[], []]);
    },
  );
});
