import type { AutoScalingGroup, LaunchConfiguration, Activity as ScalingActivity } from '@aws-sdk/client-auto-scaling';
import type {
  Image,
  Instance,
  InstanceStateName,
  LaunchPermission,
  LaunchTemplate,
  ResponseLaunchTemplateData,
  Snapshot,
} from '@aws-sdk/client-ec2';
import type { CallQuery, CallRecord } from './callLog.ts';
import type { FaultRule } from './faults.ts';
import type { ThrottleSettings } from './throttle.ts';

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
}
export interface SnapshotSeed extends Seed<Snapshot> {
  readonly tags?: Tags;
}
export interface AutoScalingGroupSeed extends Seed<AutoScalingGroup> {
  readonly tags?: Tags;
  /** Reported by DescribeScalingActivities; one that is not finished makes a delete answer ScalingActivityInProgress. */
  readonly activities?: readonly Partial<ScalingActivity>[];
}
export type LaunchConfigurationSeed = Seed<LaunchConfiguration>;

/** How long describes still show the state before a change made through the API. Whichever lasts longer counts. */
export interface Consistency {
  readonly delayMs?: number;
  readonly reads?: number;
}

/** Everything in one place, authoritative (no eventual consistency). */
interface PlaceState {
  readonly images: readonly Image[];
  readonly instances: readonly Instance[];
  readonly launchTemplates: readonly LaunchTemplate[];
  readonly snapshots: readonly Snapshot[];
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

  addImages(place: Place, seeds: readonly ImageSeed[]): readonly string[];
  addInstances(place: Place, seeds: readonly InstanceSeed[]): readonly string[];
  addLaunchTemplates(place: Place, seeds: readonly LaunchTemplateSeed[]): readonly string[];
  addSnapshots(place: Place, seeds: readonly SnapshotSeed[]): readonly string[];
  /** Returns the ARNs. */
  addAutoScalingGroups(place: Place, seeds: readonly AutoScalingGroupSeed[]): readonly string[];
  /** Returns the names. */
  addLaunchConfigurations(place: Place, seeds: readonly LaunchConfigurationSeed[]): readonly string[];
  /** Replaces members of an image, an instance, a snapshot (by id), a group or a launch configuration (by name). */
  update(place: Place, kind: UpdatableKind, id: string, patch: Readonly<Record<string, unknown>>): void;
  /** Takes it out of the world at once, without a call. */
  remove(place: Place, kind: UpdatableKind, id: string): void;
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
  /** Moves the sandbox's clock forward (dates it writes, delays, buckets, expiry of credentials). */
  advanceClock(ms: number): void;

  calls(query?: CallQuery): readonly CallRecord[];
}

export type UpdatableKind =
  | 'image'
  | 'instance'
  | 'launchTemplate'
  | 'snapshot'
  | 'autoScalingGroup'
  | 'launchConfiguration';

type Wire<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Wire<T[K]> } : T;

/** {@link SandboxControl} through HTTP. */
export type RemoteControl = {
  [M in keyof SandboxControl]: (...args: Parameters<SandboxControl[M]>) => Promise<Wire<ReturnType<SandboxControl[M]>>>;
};
