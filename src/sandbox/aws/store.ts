import type {
  Activity,
  AutoScalingGroup,
  Instance as GroupInstance,
  InstanceRefresh,
  LaunchConfiguration,
  ScalingPolicy,
  ScheduledUpdateGroupAction,
} from '@aws-sdk/client-auto-scaling';
import type { ComputeEnvironmentDetail } from '@aws-sdk/client-batch';
import type {
  CreateVolumePermission,
  DescribeFastSnapshotRestoreSuccessItem,
  FleetData,
  Image,
  ImageUsageReport,
  ImageUsageReportEntry,
  InitializationStatusDetails,
  Instance,
  LaunchPermission,
  LaunchTemplate,
  LaunchTemplateVersion,
  LockedSnapshotsInfo,
  Snapshot,
  SnapshotTierStatus,
  SpotFleetRequestConfig,
  SpotInstanceRequest,
  Volume,
  VolumeModification,
} from '@aws-sdk/client-ec2';
import type { Cluster as EksCluster, Nodegroup } from '@aws-sdk/client-eks';
import type { InstanceState, LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing';
import type { TargetGroup, TargetHealthDescription } from '@aws-sdk/client-elastic-load-balancing-v2';
import type { Cluster } from '@aws-sdk/client-emr';
import type { DistributionConfiguration, ImageSummary } from '@aws-sdk/client-imagebuilder';
import type { ParameterHistory, ParameterType } from '@aws-sdk/client-ssm';
import type { Consistency, RecycleBinSettings } from './control.ts';
import { Ids } from './ids.ts';
import type { Organization } from './organization.ts';
import type { StoredContainerRecipe, StoredImageRecipe } from './recipes.ts';
import { type SnapshotUnderway, settleSnapshots } from './snapshotsUnderway.ts';
import { Table, type TableContext } from './table.ts';

export interface ImageRow {
  readonly image: Image;
  readonly launchPermissions: readonly LaunchPermission[];
}
export interface InstanceRow {
  readonly instance: Instance;
  readonly reservationId: string;
}
export interface VolumeRow {
  readonly volume: Volume;
  /** The last one; absent: there was none. */
  readonly modification?: VolumeModification;
  /** Absent of one that began empty. */
  readonly initialization?: InitializationStatusDetails;
}
export interface LaunchTemplateRow {
  readonly template: LaunchTemplate;
  /** Oldest first. */
  readonly versions: readonly LaunchTemplateVersion[];
}

/** What goes with an Auto Scaling group and away with it. */
export interface OfGroup<T> {
  readonly groupArn: string;
  readonly part: T;
}
export interface TargetGroupRow {
  readonly targetGroup: TargetGroup;
  readonly targets: readonly TargetHealthDescription[];
}
export interface ClassicRow {
  readonly loadBalancer: LoadBalancerDescription;
  readonly states: readonly InstanceState[];
}

export interface UsageReportRow {
  readonly report: ImageUsageReport;
  readonly entries: readonly ImageUsageReportEntry[];
}
export interface ParameterRow {
  readonly name: string;
  readonly arn: string;
  readonly type: ParameterType;
  readonly dataType: string;
  /** Oldest first. */
  readonly versions: readonly ParameterHistory[];
  /** Accounts that may read it by its ARN. */
  readonly sharedWith: readonly string[];
}

/** A cluster with the images of its instance groups or fleets. */
export interface ClusterRow {
  readonly cluster: Cluster;
  readonly imagesOfInstances: readonly string[];
}

/** What the Recycle Bin holds; ms since the epoch. */
export interface Binned<T extends object> {
  readonly value: T;
  readonly enteredAt: number;
  readonly exitAt: number;
}

/** A bucket of S3; its name is taken for everybody. */
export interface Bucket {
  readonly account: string;
  readonly region: string;
  readonly objects: Table<{ readonly body: string; readonly encryption?: string }>;
}

/** What one account has in one Region. */
export class Region {
  readonly account: string;
  readonly images: Table<ImageRow>;
  /** Ids of images that are gone, which EC2 remembers for a while. */
  readonly deregistered = new Set<string>();
  /** How long the Recycle Bin holds what is deleted, in days. */
  retained: RecycleBinSettings = {};
  readonly bin: {
    readonly images: Table<Binned<ImageRow>>;
    readonly snapshots: Table<Binned<Snapshot>>;
    readonly volumes: Table<Binned<VolumeRow>>;
  };
  readonly usageReports: Table<UsageReportRow>;
  readonly instances: Table<InstanceRow>;
  readonly launchTemplates: Table<LaunchTemplateRow>;
  readonly snapshots: Table<Snapshot>;
  readonly snapshotsUnderway = new Map<string, SnapshotUnderway>();
  /** By snapshot; none of one that is not shared. */
  readonly volumePermissions: Table<readonly CreateVolumePermission[]>;
  readonly snapshotLocks: Table<LockedSnapshotsInfo>;
  readonly snapshotTiers: Table<SnapshotTierStatus>;
  readonly fastRestores: Table<DescribeFastSnapshotRestoreSuccessItem>;
  readonly volumes: Table<VolumeRow>;
  readonly fleets: Table<FleetData>;
  readonly spotInstanceRequests: Table<SpotInstanceRequest>;
  readonly spotFleetRequests: Table<SpotFleetRequestConfig>;
  readonly computeEnvironments: Table<ComputeEnvironmentDetail>;
  readonly clusters: Table<ClusterRow>;
  readonly eksClusters: Table<EksCluster>;
  /** By cluster and name. */
  readonly nodegroups: Table<Nodegroup>;
  readonly imageRecipes: Table<StoredImageRecipe>;
  readonly containerRecipes: Table<StoredContainerRecipe>;
  readonly distributions: Table<DistributionConfiguration>;
  /** Builds of images of Image Builder. */
  readonly imageBuilds: Table<ImageSummary>;
  readonly groups: Table<AutoScalingGroup>;
  readonly activities: Table<Activity>;
  readonly launchConfigurations: Table<LaunchConfiguration>;
  readonly policies: Table<OfGroup<ScalingPolicy>>;
  readonly scheduledActions: Table<OfGroup<ScheduledUpdateGroupAction>>;
  readonly instanceRefreshes: Table<OfGroup<InstanceRefresh>>;
  readonly warmInstances: Table<OfGroup<GroupInstance>>;
  readonly classicLoadBalancers: Table<ClassicRow>;
  readonly targetGroups: Table<TargetGroupRow>;
  readonly parameters: Table<ParameterRow>;

  constructor(account: string, context: TableContext) {
    this.account = account;
    this.images = new Table(context);
    this.bin = { images: new Table(context), snapshots: new Table(context), volumes: new Table(context) };
    this.usageReports = new Table(context);
    this.instances = new Table(context);
    this.launchTemplates = new Table(context);
    this.snapshots = new Table(context);
    this.volumePermissions = new Table(context);
    this.snapshotLocks = new Table(context);
    this.snapshotTiers = new Table(context);
    this.fastRestores = new Table(context);
    this.volumes = new Table(context);
    this.fleets = new Table(context);
    this.spotInstanceRequests = new Table(context);
    this.spotFleetRequests = new Table(context);
    this.computeEnvironments = new Table(context);
    this.clusters = new Table(context);
    this.eksClusters = new Table(context);
    this.nodegroups = new Table(context);
    this.imageRecipes = new Table(context);
    this.containerRecipes = new Table(context);
    this.distributions = new Table(context);
    this.imageBuilds = new Table(context);
    this.groups = new Table(context);
    this.activities = new Table(context);
    this.launchConfigurations = new Table(context);
    this.policies = new Table(context);
    this.scheduledActions = new Table(context);
    this.instanceRefreshes = new Table(context);
    this.warmInstances = new Table(context);
    this.classicLoadBalancers = new Table(context);
    this.targetGroups = new Table(context);
    this.parameters = new Table(context);
  }
}

/** All accounts' resources, by account and Region. */
export class Store implements TableContext {
  consistency: Consistency = {};
  organization: Organization | undefined;
  snapshotsTakeMs = 30_000;
  /** No page of a listing is longer, whatever was asked for. */
  pageLimit = Number.POSITIVE_INFINITY;
  readonly ids: Ids;
  readonly buckets = new Map<string, Bucket>();
  readonly #now: () => number;
  readonly #regions = new Map<string, Map<string, Region>>();
  #seq = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.ids = new Ids();
  }

  now(): number {
    return this.#now();
  }

  nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  region(account: string, region: string): Region {
    const accounts = this.#regions.get(region) ?? new Map<string, Region>();
    this.#regions.set(region, accounts);
    const known = accounts.get(account) ?? new Region(account, this);
    accounts.set(account, known);
    settleSnapshots(known, this.#now());
    return known;
  }

  empty(account: string, region: string): void {
    this.#regions.get(region)?.delete(account);
  }

  /** The same Region of every account that has something there. */
  everywhereIn(region: string): readonly Region[] {
    return [...(this.#regions.get(region)?.values() ?? [])];
  }
}
