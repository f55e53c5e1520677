/** The end of a database instance, and its way back. https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/Welcome.html */
import type * as module from '@aws-sdk/client-rds';
import { AwsError } from '../collections/errors.ts';
import { dbInstances } from '../seeds/databaseSeeds.ts';
import { dbSnapshots } from '../seeds/dbSnapshotSeeds.ts';
import type { Call } from '../store/call.ts';
import type { Handlers } from '../wire/service.ts';
import { leave } from './rdsClusters.ts';
import { startOverdue, tell } from './rdsEvents.ts';

/** "…you can only delete it when SkipFinalSnapshot is true": API_DeleteDBInstance. */
const WITHOUT_SNAPSHOT: ReadonlySet<string | undefined> = new Set([
  'failed',
  'incompatible-network',
  'incompatible-restore',
]);

export const rdsInstances: Handlers<typeof module> = {
  /** What is asked for is done at once; only what is `available` or `stopped` can be saved in a snapshot. */
  DeleteDBInstance(input, call) {
    const { DBInstanceIdentifier: name = '', SkipFinalSnapshot = false, FinalDBSnapshotIdentifier: final } = input;
    const instance = existing(name, call);
    refuse(instance, { isSaved: !SkipFinalSnapshot, final, savesStopped: call.store.savesStopped });
    if (!SkipFinalSnapshot && final) save(instance, final, call);
    leave(instance, call);
    call.here.dbInstances.remove(name);
    return { DBInstance: { ...instance, DBInstanceStatus: 'deleting' } };
  },

  /** Done at once. "The instance restarts automatically after 7 days." */
  StopDBInstance({ DBInstanceIdentifier: name = '', DBSnapshotIdentifier: last }, call) {
    const instance = existing(name, call);
    const { DBInstanceStatus: status, ReadReplicaDBInstanceIdentifiers: copies = [] } = instance;
    // The text is that of https://github.com/aws-solutions/instance-scheduler-on-aws/issues/249.
    if (instance.DBClusterIdentifier)
      throw new AwsError(
        'InvalidParameterCombination',
        `${instance.Engine} DB instances are not eligible for stopping and starting.`,
      );
    if (status !== 'available')
      throw new AwsError('InvalidDBInstanceState', `Instance ${name} is not in available state.`);
    if (instance.ReadReplicaSourceDBInstanceIdentifier || copies.length > 0)
      throw new AwsError('InvalidDBInstanceState', `Cannot stop or start a read replica, or its source: ${name}`);
    if (instance.Engine?.startsWith('sqlserver-') && instance.MultiAZ)
      throw new AwsError('InvalidDBInstanceState', `Cannot stop the Multi-AZ SQL Server instance ${name}`);
    if (last) save(instance, last, call);
    const AutomaticRestartTime = new Date(call.now.getTime() + 7 * 86_400_000);
    const DBInstance = { ...instance, DBInstanceStatus: 'stopped', AutomaticRestartTime };
    call.here.dbInstances.put(name, DBInstance);
    tell(call, name, 'DB instance shutdown');
    tell(call, name, 'DB instance stopped');
    return { DBInstance };
  },
  StartDBInstance({ DBInstanceIdentifier: name = '' }, call) {
    const { AutomaticRestartTime: _over, ...instance } = existing(name, call);
    if (instance.DBInstanceStatus !== 'stopped')
      throw new AwsError('InvalidDBInstanceState', `Instance ${name} is not stopped.`);
    const DBInstance = { ...instance, DBInstanceStatus: 'available' };
    call.here.dbInstances.put(name, DBInstance);
    tell(call, name, 'DB instance started');
    return { DBInstance };
  },

  RestoreDBInstanceFromDBSnapshot(input, call) {
    const { DBInstanceIdentifier: name = '', DBSnapshotIdentifier: from = '', Tags = [] } = input;
    const snapshot = call.here.dbSnapshots.get(from);
    if (!snapshot) throw new AwsError('DBSnapshotNotFound', `DBSnapshot ${from} not found.`, 404);
    if (call.here.dbInstances.get(name))
      throw new AwsError('DBInstanceAlreadyExists', `DB instance already exists (${name})`);
    const DBInstance = dbInstances.make(
      {
        DBInstanceIdentifier: name,
        ...(snapshot.Engine && { Engine: snapshot.Engine }),
        ...(input.DBInstanceClass && { DBInstanceClass: input.DBInstanceClass }),
        ...(input.MultiAZ !== undefined && { MultiAZ: input.MultiAZ }),
        tags: Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value])),
      },
      call,
    );
    call.here.dbInstances.put(name, DBInstance);
    return { DBInstance };
  },
};

