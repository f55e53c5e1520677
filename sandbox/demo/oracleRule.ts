import type { CallRecord } from '../aws/index.ts';
import { operationKey, type ResourceType } from './deletableKinds.ts';
import type { Deletion, Facts } from './facts.ts';
import { keyOf } from './truth.ts';

/** A rule that every correct run keeps. */
export interface OracleRule {
  /** One word. */
  readonly name: string;
  /** A sentence per breach; none for a clean run. */
  broken(facts: Facts): readonly string[];
}

/** `web-20250314 (ami-0…) in 111122223333/us-east-1` */
export function nameOf({ resource, id, call }: Deletion): string {
  const shown = resource && resource.name !== id ? `${resource.name} (${id})` : id;
  return `${shown} in ${call.account}/${call.region}`;
}

/** What is saved before its end, by the request that saves it. */
const SAVED: Partial<Record<string, readonly [type: ResourceType, by: string]>> = {
  'Backup:StartBackupJob': ['fileSystem', 'ResourceArn'],
  'DynamoDB:CreateBackup': ['table', 'TableName'],
  'FSx:CreateBackup': ['windowsFileSystem', 'FileSystemId'],
};

/** The types of {@link savedBy}. */
export const SAVED_TYPES: readonly ResourceType[] = Object.values(SAVED).flatMap((saved) => (saved ? [saved[0]] : []));

/** The key of what the request saves before its end; `undefined`: it is no such request. */
export function savedBy({ input, ...call }: CallRecord): string | undefined {
  const [type, by] = SAVED[operationKey(call)] ?? [];
  return type && by && keyOf({ ...call, type, id: endOf(input[by]) });
}

/** `…:table/coupons` → `coupons` */
export function endOf(arn: unknown): string {
  return String(arn).split('/').at(-1) ?? '';
}
