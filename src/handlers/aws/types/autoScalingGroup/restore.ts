import type { AutoScalingGroup, CreateAutoScalingGroupType, ScalingPolicy } from '@aws-sdk/client-auto-scaling';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import type { GroupDefinition, GroupResource } from '../../resources/autoScalingGroup.ts';
import { awsCommand, awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, type Wanted } from '../../session/restoring.ts';
import type { CallScope } from '../../wire/target.ts';

/** A group launches instances as soon as it exists, so a person recreates it from the stored definition. */
export async function restoreGroup(
  { restorer, stored }: Wanted,
  now: Read<GroupResource> | undefined,
): Promise<Restoring> {
  const { id, identity } = stored;
  if (now?.kind === 'found') {
    if (now.resource.identity === identity) return isThere(id);
    return refused(`its name is taken by another group (${now.resource.identity})`);
  }
  const definition = stored.definition as GroupDefinition;
  const isOld = definition.LifecycleHooks === undefined;
  const why = `a group may launch instances as soon as it exists, so a person must create it again${isOld ? '; its lifecycle hooks, notifications and scaling policies went with it, and this definition of an earlier version has none of them' : ''}`;
  return { kind: 'byHand', why, steps: steps(restorer, definition) };
}

function steps(target: CallScope, group: GroupDefinition): readonly RestoreStep[] {
  const command = awsJsonCommand(target, 'autoscaling create-auto-scaling-group', creating(group));
  const suspended = (group.SuspendedProcesses ?? []).flatMap(({ ProcessName }) => ProcessName ?? []);
  const name = { 'auto-scaling-group-name': group.AutoScalingGroupName ?? '' };
  const metrics = (group.EnabledMetrics ?? []).flatMap(({ Metric }) => Metric ?? []);
  const [{ Granularity = '1Minute' } = {}] = group.EnabledMetrics ?? [];
  const collecting = { AutoScalingGroupName: group.AutoScalingGroupName, Granularity, Metrics: metrics };
  return [
    { says: 'makes the group again, as large as it was', command },
    ...suspended.map((process) => ({
      says: `suspends the process ${process} again`,
      command: awsCommand(target, 'autoscaling suspend-processes', { ...name, 'scaling-processes': process }),
    })),
    ...(metrics.length === 0
      ? []
      : [
          {
            says: 'collects its metrics again',
            command: awsJsonCommand(target, 'autoscaling enable-metrics-collection', collecting),
          },
        ]),
    ...partSteps(target, group),
  ];
}

/** What went with the group. */
function partSteps(
  target: CallScope,
  { LifecycleHooks = [], NotificationConfigurations = [], ScalingPolicies = [] }: GroupDefinition,
): readonly RestoreStep[] {
  const step = (says: string, operation: string, input: object) => ({
    says,
    command: awsJsonCommand(target, `autoscaling ${operation}`, input),
  });
  return [
    // The longest time of a hook follows from its heartbeat: API_PutLifecycleHook has no member for it.
    ...LifecycleHooks.map(({ GlobalTimeout: _longest, ...hook }) =>
      step(`makes its lifecycle hook ${hook.LifecycleHookName} again`, 'put-lifecycle-hook', hook),
    ),
    ...NotificationConfigurations.map(({ NotificationType: type = '', ...topic }) =>
      step(`tells ${topic.TopicARN} of ${type} again`, 'put-notification-configuration', {
        ...topic,
        NotificationTypes: [type],
      }),
    ),
    ...ScalingPolicies.map((policy) =>
      step(`makes its scaling policy ${policy.PolicyName} again`, 'put-scaling-policy', putting(policy)),
    ),
  ];
}

/**
 * Converts the describe format to the put format; alarms of a target tracking policy are made by AWS, those of others name the
 * former ARN: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutScalingPolicy.html
 */
function putting({ PolicyARN: _arn, Alarms: _alarms, ...policy }: ScalingPolicy): Partial<ScalingPolicy> {
  const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(policy).filter(([, value]) => !isEmpty(value)));
}

/**
 * Converts the describe format to the create format:
 * https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_CreateAutoScalingGroup.html
 */
