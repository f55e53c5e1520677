/** Clusters of databases: their snapshots, their end, and their way back. https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/Welcome.html */
import type * as module from '@aws-sdk/client-rds';
import { AwsError } from '../collections/errors.ts';
import { dbClusters } from '../seeds/databaseSeeds.ts';
import { dbClusterSnapshots } from '../seeds/dbSnapshotSeeds.ts';
import type { Call } from '../store/call.ts';
import { plain } from '../store/listing.ts';
import type { Handlers } from '../wire/service.ts';
import { changeCluster, startOverdue, tell } from './rdsEvents.ts';
import { listing, named } from './rdsListing.ts';

const missing = (name: string) => new AwsError('DBClusterNotFoundFault', `DBCluster ${name} not found.`, 404);
const badState = (message: string) => new AwsError('InvalidDBClusterStateFault', message);

export const rdsClusters: Handlers<typeof module> = {
  DescribeDBClusters: listing(
    plain((call, { DBClusterIdentifier }: module.DescribeDBClustersMessage) => {
      startOverdue(call);
      return named(call.here.dbClusters, DBClusterIdentifier, missing);
    }),
    { answer: 'DBClusters' },
  ),

  CreateDBCluster({ DBClusterIdentifier = '', Engine, VpcSecurityGroupIds = [], Tags = [] }, call) {
    const VpcSecurityGroups = VpcSecurityGroupIds.map((VpcSecurityGroupId) => ({
      VpcSecurityGroupId,
      Status: 'active',
    }));
    const seed = { DBClusterIdentifier, ...(Engine && { Engine }), VpcSecurityGroups, tags: tagsOf(Tags) };
    return { DBCluster: add(seed, call) };
  },

  CreateDBClusterSnapshot({ DBClusterSnapshotIdentifier: id = '', DBClusterIdentifier: name = '', Tags }, call) {
    const DBClusterSnapshot = save(existing(name, call), id, tagsOf(Tags), call);
    return { DBClusterSnapshot };
  },

  /** What is asked for is done at once. The answer still has the state from before it. */
  DeleteDBCluster(input, call) {
    const { DBClusterIdentifier: name = '', SkipFinalSnapshot = false, FinalDBSnapshotIdentifier: final } = input;
    const cluster = existing(name, call);
    refuse(cluster, { isSaved: !SkipFinalSnapshot, final });
    if (final) save(cluster, final, {}, call);
    call.here.dbClusters.remove(name);
    return { DBCluster: cluster };
  },

  /** Done at once, with all members. "You can stop a DB cluster for up to seven days." */
  StopDBCluster({ DBClusterIdentifier: name = '' }, call) {
    const cluster = existing(name, call);
    refuseStop(cluster, call);
    const AutomaticRestartTime = new Date(call.now.getTime() + 7 * 86_400_000);
    changeCluster(name, { Status: 'stopped', AutomaticRestartTime }, call);
    tell(call, name, 'DB cluster stopped', call.now, 'db-cluster');
    return { DBCluster: existing(name, call) };
  },
  StartDBCluster({ DBClusterIdentifier: name = '' }, call) {
    if (existing(name, call).Status !== 'stopped') throw badState(`DbCluster ${name} is not in stopped state`);
    changeCluster(name, { Status: 'available' }, call);
    tell(call, name, 'DB cluster started', call.now, 'db-cluster');
    return { DBCluster: existing(name, call) };
  },

  RestoreDBClusterFromSnapshot(input, call) {
    const { DBClusterIdentifier = '', SnapshotIdentifier: from = '', Tags, Engine } = input;
    if (!call.here.dbClusterSnapshots.get(from))
      throw new AwsError('DBClusterSnapshotNotFoundFault', `DBClusterSnapshot ${from} not found.`, 404);
    return { DBCluster: add({ DBClusterIdentifier, ...(Engine && { Engine }), tags: tagsOf(Tags) }, call) };
  },
};

function add(seed: Parameters<typeof dbClusters.make>[0], call: Call): module.DBCluster {
  const { DBClusterIdentifier: name = '' } = seed;
  if (call.here.dbClusters.get(name))
    throw new AwsError('DBClusterAlreadyExistsFault', `DB Cluster already exists (${name})`);
  const cluster = dbClusters.make(seed, call);
  call.here.dbClusters.put(name, cluster);
  return cluster;
}

function existing(name: string, call: Call): module.DBCluster {
  startOverdue(call);
  const found = call.here.dbClusters.get(name);
  if (found) return found;
  throw missing(name);
}

/**
 * The messages are those of USER_DeleteCluster, https://github.com/crossplane-contrib/provider-aws/issues/1423,
 * https://github.com/hashicorp/terraform-provider-aws/pull/40333, https://github.com/ekristen/aws-nuke/issues/347 and the operation's page.
 */
