/**
 * Every key in Redis; no other module makes one. The part in braces is the hash tag: on a cluster all keys of a
 * namespace are in one slot, so that one script may use them together. A tag never contains a brace itself:
 * namespaces are percent-encoded already, and this module encodes owners' addresses and names.
 */

import { createHash } from 'node:crypto';
import type { Action } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';

/** A script that ran stores its reply here with `SET`, so that a second run counts once. */
type OperationKey = (operationId: string) => string;

/** The keys of one namespace, with the type and the content of each. */
export interface NamespaceKeys {
  /** HASH id → mark, see markValue.ts. */
  readonly marks: string;
  /** ZSET id, score = projected deletion, ms. */
  readonly schedule: string;
  /** ZSET of ids that must wait, score = next attempt, ms. */
  readonly retry: string;
  /** ZSET of ids whose deletion the cloud refused, score = how often. */
  readonly refused: string;
  /** HASH target → its opt-outs, see optOutValue.ts; `sentinel` → epoch, ms; `patterns` → patterns of targets. */
  readonly optOuts: string;
  /** HASH `actor|target` → a signed trace of that person's undo, see optOutMemory.ts. */
  readonly undone: string;
  /** ZSET of ids whose keep tag is to be written, score = when, ms. */
  readonly pendingTags: string;
  /** HASH id → `version|until` of that tag. */
  readonly tagIntents: string;
  /** HASH of what surveys saw: `head`, `data`, see recordValue.ts. */
  readonly record: string;
  /** LISTs of the last passes of each action, newest first, see recordPass.lua. */
  passes(action: Action): string;
  /** LISTs `digest|json` of the changes of the blocked pass of each action, and of another one before it. */
  blocked(action: Action): string;
  /** LISTs of packed rows, one for the digest of each large blocked set: its changes, by id; see blockedRows.ts. */
  blockedRows(digest: string): string;
  /** HASH of the ids that are in quarantine, as far as Holystone knows; its values are empty. */
  readonly quarantined: string;
  /**
   * HASH action → last pass, `approval:<action>` → approval, `completedAt:<action>` → when the last complete pass ended,
   * ms, `end:<action>` → `outcome|failures|left` of the last pass, `counts:mark` → the counts of the last survey.
   */
  readonly pass: string;
  /** STRING, redlock's; its value is the fencing token. */
  readonly lock: string;
  /** STREAM of `id`, `entry`; an entry that stands for several also has `count`, `since`. */
  readonly audit: string;
  /** HASH id → the last entry that the next one may replace, see apply.lua. */
  readonly repeats: string;
  /** STRING, counts the permits of one UTC day, `2026-01-31`. */
  budget(day: string): string;
  /** STRING, counts the requests of one UTC day that the cloud refused. */
  refusals(day: string): string;
  readonly op: OperationKey;
}

/** All keys share the hash tag of the namespace. @throws RangeError for a brace, which would end the tag early */
export function namespaceKeys(namespace: Namespace): NamespaceKeys {
  if (/[{}]/.test(namespace)) throw new RangeError(`a namespace is percent-encoded: ${namespace}`);
  const key = (name: string) => `holystone:{${namespace}}:${name}`;
  return {
    marks: key('marks'),
    schedule: key('schedule'),
    retry: key('retry'),
    refused: key('refused'),
    optOuts: key('optouts'),
    undone: key('undone'),
    pendingTags: key('pending-tags'),
    tagIntents: key('tag-intents'),
    record: key('record'),
    passes: (action) => key(`passes:${action}`),
    blocked: (action) => key(`blocked:${action}`),
    blockedRows: (digest) => key(`blocked-rows:${digest}`),
    quarantined: key('quarantined'),
    pass: key('pass'),
    lock: key('lock'),
    audit: key('audit'),
    repeats: key('repeats'),
    budget: (day) => key(`budget:${day}`),
    refusals: (day) => key(`refusals:${day}`),
    op: (operationId) => key(`op:${operationId}`),
  };
}

/** HASH of the items for an owner's next message: `item:<json>`, `prepared`, `lastSentAt`. */
export function outboxKeys(owner: string): { readonly outbox: string; readonly op: OperationKey } {
  const tag = encode(owner);
  return { outbox: `holystone:{${tag}}:outbox`, op: (operationId) => `holystone:{${tag}}:op:${operationId}` };
}

/** HASH of one message: `message`, `told:0` and on, `bounce`. A Message-ID may contain any text of any length. */
export function messageKeys(messageId: string): { readonly message: string; readonly op: OperationKey } {
  const tag = `message:${createHash('sha256').update(messageId).digest('hex')}`;
  return { message: `holystone:{${tag}}:message`, op: (operationId) => `holystone:{${tag}}:op:${operationId}` };
}

/**
 * STRING: the answer of a message's transport, JSON; STRING: when one of its links was opened first, ms. Beside the
 * HASH of the message, in its slot.
 */
export function noticeKeys(messageId: string): { readonly sent: string; readonly opened: string } {
  const { message } = messageKeys(messageId);
  return { sent: message.replace(/message$/, 'sent'), opened: message.replace(/message$/, 'opened') };
}

/** ZSETs of the newest messages, all scores 0, members `at, ms, of 16 digits` and the Message-ID: of all owners. */
export const NOTICES_INDEX = 'holystone:{notices}:index';

/** ZSET of the owner's newest messages, as {@link NOTICES_INDEX}; STRING `at, ms|actor`: the last message again. */
export function ownerNoticesKeys(owner: string): { readonly index: string; readonly claim: string } {
  const tag = encode(owner);
  return { index: `holystone:{${tag}}:notices`, claim: `holystone:{${tag}}:repeated` };
}

