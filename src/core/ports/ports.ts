/**
 * The ports of the lifecycle. Redis, SMTP and the file system implement them; one conformance suite per port runs
 * against each implementation. Every method rejects with `StoreError` when the store cannot be reached; the caller must
 * then do nothing.
 */

import type { CallBucket } from '../common/callBucket.ts';
import type { Mark } from '../mark/mark.ts';
import type { MarkRepair, UnreadableMark } from '../mark/unreadableMark.ts';
import type { Digest } from '../notice/digest.ts';
import type { Refusal, WaitingNotice } from '../notice/waitingNotice.ts';
import type { OptOut, OptOuts, OptOutTarget } from '../owner/optOut.ts';
import type { PatternPreview } from '../owner/patternPreview.ts';
import type { Approval, BlockedSet, PassProgress, PassRecord } from '../policy/pass.ts';
import type { BlockedChange, BlockedChanges, PastPass } from '../policy/pastPass.ts';
import type { Action } from '../policy/workConfiguration.ts';
import type { AuditEntry } from '../resource/audit.ts';
import type { Namespace } from '../resource/namespace.ts';

/** Proof that the caller has the namespace's lock; its token is the lock's value. */
export interface Fence {
  readonly token: string;
}

/** The acquired lock of one namespace. */
export interface Lease extends Fence {
  /** Aborts when the lock is lost or could not be renewed in time. */
  readonly signal: AbortSignal;
  /** For how long the lock certainly stays ours, ms, by the longest time that may have passed; 0 when lost. */
  remainingMs(): number;
  release(): Promise<void>;
}

/** One holder in the whole fleet; the value of the lock is the {@link Fence} of its writes (law 9). */
export interface NamespaceLock {
  /** `undefined` when another process has it. Renews itself until released. */
  acquire(namespace: Namespace): Promise<Lease | undefined>;
}

/** One change of one mark: the store must still have the generation and revision of `before` (or no mark). */
export interface Transition {
  readonly id: string;
  readonly before: Mark | undefined;
  /** The next value; absent removes the mark. */
  readonly after: Mark | undefined;
  readonly audit: AuditEntry;
}

/**
 * `conflict`: another writer changed the mark first. `optedOut`: an opt-out forbids a new mark, and forbids that a mark
 * whose deletion failed becomes an ordinary mark again. Neither changes anything.
 */
export type Applied = 'applied' | 'conflict' | 'optedOut';

/** The marks of all namespaces. Every method rejects with StoreError when Redis does not answer. */
export interface MarkStore extends MarkRepair {
  /** Rejects with `UnreadableError` for a mark that cannot be read; the other reads omit such a mark. */
  get(namespace: Namespace, id: string): Promise<Mark | undefined>;
  /** The marks of at most 500 ids. */
  getMany(namespace: Namespace, ids: readonly string[]): Promise<readonly Mark[]>;
  /** Every mark, a page at a time; order unspecified, each mark at least once. */
  all(namespace: Namespace, unreadable?: (one: UnreadableMark) => void): AsyncIterable<readonly Mark[]>;
  /** Marks whose date is at most `now` and whose next attempt is not later than `now`, oldest date first. */
  due(namespace: Namespace, now: number, limit: number): Promise<readonly Mark[]>;
  /**
   * `due` omits marks whose next attempt is later than `now`. `newlyDue`: dates in (`since`, `now`]. `before`: dates before
   * each of the instants.
   */
  count(
    namespace: Namespace,
    now: number,
    since?: number,
    instants?: readonly number[],
  ): Promise<{ marked: number; due: number; newlyDue: number; before?: readonly number[] }>;
  /** Marks of the namespace in order of their dates, from a cursor (opaque; undefined = from the start). */
  page(
    namespace: Namespace,
    cursor: string | undefined,
    limit: number,
  ): Promise<{ marks: readonly Mark[]; next?: string }>;
  /**
   * Each transition atomically, compare-and-set on generation and revision; a retry of the same call has one effect.
   * With a fence, the lock's value must be the fence's token, else it rejects with `LockLostError` and changes nothing.
   */
  apply(namespace: Namespace, transitions: readonly Transition[], fence?: Fence): Promise<readonly Applied[]>;
}

/** When an opt-out is not stored. */
export type Unless = 'longer';

/** The consequences of an opt-out that is stored; the page and the API show them to the person. */
export interface OptOutStored {
  /** The mark it removed, if there was one. */
  readonly removed?: Mark;
  /** A permit was granted before: the deletion may already run. */
  readonly deletionBegun: boolean;
  /** The opt-out of another actor for the same target that lasts longer. */
  readonly outlastedBy?: OptOut;
  /** Only with `unless`: the same actor's decision ends later, and nothing is stored. */
  readonly isShorter?: true;
  /** Only for a group or a pattern: some of its marks may stay until the next survey; none of them is deleted meanwhile. */
  readonly marksLeft?: boolean;
}

