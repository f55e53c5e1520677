import type { AutoScalingGroup, LaunchConfiguration, TagDescription } from '@aws-sdk/client-auto-scaling';
import type { AutoScalingGroupSeed, LaunchConfigurationSeed, Tags } from '../control.ts';
import { asDate, type Owner, SOME_IMAGE } from '../ec2/seeds.ts';
import type { Ids } from '../ids.ts';
import { partitionOf } from '../regions.ts';
import { withoutParts } from './parts.ts';

function tagDescriptions(group: string, tags: Tags | undefined): TagDescription[] {
  return Object.entries(tags ?? {}).map(([Key, Value]) => ({
    ResourceId: group,
    ResourceType: 'auto-scaling-group',
    Key,
    Value,
    PropagateAtLaunch: false,
  }));
}

/** A group as it is given: nothing is launched for it. */
export function newGroup(
  { tags, ...seed }: AutoScalingGroupSeed,
  { account }: Owner,
  region: string,
  ids: Ids,
  now: Date,
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
  { account }: Owner,
  region: string,
  ids: Ids,
  now: Date,
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
