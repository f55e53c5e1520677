import type { BackupDescription } from '@aws-sdk/client-dynamodb';
import type { QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Quarantining } from '../../../contract/quarantining.ts';
import { dynamoDb } from '../../calls/dynamoDb.ts';
import type { TableResource } from '../../resources/table.ts';
import type { CallScopes } from '../../session/session.ts';
import { tableTags } from '../../session/tableTags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { unlessGone } from '../../wire/readError.ts';
import { read } from '../../wire/reading.ts';
import { type BackupWay, backupFirst } from '../backupFirst.ts';
import { lastBackupName, readLastBackups } from './backups.ts';

const BACKUP: BackupWay<TableResource, BackupDescription> = {
  api: dynamoDb.createBackup.api,
  called: 'backup',
  tagging: tableTags,
  stateOf: ({ tableStatus }) => tableStatus,
  ready: 'ACTIVE',
  nameOf: ({ identity }, at) => lastBackupName(identity, at),
  async find(reader, table) {
    const known = await readLastBackups(reader, table);
    return known.flatMap(({ BackupArn: id, BackupName: name, BackupStatus: status }) =>
      id && name && status !== 'DELETED' ? [{ id, name }] : [],
    );
  },
  async make(deleter, { id: TableName }, BackupName) {
    const answer = await send(deleter, dynamoDb.createBackup, { TableName, BackupName });
    const id = answer.BackupDetails?.BackupArn;
    return { ...(id && { id }), requestId: requestIdOf(answer) };
  },
  async read(reader, BackupArn) {
    const reading = read(reader, dynamoDb.describeBackup, `reading ${BackupArn}`, { BackupArn });
    return (await unlessGone(reading))?.BackupDescription;
  },
  proof: ({ BackupDetails: details, SourceTableDetails: source }, made, { identity }) => {
    // A table of its name may have been made between the check and the request.
    if (source?.TableId !== identity) return { kind: 'failed', why: `${made} is of another table` };
    return proven(made, details?.BackupStatus);
  },
};

function proven(made: string, status = 'not known'): QuarantineStanding | 'deleted' {
  if (status === 'AVAILABLE') return { kind: 'inEffect' };
  return status === 'DELETED' ? 'deleted' : { kind: 'pending', why: `the state of ${made} is ${status}` };
}

/** Who writes to it meanwhile uses it: its capacity shows that. */
export function quarantineTables(scopes: CallScopes): Quarantining<TableResource> {
  return backupFirst(BACKUP, scopes);
}
