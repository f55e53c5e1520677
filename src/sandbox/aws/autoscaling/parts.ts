/** What goes with a group: activities, policies, scheduled actions, refreshes, the instances of its warm pool. */
import type {
  Activity,
  AutoScalingGroup,
  Instance,
  InstanceRefresh,
  ScalingPolicy,
  ScheduledUpdateGroupAction,
} from '@aws-sdk/client-auto-scaling';
import type { Call } from '../call.ts';
import type { AutoScalingGroupSeed } from '../control.ts';
import { asDate } from '../ec2/seeds.ts';
import type { Ids } from '../ids.ts';
import { collection } from '../listing.ts';
import type { OfGroup, Region } from '../store.ts';
import type { Row, Table } from '../table.ts';

const PARTS = ['activities', 'policies', 'scheduledActions', 'instanceRefreshes', 'warmInstances'] as const;
type Part = (typeof PARTS)[number];

/** The seed of the group alone. */
export function withoutParts(seed: AutoScalingGroupSeed): Omit<AutoScalingGroupSeed, Part> {
  const parts: readonly string[] = PARTS;
  return Object.fromEntries(Object.entries(seed).filter(([member]) => !parts.includes(member)));
}

export function addParts(here: Region, seed: AutoScalingGroupSeed, group: AutoScalingGroup, ids: Ids, now: Date): void {
  const groupArn = group.AutoScalingGroupARN ?? '';
  for (const given of seed.activities ?? []) {
    const activity = newActivity(given, group, ids, now);
    here.activities.putNow(activity.ActivityId ?? '', activity);
  }
  for (const given of seed.policies ?? []) {
    const policy = newPolicy(given as Partial<ScalingPolicy>, group, ids);
    here.policies.putNow(policy.PolicyARN ?? '', { groupArn, part: policy });
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

/** Of the groups that are still there: "Deletes the group along with its policies", API_DeleteAutoScalingGroup. */
export function ofGroups<T>(table: Table<OfGroup<T>>, { groups }: Region, name?: string): readonly Row<OfGroup<T>>[] {
  const there = groups.values().filter((group) => name === undefined || group.AutoScalingGroupName === name);
  const arns = new Set(there.map((group) => group.AutoScalingGroupARN));
  return table.view().filter(({ value }) => arns.has(value.groupArn));
}

/** The parts of one kind, of all groups or of the one that the request names. */
export function partsOf<T>(tableOf: (here: Region) => Table<OfGroup<T>>) {
  return collection(
    ({ here }: Call, { AutoScalingGroupName: name }: { readonly AutoScalingGroupName?: string | undefined }) =>
      ofGroups(tableOf(here), here, name),
    ({ part }) => part,
  );
}

/** Of a group's parts the one that has this name already: it is replaced, and keeps its ARN. */
export function namesake<T>(
  table: Table<OfGroup<T>>,
  group: AutoScalingGroup,
  isIt: (part: T) => boolean,
): T | undefined {
  const { AutoScalingGroupARN: arn } = group;
  return table.values().find(({ groupArn, part }) => groupArn === arn && isIt(part))?.part;
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
