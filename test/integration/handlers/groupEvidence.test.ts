import { describe, expect, test } from '@jest/globals';
import type { AutoScalingGroupSeed } from '../../../sandbox/aws/index.ts';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { GroupResource } from '../../../src/handlers/aws/resources/autoScalingGroup.ts';
import { autoScalingGroup } from '../../../src/handlers/aws/types/autoScalingGroup/handler.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, collect, failureOf, HERE, ID, REGION, scopeOf } from './fixture.ts';

const scope = scopeOf(autoScalingGroup.parameters.parse({}));
const HOME = { account: 'test', location: REGION };
const HOUR = 3_600_000;
const aws = awsForEach();

const seed = (...groups: AutoScalingGroupSeed[]) => aws.control.addAutoScalingGroups(HERE, groups);
const listed = () => collect(autoScalingGroup.open(scope, aws.io()).list());
const source = (name: string): EvidenceSource => {
  const found = autoScalingGroup.evidence.find((known) => known.name === name);
  if (!found) throw new Error(`no source ${name}`);
  return found as EvidenceSource;
};
/** The findings of a source about all groups, or about these. */
const read = async (name: string, candidates?: readonly GroupResource[]): Promise<readonly Finding[]> => {
  const about = source(name).per === 'resource' ? (candidates ?? (await listed())) : [];
  return source(name).read(HOME, scope, about, aws.io());
};
const says = (findings: readonly Finding[]) => findings.map((finding) => `${finding.says}: ${finding.by}`);
const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
const callsOf = (operation: string) => aws.control.calls({ operation });
const instance = (InstanceId: string, LifecycleState = 'InService') => ({ InstanceId, LifecycleState }) as never;
const target = (Id: string, State: string) => ({ Target: { Id }, TargetHealth: { State: State as never } });

describe('A12 a plain 0/0/5 has no user', () => {
  const ofAws = autoScalingGroup.evidence.filter(({ provider }) => provider !== 'kubernetes');
  test.each(ofAws.map(({ name }) => name))('%s', async (name) => {
    seed({ AutoScalingGroupName: 'web', MaxSize: 5 });
    expect(await read(name)).toEqual([]);
  });
});

describe('groupInstances', () => {
  test('A12 instances in any state, a desired capacity and a minimum size each keep the group', async () => {
    const [arn] = seed({
      Instances: [instance('i-1'), instance('i-2', 'Standby')],
      ...{ MinSize: 1, DesiredCapacity: 2, MaxSize: 2 },
    });
    const findings = await read('groupInstances');
    expect(new Set(findings.map(({ alias }) => alias))).toEqual(new Set([arn]));
    expect(says(findings)).toEqual([
      'used: instance i-1 (InService)',
      'used: instance i-2 (Standby)',
      'used: its desired capacity of 2',
      'used: its minimum size of 1',
    ]);
  });

  test('A14 AWS lists a group without its instances → the read fails', async () => {
    seed({ Instances: undefined });
    expect(await failureOf(read('groupInstances'))).toMatchObject({ problem: 'malformed' });
  });

  test.each([
    ['MinSize', 'minimum size'],
    ['MaxSize', 'maximum size'],
    ['DesiredCapacity', 'desired capacity'],
  ])(
    'A14 AWS describes a group without its %s → the use is unknown, and the reason names the %s',
    async (size, what) => {
      seed({ [size]: undefined });
      expect(says(await read('groupInstances'))).toEqual([`unknown: AWS did not report its ${what}`]);
    },
  );
});

