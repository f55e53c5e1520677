/** What resources are made from. */
import type {
  AutoScalingGroup,
  Instance as GroupInstance,
  InstanceRefresh,
  LaunchConfiguration,
  Activity as ScalingActivity,
  ScalingPolicy,
  ScheduledUpdateGroupAction,
} from '@aws-sdk/client-auto-scaling';
import type { ComputeEnvironmentDetail, ComputeResource } from '@aws-sdk/client-batch';
import type {
  CreateVolumePermission,
  DescribeFastSnapshotRestoreSuccessItem,
  FleetData,
  Image,
  ImageUsageReport,
  ImageUsageReportEntry,
  InitializationStatusDetails,
  Instance,
  InstanceStateName,
  LaunchPermission,
  LaunchTemplate,
  LockedSnapshotsInfo,
  ResponseLaunchTemplateData,
  Snapshot,
  SnapshotTierStatus,
  SpotFleetRequestConfig,
  SpotFleetRequestConfigData,
  SpotInstanceRequest,
  Volume,
  VolumeModification,
} from '@aws-sdk/client-ec2';
import type { Nodegroup } from '@aws-sdk/client-eks';
import type { InstanceState, LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing';
import type { TargetGroup, TargetHealthDescription } from '@aws-sdk/client-elastic-load-balancing-v2';
import type { Cluster, ClusterState } from '@aws-sdk/client-emr';
import type { DistributionConfiguration, ImageSummary } from '@aws-sdk/client-imagebuilder';
import type { ParameterType } from '@aws-sdk/client-ssm';
import type { StoredContainerRecipe, StoredImageRecipe } from './recipes.ts';

export type Tags = Readonly<Record<string, string>>;

/** Every member of the API's own shape may be given; the rest is filled in believably. Dates may be ISO strings. */
type Seed<T> = { readonly [K in keyof T]?: T[K] | (Date extends T[K] ? string : never) };

export interface ImageSeed extends Seed<Image> {
  readonly tags?: Tags;
  readonly launchPermissions?: readonly LaunchPermission[];
}
export interface InstanceSeed extends Omit<Seed<Instance>, 'State'> {
  readonly tags?: Tags;
  /** Default `running`. */
  readonly state?: InstanceStateName;
}
export interface LaunchTemplateSeed extends Omit<Seed<LaunchTemplate>, 'LatestVersionNumber'> {
  readonly tags?: Tags;
  /** Version 1, 2, …; at least one. `DefaultVersionNumber` is 1 unless given. */
  readonly versions: readonly ResponseLaunchTemplateData[];
  /** Of version 1, 2, …. */
  readonly descriptions?: readonly (string | undefined)[];
}
export interface SnapshotSeed extends Seed<Snapshot> {
  readonly tags?: Tags;
  readonly createVolumePermissions?: readonly CreateVolumePermission[];
  readonly lock?: Partial<LockedSnapshotsInfo>;
  readonly tier?: Partial<SnapshotTierStatus>;
  /** One per zone. */
  readonly fastRestores?: readonly Partial<DescribeFastSnapshotRestoreSuccessItem>[];
}
/** State `in-use` with attachments, else `available`. An attachment is on the volume only, not on its instance. */
export interface VolumeSeed extends Seed<Volume> {
  readonly tags?: Tags;
  readonly modification?: VolumeModification;
  readonly initialization?: InitializationStatusDetails;
}
export interface FleetSeed extends Seed<FleetData> {
  readonly tags?: Tags;
}
export interface SpotInstanceRequestSeed extends Seed<SpotInstanceRequest> {
  readonly tags?: Tags;
}
export interface SpotFleetRequestSeed extends Omit<Seed<SpotFleetRequestConfig>, 'SpotFleetRequestConfig'> {
  readonly tags?: Tags;
  readonly SpotFleetRequestConfig?: Partial<SpotFleetRequestConfigData>;
}
export interface AutoScalingGroupSeed extends Seed<AutoScalingGroup> {
  readonly tags?: Tags;
  /** Reported by DescribeScalingActivities; one that is not finished makes a delete answer ScalingActivityInProgress. */
  readonly activities?: readonly Partial<ScalingActivity>[];
  readonly policies?: readonly Seed<ScalingPolicy>[];
  readonly scheduledActions?: readonly Seed<ScheduledUpdateGroupAction>[];
  readonly instanceRefreshes?: readonly Seed<InstanceRefresh>[];
  /** In its warm pool, which `WarmPoolConfiguration` makes. */
  readonly warmInstances?: readonly Seed<GroupInstance>[];
}
export interface ImageUsageReportSeed extends Seed<ImageUsageReport> {
  readonly tags?: Tags;
  readonly entries?: readonly Partial<ImageUsageReportEntry>[];
}
export type LaunchConfigurationSeed = Seed<LaunchConfiguration>;
export interface TargetGroupSeed extends Seed<TargetGroup> {
  /** What is registered, with its health. */
  readonly targets?: readonly TargetHealthDescription[];
}
export interface ClassicLoadBalancerSeed extends Seed<LoadBalancerDescription> {
  /** What is registered, with its health. */
  readonly states?: readonly InstanceState[];
}
/** A parameter of Systems Manager. */
export interface ParameterSeed {
  readonly name: string;
  /** Default `String`. */
  readonly type?: ParameterType;
  /** Default `text`; `aws:ec2:image` says that the value is an image id. */
  readonly dataType?: string;
  /** Version 1, 2, …; at least one. Of more than 100 the last 100 stay. */
  readonly versions: readonly { readonly value: string; readonly labels?: readonly string[] }[];
  /** Ids of accounts that may read it by its ARN. */
  readonly sharedWith?: readonly string[];
}

export type ComputeEnvironmentSeed = Seed<Omit<ComputeEnvironmentDetail, 'computeResources'>> & {
  readonly computeResources?: Partial<ComputeResource>;
};
export interface ClusterSeed extends Seed<Cluster> {
  /** Default `WAITING`. */
  readonly state?: ClusterState;
  readonly imagesOfInstances?: readonly string[];
}
/** Of a cluster that is made with it where it is not there yet. */
export interface NodegroupSeed extends Partial<Nodegroup> {
  readonly clusterName: string;
  readonly nodegroupName: string;
}
/** Recipes, what was built from them, and where that is distributed to. */
export interface ImageBuilderSeed {
  readonly recipes?: readonly StoredImageRecipe[];
  readonly containerRecipes?: readonly StoredContainerRecipe[];
  readonly builds?: readonly ImageSummary[];
  readonly distributions?: readonly Omit<DistributionConfiguration, 'timeoutMinutes'>[];
}
