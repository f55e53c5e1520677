/** Snapshots of databases: of instances, and of clusters. https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/Welcome.html */
import type * as module from '@aws-sdk/client-rds';
import { AwsError } from '../collections/errors.ts';
import type { Row, Table } from '../collections/table.ts';
import { type DbClusterSnapshotRow, type DbSnapshotRow, dbSnapshots } from '../seeds/dbSnapshotSeeds.ts';
import { answered } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { plain } from '../store/listing.ts';
import type { Handlers } from '../wire/service.ts';
import { listing, named } from './rdsListing.ts';

type Snapshot = DbSnapshotRow | DbClusterSnapshotRow;

/** One kind of snapshots, and the codes about it. */
interface Codes {
  readonly noun: string;
  readonly notFound: string;
  readonly badState: string;
  readonly taken: string;
}

const OF_INSTANCES: Codes = {
  noun: 'DBSnapshot',
  notFound: 'DBSnapshotNotFound',
  badState: 'InvalidDBSnapshotState',
  taken: 'DBSnapshotAlreadyExists',
};
const OF_CLUSTERS: Codes = {
  noun: 'DBClusterSnapshot',
  notFound: 'DBClusterSnapshotNotFoundFault',
  badState: 'InvalidDBClusterSnapshotStateFault',
  taken: 'DBClusterSnapshotAlreadyExistsFault',
};

export const rdsSnapshots: Handlers<typeof module> = {
  DescribeDBSnapshots: listing(
    plain(
      ({ here }, { DBSnapshotIdentifier, DBInstanceIdentifier: of, SnapshotType }: module.DescribeDBSnapshotsMessage) =>
        ofType(named(here.dbSnapshots, DBSnapshotIdentifier, missing(OF_INSTANCES)), SnapshotType).filter(
          ({ value }) => of === undefined || value.DBInstanceIdentifier === of,
        ),
    ),
    { answer: 'DBSnapshots' },
  ),
  DescribeDBClusterSnapshots: listing(
    plain(
      (
        { here },
        { DBClusterSnapshotIdentifier, DBClusterIdentifier: of, ...filters }: module.DescribeDBClusterSnapshotsMessage,
      ) =>
        ofType(
          named(here.dbClusterSnapshots, DBClusterSnapshotIdentifier, missing(OF_CLUSTERS)),
          filters.SnapshotType,
        ).filter(({ value }) => of === undefined || value.DBClusterIdentifier === of),
    ),
    { answer: 'DBClusterSnapshots' },
  ),
  DescribeExportTasks: listing(answered(), { answer: 'ExportTasks' }),

  DescribeDBSnapshotAttributes: ({ DBSnapshotIdentifier: id = '' }, { here }) => ({
    DBSnapshotAttributesResult: {
      DBSnapshotIdentifier: id,
      DBSnapshotAttributes: attributesOf(existing(here.dbSnapshots, id, OF_INSTANCES)),
    },
  }),
  DescribeDBClusterSnapshotAttributes: ({ DBClusterSnapshotIdentifier: id = '' }, { here }) => ({
    DBClusterSnapshotAttributesResult: {
      DBClusterSnapshotIdentifier: id,
      DBClusterSnapshotAttributes: attributesOf(existing(here.dbClusterSnapshots, id, OF_CLUSTERS)),
    },
  }),
  ModifyDBSnapshotAttribute({ DBSnapshotIdentifier: id = '', ValuesToAdd = [] }, { here }) {
    const row = existing(here.dbSnapshots, id, OF_INSTANCES);
    here.dbSnapshots.put(id, { ...row, sharedWith: [...(row.sharedWith ?? []), ...ValuesToAdd] });
    return {};
  },
  ModifyDBClusterSnapshotAttribute({ DBClusterSnapshotIdentifier: id = '', ValuesToAdd = [] }, { here }) {
    const row = existing(here.dbClusterSnapshots, id, OF_CLUSTERS);
    here.dbClusterSnapshots.put(id, { ...row, sharedWith: [...(row.sharedWith ?? []), ...ValuesToAdd] });
    return {};
  },

  CreateDBSnapshot({ DBSnapshotIdentifier: id = '', DBInstanceIdentifier, Tags }, call) {
    const { here } = call;
    if (here.dbSnapshots.get(id)) throw taken(OF_INSTANCES, id);
    const source = here.dbInstances.get(DBInstanceIdentifier ?? '');
    if (!source) throw new AwsError('DBInstanceNotFound', `DBInstance ${DBInstanceIdentifier} not found.`, 404);
    const { DbiResourceId } = source;
    const tags = tagsOf(Tags);
    const DBSnapshot = dbSnapshots.make({ DBSnapshotIdentifier: id, DBInstanceIdentifier, DbiResourceId, tags }, call);
    here.dbSnapshots.put(id, DBSnapshot);
    return { DBSnapshot };
  },

  DeleteDBSnapshot({ DBSnapshotIdentifier: id = '' }, { here }) {
    const DBSnapshot = { ...deletable(here.dbSnapshots, id, OF_INSTANCES), Status: 'deleted' };
    here.dbSnapshots.remove(id);
    return { DBSnapshot };
  },
  DeleteDBClusterSnapshot({ DBClusterSnapshotIdentifier: id = '' }, { here }) {
    const DBClusterSnapshot = { ...deletable(here.dbClusterSnapshots, id, OF_CLUSTERS), Status: 'deleted' };
    here.dbClusterSnapshots.remove(id);
    return { DBClusterSnapshot };
  },

  ListTagsForResource({ ResourceName = '' }, call) {
    const TagList: module.Tag[] = [];
    changeTags(ResourceName, call, (before) => {
      TagList.push(...before);
      return [...before];
    });
    return { TagList };
  },
  AddTagsToResource({ ResourceName = '', Tags = [] }, call) {
    changeTags(ResourceName, call, (before) => [
      ...before.filter(({ Key }) => !Tags.some((tag) => tag.Key === Key)),
      ...Tags,
    ]);
    return {};
  },
  RemoveTagsFromResource({ ResourceName = '', TagKeys = [] }, call) {
    changeTags(ResourceName, call, (before) => before.filter(({ Key = '' }) => !TagKeys.includes(Key)));
    return {};
  },
};