/** Decisions to keep. They take no lock, and always win (law 4). */
export interface OptOutStore {
  /** For each target, the opt-out that lasts longest, even if it is over. */
  all(namespace: Namespace): Promise<OptOuts>;
  /** The last opt-out of each actor, even if it is over: for the target, longest first, or for all targets. */
  list(namespace: Namespace, target?: OptOutTarget): Promise<readonly OptOut[]>;
  /** The same of all targets that are patterns; cheaper than all. */
  patterns(namespace: Namespace): Promise<readonly OptOut[]>;
  /**
   * The marks that a pattern would keep; nothing is stored. Rejects with `TooManyPatternsError` where the namespace has
   * no room for it.
   */
  preview(namespace: Namespace, pattern: string): Promise<PatternPreview>;
  /**
   * Replaces the same actor's earlier opt-out for the target; the opt-outs of others stay in force.
   * Takes no lock and always wins. Resolves only when it is stored. Rejects with `TooManyPatternsError` for one pattern
   * more than a namespace may have, also when two persons ask at once.
   * @param unless `longer`: nothing is stored where the same actor's decision ends later, also when both ask at once
   */
  optOut(namespace: Namespace, optOut: OptOut, unless?: Unless): Promise<OptOutStored>;
  /** Removes the opt-out of one actor: `whose`, else the audit's actor. `false` when there was none. */
  undo(namespace: Namespace, target: OptOutTarget, audit: AuditEntry, whose?: string): Promise<boolean>;
  /** Ids whose opt-out (or its removal) must still be written to the resource's tag, due at `now`. */
  pendingTags(namespace: Namespace, now: number, limit: number): Promise<readonly PendingTag[]>;
  /** Without `retryAt` the tag is done; a newer decision about the same id stays pending. */
  settleTag(namespace: Namespace, pending: PendingTag, retryAt?: number): Promise<void>;
}

/** A keep tag that is not written, or not removed, yet. */
export interface PendingTag {
  readonly id: string;
  /** End of the opt-out that lasts longest. `undefined`: remove the tag that Holystone wrote. */
  readonly until: number | 'forever' | undefined;
  /** Distinguishes this decision from a later one. */
  readonly version: string;
}

/** Why an approval was not stored: another operator approved the same pass before, or a pass runs. */
export type ApprovalRefusal = { readonly by: string } | 'busy';

/** The records of passes per namespace and action, and the approvals of blocked ones. Rejects with `StoreError`. */
export interface PassStore {
  get(namespace: Namespace, action: Action): Promise<PassRecord | undefined>;
  /** The last pass of each action that had one, in the order of the actions. */
  last(namespace: Namespace): Promise<readonly PassRecord[]>;
  /** @param changes those of a pass that a tripwire stopped, or holds for a review */
  record(record: PassRecord, fence?: Fence, changes?: readonly BlockedChange[]): Promise<void>;
  /** The last passes of an action, newest first; those that said the same one after the other are one. */
  past(namespace: Namespace, action: Action): Promise<readonly PastPass[]>;
  /** The changes of the blocked pass, and of a blocked pass with other changes before it; empty when none is blocked. */
  blockedChanges(namespace: Namespace, action: Action): Promise<readonly BlockedChanges[]>;
  /** The changes of the blocked set with this digest, from the one at `from` on; fewer where they are not kept. */
  blockedRows(
    set: Pick<PassRecord, 'namespace'> & Pick<BlockedSet, 'digest'>,
    from: number,
    count: number,
  ): Promise<readonly BlockedChange[]>;
  /** @param isAlone store nothing while a pass of the namespace runs. @returns `undefined` = it is stored */
  approve(
    namespace: Namespace,
    approval: Approval,
    audit: AuditEntry,
    isAlone?: boolean,
  ): Promise<ApprovalRefusal | undefined>;
  /** The last approval of a blocked pass; `undefined` = no operator approved one, or its checksum is wrong. */
  approval(namespace: Namespace, action: Action): Promise<Approval | undefined>;
  /** The figures of the namespace's passes for gauges; cheaper than their records. */
  progress(namespace: Namespace): Promise<PassProgress>;
}

/** A mark that waits for the next message to its owner; another generation makes it stale. */
export interface OutboxItem {
  readonly namespace: Namespace;
  readonly id: string;
  readonly generation: string;
}

/** The notices that wait for a message, per owner, and the message under way. Rejects with `StoreError`. */
export interface Outbox {
  /** Stores each item once, even if it is put again. */
  put(owner: string, items: readonly OutboxItem[]): Promise<void>;
  /** Owners with waiting items. */
  owners(): Promise<readonly WaitingNotice[]>;
  /** `prepared`: a message that may have been sent already. `refused`: the last answer of the transport. */
  read(owner: string): Promise<{
    readonly items: readonly OutboxItem[];
    readonly prepared?: Digest;
    readonly refused?: Refusal;
  }>;
  /** Stores the message before it is sent. */
  prepare(owner: string, digest: Digest): Promise<void>;
  /** Records that the message was not accepted; {@link settle} deletes this record. */
  refuse(owner: string, refusal: Refusal): Promise<void>;
  /** Removes the prepared message and `items`; `sentAt` when a transport accepted the message. */
  settle(owner: string, items: readonly OutboxItem[], sentAt?: number): Promise<void>;
}

/** The audit log. Its log lines are the complete record; the histories in Redis have only the newest entries. */
export interface Audit {
  /** The newest entries of one resource, oldest first. */
  history(namespace: Namespace, id: string): Promise<readonly AuditEntry[]>;
  /** The same for many resources in one read; the answer omits resources without entries. */
  histories(namespace: Namespace, ids: readonly string[]): Promise<ReadonlyMap<string, readonly AuditEntry[]>>;
  /** Writes only the log line, for an event without a store transition. */
  log(entry: AuditEntry): void;
  /** Writes the log line and the history that {@link history} reads. */
  record(entry: AuditEntry & { readonly namespace: Namespace }): Promise<void>;
}

export type { CallBucket } from '../common/callBucket.ts';

/** Shares the rate of each provider's call over the fleet. */
export interface CallPacer {
  /** Waits until the call may be made; rejects when the signal aborts. */
  take(bucket: CallBucket, signal: AbortSignal): Promise<void>;
  /** The provider throttled a call: halve the rate for a while, for every instance. */
  throttled(bucket: CallBucket): Promise<void>;
  /** Makes a call that may be made, and sees how long it takes; `api` is its own. Absent: nobody looks. */
  around?<T>(call: Pick<CallBucket, 'account' | 'location' | 'api'>, send: () => Promise<T>): Promise<T>;
}