describe('scalingPolicies', () => {
  test('A12 a scaling policy, enabled or not, keeps a group that may grow (0/0/5), and not one that may not (0/0/0)', async () => {
    seed(
      { AutoScalingGroupName: 'web', MaxSize: 5, policies: [{ PolicyName: 'cpu' }] },
      { AutoScalingGroupName: 'off', MaxSize: 5, policies: [{ PolicyType: 'StepScaling', Enabled: false }] },
      { AutoScalingGroupName: 'fixed', policies: [{}] },
    );
    const findings = await read('scalingPolicies');
    expect(findings.map(({ alias }) => alias)).toEqual(['web', 'off']);
    expect(says(findings)).toEqual([
      'used: scaling policy cpu (TargetTrackingScaling)',
      'used: scaling policy cpu (StepScaling, disabled)',
    ]);
  });

  test('A12 a predictive policy that may raise the maximum keeps a group with a maximum of 0', async () => {
    const predicting = (MaxCapacityBreachBehavior: 'HonorMaxCapacity' | 'IncreaseMaxCapacity') => ({
      PolicyType: 'PredictiveScaling',
      PredictiveScalingConfiguration: { MetricSpecifications: [{ TargetValue: 40 }], MaxCapacityBreachBehavior },
    });
    seed(
      { AutoScalingGroupName: 'bound', policies: [predicting('HonorMaxCapacity')] },
      { AutoScalingGroupName: 'free', policies: [predicting('IncreaseMaxCapacity')] },
    );
    expect((await read('scalingPolicies')).map(({ alias }) => alias)).toEqual(['free']);
  });

  test('A6 AWS lists 230 policies in pages → Holystone reads each, and asks for the sizes of 50 groups in a call', async () => {
    seed(...many(115, (n) => ({ AutoScalingGroupName: `g${n}`, MaxSize: 1, policies: [{ PolicyName: 'a' }, {}] })));
    expect(await read('scalingPolicies')).toHaveLength(230);
    expect([callsOf('DescribePolicies').length, callsOf('DescribeAutoScalingGroups').length]).toEqual([3, 3]);
  });

  test('A14 the size of a group cannot be read → its scaling policies keep the group', async () => {
    seed({ AutoScalingGroupName: 'web', policies: [{}] });
    aws.control.addFault({ kind: 'empty', operation: 'DescribeAutoScalingGroups' });
    expect(await read('scalingPolicies')).toHaveLength(1);
  });

  test('A12 a policy of a deleted group does not keep a new group of the same name', async () => {
    seed({ AutoScalingGroupName: 'web', MaxSize: 5, policies: [{}] });
    aws.control.remove(HERE, 'autoScalingGroup', 'web');
    seed({ AutoScalingGroupName: 'web', MaxSize: 5 });
    expect(await read('scalingPolicies')).toEqual([]);
  });
});

describe('scheduledActions', () => {
  test('A12 a scheduled action, once or recurring, keeps a group that may not grow now', async () => {
    seed({
      AutoScalingGroupName: 'web',
      scheduledActions: [
        { ScheduledActionName: 'nightly', Recurrence: '0 1 * * *', MaxSize: 4 },
        { ScheduledActionName: 'sale', StartTime: '2030-11-29T00:00:00.000Z', DesiredCapacity: 9 },
      ],
    });
    const findings = await read('scheduledActions');
    expect(findings.map(({ alias }) => alias)).toEqual(['web', 'web']);
    expect(says(findings)).toEqual([
      'used: scheduled action nightly (0 1 * * *)',
      'used: scheduled action sale (2030-11-29T00:00:00.000Z)',
    ]);
  });

  test('A6 AWS lists 230 scheduled actions in pages → Holystone reads each', async () => {
    seed(...many(230, (n) => ({ AutoScalingGroupName: `g${n}`, scheduledActions: [{}] })));
    expect(new Set((await read('scheduledActions')).map(({ alias }) => alias)).size).toBe(230);
    expect(callsOf('DescribeScheduledActions')).toHaveLength(3);
  });
});

describe('instanceRefreshes', () => {
  test.each([
    ['Pending', true],
    ['InProgress', true],
    ['Baking', true],
    ['Cancelling', true],
    ['RollbackInProgress', true],
    ['SomethingNew', true],
    ['Successful', false],
    ['Failed', false],
    ['Cancelled', false],
    ['RollbackFailed', false],
    ['RollbackSuccessful', false],
  ])('A12 a refresh that is %s keeps: %s', async (Status, keeps) => {
    const [arn] = seed({ instanceRefreshes: [{ InstanceRefreshId: 'r-1', Status: Status as never }] });
    expect(await read('instanceRefreshes')).toEqual(
      keeps ? [{ alias: arn, says: 'used', by: `instance refresh r-1 (${Status})` }] : [],
    );
  });

  test('A6 Holystone finds a refresh in progress on the last of three pages', async () => {
    const over = many(210, () => ({}));
    seed({ instanceRefreshes: [...over, { InstanceRefreshId: 'r-1', Status: 'InProgress' }] });
    expect(says(await read('instanceRefreshes'))).toEqual(['used: instance refresh r-1 (InProgress)']);
    expect(callsOf('DescribeInstanceRefreshes')).toHaveLength(3);
  });
});