/** ZSET of owners that may have something in their outbox, score = a counter. */
export const OUTBOX_INDEX = {
  index: 'holystone:{outboxes}:index',
  op: (operationId: string) => `holystone:{outboxes}:op:${operationId}`,
};

/** HASH namespace → location in its own case, of the namespaces that have something in quarantine. */
export const QUARANTINE_INDEX = 'holystone:{quarantines}:index';

/**
 * STREAM of the fleet's newest events; STREAM of those about the control, with the same ids, which stay for longer; HASH
 * event → number of times in one hour, counted in hours since the epoch, and of an actor.
 */
export const EVENTS = {
  feed: 'holystone:{events}:feed',
  control: 'holystone:{events}:control',
  hour: (hour: number) => `holystone:{events}:hour:${hour}`,
  decisions: (actor: string) => `holystone:{events}:decisions:${encode(actor.toLowerCase())}`,
};

/** STREAM of the changes of marks: `namespace` and `ids`, JSON. */
export const MARK_NEWS = 'holystone:{marks}:changed';

/**
 * HASH `saved|2026-11|USD` and `waiting|2026-11|USD` → amount in millionths; `before` is that of release 0.2, which its
 * instances go on writing.
 */
export const MONEY = {
  months: 'holystone:{marks}:money',
  /** HASH `month|currency|type|team` → millionths, see savedParts.ts. */
  parts: 'holystone:{marks}:money-parts',
  before: 'holystone:{marks}:months',
  /** HASH of the deletions of the last weeks, see weeks.ts. */
  weeks: 'holystone:{marks}:weeks',
};

/** HASH of the fleet's control. The tag makes the other keys share the slot of a key without braces. */
export const CONTROL = {
  control: 'holystone:control',
  audit: 'holystone:{holystone:control}:audit',
  op: (operationId: string) => `holystone:{holystone:control}:op:${operationId}`,
  /** HASH of each member's knowledge about the server, see lua/include/members.lua. */
  members: 'holystone:{holystone:control}:members',
  /** HASH instance → `expires at, ms|json`. */
  instances: 'holystone:{holystone:control}:instances',
  /** STRING: the figures of an instance, JSON. */
  figures: (instance: string) => `holystone:{holystone:control}:figures:${encode(instance)}`,
  /** HASH namespace → hash of its work configuration, shared by all instances with the same one. */
  configuration: (hash: string) => `holystone:{holystone:control}:configuration:${hash}`,
  /** STRING, counts the permits of the fleet on one UTC day, `2026-01-31`. */
  budget: (day: string) => `holystone:{holystone:control}:budget:${day}`,
};

/** STRING: the beat of the cluster shard that serves the key, ms; HASH: each member's knowledge about that shard. */
export function shardKeys(index: number): {
  readonly beat: string;
  readonly members: string;
  readonly op: OperationKey;
} {
  const key = (name: string) => `holystone:{beat:${index}}:${name}`;
  return { beat: key('beat'), members: key('members'), op: (operationId) => key(`op:${operationId}`) };
}

/** STRING: the slot of a schedule is taken. */
export function slotKeys(name: string, slotMs: number): { readonly slot: string; readonly op: OperationKey } {
  const tag = `slot:${encode(name)}`;
  return { slot: `holystone:{${tag}}:${slotMs}`, op: (operationId) => `holystone:{${tag}}:op:${operationId}` };
}

/**
 * ZSETs of passes that wait for a place of their provider, score = since when, ms; ZSET of namespaces that have one,
 * score = until when by Redis's clock, ms; STRING, counts the places given.
 */
export function unitKeys(provider: string): Readonly<Record<'due' | 'unfinished' | 'places' | 'given', string>> {
  const key = (name: string) => `holystone:{units:${encode(provider)}}:${name}`;
  return { due: key('due'), unfinished: key('unfinished'), places: key('places'), given: key('given') };
}

/** HASH: the token bucket of one API in one place. */
export function bucketKey(bucket: { account: string; location: string; api: string }): string {
  return `holystone:{${[bucket.account, bucket.location, bucket.api].map(encode).join(':')}}:calls`;
}

/** HASH: the findings of one evidence source in one place, see evidenceValue.ts; STRING: the lease of its reader. */
export function evidenceKeys(
  { source, accountId, location }: { source: string; accountId: string; location: string },
  hash: string,
): { readonly entry: string; readonly lease: string } {
  const tag = ['evidence', source, accountId, location, hash].map(encode).join(':');
  return { entry: `holystone:{${tag}}:entry`, lease: `holystone:{${tag}}:lease` };
}

/** STRING: the accounts that one question listed. */
export const listingKey = (question: string): string => `holystone:{accounts:${encode(question)}}:listing`;

/** STRING: a session, by the SHA-256 of its id; JSON. */
export const sessionKey = (hash: string): string => `holystone:{session:${encode(hash)}}:session`;

/** STRING: the generation of a person's sessions, random. */
export function sessionsOfKey(subject: string): string {
  return `holystone:{person:${createHash('sha256').update(subject).digest('hex')}}:generation`;
}

/** SET of the names that an account had in the configuration, in lower case. The id of a registry may differ in case. */
export const accountNamesKey = (provider: string, id: string): string =>
  `holystone:{account:${encode(provider)}:${encode(id.toLowerCase())}}:names`;

/** STRING: a fact that a provider's answers taught, see core/ports/learntFacts.ts. */
export const learntKey = (key: string): string => `holystone:{learnt:${encode(key)}}:fact`;

/** Percent-encodes each character that could end a tag or a part; half a character becomes U+FFFD. */
function encode(part: string): string {
  return encodeURIComponent(Buffer.from(part).toString());
}
