import { DAY_MS } from '../../../../core/common/duration.ts';
import { permissionsOf } from '../../calls/call.ts';
import { rds } from '../../calls/rds.ts';
import { databaseConnections } from '../../evidence/databases/connections.ts';
import { restoringDatabases } from '../../evidence/databases/restoring.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { toDbInstance } from '../../resources/dbInstance.ts';
import { managedParameters } from '../../resources/managedBy.ts';
import { rdsTags } from '../../session/rdsTags.ts';
import { resourceType } from '../resourceType.ts';
import { databaseEvents } from './databaseEvents.ts';
import { finalSnapshotName } from './finalSnapshot.ts';
import { quarantineDbInstances } from './quarantine.ts';
import { restoreDbInstance } from './restore.ts';
import { dbInstanceSafeguards } from './safeguards.ts';
import { withoutFinal } from './withoutFinal.ts';

/** RDS starts a stopped one again then. */
const STARTED_AFTER_MS = 7 * DAY_MS;
const STOPPED_FOR_MS = 5 * DAY_MS;

export const dbInstance = resourceType({
  resourceType: 'dbInstance',
  called: { en: 'RDS instance', de: 'RDS-Instanz' },
  alsoCalled: ['rds', 'rds instance', 'database', 'db instance'],
  summary:
    'RDS instances that are in no cluster. Idle: no connection and little work on its storage on every day of `unusedFor`, 32 days by default. It is stopped for some days first, with a snapshot; a final snapshot is made with its deletion unless RDS makes none of a stopped one, and its automated backups stay.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    sizeBytes: 'bytes',
    arn: 'text',
    dbInstanceStatus: 'text',
    dbInstanceClass: 'text',
    engine: 'text',
    engineVersion: 'text',
    multiAZ: 'boolean',
    storageType: 'text',
    allocatedStorage: 'gibibytes',
    storageEncrypted: 'boolean',
    endpointAddress: 'text',
    publiclyAccessible: 'boolean',
    dbClusterIdentifier: 'text',
    deletionProtection: 'boolean',
    replicas: 'texts',
    pendingChanges: 'texts',
    boundTo: 'texts',
    automaticRestartTime: 'date',
    operator: 'text',
  },
  noun: 'database instance',
  arns: ['rds:*:*:db:*'],
  parameters: managedParameters,
  evidence: [databaseConnections, databaseEvents, recordSets, restoringDatabases, ...mentionedBy('dbInstance')],
  unlistedUsers:
    'programs outside of AWS that connect seldom and briefly, between two samples of the metric, or that will connect again after a pause of more than `unusedFor`; secrets, and backup plans that choose by tags',
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
  // Longer than a month: a job at the end of each month counts. Compute Optimizer looks back for 14 days, Trusted Advisor for 7.
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  // The price of its class depends on engine, deployment and licence, which the price list of this program does not have.
  monthlyCost: () => undefined,
  tagging: rdsTags,
  mostIds: 1,
  reads: rds.describeDBInstances,
  idsInput: ([DBInstanceIdentifier]) => ({ DBInstanceIdentifier }),
  idOf: ({ DBInstanceIdentifier }) => DBInstanceIdentifier,
  toResource: toDbInstance,
  deletes: rds.deleteDBInstance,
  // AWS makes the snapshot after the last connection and before the end, or refuses: nothing that is written meanwhile is lost.
  deleteInput: (DBInstanceIdentifier, identity) => ({
    DBInstanceIdentifier,
    SkipFinalSnapshot: false,
    FinalDBSnapshotIdentifier: finalSnapshotName(identity),
    DeleteAutomatedBackups: false,
  }),
  // A name may be taken again, and no condition of the request names anything else.
  isReadAgain: true,
  afterRefusal: withoutFinal,
  userOf: (one) => {
    const resource = toDbInstance(one);
    return resource && blockedBy(resource);
  },
  ends: 'accepted',
  quarantining: quarantineDbInstances,
  restore: { calls: [rds.describeDBSnapshots, rds.restoreDBInstanceFromDBSnapshot], plan: restoreDbInstance },
});

/** Facts that AWS does not refuse, or only after it began: read directly before the request. */
function blockedBy(resource: NonNullable<ReturnType<typeof toDbInstance>>): string | undefined {
  // Whoever started it needs it: it goes as it was stopped, or not at all.
  if (resource.dbInstanceStatus !== 'stopped')
    return `its state is ${resource.dbInstanceStatus ?? 'not known'}, and it was stopped for its deletion`;
  const none = { manageOwned: [], managedTags: [] };
  const facts = { now: 0, findings: [] };
  return dbInstanceSafeguards
    .filter(({ name }) => AT_THE_END.has(name))
    .flatMap((one) => one.keeps(resource, none, facts) ?? [])[0];
}

const AT_THE_END: ReadonlySet<string> = new Set([
  'cluster',
  'status',
  'deletionProtection',
  'replicas',
  'pendingChanges',
  'boundTo',
]);
