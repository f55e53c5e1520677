import type { AutoScalingGroup, LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import type {
  FleetData,
  Image,
  Instance,
  LaunchTemplate,
  Snapshot,
  SpotFleetRequestConfig,
  SpotInstanceRequest,
  Volume,
} from '@aws-sdk/client-ec2';
import type { CallQuery, CallRecord } from './callLog.ts';
import type { FaultRule } from './faults.ts';
import type { OrganizationSeed } from './organization.ts';
import type {
  AutoScalingGroupSeed,
  ClassicLoadBalancerSeed,
  ClusterSeed,
  ComputeEnvironmentSeed,
  FleetSeed,
  ImageBuilderSeed,
  ImageSeed,
  ImageUsageReportSeed,
  InstanceSeed,
  LaunchConfigurationSeed,
  LaunchTemplateSeed,
  NodegroupSeed,
  ParameterSeed,
  SnapshotSeed,
  SpotFleetRequestSeed,
  SpotInstanceRequestSeed,
  TargetGroupSeed,
  VolumeSeed,
} from './seedTypes.ts';
import type { ThrottleSettings } from './throttle.ts';

export type * from './seedTypes.ts';

/** Where something is: `account` is the 12-digit id. */
export interface Place {
  readonly account: string;
  readonly region: string;
}

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface AccountSeed {
  /** 12 digits. */
  readonly id: string;
  /** What iam:ListAccountAliases answers; an account without one answers an empty list. */
  readonly alias?: string;
  /** Long-lived keys of the IAM user `user`; left out, one is made up from the id (see {@link Account.accessKeys}). */
  readonly accessKeys?: readonly AccessKey[];
  /** Names of the roles that can be assumed by a caller of any sandbox account. */
  readonly roles?: readonly string[];
  /** Regions that are switched on; every other one refuses the caller. Left out: the well-known default regions. */
  readonly regions?: readonly string[];
}

export interface Account {
  readonly id: string;
  readonly alias?: string;
  readonly accessKeys: readonly AccessKey[];
  readonly roles: readonly string[];
  readonly regions: readonly string[];
}

/** `action` as IAM writes it, `*` allowed: `ec2:DescribeImages`, `ec2:*`. */
export interface Denial {
  readonly account: string;
  readonly action: string;
  readonly region?: string;
  /** Only callers in this role. For `sts:AssumeRole`: only this role cannot be assumed. */
  readonly role?: string;
}

/** How long describes still show the state before a change made through the API. Whichever lasts longer counts. */
export interface Consistency {
  readonly delayMs?: number;
  readonly reads?: number;
}

/** For how many days the Recycle Bin holds a deleted one; left out: not at all. */
export interface RecycleBinSettings {
  readonly images?: number;
  readonly snapshots?: number;
  readonly volumes?: number;
}

/** Everything in one place, authoritative (no eventual consistency). */
interface PlaceState {
  readonly images: readonly Image[];
  readonly instances: readonly Instance[];
  readonly launchTemplates: readonly LaunchTemplate[];
  readonly snapshots: readonly Snapshot[];
  readonly volumes: readonly Volume[];
  readonly fleets: readonly FleetData[];
  readonly spotInstanceRequests: readonly SpotInstanceRequest[];
  readonly spotFleetRequests: readonly SpotFleetRequestConfig[];
  readonly autoScalingGroups: readonly AutoScalingGroup[];
  readonly launchConfigurations: readonly LaunchConfiguration[];
}

/**
 * Steers a sandbox. The same methods are there in-process ({@link Sandbox.control}) and over HTTP
 * ({@link RemoteControl}); over HTTP dates in results arrive as ISO strings.
 * Changes made here are visible to the next call, whatever {@link Consistency} says. Ids are returned, in order.
 */
export interface SandboxControl {
  addAccount(seed: AccountSeed): Account;
  accounts(): readonly Account[];
  /** A suspended account's credentials are not accepted, and nobody can assume a role in it. */
  suspendAccount(id: string, suspended?: boolean): void;
  /** The one organisation that there is; `null`: none. */
  setOrganization(seed: OrganizationSeed | null): void;

  addImages(place: Place, seeds: readonly ImageSeed[]): readonly string[];
  addInstances(place: Place, seeds: readonly InstanceSeed[]): readonly string[];
  addLaunchTemplates(place: Place, seeds: readonly LaunchTemplateSeed[]): readonly string[];
  /** Returns the ids of the reports. */
  addImageUsageReports(place: Place, seeds: readonly ImageUsageReportSeed[]): readonly string[];
  addSnapshots(place: Place, seeds: readonly SnapshotSeed[]): readonly string[];
  /** Deregistered images that the Recycle Bin holds for another week. */
  addRecycledImages(place: Place, seeds: readonly ImageSeed[]): readonly string[];
  addVolumes(place: Place, seeds: readonly VolumeSeed[]): readonly string[];
  addFleets(place: Place, seeds: readonly FleetSeed[]): readonly string[];
  addSpotInstanceRequests(place: Place, seeds: readonly SpotInstanceRequestSeed[]): readonly string[];
  addSpotFleetRequests(place: Place, seeds: readonly SpotFleetRequestSeed[]): readonly string[];
  /** Returns the ARNs. */
  addAutoScalingGroups(place: Place, seeds: readonly AutoScalingGroupSeed[]): readonly string[];
  /** Returns the names. */
  addLaunchConfigurations(place: Place, seeds: readonly LaunchConfigurationSeed[]): readonly string[];
  /** Returns the names. */
  addClassicLoadBalancers(place: Place, seeds: readonly ClassicLoadBalancerSeed[]): readonly string[];
  /** Returns the ARNs. */
  addTargetGroups(place: Place, seeds: readonly TargetGroupSeed[]): readonly string[];
  /** Returns the ARNs; `remove` takes the name. */
  addParameters(place: Place, seeds: readonly ParameterSeed[]): readonly string[];
  /** Replaces members of an image, an instance, a snapshot (by id), a target group (by ARN) or what else has a name. */
  addComputeEnvironments(place: Place, seeds: readonly ComputeEnvironmentSeed[]): readonly string[];
  addClusters(place: Place, seeds: readonly ClusterSeed[]): readonly string[];
  /** Returns the ARNs. */
  addNodegroups(place: Place, seeds: readonly NodegroupSeed[]): readonly string[];
  addImageBuilder(place: Place, seed: ImageBuilderSeed): void;
  /** What is deleted from now on; {@link advanceClock} lets it expire. */
  setRecycleBin(place: Place, settings: RecycleBinSettings): void;
  /** From now on CreateSnapshot takes so long by the sandbox's clock, 30 s by default; 0: until the next call. */
  setSnapshotsTakeMs(ms: number): void;
  /** An empty bucket of S3; its name is taken for everybody. */
  addBucket(place: Place, name: string): void;
  /** The objects of a bucket, by their keys. */
  objects(bucket: string): Readonly<Record<string, { readonly body: string; readonly encryption?: string }>>;
  /** Puts an object there, or takes it away (`null`), without a call. */
  setObject(bucket: string, key: string, body: string | null): void;
  /** Replaces members of an image, an instance, a snapshot, a volume (by id), a group or a launch configuration (by name). */
  update(place: Place, kind: UpdatableKind, id: string, patch: Readonly<Record<string, unknown>>): void;
  /** Takes it out of the world at once, without a call. */
  remove(place: Place, kind: UpdatableKind, id: string): void;
  /** Takes everything out of a place at once, without a call. */
  empty(place: Place): void;
  state(place: Place): PlaceState;

  deny(denial: Denial): void;
  /** Takes back every denial of exactly this account and action (and role and region, where given). */
  allow(denial: Denial): void;

  /** Returns the rule's number, for {@link removeFault}. Rules are tried in the order in which they were added. */
  addFault(rule: FaultRule): number;
  removeFault(id: number): void;
  clearFaults(): void;

  /** `undefined` or `null`: off, which is the default. */
  setThrottling(settings?: ThrottleSettings | null): void;
  setConsistency(consistency: Consistency): void;
  /** No page of a listing is longer, whatever was asked for; `undefined` or `null`: as long as AWS's, the default. */
  setPageLimit(limit?: number | null): void;
  /** Moves the sandbox's clock forward (dates it writes, delays, buckets, expiry of credentials). */
  advanceClock(ms: number): void;

  calls(query?: CallQuery): readonly CallRecord[];
}

export type UpdatableKind =
  | 'image'
  | 'instance'
  | 'launchTemplate'
  | 'snapshot'
  | 'volume'
  | 'fleet'
  | 'spotInstanceRequest'
  | 'spotFleetRequest'
  | 'autoScalingGroup'
  | 'launchConfiguration'
  | 'classicLoadBalancer'
  | 'targetGroup'
  | 'parameter';

type Wire<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Wire<T[K]> } : T;

/** {@link SandboxControl} through HTTP. */
export type RemoteControl = {
  [M in keyof SandboxControl]: (...args: Parameters<SandboxControl[M]>) => Promise<Wire<ReturnType<SandboxControl[M]>>>;
};
