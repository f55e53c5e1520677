/** The call log and the mailbox, arranged for the rules of the oracle. */
import type { CallRecord } from '../aws/index.ts';
import type { SunkMessage } from '../mail/message.ts';
import type { DemoAccount } from './accounts.ts';
import { DELETABLE_KINDS, idsOf, operationKey, type ResourceType } from './deletableKinds.ts';
import type { Intervention } from './interventions.ts';
import { type Notice, noticesIn } from './notices.ts';
import { keyOf, type SeededResource } from './truth.ts';

export interface OracleInput {
  readonly accounts: readonly DemoAccount[];
  readonly resources: readonly SeededResource[];
  /** In order. */
  readonly calls: readonly CallRecord[];
  readonly mails: readonly SunkMessage[];
  readonly interventions: readonly Intervention[];
  readonly retentionMs: number;
  /** For resources without an owner. */
  readonly unownedRetentionMs: number;
  /** The maximum age of the reads that a deletion depends on; default 5 min. */
  readonly maxEvidenceAgeMs?: number;
  /** Nothing may be changed or mailed. */
  readonly dryRun: boolean;
}

/** A delete request, successful or not. */
export interface Deletion {
  readonly call: CallRecord;
  readonly type: ResourceType;
  readonly key: string;
  readonly id: string;
  /** Absent: not a resource that the seed made for Holystone. */
  readonly resource?: SeededResource;
  /** The time when the sandbox completed it, ms since the epoch. */
  readonly at: number;
  readonly succeeded: boolean;
}

export interface Facts extends OracleInput {
  /** In order; includes failed ones. */
  readonly deletions: readonly Deletion[];
  /** Calls that change something, except deletions. */
  readonly otherWrites: readonly CallRecord[];
  /** By key, in the order of arrival. */
  readonly notices: ReadonlyMap<string, readonly Notice[]>;
  readonly byKey: ReadonlyMap<string, SeededResource>;
  /** The last read of exactly this resource, by its id, before a call; `undefined` = there was none. */
  readByIdBefore(deletion: Deletion): CallRecord | undefined;
}

export function arrange(input: OracleInput): Facts {
  const byKey = new Map(input.resources.map((resource) => [keyOf(resource), resource]));
  const writes = input.calls.filter(isWrite);
  const deletions = writes.flatMap((call) => deletionOf(call, byKey));
  const known = new Set(deletions.map(({ call }) => call));
  return {
    ...input,
    byKey,
    deletions,
    otherWrites: writes.filter((call) => !known.has(call)),
    notices: noticesByKey(input),
    readByIdBefore: readsById(input.calls),
  };
}

/** The time when the sandbox completed a call, ms since the epoch. */
export function atOf({ at }: CallRecord): number {
  return Date.parse(at);
}

/** Distinguishes writes by the operation's name; a DryRun changes nothing either. */
function isWrite({ operation, dryRun }: CallRecord): boolean {
  return !dryRun && !/^(BatchGet|Describe|Get|Head|List|AssumeRole)/.test(operation);
}

/** The types that an operation deletes, by operation. */
const DELETES = kindsBy('deletes');

/** One request may delete many resources. */
function deletionOf(call: CallRecord, byKey: ReadonlyMap<string, SeededResource>): readonly Deletion[] {
  const kinds = DELETES.get(operationKey(call)) ?? [];
  const succeeded = call.status === 200;
  return kinds.flatMap(({ type, deletes }) =>
    idsOf(deletes, call.input).map((id) => {
      const key = keyOf({ ...call, type, id });
      const resource = byKey.get(key);
      return { call, type, key, id, ...(resource ? { resource } : {}), at: atOf(call), succeeded };
    }),
  );
}

function kindsBy(of: 'deletes' | 'reads'): ReadonlyMap<string, typeof DELETABLE_KINDS> {
  const found = new Map<string, (typeof DELETABLE_KINDS)[number][]>();
  for (const kind of DELETABLE_KINDS) {
    const key = operationKey(kind[of]);
    found.set(key, [...(found.get(key) ?? []), kind]);
  }
  return found;
}

function noticesByKey({ mails, accounts }: OracleInput): ReadonlyMap<string, readonly Notice[]> {
  const byKey = new Map<string, Notice[]>();
  for (const notice of mails.flatMap(noticesIn)) {
    const account = accounts.find(({ name }) => name === notice.accountName)?.id ?? notice.accountName;
    const key = keyOf({ account, region: notice.region, type: notice.type, id: notice.id });
    byKey.set(key, [...(byKey.get(key) ?? []), notice]);
  }
  return byKey;
}

/** The types that an operation reads, by operation. */
const READS = kindsBy('reads');

/** Does this call list everything of its place? */
export function isListing(call: CallRecord): boolean {
  const kinds = READS.get(operationKey(call)) ?? [];
  return kinds.length > 0 && kinds.every(({ reads }) => selected(reads, call).length === 0);
}

/** Ids that select resources; a filter by name is none. */
function selected(reads: (typeof DELETABLE_KINDS)[number]['reads'], { input }: CallRecord): readonly string[] {
  return idsOf(reads, input);
}

function readsById(calls: readonly CallRecord[]): Facts['readByIdBefore'] {
  const reads = new Map<string, CallRecord[]>();
  for (const call of calls) {
    for (const kind of READS.get(operationKey(call)) ?? []) {
      for (const id of selected(kind.reads, call)) {
        const key = keyOf({ ...call, type: kind.type, id });
        reads.set(key, [...(reads.get(key) ?? []), call]);
      }
    }
  }
  return ({ key, call }) => reads.get(key)?.findLast(({ seq, status }) => seq < call.seq && status === 200);
}
