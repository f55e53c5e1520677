import type { Reason } from '../common/reason.ts';
/** One resource that can be cleaned. A handler adds the fields for its rules and safeguards. */
export interface Resource {
  /** The id for API calls; unique in the namespace; keeps its case. */
  readonly id: string;
  /** Distinguishes it from a later resource of the same name: ARN with UUID, creation time, digest, uid. */
  readonly identity: string;
  /**
   * What a user changed it to, as a noun: `version 3`. Absent: no user has changed it, or the provider does not say.
   * Where the first-seen time counts as a use (`firstSeenIsUse`), or as its date (`dated`), each revision is seen for the first time.
   * So is each name under which the use of one is measured that people can rename.
   */
  readonly revision?: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Every key by which a user may reference it: AMI id, digest, asset hash, `cluster/x`. The first one is its own. */
  readonly aliases: readonly string[];
  /** The unit that a person decides about as a whole: repository, cluster, environment. */
  readonly group?: string;
  /**
   * Other ids that it had or may get, as where an entry was added for its place, and those of what goes with it: who keeps
   * one of them keeps it.
   */
  readonly keptAs?: readonly string[];
  /** Ids of what may follow it (`Handler.followedBy`), where its entry says so: who keeps one of them keeps it. */
  readonly followers?: readonly string[];
  /** Absent = unknown, never defaulted. */
  readonly createdAt?: Date;
  /** Last use in the provider's own record (AMI `LastLaunchedTime`). Absent = unknown. */
  readonly lastUsedAt?: Date;
  readonly sizeBytes?: number;
  /**
   * A user asked for its deletion, ms since the epoch, and its provider has not finished. `waits`: the state and the
   * thing it waits for, a sentence without full stop. `patienceMs`: how long an accepted deletion may take before its
   * owner is notified.
   */
  readonly ending?: { readonly since: number; readonly waits: string; readonly patienceMs?: number };
  /**
   * A note to the owner beside the reasons: other things that stay, or are deleted with it.
   */
  readonly note?: Reason;
  /**
   * Its last user, which no longer uses it (`stack shop`), with its tags: they name an owner where its own do not. They
   * are no tags of the resource: they neither keep nor exclude it.
   */
  readonly lastUser?: { readonly name: string; readonly tags: Readonly<Record<string, string>> };
  /** When another tool marked it, where Holystone understands such a mark (`cdk gc`). */
  readonly markedElsewhereAt?: Date;
}

/** Every id under which a decision is about it. */
export function idsOf({ id, keptAs = [] }: Pick<Resource, 'id' | 'keptAs'>): readonly string[] {
  return [id, ...keptAs];
}

/** The key of its first-seen time: a revision of a resource is first seen when a user made it. */
export function firstSeenKey({ identity, revision }: Pick<Resource, 'identity' | 'revision'>): string {
  return revision === undefined ? identity : `${identity} ${revision}`;
}

/** The result of a read by id. Only `gone` means gone: absence from a listing never does (law 2). */
export type Read<R> = ({ readonly kind: 'found'; readonly resource: R } & Placed) | GoneRead | UnknownRead;

/** The read says that nothing has the id. */
export interface GoneRead extends Placed {
  readonly kind: 'gone';
}

interface Placed {
  /** Where it looked for the id, if an id may mean several places: the identities of that place end with this text. */
  readonly place?: string;
}

/** Did the read look where the resource of this identity was? Else it says nothing of that resource (law 2). */
export function looksWhere(identity: string, { place }: Placed): boolean {
  return place === undefined || identity.endsWith(place);
}

/** Why a mark ends, or waits, whose resource was looked for elsewhere. */
export const LOOKED_ELSEWHERE = 'its id means another place now, so it was not looked for where it was';

/**
 * A read by id that proves neither that the resource exists nor that it is gone. `why`: a sentence without full stop.
 */
export interface UnknownRead {
  readonly kind: 'unknown';
  readonly why: string;
}

/** The cloud's answer to one delete request. */
export type DeleteOutcome =
  | { readonly kind: 'deleted'; readonly requestId: string }
  /** Accepted but not finished: the mark stays `deleting` until a read by id returns `gone`. */
  | { readonly kind: 'accepted'; readonly requestId: string }
  | { readonly kind: 'gone' }
  /**
   * `at`: when the next attempt makes sense, ms since the epoch; absent = later with each refusal. `isInUse`: the cloud
   * says that something uses it, so the next attempts come sooner (core/mark/patience.ts).
   */
  | { readonly kind: 'refused'; readonly reason: string; readonly at?: number; readonly isInUse?: true }
  /**
   * `request`: absent = it certainly did nothing. `open`: the cloud may carry it out after all, so a read by id decides
   * when the wait is over. `unsent`: there was none, so this is no refusal.
   */
  | {
      readonly kind: 'retry';
      readonly afterMs: number;
      readonly reason: string;
      readonly request?: 'open' | 'unsent';
    };

/**
 * Holystone sent no request for it, so this is no refusal.
 * @param afterMs the earliest next attempt, from now
 */
export function unsent(why: string, afterMs: number): DeleteOutcome {
  return { kind: 'retry', afterMs, reason: `not sent: ${why}`, request: 'unsent' };
}

/** The first alias is a resource's own; another resource may have the others, too, such as a tag that programs look for. */
export function ownAlias({ id, aliases }: Pick<Resource, 'id' | 'aliases'>): string {
  return aliases[0] ?? id;
}
