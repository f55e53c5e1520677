/** Makes a backup of a table before its deletion. The table stays as it is, and may be used: nothing is switched off here. */
import type { BackupDescription } from '@aws-sdk/client-dynamodb';
import type { Mark } from '../../../../core/mark/mark.ts';
import { QUARANTINE_TAG, type QuarantineOutcome, type QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Quarantining } from '../../../contract/quarantining.ts';
import { dynamoDb } from '../../calls/dynamoDb.ts';
import type { TableResource } from '../../resources/table.ts';
import { NOT_SHOWN_FOR_MS, quarantineOne, readAgainLater } from '../../session/deleting.ts';
import type { CallScopes } from '../../session/session.ts';
import { tableTags } from '../../session/tableTags.ts';
import { verifyAccount } from '../../wire/account.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { unlessGone } from '../../wire/readError.ts';
import { read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { lastBackupName, readLastBackups } from './backups.ts';

/** So long a backup whose answer was lost is found by its name. */
const SAME_FOR_MS = 24 * 3_600_000;

/** Quarantine tags the table and makes a backup of it. Who writes to it meanwhile uses it: its capacity shows that. */
export function quarantineTables({ reader, deleter }: CallScopes): Quarantining<TableResource> {
  return {
    // DynamoDB has no dry run.
    dryRunDelete: async () => {},
    begin: (table) => quarantineOne(deleter, dynamoDb.createBackup.api, () => begin(reader, deleter, table)),
    standing: (table, quarantine) => standingOf(reader, table, quarantine),
    release: (table) => release(deleter, table),
  };
}

async function begin(
  reader: CallScope,
  deleter: CallScope,
  table: TableResource,
): Promise<QuarantineOutcome | undefined> {
  const { id: TableName, identity, tableStatus: status } = table;
  if (status !== 'ACTIVE') return { kind: 'refused', reason: `its state is ${status ?? 'not known'}`, isInUse: true };
  const now = deleter.io.clock.now();
  const known = await readLastBackups(reader, table).catch(readAgainLater);
  if ('kind' in known) return known;
  const names = [now, now - SAME_FOR_MS].map((at) => lastBackupName(identity, at));
  const made = known.find((one) => names.includes(one.BackupName ?? '') && one.BackupStatus !== 'DELETED');
  if (made?.BackupArn) return done(made.BackupArn, 'none');
  // The tag first: what has none is never released.
  await tableTags.writer(deleter, table).write({ [QUARANTINE_TAG]: new Date(now).toISOString() });
  const answer = await send(deleter, dynamoDb.createBackup, { TableName, BackupName: lastBackupName(identity, now) });
  const arn = answer.BackupDetails?.BackupArn;
  return arn ? done(arn, requestIdOf(answer)) : undefined;
}

function done(made: string, requestId: string): QuarantineOutcome {
  return { kind: 'done', requestId, made, says: `all its items are saved in ${made}` };
}

async function standingOf(
  reader: CallScope,
  { identity, tableStatus: status = 'not known' }: TableResource,
  { at, made }: NonNullable<Mark['quarantine']>,
): Promise<QuarantineStanding> {
  if (status !== 'ACTIVE') return { kind: 'undone', why: `its state is ${status} after its last backup was made` };
  if (made === undefined) return { kind: 'failed', why: 'no backup of it is known' };
  const asked = read(reader, dynamoDb.describeBackup, `reading ${made}`, { BackupArn: made });
  const backup = (await unlessGone(asked))?.BackupDescription;
  return backup ? stateOf(backup, made, identity) : missing(made, reader.io.clock.now() - at);
}

function stateOf(backup: BackupDescription, made: string, identity: string): QuarantineStanding {
  const { BackupDetails: details, SourceTableDetails: source } = backup;
  // A table of its name may have been made between the check and the request.
  if (source?.TableId !== identity) return { kind: 'failed', why: `${made} is of another table` };
  switch (details?.BackupStatus) {
    case 'AVAILABLE':
      return { kind: 'inEffect' };
    case 'DELETED':
      return missing(made, NOT_SHOWN_FOR_MS);
    default:
      return { kind: 'pending', why: `the state of ${made} is ${details?.BackupStatus ?? 'not known'}` };
  }
}

function missing(made: string, ageMs: number): QuarantineStanding {
  if (ageMs < NOT_SHOWN_FOR_MS) return { kind: 'pending', why: `AWS does not show ${made} yet` };
  return { kind: 'undone', why: `${made}, its last backup, was deleted` };
}

async function release(deleter: CallScope, table: TableResource): Promise<string> {
  await verifyAccount(deleter);
  const { [QUARANTINE_TAG]: at = '' } = table.tags;
  await tableTags.writer(deleter, table).remove({ [QUARANTINE_TAG]: at });
  return 'Holystone deletes nothing: its last backup stays';
}
