/** What keeps snapshots of databases, the same for those of instances and of clusters. */
import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import type { Call, Input, Item, ListCall, Method, Output } from '../../calls/call.ts';
import { rds } from '../../calls/rds.ts';
import { type DbSnapshotResource, madeOfAlias } from '../../resources/dbSnapshot.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace, ownRegions } from '../../wire/places.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';
import { plainSource, used } from '../plainSource.ts';

/** A database, as one of the two listings has it. */
interface Database {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly status: string | undefined;
}

/** How databases of one kind are read. */
interface Databases {
  /** `database instance` */
  readonly noun: string;
  readonly call: Call;
  /** @param name absent: all of the place */
  list(target: CallScope, name?: string): Promise<readonly Database[]>;
}

function databases<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string>(
  noun: string,
  call: ListCall<C, M, L>,
  named: (name: string) => Partial<Input<C, M>>,
  toDatabase: (item: Item<Output<C, M>, L>) => Database,
): Databases {
  return {
    noun,
    call,
    list: async (target, name) =>
      (await allOf(pages(target, call, `reading ${noun}s`, name === undefined ? {} : named(name)))).map(toDatabase),
  };
}

const INSTANCES = databases(
  'database instance',
  rds.describeDBInstances,
  (DBInstanceIdentifier) => ({ DBInstanceIdentifier }),
  ({ DbiResourceId: id, DBInstanceIdentifier: name, DBInstanceStatus: status }) => ({ id, name, status }),
);

const CLUSTERS = databases(
  'database cluster',
  rds.describeDBClusters,
  (DBClusterIdentifier) => ({ DBClusterIdentifier }),
  ({ DbClusterResourceId: id, DBClusterIdentifier: name, Status: status }) => ({ id, name, status }),
);

/**
 * The states of a database that was made. All others may be of one that is being restored (`creating`, `migrating`), or
 * whose restore failed and will be tried again:
 * https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/accessing-monitoring.html,
 * https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/accessing-monitoring.html
 */
export const MADE: ReadonlySet<string | undefined> = new Set([
  ...['available', 'backing-up', 'backtracking', 'configuring-enhanced-monitoring', 'configuring-iam-database-auth'],
  ...['configuring-log-exports', 'converting-to-vpc', 'delete-precheck', 'deleting', 'failing-over'],
  ...['inaccessible-encryption-credentials', 'inaccessible-encryption-credentials-recoverable', 'maintenance'],
  ...['modifying', 'moving-to-vpc', 'promoting', 'rebooting', 'renaming', 'resetting-master-credentials', 'starting'],
  ...['stopped', 'stopping', 'storage-config-upgrade', 'storage-full', 'storage-optimization', 'update-iam-db-auth'],
  'upgrading',
]);

/** The database that a snapshot of an instance was made of. */
export const snapshotInstance = databaseOf('snapshotInstance', INSTANCES, CLUSTERS);

/** The database that a snapshot of a cluster was made of. */
export const snapshotCluster = databaseOf('snapshotCluster', CLUSTERS, INSTANCES);

/**
 * Is the database gone that a snapshot was made of? Only its id can tell: a name changes, and is taken again. So all are
 * listed, and one that is not among them is read by its name, too (law 2). One that is being made may be restored from any
 * snapshot, also from one of the other kind, and RDS does not say from which.
 */
function databaseOf(name: string, { noun, call, list }: Databases, other: Databases): EvidenceSource {
  return eachSource<DbSnapshotResource>({
    name,
    summary: `The ${noun} that the snapshot was made of, by the id that never changes: it exists, or AWS confirms that it does not. A ${noun} or a ${other.noun} that is being made may be restored from any snapshot.`,
    calls: [call, other.call],
    reading(target) {
      let listed: Promise<readonly [readonly Database[], readonly Database[]]> | undefined;
      return async ({ sourceId, sourceName }) => {
        if (sourceId === undefined) return [];
        listed ??= Promise.all([list(target), other.list(target)]);
        const [own, others] = await listed;
        const named = sourceName === undefined ? [] : ((await unlessGone(list(target, sourceName))) ?? []);
        return [...madeBy(noun, own), ...madeBy(other.noun, others), existence(noun, sourceId, [...own, ...named])];
      };
    },
  });
}

