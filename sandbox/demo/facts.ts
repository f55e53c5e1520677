/** The call log and the mailbox, arranged by what the oracle asks of them. */
import type { CallRecord } from '../aws/index.ts';
import type { SunkMessage } from '../mail/message.ts';
import type { DemoAccount } from './accounts.ts';
import type { Intervention } from './interventions.ts';
import { type Notice, noticesIn } from './notices.ts';
import { SEEDED_TYPES } from './seededTypes.ts';
import { keyOf, type SeededResource } from './truth.ts';

export interface OracleInput {
  readonly accounts: readonly DemoAccount[];
  readonly resources: readonly SeededResource[];
  /** In their order. */
  readonly calls: readonly CallRecord[];
  readonly mails: readonly SunkMessage[];
  readonly interventions: readonly Intervention[];
  readonly retentionMs: number;
  /** For what nobody is named on. */
  readonly unownedRetentionMs: number;
  /** How old the reads may be that a deletion rests on; default 5 min. */
  readonly maxEvidenceAgeMs?: number;
  /** Nothing at all may be changed or mailed. */
  readonly dryRun: boolean;
}

/** A request to delete something, whether it succeeded or not. */
export interface Deletion {
  readonly call: CallRecord;
  readonly key: string;
  readonly id: string;
  /** Absent: nothing that the seed made for Holystone to look at. */
  readonly resource?: SeededResource;
  /** When the sandbox was done with it, ms since the epoch. */
  readonly at: number;
  readonly succeeded: boolean;
}

export interface Facts extends OracleInput {
  /** In their order; those that failed among them. */
  readonly deletions: readonly Deletion[];
  /** Calls that change something, the deletions left out. */
  readonly otherWrites: readonly CallRecord[];
  /** By key, in the order of arrival. */
  readonly notices: ReadonlyMap<string, readonly Notice[]>;
  readonly byKey: ReadonlyMap<string, SeededResource>;
  /** The last read of exactly this resource, by its id, before a call; `undefined` = it was never read so. */
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

/** When the sandbox was done with a call, ms since the epoch. */
export function atOf({ at }: CallRecord): number {
  return Date.parse(at);
}

/** Operations by their names that change nothing; a DryRun changes nothing either. */
function isWrite({ operation, dryRun }: CallRecord): boolean {
  return !dryRun && !/^(Describe|Get|List|AssumeRole)/.test(operation);
}

const TYPES = Object.values(SEEDED_TYPES);

/** What a deleting operation names its victim by. */
const DELETES = new Map<string, string>(TYPES.map(({ deletes }) => deletes));

function deletionOf(call: CallRecord, byKey: ReadonlyMap<string, SeededResource>): readonly Deletion[] {
  const member = DELETES.get(call.operation);
  if (member === undefined) return [];
  const id = String(call.input[member]);
  const key = keyOf({ ...call, id });
  const resource = byKey.get(key);
  const succeeded = call.status === 200;
  return [{ call, key, id, ...(resource ? { resource } : {}), at: atOf(call), succeeded }];
}

function noticesByKey({ mails, accounts }: OracleInput): ReadonlyMap<string, readonly Notice[]> {
  const byKey = new Map<string, Notice[]>();
  for (const notice of mails.flatMap(noticesIn)) {
    const account = accounts.find(({ name }) => name === notice.accountName)?.id ?? notice.accountName;
    const key = keyOf({ account, region: notice.region, id: notice.id });
    byKey.set(key, [...(byKey.get(key) ?? []), notice]);
  }
  return byKey;
}

/** The member by which a read asks for certain resources. */
const READS = new Map<string, string>(TYPES.map(({ reads }) => reads));

/** Does this call list everything of its place? */
export function isListing({ operation, input }: CallRecord): boolean {
  const member = READS.get(operation);
  return member !== undefined && idsIn(input[member]).length === 0;
}

function readsById(calls: readonly CallRecord[]): Facts['readByIdBefore'] {
  const reads = new Map<string, CallRecord[]>();
  for (const call of calls) {
    const member = READS.get(call.operation);
    if (member === undefined) continue;
    for (const id of idsIn(call.input[member])) {
      const key = keyOf({ ...call, id });
      reads.set(key, [...(reads.get(key) ?? []), call]);
    }
  }
  return ({ key, call }) => reads.get(key)?.findLast(({ seq, status }) => seq < call.seq && status === 200);
}

function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
