import type { CallRecord } from '../aws/index.ts';
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

/** Is it the backup before the end of the table with this key? */
export function isBackupOf(key: string, { operation, input, ...call }: CallRecord): boolean {
  return operation === 'CreateBackup' && key === keyOf({ ...call, type: 'table', id: String(input.TableName) });
}
