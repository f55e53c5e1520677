import type { AutoScalingGroup, LaunchConfiguration, TagDescription } from '@aws-sdk/client-auto-scaling';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';
import { SOME_IMAGE } from './instanceSeeds.ts';
import { addParts, type GroupPartSeeds, type GroupParts, withoutParts } from './partSeeds.ts';

export interface AutoScalingGroupSeed extends Seed<AutoScalingGroup>, GroupPartSeeds {
  readonly tags?: Tags;
}
export type LaunchConfigurationSeed = Seed<LaunchConfiguration>;

export const autoScalingGroups = plainKind('autoScalingGroup', {
  noun: 'Auto Scaling group',
  reads: { api: 'Auto Scaling', operation: 'DescribeAutoScalingGroups', by: 'AutoScalingGroupNames' },
  deletes: { api: 'Auto Scaling', operation: 'DeleteAutoScalingGroup', by: 'AutoScalingGroupName' },
  make: newGroup,
  keyOf: ({ AutoScalingGroupName }) => AutoScalingGroupName,
  idOf: ({ AutoScalingGroupARN }) => AutoScalingGroupARN,
  beside: (here: GroupParts, group, seed, making) => addParts(here, seed, group, making),
});

export const launchConfigurations = plainKind('launchConfiguration', {
  reads: { api: 'Auto Scaling', operation: 'DescribeLaunchConfigurations', by: 'LaunchConfigurationNames' },
  deletes: { api: 'Auto Scaling', operation: 'DeleteLaunchConfiguration', by: 'LaunchConfigurationName' },
  make: newLaunchConfiguration,
  keyOf: ({ LaunchConfigurationName }) => LaunchConfigurationName,
});

function tagDescriptions(group: string, tags: Tags | undefined): TagDescription[] {
  return Object.entries(tags ?? {}).map(([Key, Value]) => ({
    ResourceId: group,
    ResourceType: 'auto-scaling-group',
    Key,
    Value,
    PropagateAtLaunch: false,
  }));
}

/** A group from its seed; launches nothing. */
export function newGroup(
  { tags, ...seed }: AutoScalingGroupSeed,
  { account, region, ids, now }: Making,
): AutoScalingGroup {
  const given = withoutParts(seed);
  const name = given.AutoScalingGroupName ?? `group-${ids.uuid().slice(0, 8)}`;
  const arn = `arn:${partitionOf(region)}:autoscaling:${region}:${account.id}:autoScalingGroup`;
  return {
    AutoScalingGroupARN: `${arn}:${ids.uuid()}:autoScalingGroupName/${name}`,
    MinSize: 0,
    MaxSize: 0,
    DesiredCapacity: 0,
    DefaultCooldown: 300,
    AvailabilityZones: [`${region}a`],
    LoadBalancerNames: [],
    TargetGroupARNs: [],
    HealthCheckType: 'EC2',
    HealthCheckGracePeriod: 0,
    Instances: [],
    SuspendedProcesses: [],
    VPCZoneIdentifier: 'subnet-00000000000000001',
    EnabledMetrics: [],
    TerminationPolicies: ['Default'],
    NewInstancesProtectedFromScaleIn: false,
    ServiceLinkedRoleARN: `arn:aws:iam::${account.id}:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling`,
    TrafficSources: [],
    DeletionProtection: 'none',
    Tags: tagDescriptions(name, tags),
    ...(given as Partial<AutoScalingGroup>),
    AutoScalingGroupName: name,
    CreatedTime: asDate(given.CreatedTime, now),
  };
}

export function newLaunchConfiguration(
  given: LaunchConfigurationSeed,
  { account, region, ids, now }: Making,
): LaunchConfiguration {
  const name = given.LaunchConfigurationName ?? `configuration-${ids.uuid().slice(0, 8)}`;
  const arn = `arn:${partitionOf(region)}:autoscaling:${region}:${account.id}:launchConfiguration`;
  return {
    LaunchConfigurationARN: `${arn}:${ids.uuid()}:launchConfigurationName/${name}`,
    ImageId: SOME_IMAGE,
    InstanceType: 't3.micro',
    KeyName: '',
    SecurityGroups: [],
    ClassicLinkVPCSecurityGroups: [],
    UserData: '',
    KernelId: '',
    RamdiskId: '',
    BlockDeviceMappings: [],
    InstanceMonitoring: { Enabled: true },
    EbsOptimized: false,
    ...(given as Partial<LaunchConfiguration>),
    LaunchConfigurationName: name,
    CreatedTime: asDate(given.CreatedTime, now),
  };
}