function madeBy(noun: string, all: readonly Database[]): readonly FindingOfOne[] {
  return all
    .filter(({ status }) => !MADE.has(status))
    .map(({ name, status = 'status not known' }) => ({
      says: 'used',
      by: `${noun} ${name} (${status}), perhaps being made from this snapshot`,
    }));
}

function existence(noun: string, sourceId: string, databases: readonly Database[]): FindingOfOne {
  const living = databases.find(({ id }) => id === sourceId);
  if (living) return { says: 'used', by: `${noun} ${living.name}, which it was made of`, byId: sourceId };
  const odd = databases.find(({ id }) => !id);
  if (odd) return { says: 'unknown', by: `${noun} ${odd.name} came without its id, and may be the one it was made of` };
  return { says: 'gone', by: `${noun} ${sourceId}`, byId: sourceId };
}

/** One attribute of an answer about sharing. */
interface Attribute {
  readonly AttributeName?: string | undefined;
  readonly AttributeValues?: readonly string[] | undefined;
}

/** An account with access to a shared snapshot may restore it, and this account cannot see that. */
export function sharingOf<C extends object, M extends Method<C>>(
  name: string,
  call: Call<C, M>,
  input: (id: string) => Input<C, M>,
  attributesOf: (answer: Output<C, M>) => readonly Attribute[] | undefined,
): EvidenceSource {
  return eachSource({
    name,
    summary: 'Accounts that the snapshot is shared with, or every AWS account.',
    calls: [call],
    reading:
      (target: CallScope) =>
      async ({ id }) => {
        const what = `reading whom ${id} is shared with`;
        const answer = await read(target, call, what, input(id));
        const attributes = requirePart(attributesOf(answer), 'attributes', { target, api: call.api, what });
        return attributes.flatMap(({ AttributeName, AttributeValues = [] }) =>
          AttributeName === 'restore' ? AttributeValues.map(sharedWith) : [],
        );
      },
  });
}

function sharedWith(value: string): FindingOfOne {
  const by = value === 'all' ? 'every AWS account (the snapshot is public)' : `account ${value} (it is shared with it)`;
  return { says: 'used', by };
}

const ENDED: ReadonlySet<string> = new Set(['CANCELED', 'COMPLETE', 'FAILED']);

/** https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_ExportTask.html */
export const snapshotExports = plainSource({
  name: 'snapshotExports',
  summary: 'Exports of snapshots to S3 that have not ended.',
  places: ownPlace,
  reads: rds.describeExportTasks,
  what: 'reading exports of snapshots',
  find({ ExportTaskIdentifier, SourceArn, Status }) {
    if (Status !== undefined && ENDED.has(Status)) return [];
    const by = `export ${ExportTaskIdentifier} (${Status ?? 'status not known'})`;
    return used(SourceArn?.toLowerCase(), by, 'an export came without the ARN of what it exports');
  },
});

/** A snapshot that is not whole yet. */
interface Unfinished {
  readonly name: string | undefined;
  readonly status: string | undefined;
  readonly sourceId: string | undefined;
  /** The ARN that it is copied from, which only a copy from another region or account has. */
  readonly copies: string | undefined;
}

/** "The DB snapshot that is being copied" ends with it: RDS names its source only where that is elsewhere. */
export function copiesOf<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string>(
  name: string,
  reads: ListCall<C, M, L>,
  toUnfinished: (item: Item<Output<C, M>, L>) => Unfinished,
): EvidenceSource {
  return plainSource<C, M, L>({
    name,
    summary:
      'Snapshots that are being made in any region of the account: each may be a copy of any other one of its database, or of the one it names.',
    places: ownRegions,
    reads,
    what: 'reading snapshots that are being made',
    find(item): readonly Finding[] {
      const { name: id, status, sourceId, copies } = toUnfinished(item);
      if (status === 'available' || status === 'failed') return [];
      const by = `snapshot ${id} (${status ?? 'status not known'})`;
      const aliases = [...(sourceId ? [madeOfAlias(sourceId)] : []), ...(copies ? [copies.toLowerCase()] : [])];
      return aliases.map((alias) => ({ alias, says: 'used', by }));
    },
  });
}