describe('activities', () => {
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR);

  test('A12 the last use is the end of the activity that ended last, whichever began last', async () => {
    const [arn] = seed({
      activities: [
        { Description: 'short', StartTime: ago(20), EndTime: ago(19) },
        { Description: 'long', StartTime: ago(50), EndTime: ago(3) },
        { Description: 'failed', StartTime: ago(40), EndTime: ago(39), StatusCode: 'Failed' },
      ],
    });
    const [found, ...more] = await read('activities');
    expect(found).toMatchObject({ alias: arn, says: 'lastUsed', by: 'scaling activity "long" (Successful)' });
    expect(Math.round((Date.now() - (found?.at ?? 0)) / HOUR)).toBe(3);
    expect(more).toEqual([]);
  });

  test('A12 the last use of an activity without an end is its start', async () => {
    const StartTime = ago(30);
    seed({ activities: [{ StartTime, StatusCode: 'Cancelled' }] });
    expect((await read('activities')).map(({ at }) => at)).toEqual([StartTime.getTime()]);
  });

  test('A12 an activity that has not finished keeps the group, and Holystone asks for no further page', async () => {
    const over = many(250, (n) => ({ StartTime: ago(n), EndTime: ago(n) }));
    seed({ activities: [...over, { Description: 'Launching', StartTime: ago(600), StatusCode: 'PreInService' }] });
    expect(says(await read('activities'))).toEqual([
      'used: scaling activity "Launching" (PreInService), which is not finished',
    ]);
    expect(callsOf('DescribeScalingActivities')).toHaveLength(1);
  });

  test('A6 AWS lists 250 activities in pages → Holystone finds the last end on the last page', async () => {
    const long = { Description: 'long', StartTime: ago(900), EndTime: ago(1) };
    seed({ activities: [long, ...many(249, (n) => ({ StartTime: ago(n + 2), EndTime: ago(n + 2) }))] });
    expect(says(await read('activities'))).toEqual(['lastUsed: scaling activity "long" (Successful)']);
    expect(callsOf('DescribeScalingActivities')).toHaveLength(3);
  });

  test('A12 activities of a deleted group do not count for a new group of the same name', async () => {
    seed({ AutoScalingGroupName: 'web', activities: [{}] });
    aws.control.remove(HERE, 'autoScalingGroup', 'web');
    seed({ AutoScalingGroupName: 'web' });
    expect(await read('activities')).toEqual([]);
  });
});

describe('warmPools', () => {
  test('A12 a warm pool keeps its group, with or without instances; Holystone asks for no warm pool that a group does not have', async () => {
    const warmInstances = many(5, (n) => ({ InstanceId: `i-${n}` }));
    const [empty, full] = seed(
      { WarmPoolConfiguration: { MinSize: 0 } },
      { WarmPoolConfiguration: { MinSize: 5 }, WarmPoolSize: 5, warmInstances },
      { AutoScalingGroupName: 'without' },
    );
    expect(await read('warmPools')).toEqual([
      { alias: empty, says: 'used', by: 'its warm pool (no instances now)' },
      {
        alias: full,
        says: 'used',
        by: 'its warm pool (i-0 Warmed:Stopped, i-1 Warmed:Stopped, i-2 Warmed:Stopped, and 2 more)',
      },
    ]);
    expect(callsOf('DescribeWarmPool')).toHaveLength(2);
  });

  test('A6 AWS lists 120 instances of a warm pool in pages → Holystone asks for each page once', async () => {
    seed({ WarmPoolConfiguration: {}, warmInstances: many(120, () => ({})) });
    expect(says(await read('warmPools'))).toEqual([expect.stringContaining('and 117 more')]);
    expect(callsOf('DescribeWarmPool')).toHaveLength(3);
  });

  test('A14 a warm pool that vanished after the listing of its group keeps nothing', async () => {
    seed({ AutoScalingGroupName: 'web', WarmPoolConfiguration: {} });
    const candidates = await listed();
    aws.control.update(HERE, 'autoScalingGroup', 'web', { WarmPoolConfiguration: undefined });
    expect(await read('warmPools', candidates)).toEqual([]);
  });
});

