/**
 * What the lifecycle needs from the outside, by meaning. Redis, SMTP and the file system stand behind these; one
 * conformance suite per port runs against each implementation. Every method rejects with `StoreError` when the
 * store cannot be asked; a caller must take that for "do nothing".
 */

import type { CallBucket } from '../common/callBucket.ts';
import type { Mark } from '../mark/mark.ts';
import type { MarkRepair, UnreadableMark } from '../mark/unreadableMark.ts';
import type { Digest } from '../notice/digest.ts';
import type { Refusal, WaitingNotice } from '../notice/waitingNotice.ts';
import type { OptOut, OptOuts, OptOutTarget } from '../owner/optOut.ts';
import type { Approval, PassRecord } from '../policy/pass.ts';
import type { Stage } from '../policy/stage.ts';
import type { StoreClause } from '../policy/stateWatch.ts';
import type { Action } from '../policy/workConfiguration.ts';
import type { AuditEntry } from '../resource/audit.ts';
import type { Namespace } from '../resource/namespace.ts';

/** Proof that the caller holds the namespace's lock; its token is the lock's value. */
export interface Fence {
  readonly token: string;
}

/** The lock of one namespace, held. */
export interface Lease extends Fence {
  /** Aborts when the lock is lost or could not be renewed in time. */
  readonly signal: AbortSignal;
  /** How long the lock is certainly still ours, ms, by monotonic time; 0 when lost. */
  remainingMs(): number;
  release(): Promise<void>;
}

export interface NamespaceLock {
  /** `undefined` when somebody else holds it. Renews itself until released. */
  acquire(namespace: Namespace): Promise<Lease | undefined>;
}

/** One change of one mark: `before` must still be the stored generation and revision (or nothing). */
export interface Transition {
  readonly id: string;
  readonly before: Mark | undefined;
  /** The next value; absent removes the mark. */
  readonly after: Mark | undefined;
  readonly audit: AuditEntry;
}

/**
 * `conflict`: another changed it first. `optedOut`: an opt-out forbids a new mark, or one whose deletion came to
 * nothing to be one again. Neither changed anything.
 */
export type Applied = 'applied' | 'conflict' | 'optedOut';

export interface MarkStore extends MarkRepair {
  /** Rejects with `UnreadableError` for one that cannot be read; the other reads leave such a mark out. */
  get(namespace: Namespace, id: string): Promise<Mark | undefined>;
  /** Those of at most 500 that are marked. */
  getMany(namespace: Namespace, ids: readonly string[]): Promise<readonly Mark[]>;
  /** Every mark, a page at a time; order unspecified, each seen at least once. */
  all(namespace: Namespace, unreadable?: (one: UnreadableMark) => void): AsyncIterable<readonly Mark[]>;
  /** Marks whose date is at most `now` and which are not held back, oldest date first. */
  due(namespace: Namespace, now: number, limit: number): Promise<readonly Mark[]>;
  /** `due` leaves out what is held back until later than `now`. `newlyDue`: dates in (`since`, `now`]. */
  count(namespace: Namespace, now: number, since?: number): Promise<{ marked: number; due: number; newlyDue: number }>;
  /** Marks of the namespace in order of their dates, from a cursor (opaque; undefined = from the start). */
  page(
    namespace: Namespace,
    cursor: string | undefined,
    limit: number,
  ): Promise<{ marks: readonly Mark[]; next?: string }>;
  /**
   * Each transition atomically, compare-and-set on generation and revision; a retry of the same call counts once.
   * With a fence the lock's value must be the fence's token, else `LockLostError` and nothing is changed.
   */
  apply(namespace: Namespace, transitions: readonly Transition[], fence?: Fence): Promise<readonly Applied[]>;
}

/** What a permit depends on; all of it is checked by one script directly before the request. */
export interface PermitRequest {
  readonly mark: Mark;
  /** Only the step before the deletion; it needs the same permit, and counts as one. */
  readonly to?: 'quarantine';
  readonly passId: string;
  readonly now: number;
  /** The identity just read; must be the mark's. */
  readonly identity: string;
  readonly group?: string;
  /** Why the configuration lets nothing be deleted there; `undefined` = it does. Never left out. */
  readonly forbiddenBecause: string | undefined;
  /** The stage of the type in the account where nobody set one. */
  readonly startStage: Stage;
  /** Is a notice required for this namespace? */
  readonly noticeRequired: boolean;
  readonly deletesPerDay: number;
  /** After so many refused requests of a day nothing is tried again that was refused before; absent = `deletesPerDay`. */
  readonly refusalsPerDay?: number;
  readonly evidence?: AuditEntry['evidence'];
}

