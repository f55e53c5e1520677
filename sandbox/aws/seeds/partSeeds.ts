/** The parts of a group: activities, policies, scheduled actions, refreshes, the instances of its warm pool. */
import type {
  Activity,
  AutoScalingGroup,
  Instance,
  InstanceRefresh,
  LifecycleHook,
  NotificationConfiguration,
  ScalingPolicy,
  ScheduledUpdateGroupAction,
} from '@aws-sdk/client-auto-scaling';
import type { Ids } from '../collections/ids.ts';
import { type Making, part } from '../collections/kind.ts';
import { asDate, type Seed } from '../collections/seed.ts';
import type { TablesOf } from '../collections/table.ts';

export interface GroupPartSeeds {
  /** Returned by DescribeScalingActivities; with an unfinished one a delete returns ScalingActivityInProgress. */
  readonly activities?: readonly Partial<Activity>[];
  readonly policies?: readonly Seed<ScalingPolicy>[];
  readonly hooks?: readonly Seed<LifecycleHook>[];
  readonly notifications?: readonly Seed<NotificationConfiguration>[];
  readonly scheduledActions?: readonly Seed<ScheduledUpdateGroupAction>[];
  readonly instanceRefreshes?: readonly Seed<InstanceRefresh>[];
  /** In its warm pool, which `WarmPoolConfiguration` creates. */
  readonly warmInstances?: readonly Seed<Instance>[];
}

/** A part of an Auto Scaling group, deleted with it. */
export interface OfGroup<T> {
  readonly groupArn: string;
  readonly part: T;
}

export const groupParts = {
  activities: part<Activity>(),
  policies: part<OfGroup<ScalingPolicy>>(),
  hooks: part<OfGroup<LifecycleHook>>(),
  notifications: part<OfGroup<NotificationConfiguration>>(),
  scheduledActions: part<OfGroup<ScheduledUpdateGroupAction>>(),
  instanceRefreshes: part<OfGroup<InstanceRefresh>>(),
  warmInstances: part<OfGroup<Instance>>(),
};
export type GroupParts = TablesOf<typeof groupParts>;

/** The seed of the group alone. */
export function withoutParts<T extends GroupPartSeeds>(seed: T): Omit<T, keyof GroupPartSeeds> {
  const {
    activities: _a,
    policies: _p,
    hooks: _h,
    notifications: _n,
    scheduledActions: _s,
    instanceRefreshes: _i,
    warmInstances: _w,
    ...own
  } = seed;
  return own;
}

export function addParts(here: GroupParts, seed: GroupPartSeeds, group: AutoScalingGroup, { ids, now }: Making): void {
  const groupArn = group.AutoScalingGroupARN ?? '';
  for (const given of seed.activities ?? []) {
    const activity = newActivity(given, group, ids, now);
    here.activities.putNow(activity.ActivityId ?? '', activity);
  }
  for (const given of seed.policies ?? []) {
    const policy = newPolicy(given as Partial<ScalingPolicy>, group, ids);
    here.policies.putNow(policy.PolicyARN ?? '', { groupArn, part: policy });
  }
  for (const given of seed.hooks ?? []) {
    const hook = newHook(given as Partial<LifecycleHook>, group);
    here.hooks.putNow(`${groupArn} ${hook.LifecycleHookName}`, { groupArn, part: hook });
  }
  for (const given of seed.notifications ?? []) {
    const { AutoScalingGroupName } = group;
    const sent = {
      NotificationType: 'autoscaling:EC2_INSTANCE_LAUNCH',
      TopicARN: 'arn:aws:sns:us-east-1:111111111111:scaling',
    };
    const notification = { ...sent, AutoScalingGroupName, ...given } as NotificationConfiguration;
    here.notifications.putNow(`${groupArn} ${JSON.stringify(given)}`, { groupArn, part: notification });
  }
  for (const given of seed.scheduledActions ?? []) {
    const action = newScheduledAction(given as Partial<ScheduledUpdateGroupAction>, group, ids);
    here.scheduledActions.putNow(action.ScheduledActionARN ?? '', { groupArn, part: action });
  }
  for (const given of seed.instanceRefreshes ?? []) {
    const refresh = newRefresh(given as Partial<InstanceRefresh>, group, ids, now);
    here.instanceRefreshes.putNow(refresh.InstanceRefreshId ?? '', { groupArn, part: refresh });
  }
  for (const given of seed.warmInstances ?? []) {
    const instance = newWarmInstance(given as Partial<Instance>, ids);
    here.warmInstances.putNow(instance.InstanceId ?? '', { groupArn, part: instance });
  }
}