/** "If you don't specify a SnapshotType value, then both automated and manual snapshots are returned." */
function ofType<T extends Snapshot>(rows: readonly Row<T>[], type: string | undefined): readonly Row<T>[] {
  return type === undefined ? rows : rows.filter(({ value }) => value.SnapshotType === type);
}

function attributesOf({ sharedWith = [] }: Snapshot): module.DBSnapshotAttribute[] {
  return [{ AttributeName: 'restore', AttributeValues: [...sharedWith] }];
}

function existing<T extends Snapshot>(table: Table<T>, id: string, codes: Codes): T {
  const row = table.get(id);
  if (row) return row;
  throw missing(codes)(id);
}

function missing({ noun, notFound }: Codes): (id: string) => AwsError {
  return (id) => new AwsError(notFound, `${noun} ${id} not found.`, 404);
}

function taken({ noun, taken: code }: Codes, id: string): AwsError {
  return new AwsError(
    code,
    `Cannot create the snapshot because a snapshot with the identifier ${id} already exists (${noun}).`,
  );
}

/** Messages as in https://github.com/cloud-custodian/cloud-custodian/issues/7838, https://github.com/rebuy-de/aws-nuke/issues/511 */
function deletable<T extends Snapshot>(table: Table<T>, id: string, codes: Codes): T {
  const row = existing(table, id, codes);
  if (row.SnapshotType !== 'manual') throw new AwsError(codes.badState, 'Only manual snapshots may be deleted.');
  if (row.Status === 'available') return row;
  throw new AwsError(codes.badState, `Cannot delete the snapshot because it is not currently in the available state.`);
}

function changeTags(arn: string, { here }: Call, change: (before: readonly module.Tag[]) => module.Tag[]): void {
  const name = arn.split(':').slice(6).join(':');
  const instance = arn.includes(':snapshot:') ? here.dbSnapshots.get(name) : undefined;
  const cluster = arn.includes(':cluster-snapshot:') ? here.dbClusterSnapshots.get(name) : undefined;
  const database = arn.includes(':db:') ? here.dbInstances.get(name) : undefined;
  const databases = arn.includes(':cluster:') ? here.dbClusters.get(name) : undefined;
  if (database) here.dbInstances.put(name, { ...database, TagList: change(database.TagList ?? []) });
  else if (arn.includes(':db:')) throw new AwsError('DBInstanceNotFound', `DBInstance ${name} not found.`, 404);
  else if (databases) here.dbClusters.put(name, { ...databases, TagList: change(databases.TagList ?? []) });
  else if (arn.includes(':cluster:')) throw new AwsError('DBClusterNotFoundFault', `DBCluster ${name} not found.`, 404);
  else if (instance) here.dbSnapshots.put(name, { ...instance, TagList: change(instance.TagList ?? []) });
  else if (cluster) here.dbClusterSnapshots.put(name, { ...cluster, TagList: change(cluster.TagList ?? []) });
  else throw missing(arn.includes(':cluster-snapshot:') ? OF_CLUSTERS : OF_INSTANCES)(name);
}

function tagsOf(tags: readonly module.Tag[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(tags.map(({ Key = '', Value = '' }) => [Key, Value]));
}
