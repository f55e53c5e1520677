import type {
  AutoScalingGroup,
  CreateAutoScalingGroupCommandInput,
  DescribeAutoScalingGroupsCommandInput,
  UpdateAutoScalingGroupCommandInput,
} from '@aws-sdk/client-auto-scaling';
import { AwsError } from '../../collections/errors.ts';
import { newGroup } from '../../seeds/groupSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection, rowsOf } from '../../store/listing.ts';
import { reconcile, terminateAll } from './capacity.ts';
import { type AutoScalingHandlers, findGroup, invalid, listing, refuseTooManyNames } from './common.ts';

export const groups: AutoScalingHandlers = {
  /** https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_Filter.html: tag-key, tag-value, tag:key. */
  DescribeAutoScalingGroups: listing(collection(rowsOf('autoScalingGroups'), shown), {
    answer: 'AutoScalingGroups',
    named: {
      by: 'AutoScalingGroupNames',
      check: (names, input) => refuseTooManyNames(names, 'autoScalingGroupNames', input),
    },
    tags: ({ Tags = [] }) => Tags,
    special: { 'tag-value': ({ Tags }) => Tags?.map((tag) => tag.Value) },
  }),

  CreateAutoScalingGroup(input, call) {
    const name = input.AutoScalingGroupName ?? '';
    if (call.here.autoScalingGroups.get(name)) {
      throw new AwsError(
        'AlreadyExists',
        `AutoScalingGroup by this name already exists - A group with the name ${name} already exists`,
      );
    }
    refuseNoLaunchSource(input, call);
    const { LoadBalancerNames, TargetGroupARNs, Tags = [], VPCZoneIdentifier, DeletionProtection } = input;
    const group = newGroup(
      {
        ...settings(input),
        DesiredCapacity: input.DesiredCapacity ?? input.MinSize,
        ...present({ LoadBalancerNames, TargetGroupARNs, VPCZoneIdentifier, DeletionProtection }),
        Tags: Tags.map((tag) => ({ ...tag, ResourceId: name, ResourceType: 'auto-scaling-group' })),
        AutoScalingGroupName: name,
      },
      call,
    );
    refuseSizes(group);
    call.here.autoScalingGroups.put(name, reconcile(group, call));
    return {};
  },

  UpdateAutoScalingGroup(input, call) {
    const group = findGroup(input.AutoScalingGroupName, call);
    refuseMissingLaunchConfiguration(input.LaunchConfigurationName, call);
    const changed: AutoScalingGroup = { ...withoutOldSource(group, input), ...settings(input) };
    const bounded = input.DesiredCapacity === undefined ? withinBounds(changed) : changed;
    refuseSizes(bounded);
    call.here.autoScalingGroups.put(group.AutoScalingGroupName ?? '', reconcile(bounded, call));
    return {};
  },

  /**
   * "If the group has instances or scaling activities in progress, you must specify the option to force the deletion":
   * https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DeleteAutoScalingGroup.html
   * Messages as in https://github.com/ansible/ansible/pull/8503 and
   * https://github.com/cloud-custodian/cloud-custodian/issues/1689
   */
  DeleteAutoScalingGroup(input, call) {
    const group = findGroup(input.AutoScalingGroupName, call);
    refuseProtected(group, input.ForceDelete === true);
    if (!input.ForceDelete) refuseBusy(group, call);
    terminateAll(group, call);
    call.here.autoScalingGroups.remove(group.AutoScalingGroupName ?? '');
    return {};
  },
};

function shown(group: AutoScalingGroup, { IncludeInstances }: DescribeAutoScalingGroupsCommandInput): AutoScalingGroup {
  if (IncludeInstances !== false) return group;
  const { Instances: _instances, ...rest } = group;
  return rest;
}

type Settable = CreateAutoScalingGroupCommandInput | UpdateAutoScalingGroupCommandInput;