interface Deletion {
  readonly isSaved: boolean;
  readonly final: string | undefined;
  readonly savesStopped: boolean;
}

function existing(name: string, call: Call): module.DBInstance {
  startOverdue(call);
  const found = call.here.dbInstances.get(name);
  if (found) return found;
  throw new AwsError('DBInstanceNotFound', `DBInstance ${name} not found.`, 404);
}

/**
 * The messages are those of https://github.com/cloud-custodian/cloud-custodian/issues/436 and 1153,
 * https://github.com/mattclay/aws-terminator/pull/319, https://github.com/hashicorp/terraform-provider-aws/pull/46687 and the
 * operation's own page.
 */
function refuse(one: module.DBInstance, { isSaved, final, savesStopped }: Deletion): void {
  const { DBInstanceIdentifier: name, DBInstanceStatus: status } = one;
  if (one.DeletionProtection)
    throw new AwsError(
      'InvalidParameterCombination',
      'Cannot delete protected DB Instance, please disable deletion protection and try again.',
    );
  // A member of a cluster has no data of its own: https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/USER_DeleteCluster.html
  if (one.DBClusterIdentifier && !final) return;
  if (isSaved && !final)
    throw new AwsError(
      'InvalidParameterCombination',
      'FinalDBSnapshotIdentifier is required unless SkipFinalSnapshot is specified.',
    );
  if (isSaved && (one.ReadReplicaSourceDBInstanceIdentifier || one.DBClusterIdentifier))
    throw new AwsError(
      'InvalidParameterCombination',
      `FinalDBSnapshotIdentifier can not be specified when deleting a ${one.DBClusterIdentifier ? 'cluster' : 'replica'} instance`,
    );
  if (isSaved && (WITHOUT_SNAPSHOT.has(status) || (status !== 'available' && status !== 'stopped')))
    throw new AwsError('InvalidDBInstanceState', `Instance ${name} is currently ${status} - try again later.`);
  if (isSaved && status === 'stopped' && !savesStopped)
    throw new AwsError(
      'InvalidDBInstanceState',
      `Cannot create a snapshot because the database instance ${name} is not currently in the available state.`,
    );
}

function save(one: module.DBInstance, DBSnapshotIdentifier: string, call: Call): void {
  const { DBInstanceIdentifier, DbiResourceId, Engine, TagList = [], CopyTagsToSnapshot, StorageEncrypted } = one;
  if (call.here.dbSnapshots.get(DBSnapshotIdentifier))
    throw new AwsError(
      'DBSnapshotAlreadyExists',
      `Cannot create the snapshot because a snapshot with the identifier ${DBSnapshotIdentifier} already exists.`,
    );
  const tags = Object.fromEntries((CopyTagsToSnapshot ? TagList : []).map(({ Key = '', Value = '' }) => [Key, Value]));
  tell(call, DBInstanceIdentifier ?? '', 'Backing up DB instance');
  tell(call, DBInstanceIdentifier ?? '', 'Finished DB Instance backup');
  const seed = {
    DBSnapshotIdentifier,
    DBInstanceIdentifier,
    DbiResourceId,
    ...(Engine && { Engine }),
    ...(StorageEncrypted !== undefined && { Encrypted: StorageEncrypted }),
    tags,
  };
  call.here.dbSnapshots.put(DBSnapshotIdentifier, dbSnapshots.make(seed, call));
}
