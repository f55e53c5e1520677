import type { AutoScalingGroup, CreateAutoScalingGroupType } from '@aws-sdk/client-auto-scaling';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import type { GroupResource } from '../../resources/autoScalingGroup.ts';
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
  const why =
    'a group may launch instances as soon as it exists, so a person must create it again; its lifecycle hooks, notifications and scaling policies went with it, and the definition has none of them';
  return { kind: 'byHand', why, steps: steps(restorer, stored.definition as AutoScalingGroup) };
}

function steps(target: CallScope, group: AutoScalingGroup): readonly RestoreStep[] {
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
  ];
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