export function newActivity(given: Partial<Activity>, group: AutoScalingGroup, ids: Ids, now: Date): Activity {
  return {
    ActivityId: ids.uuid(),
    AutoScalingGroupName: group.AutoScalingGroupName,
    AutoScalingGroupARN: group.AutoScalingGroupARN,
    Description: 'Launching a new EC2 instance',
    Cause: 'a user request',
    StatusCode: 'Successful',
    Progress: given.StatusCode === undefined || given.StatusCode === 'Successful' ? 100 : 50,
    ...given,
    StartTime: asDate(given.StartTime, now),
    ...(given.EndTime === undefined ? {} : { EndTime: new Date(given.EndTime) }),
  };
}

export function newPolicy(given: Partial<ScalingPolicy>, group: AutoScalingGroup, ids: Ids): ScalingPolicy {
  const name = given.PolicyName ?? 'cpu';
  return {
    AutoScalingGroupName: group.AutoScalingGroupName,
    PolicyName: name,
    PolicyARN: arnOf(group, 'scalingPolicy', `policyName/${name}`, ids),
    PolicyType: 'TargetTrackingScaling',
    StepAdjustments: [],
    Alarms: [],
    TargetTrackingConfiguration: {
      PredefinedMetricSpecification: { PredefinedMetricType: 'ASGAverageCPUUtilization' },
      TargetValue: 50,
      DisableScaleIn: false,
    },
    Enabled: true,
    ...given,
  };
}

/** The defaults of https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutLifecycleHook.html */
function newHook(given: Partial<LifecycleHook>, { AutoScalingGroupName }: AutoScalingGroup): LifecycleHook {
  return {
    LifecycleHookName: 'drain',
    AutoScalingGroupName,
    LifecycleTransition: 'autoscaling:EC2_INSTANCE_TERMINATING',
    HeartbeatTimeout: 3600,
    GlobalTimeout: 172_800,
    DefaultResult: 'ABANDON',
    ...given,
  };
}

export function newScheduledAction(
  given: Partial<ScheduledUpdateGroupAction>,
  group: AutoScalingGroup,
  ids: Ids,
): ScheduledUpdateGroupAction {
  const name = given.ScheduledActionName ?? 'nightly';
  const at =
    given.StartTime === undefined ? {} : { StartTime: new Date(given.StartTime), Time: new Date(given.StartTime) };
  return {
    AutoScalingGroupName: group.AutoScalingGroupName,
    ScheduledActionName: name,
    ScheduledActionARN: arnOf(group, 'scheduledUpdateGroupAction', `scheduledActionName/${name}`, ids),
    ...given,
    ...at,
  };
}

export function newRefresh(
  given: Partial<InstanceRefresh>,
  group: AutoScalingGroup,
  ids: Ids,
  now: Date,
): InstanceRefresh {
  return {
    InstanceRefreshId: ids.uuid(),
    AutoScalingGroupName: group.AutoScalingGroupName,
    Status: 'Successful',
    PercentageComplete: 100,
    InstancesToUpdate: 0,
    ...given,
    StartTime: asDate(given.StartTime, now),
  };
}

function newWarmInstance(given: Partial<Instance>, ids: Ids): Instance {
  return {
    InstanceId: ids.next('i'),
    InstanceType: 't3.micro',
    AvailabilityZone: 'us-east-1a',
    LifecycleState: 'Warmed:Stopped',
    HealthStatus: 'Healthy',
    ProtectedFromScaleIn: false,
    ...given,
  };
}

/** `arn:aws:autoscaling:REGION:ACCOUNT:scalingPolicy:UUID:autoScalingGroupName/GROUP:policyName/NAME` */
function arnOf(group: AutoScalingGroup, kind: string, name: string, ids: Ids): string {
  const [arn = '', partition = '', service = '', region = '', account = ''] = (group.AutoScalingGroupARN ?? '').split(
    ':',
  );
  const path = `autoScalingGroupName/${group.AutoScalingGroupName}:${name}`;
  return [arn, partition, service, region, account, kind, ids.uuid(), path].join(':');
}
