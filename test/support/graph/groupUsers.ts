/** Everything that may belong to an Auto Scaling group, with its effect on the group's use. */
import type { AutoScalingGroupSeed, SandboxControl } from '../../../sandbox/aws/index.ts';
import { DAY, OTHER, OWN } from './surveyed.ts';

interface Adding {
  readonly control: SandboxControl;
  /** Name of the added thing; unique in this account. */
  readonly name: string;
}

export interface GroupUser {
  readonly name: string;
  /** `size`: used, and it may grow. */
  readonly says: 'used' | 'size' | 'usedIfItMayGrow' | 'unknown' | 'nothing';
  /** The group with this user. */
  added(seed: AutoScalingGroupSeed, adding: Adding): AutoScalingGroupSeed;
  toString(): string;
}

type Add = GroupUser['added'];
type Row = readonly [name: string, added: Add];

const saying =
  (says: GroupUser['says']) =>
  ([name, added]: Row): GroupUser => ({ name, says, added, toString: () => name });

const ago = (days: number) => new Date(Date.now() - days * DAY);

const instance = (LifecycleState: 'InService' | 'Standby' | 'Terminating:Wait'): Row => [
  `instance, ${LifecycleState}`,
  (seed, { name }) => {
    const here = { InstanceId: `i-${name}`, LifecycleState, AvailabilityZone: 'us-east-1a' };
    const rest = { HealthStatus: 'Healthy', ProtectedFromScaleIn: false };
    return { ...seed, Instances: [...(seed.Instances ?? []), { ...here, ...rest }] };
  },
];

const refresh = (
  Status: 'Pending' | 'InProgress' | 'Cancelling' | 'Baking' | 'Successful' | 'Failed' | 'Cancelled',
): Row => [
  `refresh, ${Status}`,
  (seed) => ({ ...seed, instanceRefreshes: [...(seed.instanceRefreshes ?? []), { Status }] }),
];

const activity = (
  StatusCode: 'InProgress' | 'WaitingForConnectionDraining' | 'Successful' | 'Failed',
  over?: number,
): Row => [
  `activity, ${StatusCode}${over === undefined ? '' : `, over ${over} days ago`}`,
  (seed) => {
    const dates = over === undefined ? {} : { StartTime: ago(over), EndTime: ago(over) };
    return { ...seed, activities: [...(seed.activities ?? []), { StatusCode, ...dates }] };
  },
];

const targets = (State: 'healthy' | 'unhealthy' | 'draining' | 'initial' | 'unused'): Row => [
  `target group, ${State}`,
  (seed, { control, name }) => {
    const [arn = ''] = control.addTargetGroups(OWN, [
      { TargetGroupName: name, targets: [{ Target: { Id: 'i-1' }, TargetHealth: { State } }] },
    ]);
    return { ...seed, TargetGroupARNs: [...(seed.TargetGroupARNs ?? []), arn] };
  },
];

const classic = (...states: ('InService' | 'OutOfService' | 'Unknown')[]): Row => [
  `classic load balancer, ${states.join() || 'empty'}`,
  (seed, { control, name }) => {
    const [made = ''] = control.addLoadBalancers(OWN, [
      { LoadBalancerName: name, states: states.map((State) => ({ InstanceId: 'i-1', State })) },
    ]);
    return { ...seed, LoadBalancerNames: [...(seed.LoadBalancerNames ?? []), made] };
  },
];

const USED: readonly Row[] = [
  instance('InService'),
  instance('Standby'),
  instance('Terminating:Wait'),
  [
    'scheduled action',
    (seed, { name }) => {
      const action = { ScheduledActionName: name, Recurrence: '0 1 * * *' };
      return { ...seed, scheduledActions: [...(seed.scheduledActions ?? []), action] };
    },
  ],
  ['warm pool', (seed) => ({ ...seed, WarmPoolConfiguration: { MinSize: 0 } })],
  [
    'warm pool with an instance',
    (seed) => ({
      ...seed,
      WarmPoolConfiguration: { MinSize: 0 },
      warmInstances: [...(seed.warmInstances ?? []), {}],
    }),
  ],
  ...(['Pending', 'InProgress', 'Cancelling', 'Baking'] as const).map(refresh),
  activity('InProgress'),
  activity('WaitingForConnectionDraining'),
  activity('Successful', 3),
  activity('Failed', 3),
  ...(['healthy', 'unhealthy', 'draining', 'initial'] as const).map(targets),
  classic('InService'),
  classic('OutOfService', 'Unknown'),
];

const SIZES: readonly Row[] = [
  ['desired capacity', (seed) => ({ ...seed, MaxSize: 5, DesiredCapacity: 1 })],
  ['minimum size', (seed) => ({ ...seed, MaxSize: 5, MinSize: 1 })],
];

const POLICIES: readonly Row[] = [true, false].map((Enabled) => [
  `scaling policy, ${Enabled ? 'enabled' : 'disabled'}`,
  (seed, { name }) => ({ ...seed, policies: [...(seed.policies ?? []), { PolicyName: name, Enabled }] }),
]);

const UNKNOWN: readonly Row[] = [
  [
    'VPC Lattice',
    (seed, { name }) => {
      const Identifier = `arn:aws:vpc-lattice:us-east-1:${OWN.account}:targetgroup/tg-${name}`;
      return { ...seed, TrafficSources: [...(seed.TrafficSources ?? []), { Identifier, Type: 'vpc-lattice' }] };
    },
  ],
];

/** Users that are over, empty or of another group. */
const NOTHING: readonly Row[] = [
  ...(['Successful', 'Failed', 'Cancelled'] as const).map(refresh),
  activity('Successful', 20),
  activity('Successful', 60),
  targets('unused'),
  classic(),
  [
    'target group that is gone',
    (seed, { name }) => {
      const arn = `arn:aws:elasticloadbalancing:us-east-1:${OWN.account}:targetgroup/${name}/0123456789abcdef`;
      return { ...seed, TargetGroupARNs: [...(seed.TargetGroupARNs ?? []), arn] };
    },
  ],
  [
    'group of the same name in another account',
    (seed, { control }) => {
      const { Instances = [] } = instance('InService')[1]({}, { control, name: 'elsewhere' });
      control.addAutoScalingGroups(OTHER, [
        {
          AutoScalingGroupName: seed.AutoScalingGroupName ?? '',
          MaxSize: 5,
          Instances,
          policies: [{}],
          scheduledActions: [{}],
        },
      ]);
      return seed;
    },
  ],
];

export const GROUP_USERS: readonly GroupUser[] = [
  ...USED.map(saying('used')),
  ...SIZES.map(saying('size')),
  ...POLICIES.map(saying('usedIfItMayGrow')),
  ...UNKNOWN.map(saying('unknown')),
  ...NOTHING.map(saying('nothing')),
];