describe('loadBalancerHealth', () => {
  const targetGroup = (...targets: ReturnType<typeof target>[]) =>
    aws.control.addTargetGroups(HERE, [{ TargetGroupName: 'web', targets }]) as [string];

  test.each([
    ['healthy', true],
    ['initial', true],
    ['unhealthy', true],
    ['unhealthy.draining', true],
    ['draining', true],
    ['unavailable', true],
    ['unused', false],
  ])('A12 a target that is %s keeps the group: %s', async (state, keeps) => {
    const TargetGroupARNs = targetGroup(target('i-1', state));
    const [arn] = seed({ TargetGroupARNs });
    expect(await read('loadBalancerHealth')).toEqual(
      keeps ? [{ alias: arn, says: 'used', by: `target group web with i-1 (${state})` }] : [],
    );
  });

  test.each(['InService', 'OutOfService', 'Unknown'])(
    'A12 a classic load balancer with an instance that is %s keeps the group',
    async (State) => {
      const states = [{ InstanceId: 'i-1', State }];
      const LoadBalancerNames = [...aws.control.addLoadBalancers(HERE, [{ LoadBalancerName: 'old', states }])];
      seed({ LoadBalancerNames });
      expect(says(await read('loadBalancerHealth'))).toEqual([`used: load balancer old with i-1 (${State})`]);
    },
  );

  test('A12 a target group that only TrafficSources names keeps the group', async () => {
    const [Identifier] = targetGroup(target('i-1', 'healthy'));
    seed({ TrafficSources: [{ Identifier, Type: 'elbv2' }] });
    expect(says(await read('loadBalancerHealth'))).toEqual(['used: target group web with i-1 (healthy)']);
  });

  test('A14 a group is attached to VPC Lattice, whose targets Holystone does not read → the use is unknown', async () => {
    const Identifier = `arn:aws:vpc-lattice:${REGION}:${ID}:targetgroup/tg-1`;
    seed({ TrafficSources: [{ Identifier, Type: 'vpc-lattice' }] });
    expect(says(await read('loadBalancerHealth'))).toEqual([
      `unknown: ${Identifier} is attached, and whether it has targets in service cannot be read`,
    ]);
  });

  test('A14 AWS answers without the lists of load balancers → the use is unknown', async () => {
    seed({ TargetGroupARNs: undefined });
    expect(says(await read('loadBalancerHealth'))).toEqual(['unknown: AWS did not report the attached load balancers']);
  });

  test('A12 load balancers without instances and targets keep no group; Holystone asks once about a shared one', async () => {
    const TargetGroupARNs = targetGroup();
    const LoadBalancerNames = [...aws.control.addLoadBalancers(HERE, [{ LoadBalancerName: 'old' }])];
    seed({ TargetGroupARNs, LoadBalancerNames }, { TargetGroupARNs, LoadBalancerNames });
    expect(await read('loadBalancerHealth')).toEqual([]);
    expect([callsOf('DescribeTargetHealth').length, callsOf('DescribeInstanceHealth').length]).toEqual([1, 1]);
  });

  test('A14 a load balancer and a target group vanished → Holystone still finds the use by the others', async () => {
    const [gone] = targetGroup(target('i-1', 'healthy'));
    const [there = ''] = aws.control.addTargetGroups(HERE, [
      { TargetGroupName: 'api', targets: [target('i-2', 'healthy')] },
    ]);
    aws.control.remove(HERE, 'targetGroup', gone);
    seed({ LoadBalancerNames: ['gone'], TargetGroupARNs: [gone, there] });
    expect(says(await read('loadBalancerHealth'))).toEqual(['used: target group api with i-2 (healthy)']);
  });
});

const READS = [
  ['activities', 'autoscaling:DescribeScalingActivities'],
  ['groupInstances', 'autoscaling:DescribeAutoScalingGroups'],
  ['instanceRefreshes', 'autoscaling:DescribeInstanceRefreshes'],
  ['loadBalancerHealth', 'elasticloadbalancing:DescribeInstanceHealth'],
  ['loadBalancerHealth', 'elasticloadbalancing:DescribeTargetHealth'],
  ['scalingPolicies', 'autoscaling:DescribeAutoScalingGroups'],
  ['scalingPolicies', 'autoscaling:DescribePolicies'],
  ['scheduledActions', 'autoscaling:DescribeScheduledActions'],
  ['warmPools', 'autoscaling:DescribeWarmPool'],
] as const;

