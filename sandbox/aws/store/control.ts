import type { CallQuery, CallRecord } from '../collections/callLog.ts';
import type { FaultRule } from '../collections/faults.ts';
import type { OrganizationSeed } from '../collections/organization.ts';
import type { Place } from '../collections/place.ts';
import type { Consistency } from '../collections/table.ts';
import type { ThrottleSettings } from '../collections/throttle.ts';
import type { ImageSeed } from '../seeds/imageSeeds.ts';
import type { ImageBuilderSeed } from '../seeds/recipes.ts';
import type { Adders, KindName, RecycleBinSettings, Shown } from './kinds.ts';
import type { StoredObject } from './store.ts';

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface AccountSeed {
  /** 12 digits. */
  readonly id: string;
  /** The answer of iam:ListAccountAliases; without it the list is empty. */
  readonly alias?: string;
  /** Long-lived keys of the IAM user `user`; absent: one is derived from the id (see {@link Account.accessKeys}). */
  readonly accessKeys?: readonly AccessKey[];
  /** Names of the roles that a caller of any sandbox account may assume. */
  readonly roles?: readonly string[];
  /** Enabled regions; every other one refuses the caller. Absent: the well-known default regions. */
  readonly regions?: readonly string[];
}

export interface Account {
  readonly id: string;
  readonly alias?: string;
  readonly accessKeys: readonly AccessKey[];
  readonly roles: readonly string[];
  readonly regions: readonly string[];
}

/** `action` in IAM's format, with `*`: `ec2:DescribeImages`, `ec2:*`. */
export interface Denial {
  readonly account: string;
  readonly action: string;
  readonly region?: string;
  /** Only callers in this role. For `sts:AssumeRole`: only this role cannot be assumed. */
  readonly role?: string;
}

/**
 * Controls a sandbox. The same methods exist in-process ({@link Sandbox.control}) and over HTTP, where
 * dates in results are ISO strings. The next call sees changes made here, whatever {@link
 * Consistency} is set. Ids are returned, in order.
 */
/** An object of S3. */
export interface ObjectSeed {
  readonly key: string;
  readonly body?: string;
  readonly size?: number;
  readonly lastModified?: Date | string;
  readonly tags?: Readonly<Record<string, string>>;
  /** In base64. */
  readonly sha256?: string;
  /** The code of the error with which S3 answers to its deletion. */
  readonly refusal?: string;
}

export interface SandboxControl extends Adders {
  addAccount(seed: AccountSeed): Account;
  accounts(): readonly Account[];
  /** AWS refuses a suspended account's credentials, and no identity can assume a role in it. */
  suspendAccount(id: string, suspended?: boolean): void;
  /** The only organisation; `null`: none. */
  setOrganization(seed: OrganizationSeed | null): void;

  /** Deregistered images that stay in the Recycle Bin for another week. */
  addRecycledImages(place: Place, seeds: readonly ImageSeed[]): readonly string[];
  addImageBuilder(place: Place, seed: ImageBuilderSeed): void;
  /** Applies to later deletions; {@link advanceClock} lets resources in the bin expire. */
  setRecycleBin(place: Place, settings: RecycleBinSettings): void;
  /** The duration of later snapshots by the sandbox's clock, 30 s by default; 0: until the next call. */
  setSnapshotsTakeMs(ms: number): void;
  /** How long the interfaces of load balancers that are deleted later stay; default: minutes to an hour, as in AWS. */
  setInterfacesLingerMs(ms: number): void;
  /** `false`: RDS makes snapshots of what is `available` alone, so none of a stopped database; default: `true`. */
  setStoppedSaved(isSaved: boolean): void;
  /** An empty S3 bucket; its name is globally unique. */
  addBucket(place: Place, name: string, settings?: { readonly isVersioned?: boolean }): void;
  /** The objects of a bucket, by key. */
  objects(bucket: string): Readonly<Record<string, StoredObject>>;
  /** Writes objects without a call. */
  addObjects(bucket: string, seeds: readonly ObjectSeed[]): void;
  /** Writes an object, or removes it (`null`), without a call. */
  setObject(bucket: string, key: string, body: string | null): void;
  /** Removes an image of ECR with all its tags, without a call. */
  removeEcrImage(place: Place, digest: string): void;
  /** Replaces members of a resource; `id` is its key: an id, or the name or ARN of a resource without an id. */
  update(place: Place, kind: KindName, id: string, patch: Readonly<Record<string, unknown>>): void;
  /** Removes a resource at once, without a call. */
  remove(place: Place, kind: KindName, id: string): void;
  /** Removes everything from a place at once, without a call. */
  empty(place: Place): void;
  /** Everything in one place, in its current state (no eventual consistency). */
  state(place: Place): Shown;

  deny(denial: Denial): void;
  /** Removes every denial of exactly this account and action (and role and region, if given). */
  allow(denial: Denial): void;

  /** Returns the rule's number, for {@link removeFault}. Rules are tried in the order in which they were added. */
  addFault(rule: FaultRule): number;
  removeFault(id: number): void;
  clearFaults(): void;

  /** `undefined` or `null`: off, which is the default. */
  setThrottling(settings?: ThrottleSettings | null): void;
  setConsistency(consistency: Consistency): void;
  /** The maximum page length of every listing; `undefined` or `null`: AWS's limits, the default. */
  setPageLimit(limit?: number | null): void;
  /** Moves the sandbox's clock forward (dates it writes, delays, buckets, expiry of credentials). */
  advanceClock(ms: number): void;
  /** Every session lasts an hour from now, as if the clients had just assumed their roles again. */
  renewSessions(): void;

  calls(query?: CallQuery): readonly CallRecord[];
}