function creating(group: AutoScalingGroup): Partial<CreateAutoScalingGroupType> {
  const template = group.LaunchTemplate;
  return filled({
    AutoScalingGroupName: group.AutoScalingGroupName,
    MinSize: group.MinSize,
    MaxSize: group.MaxSize,
    DesiredCapacity: group.DesiredCapacity,
    LaunchConfigurationName: group.LaunchConfigurationName,
    LaunchTemplate: template && specification(template),
    MixedInstancesPolicy: group.MixedInstancesPolicy && withoutNames(group.MixedInstancesPolicy),
    DefaultCooldown: group.DefaultCooldown,
    DefaultInstanceWarmup: group.DefaultInstanceWarmup,
    // If the group has subnets, they determine the zones.
    AvailabilityZones: group.VPCZoneIdentifier ? undefined : group.AvailabilityZones,
    VPCZoneIdentifier: group.VPCZoneIdentifier,
    AvailabilityZoneDistribution: group.AvailabilityZoneDistribution,
    AvailabilityZoneImpairmentPolicy: group.AvailabilityZoneImpairmentPolicy,
    CapacityRebalance: group.CapacityRebalance,
    CapacityReservationSpecification: group.CapacityReservationSpecification,
    Context: group.Context,
    DeletionProtection: group.DeletionProtection,
    DesiredCapacityType: group.DesiredCapacityType,
    HealthCheckGracePeriod: group.HealthCheckGracePeriod,
    HealthCheckType: group.HealthCheckType,
    InstanceLifecyclePolicy: group.InstanceLifecyclePolicy,
    InstanceMaintenancePolicy: group.InstanceMaintenancePolicy,
    LoadBalancerNames: group.LoadBalancerNames,
    MaxInstanceLifetime: group.MaxInstanceLifetime,
    NewInstancesProtectedFromScaleIn: group.NewInstancesProtectedFromScaleIn,
    PlacementGroup: group.PlacementGroup,
    ServiceLinkedRoleARN: group.ServiceLinkedRoleARN,
    TargetGroupARNs: group.TargetGroupARNs,
    TerminationPolicies: group.TerminationPolicies,
    TrafficSources: otherSources(group),
    Tags: group.Tags?.filter(({ Key }) => !Key?.startsWith('aws:')).map(({ Key, Value, PropagateAtLaunch }) => ({
      Key,
      ...defined({ Value, PropagateAtLaunch }),
    })),
  });
}

/** Describe returns empty texts and lists for absent values; create refuses them. */
function filled(input: { [K in keyof CreateAutoScalingGroupType]?: CreateAutoScalingGroupType[K] | undefined }) {
  const isFilled = (value: unknown) => value !== '' && !(Array.isArray(value) && value.length === 0);
  return defined(Object.fromEntries(Object.entries(input).filter(([, value]) => isFilled(value))));
}

/** Describe returns id and name of a template; create accepts only one of them. */
function specification({
  LaunchTemplateId,
  LaunchTemplateName,
  Version,
}: NonNullable<AutoScalingGroup['LaunchTemplate']>) {
  const which = LaunchTemplateId === undefined ? { LaunchTemplateName } : { LaunchTemplateId };
  return defined({ ...which, Version });
}

type Policy = NonNullable<AutoScalingGroup['MixedInstancesPolicy']>;

function withoutNames({ LaunchTemplate: template, ...policy }: Policy): Policy {
  if (!template) return policy;
  const { LaunchTemplateSpecification: own, Overrides } = template;
  const overrides = Overrides?.map(({ LaunchTemplateSpecification: other, ...override }) => ({
    ...override,
    ...(other && { LaunchTemplateSpecification: specification(other) }),
  }));
  return {
    ...policy,
    LaunchTemplate: {
      ...(own && { LaunchTemplateSpecification: specification(own) }),
      ...(overrides && { Overrides: overrides }),
    },
  };
}

/** Traffic sources also list load balancers and target groups, but create accepts each only once. */
function otherSources({ LoadBalancerNames = [], TargetGroupARNs = [], TrafficSources = [] }: AutoScalingGroup) {
  const known = new Set<string | undefined>([...LoadBalancerNames, ...TargetGroupARNs]);
  return TrafficSources.filter(({ Identifier }) => !known.has(Identifier));
}