describe('a read that fails is an error', () => {
  /** Groups for which every source has something to read. */
  const busy = async () => {
    const TargetGroupARNs = [...aws.control.addTargetGroups(HERE, [{ targets: [target('i-1', 'healthy')] }])];
    const LoadBalancerNames = [...aws.control.addLoadBalancers(HERE, [{ states: [{ InstanceId: 'i-1' }] }])];
    seed({ MaxSize: 1, policies: [{}], WarmPoolConfiguration: {}, TargetGroupARNs, LoadBalancerNames });
    return listed();
  };

  test.each(READS)('A3 %s fails without %s, and the error names that permission', async (name, permission) => {
    const candidates = await busy();
    aws.control.deny({ account: ID, action: permission });
    expect(await failureOf(read(name, candidates))).toMatchObject({ name: 'ReadError', problem: 'denied', permission });
  });

  test.each(READS)('A7 %s fails when AWS throttles %s', async (name, permission) => {
    const candidates = await busy();
    aws.control.addFault({ kind: 'throttle', operation: permission.split(':')[1] ?? '' });
    expect(await failureOf(read(name, candidates))).toMatchObject({ name: 'ReadError', problem: 'throttled' });
  });

  test.each(READS)(
    'L30 %s fails when AWS answers %s in part, with nothing, or with an error',
    async (name, permission) => {
      const candidates = await busy();
      for (const kind of ['truncate', 'cutOff', 'blank', 'error'] as const) {
        aws.control.addFault({ kind, operation: permission.split(':')[1] ?? '' });
        expect(await failureOf(read(name, candidates))).toMatchObject({ name: 'ReadError' });
        aws.control.clearFaults();
      }
    },
  );

  test.each([...new Set(READS.map(([name]) => name))])(
    '%s declares exactly the permissions that its calls need',
    async (name) => {
      const candidates = await busy();
      await read(name, candidates);
      aws.control.clearFaults();
      const before = aws.pacer.taken.length;
      const asked: string[] = [];
      const take = async () => undefined;
      const seen = aws.control.calls().length;
      await source(name).read(HOME, scope, candidates, aws.io({ pacer: { take, throttled: take } }));
      for (const { service, operation } of aws.control.calls().slice(seen)) asked.push(`${service}:${operation}`);
      expect(before).toBeGreaterThan(0);
      expect(new Set(asked)).toEqual(new Set(source(name).permissions));
    },
  );

  const PAGED = {
    activities: { operation: 'DescribeScalingActivities', groups: [{ activities: many(250, () => ({})) }] },
    instanceRefreshes: {
      operation: 'DescribeInstanceRefreshes',
      groups: [{ instanceRefreshes: many(250, () => ({})) }],
    },
    scalingPolicies: {
      operation: 'DescribePolicies',
      groups: [{ policies: many(250, (n) => ({ PolicyName: `p${n}` })) }],
    },
    scheduledActions: { operation: 'DescribeScheduledActions', groups: [{ scheduledActions: many(250, () => ({})) }] },
    warmPools: {
      operation: 'DescribeWarmPool',
      groups: [{ WarmPoolConfiguration: {}, warmInstances: many(120, () => ({})) }],
    },
  } as const;

  test.each(Object.entries(PAGED))(
    'L30 A6 %s fails when any page fails, or when a token repeats',
    async (name, { operation, groups }) => {
      seed(...groups);
      const candidates = await listed();
      for (const page of [1, 2, 3]) {
        aws.control.addFault({ kind: 'error', operation, page });
        expect(await failureOf(read(name, candidates))).toMatchObject({ name: 'ReadError' });
        aws.control.clearFaults();
      }
      aws.control.addFault({ kind: 'repeatToken', operation });
      expect(await failureOf(read(name, candidates))).toMatchObject({ problem: 'malformed' });
    },
  );
});

test.each(['activities', 'instanceRefreshes', 'warmPools'])(
  'A14 %s: a group vanishes during the read → its use is unknown, and Holystone reads the other groups',
  async (name) => {
    const warm = { WarmPoolConfiguration: {} };
    const [gone] = seed({ AutoScalingGroupName: 'gone', ...warm }, { AutoScalingGroupName: 'there', ...warm });
    const candidates = await listed();
    aws.control.remove(HERE, 'autoScalingGroup', 'gone');
    const findings = await read(name, candidates);
    expect(findings[0]).toEqual({ alias: gone, says: 'unknown', by: 'it vanished while it was being read' });
    expect(callsOf(source(name).permissions[0]?.split(':')[1] ?? '')).toHaveLength(2);
  },
);

test('L23 the source stops between two groups when the pass stops', async () => {
  seed({}, {}, {});
  const candidates = await listed();
  const stop = new AbortController();
  let asked = 0;
  const take = async ({ api }: { api: string }) => {
    if (api === 'autoscaling:*') asked += 1;
    if (asked === 2) stop.abort(new Error('the pass ends'));
  };
  const io = aws.io({ signal: stop.signal, pacer: { take, throttled: async () => undefined } });
  const failure = await failureOf(source('activities').read(HOME, scope, candidates, io));
  expect([failure.message, callsOf('DescribeScalingActivities').length]).toEqual(['the pass ends', 1]);
});