function refuse(
  one: module.DBCluster,
  { isSaved, final }: { readonly isSaved: boolean; readonly final: string | undefined },
): void {
  const { DBClusterIdentifier: name, Status: status } = one;
  if (one.DeletionProtection)
    throw new AwsError(
      'InvalidParameterCombination',
      'Cannot delete protected Cluster, please disable deletion protection and try again.',
    );
  if (!isSaved && final)
    throw new AwsError(
      'InvalidParameterCombination',
      'You cannot specify both FinalDBSnapshotIdentifier and SkipFinalSnapshot',
    );
  if (isSaved && !final)
    throw new AwsError(
      'InvalidParameterCombination',
      'FinalDBSnapshotIdentifier is required unless SkipFinalSnapshot is specified.',
    );
  if (one.GlobalClusterIdentifier)
    throw badState('This cluster is a part of a global cluster, please remove it from globalcluster first');
  if ((one.DBClusterMembers ?? []).length > 0)
    throw badState('Cluster cannot be deleted, it still contains DB instances in non-deleting state.');
  if (status === 'stopped') throw badState(`DbCluster ${name} is in stopped state`);
  if (isSaved && status !== 'available')
    throw badState(
      `Can't create a snapshot because the database cluster ${name} isn't currently in the available state.`,
    );
}

/**
 * What the guide says that AWS does not stop; the codes are those of the operation's page, the messages are not known.
 * https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-cluster-stop-start.html
 */
function refuseStop(one: module.DBCluster, { here }: Call): void {
  const { DBClusterIdentifier: name, Engine: engine = '', ReadReplicaIdentifiers: copies = [] } = one;
  if (one.Status !== 'available') throw badState(`DbCluster ${name} is not in available state`);
  if (!/^(?:aurora|docdb|neptune)/.test(engine)) throw badState(`DbCluster ${name} is a Multi-AZ DB cluster`);
  if ((one.EngineMode ?? 'provisioned') !== 'provisioned') throw badState(`DbCluster ${name} is ${one.EngineMode}`);
  if (one.GlobalClusterIdentifier) throw badState(`DbCluster ${name} is a part of a global database`);
  if (one.ReplicationSourceIdentifier || copies.length > 0) throw badState(`DbCluster ${name} replicates`);
  for (const { DBInstanceIdentifier: member = '' } of one.DBClusterMembers ?? [])
    if (here.dbInstances.get(member)?.DBInstanceStatus !== 'available')
      throw new AwsError('InvalidDBInstanceState', `Instance ${member} is not in available state.`);
}

function save(
  one: module.DBCluster,
  DBClusterSnapshotIdentifier: string,
  tags: Readonly<Record<string, string>>,
  call: Call,
): module.DBClusterSnapshot {
  const { DBClusterIdentifier, DbClusterResourceId, Engine, Status: status, StorageEncrypted } = one;
  if (call.here.dbClusterSnapshots.get(DBClusterSnapshotIdentifier))
    throw new AwsError(
      'DBClusterSnapshotAlreadyExistsFault',
      `Cannot create the snapshot because a snapshot with the identifier ${DBClusterSnapshotIdentifier} already exists.`,
    );
  if (status !== 'available') throw badState(`The DB cluster ${DBClusterIdentifier} is not in the available state.`);
  const seed = {
    DBClusterSnapshotIdentifier,
    DBClusterIdentifier,
    DbClusterResourceId,
    ...(Engine && { Engine }),
    ...(StorageEncrypted !== undefined && { StorageEncrypted }),
    tags,
  };
  const snapshot = dbClusterSnapshots.make(seed, call);
  call.here.dbClusterSnapshots.put(DBClusterSnapshotIdentifier, snapshot);
  return snapshot;
}

/** The first member of a cluster writes. */
export function join(DBInstanceIdentifier: string, name: string, call: Call): void {
  const cluster = existing(name, call);
  const { DBClusterMembers: before = [], Status: status } = cluster;
  if (status !== 'available') throw badState(`The DB cluster ${name} is not in the available state.`);
  const DBClusterMembers = [...before, { DBInstanceIdentifier, IsClusterWriter: before.length === 0 }];
  call.here.dbClusters.put(name, { ...cluster, DBClusterMembers });
}

/** Another member writes once the one that did is gone. Messages as in https://github.com/hashicorp/terraform-provider-aws/issues/26234 */
export function leave({ DBInstanceIdentifier: gone, DBClusterIdentifier: name }: module.DBInstance, call: Call): void {
  const cluster = name === undefined ? undefined : call.here.dbClusters.get(name);
  if (name === undefined || !cluster) return;
  const { DBClusterMembers: before = [], ReadReplicaIdentifiers: replicas = [] } = cluster;
  const left = before.filter(({ DBInstanceIdentifier }) => DBInstanceIdentifier !== gone);
  if (left.length === 0 && replicas.length > 0)
    throw badState(
      'Cannot delete the last instance of the master cluster. Delete the replica cluster before deleting the last master cluster instance.',
    );
  const isWritten = left.some(({ IsClusterWriter }) => IsClusterWriter);
  const DBClusterMembers = left.map((one, index) =>
    index === 0 && !isWritten ? { ...one, IsClusterWriter: true } : one,
  );
  call.here.dbClusters.put(name, { ...cluster, DBClusterMembers });
}

function tagsOf(tags: readonly module.Tag[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(tags.map(({ Key = '', Value = '' }) => [Key, Value]));
}