export type PermitAnswer =
  /** `mark` is the stored value with the intent; the lock was ours for at least `lockRemainingMs` more. */
  | {
      readonly kind: 'granted';
      readonly mark: Mark;
      readonly lockRemainingMs: number;
      /** Gives its places back: only for a request that certainly did nothing. Never rejects. */
      readonly giveBack: () => Promise<void>;
    }
  | {
      readonly kind: 'denied';
      readonly clause:
        | 'configuration'
        | 'lock'
        | 'optedOut'
        | 'changed'
        | 'identity'
        | 'notice'
        | 'due'
        | 'budget'
        | 'refusals'
        | 'fleetBudget'
        | 'stage'
        | 'canary'
        | StoreClause;
      readonly why: string;
      /** Of a canary that has had its deletions, ms since the epoch. */
      readonly until?: number;
    };

export interface Permits {
  request(namespace: Namespace, request: PermitRequest, fence: Fence): Promise<PermitAnswer>;
}

export interface OptOutStored {
  /** The mark it removed, if there was one. */
  readonly removed?: Mark;
  /** A permit had been given before: the deletion may already be under way. */
  readonly deletionBegun: boolean;
  /** What somebody else said about the same target, and which keeps it longer. */
  readonly outlastedBy?: OptOut;
  /** Of a group: some of its marks may stay until the next survey; nothing of it is deleted meanwhile. */
  readonly marksLeft?: boolean;
}

export interface OptOutStore {
  /** Of each target the opt-out that lasts longest, also when it is over. */
  all(namespace: Namespace): Promise<OptOuts>;
  /** What each person said last, also what is over: about the target, longest first, or about all there are. */
  list(namespace: Namespace, target?: OptOutTarget): Promise<readonly OptOut[]>;
  /**
   * Takes the place of what the same actor said before about the target; what others said stays in force.
   * Takes no lock and always wins. Answers only when it is stored.
   */
  optOut(namespace: Namespace, optOut: OptOut): Promise<OptOutStored>;
  /** Takes back what one person said: the audit's actor, unless another is named. `false` when they said nothing. */
  undo(namespace: Namespace, target: OptOutTarget, audit: AuditEntry, whose?: string): Promise<boolean>;
  /** Ids whose opt-out (or its undoing) still has to be written on the resource, due at `now`. */
  pendingTags(namespace: Namespace, now: number, limit: number): Promise<readonly PendingTag[]>;
  /** Done when `retryAt` is absent; a newer decision about the same id stays pending. */
  settleTag(namespace: Namespace, pending: PendingTag, retryAt?: number): Promise<void>;
}

export interface PendingTag {
  readonly id: string;
  /** Of the opt-out that lasts longest. `undefined`: remove the tag that we wrote. */
  readonly until: number | 'forever' | undefined;
  /** Tells this decision from a later one. */
  readonly version: string;
}

export interface PassStore {
  get(namespace: Namespace, action: Action): Promise<PassRecord | undefined>;
  record(record: PassRecord, fence?: Fence): Promise<void>;
  approve(namespace: Namespace, approval: Approval, audit: AuditEntry): Promise<void>;
  approval(namespace: Namespace, action: Action): Promise<Approval | undefined>;
}

export interface OutboxItem {
  readonly namespace: Namespace;
  readonly id: string;
  readonly generation: string;
}

export interface Outbox {
  /** Once per item, however often it is put. */
  put(owner: string, items: readonly OutboxItem[]): Promise<void>;
  /** Owners with something to be told. */
  owners(): Promise<readonly WaitingNotice[]>;
  read(owner: string): Promise<{
    readonly items: readonly OutboxItem[];
    readonly prepared?: Digest;
    readonly refused?: Refusal;
  }>;
  /** Stores the message before it is sent. */
  prepare(owner: string, digest: Digest): Promise<void>;
  /** Notes that it was not accepted; {@link settle} forgets that. */
  refuse(owner: string, refusal: Refusal): Promise<void>;
  /** Takes the prepared message and `items` out; `sentAt` when a transport accepted it. */
  settle(owner: string, items: readonly OutboxItem[], sentAt?: number): Promise<void>;
}

export interface Audit {
  /** The newest entries of one resource, oldest first. */
  history(namespace: Namespace, id: string): Promise<readonly AuditEntry[]>;
  /** The same of many resources, read at once; what has no entry is not in the answer. */
  histories(namespace: Namespace, ids: readonly string[]): Promise<ReadonlyMap<string, readonly AuditEntry[]>>;
  /** Writes the record where no store transition does. */
  log(entry: AuditEntry): void;
  /** The same, and into what {@link history} reads. */
  record(entry: AuditEntry & { readonly namespace: Namespace }): Promise<void>;
}

export type { CallBucket } from '../common/callBucket.ts';

export interface CallPacer {
  /** Waits until the call may be made; rejects when the signal aborts. */
  take(bucket: CallBucket, signal: AbortSignal): Promise<void>;
  /** The provider throttled a call: halve the rate for a while, for every instance. */
  throttled(bucket: CallBucket): Promise<void>;
}
