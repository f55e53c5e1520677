import type { CallQuery, CallRecord } from '../collections/callLog.ts';
import type { FaultRule } from '../collections/faults.ts';
import type { OrganizationSeed } from '../collections/organization.ts';
import type { Place } from '../collections/place.ts';
import type { Consistency } from '../collections/table.ts';
import type { ThrottleSettings } from '../collections/throttle.ts';
import type { ImageSeed } from '../seeds/imageSeeds.ts';
import type { ImageBuilderSeed } from '../seeds/recipes.ts';
import type { Adders, KindName, Shown } from './kinds.ts';
import type { RecycleBinSettings } from './store.ts';

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

/**
 * Steers a sandbox. The same methods are there in-process ({@link Sandbox.control}) and over HTTP
 * ({@link RemoteControl}); over HTTP dates in results arrive as ISO strings.
 * Changes made here are visible to the next call, whatever {@link Consistency} says. Ids are returned, in order.
 */
export interface SandboxControl extends Adders {
  addAccount(seed: AccountSeed): Account;
  accounts(): readonly Account[];
  /** A suspended account's credentials are not accepted, and nobody can assume a role in it. */
  suspendAccount(id: string, suspended?: boolean): void;
  /** The one organisation that there is; `null`: none. */
  setOrganization(seed: OrganizationSeed | null): void;

  /** Deregistered images that the Recycle Bin holds for another week. */
  addRecycledImages(place: Place, seeds: readonly ImageSeed[]): readonly string[];
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
  /** Replaces members of one; `id` is its key: an id, or the name or ARN of what has none. */
  update(place: Place, kind: KindName, id: string, patch: Readonly<Record<string, unknown>>): void;
  /** Takes it out of the world at once, without a call. */
  remove(place: Place, kind: KindName, id: string): void;
  /** Takes everything out of a place at once, without a call. */
  empty(place: Place): void;
  /** Everything in one place, authoritative (no eventual consistency). */
  state(place: Place): Shown;

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

type Wire<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Wire<T[K]> } : T;

/** {@link SandboxControl} through HTTP. */
export type RemoteControl = {
  [M in keyof SandboxControl]: (...args: Parameters<SandboxControl[M]>) => Promise<Wire<ReturnType<SandboxControl[M]>>>;
};
