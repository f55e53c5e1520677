import { DAY_MS } from '../../../../core/common/duration.ts';
import { permissionsOf } from '../../calls/call.ts';
import { rds } from '../../calls/rds.ts';
import { toDbInstance } from '../../resources/dbInstance.ts';
import { dbInstanceSafeguards } from '../../resources/dbInstanceSafeguards.ts';
import { finalSnapshotName } from '../../resources/lastOfDatabases.ts';
import { blockedUnless, DB_INSTANCE } from '../dbInstances.ts';
import { resourceType } from '../resourceType.ts';
import { quarantineDbInstances } from './quarantine.ts';
import { restoreDbInstance } from './restore.ts';
import { withoutFinal } from './withoutFinal.ts';

/** RDS starts a stopped one again then. */
const STARTED_AFTER_MS = 7 * DAY_MS;
const STOPPED_FOR_MS = 5 * DAY_MS;

export const dbInstance = resourceType({
  ...DB_INSTANCE,
  resourceType: 'dbInstance',
  called: { en: 'RDS instance', de: 'RDS-Instanz' },
  alsoCalled: ['rds', 'rds instance', 'database', 'db instance'],
  summary:
    'RDS instances that are in no cluster. Idle: no connection and little work on its storage on every day of `unusedFor`, 32 days by default. It is stopped for some days first, with a snapshot; a final snapshot is made with its deletion unless RDS makes none of a stopped one, and its automated backups stay.',
  noun: 'database instance',
  safeguards: dbInstanceSafeguards,
  quarantine: {
    summary:
      'Holystone stops the instance, with a snapshot of the moment. Starting the instance, or deleting that snapshot, keeps the instance. RDS starts it by itself after seven days: that is no use, and it is not deleted either. The snapshot stays, whatever happens: people delete it.',
    alwaysForMs: STOPPED_FOR_MS,
    permissions: permissionsOf(rds.stopDBInstance),
    undo: permissionsOf(rds.startDBInstance),
    reads: permissionsOf(rds.describeDBSnapshots, rds.describeEvents),
    endsAfterMs: STARTED_AFTER_MS,
  },
  toResource: toDbInstance,
  deletes: rds.deleteDBInstance,
  // AWS makes the snapshot after the last connection and before the end, or refuses: nothing that is written meanwhile is lost.
  deleteInput: (DBInstanceIdentifier, identity) => ({
    DBInstanceIdentifier,
    SkipFinalSnapshot: false,
    FinalDBSnapshotIdentifier: finalSnapshotName(identity),
    DeleteAutomatedBackups: false,
  }),
  afterRefusal: withoutFinal,
  userOf: blockedUnless('stopped', 'and it was stopped for its deletion', dbInstanceSafeguards),
  quarantining: quarantineDbInstances,
  alsoKeptAs: ['runningDbInstance'],
  stoppedAs: 'runningDbInstance',
  stopEndsMark: true,
  restore: { calls: [rds.describeDBSnapshots, rds.restoreDBInstanceFromDBSnapshot], plan: restoreDbInstance },
});
