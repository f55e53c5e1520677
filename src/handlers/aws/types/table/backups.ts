/** The backups that Holystone makes of a table before its deletion. They stay: only people delete them. */
import type { BackupSummary } from '@aws-sdk/client-dynamodb';
import { dynamoDb } from '../../calls/dynamoDb.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** Names of backups need not differ, and a backup has no tags: the name says whose it is, and of which day. @param at ms since the epoch */
export function lastBackupName(identity: string, at: number): string {
  return `${beginning(identity)}${new Date(at).toISOString().slice(0, 10)}`;
}

function beginning(identity: string): string {
  return `holystone-last-${identity}-`;
}

/**
 * Those of this very table, the newest first; others of its name are of another id. @throws ReadError
 */
export async function readLastBackups(
  target: CallScope,
  { id: TableName, identity }: { readonly id: string; readonly identity: string },
): Promise<readonly BackupSummary[]> {
  const all = await allOf(pages(target, dynamoDb.listBackups, `reading backups of ${TableName}`, { TableName }));
  return all
    .filter(({ TableId, BackupName = '' }) => TableId === identity && BackupName.startsWith(beginning(identity)))
    .toSorted((a, b) => Number(b.BackupCreationDateTime ?? 0) - Number(a.BackupCreationDateTime ?? 0));
}