function settings(input: Settable): Partial<AutoScalingGroup> {
  const { LaunchConfigurationName, LaunchTemplate, MixedInstancesPolicy, MinSize, MaxSize, DesiredCapacity } = input;
  const { DefaultCooldown, AvailabilityZones, HealthCheckType, VPCZoneIdentifier, DeletionProtection } = input;
  return present({
    ...{ LaunchConfigurationName, LaunchTemplate, MixedInstancesPolicy, MinSize, MaxSize, DesiredCapacity },
    ...{ DefaultCooldown, AvailabilityZones, HealthCheckType, VPCZoneIdentifier, DeletionProtection },
  });
}

function present<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

const SOURCES = ['LaunchConfigurationName', 'LaunchTemplate', 'MixedInstancesPolicy'] as const;

function withoutOldSource(group: AutoScalingGroup, input: Settable): AutoScalingGroup {
  if (!SOURCES.some((source) => input[source] !== undefined)) return group;
  return { ...group, LaunchConfigurationName: undefined, LaunchTemplate: undefined, MixedInstancesPolicy: undefined };
}

function refuseNoLaunchSource(input: CreateAutoScalingGroupCommandInput, call: Call): void {
  if (SOURCES.filter((source) => input[source] !== undefined).length !== 1) {
    throw invalid(
      'Valid requests must contain either LaunchTemplate, LaunchConfigurationName, InstanceId or MixedInstancesPolicy parameter.',
    );
  }
  refuseMissingLaunchConfiguration(input.LaunchConfigurationName, call);
}

function refuseMissingLaunchConfiguration(name: string | undefined, { here }: Call): void {
  if (name === undefined || here.launchConfigurations.get(name)) return;
  throw invalid(`Launch configuration name not found - Launch configuration ${name} not found`);
}

/** A desired capacity missing from the request follows the new bounds: API_UpdateAutoScalingGroup. */
function withinBounds(group: AutoScalingGroup): AutoScalingGroup {
  const { MinSize = 0, MaxSize = 0, DesiredCapacity = 0 } = group;
  return { ...group, DesiredCapacity: Math.min(Math.max(DesiredCapacity, MinSize), MaxSize) };
}

function refuseSizes({ MinSize = 0, MaxSize = 0, DesiredCapacity = 0 }: AutoScalingGroup): void {
  if (MinSize > MaxSize) throw invalid(`Max bound, ${MaxSize}, must be greater than or equal to min bound, ${MinSize}`);
  if (DesiredCapacity < MinSize || DesiredCapacity > MaxSize) {
    throw invalid(
      `Desired capacity:${DesiredCapacity} must be between the specified min size:${MinSize} and max size:${MaxSize}`,
    );
  }
}

/** https://docs.aws.amazon.com/autoscaling/ec2/userguide/resource-deletion-protection.html */
function refuseProtected({ DeletionProtection, AutoScalingGroupName }: AutoScalingGroup, force: boolean): void {
  const refused =
    DeletionProtection === 'prevent-all-deletion' || (force && DeletionProtection === 'prevent-force-deletion');
  if (!refused) return;
  throw invalid(
    `AutoScalingGroup ${AutoScalingGroupName} cannot be deleted because its deletion protection is ${DeletionProtection}`,
  );
}

const FINISHED = new Set(['Successful', 'Failed', 'Cancelled']);

function refuseBusy(group: AutoScalingGroup, { here }: Call): void {
  if ((group.Instances ?? []).length > 0) {
    throw new AwsError(
      'ResourceInUse',
      'You cannot delete an AutoScalingGroup while there are instances or pending Spot instance request(s) still in the group.',
    );
  }
  const busy = here.activities
    .values()
    .some(
      (activity) =>
        activity.AutoScalingGroupARN === group.AutoScalingGroupARN && !FINISHED.has(activity.StatusCode ?? ''),
    );
  if (busy) {
    throw new AwsError(
      'ScalingActivityInProgress',
      'You cannot delete an AutoScalingGroup while there are scaling activities in progress for that group.',
    );
  }
}
