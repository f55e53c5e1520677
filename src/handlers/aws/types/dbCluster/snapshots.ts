/** The snapshots that Holystone makes of a database cluster: some days before its deletion, and with it. They stay: only people delete them. */
import type { DBClusterSnapshot } from '@aws-sdk/client-rds';
import type { QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Quarantining } from '../../../contract/quarantining.ts';
import { rds } from '../../calls/rds.ts';
import type { DbClusterResource } from '../../resources/dbCluster.ts';
import { lastSnapshotName, prefixOfLast } from '../../resources/lastOfDatabases.ts';
import { rdsTags } from '../../session/rdsTags.ts';
import { LAST_OF_TAG } from '../../session/restoredTag.ts';
import type { CallScopes } from '../../session/session.ts';
import { fromTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { type BackupWay, backupFirst } from '../backupFirst.ts';

/** Those before the deletion of this very cluster, the newest first; one without a date may be the newest. @throws ReadError */
export async function readLastSnapshots(
  target: CallScope,
  { id: DBClusterIdentifier, identity }: Pick<DbClusterResource, 'id' | 'identity'>,
): Promise<readonly DBClusterSnapshot[]> {
  const what = `looking for snapshots of ${DBClusterIdentifier} (${identity})`;
  const found = await allOf(pages(target, rds.describeDBClusterSnapshots, what, { DBClusterIdentifier }));
  const at = ({ SnapshotCreateTime: made }: DBClusterSnapshot) => made?.getTime() ?? Number.POSITIVE_INFINITY;
  return found
    .filter((one) => one.DbClusterResourceId === identity)
    .filter((one) => one.DBClusterSnapshotIdentifier?.startsWith(prefixOfLast(identity)))
    .toSorted((a, b) => (at(a) < at(b) ? 1 : -1));
}

/** By its name, of whatever cluster. @returns `undefined`: there is none @throws ReadError */
export async function readSnapshot(
  target: CallScope,
  DBClusterSnapshotIdentifier: string,
): Promise<DBClusterSnapshot | undefined> {
  const what = `reading ${DBClusterSnapshotIdentifier}`;
  const reading = allOf(pages(target, rds.describeDBClusterSnapshots, what, { DBClusterSnapshotIdentifier }));
  const found = await unlessGone(reading, []);
  return found.find((one) => one.DBClusterSnapshotIdentifier === DBClusterSnapshotIdentifier);
}

const SNAPSHOT: BackupWay<DbClusterResource, DBClusterSnapshot> = {
  api: rds.createDBClusterSnapshot.api,
  called: 'snapshot',
  tagging: rdsTags,
  stateOf: ({ status }) => status,
  ready: 'available',
  busy: 'backing-up',
  nameOf: ({ identity }, at) => lastSnapshotName(identity, at),
  async find(reader, cluster) {
    const known = await readLastSnapshots(reader, cluster);
    return known.flatMap(({ DBClusterSnapshotIdentifier: name, Status: status }) =>
      name && status !== 'deleting' && status !== 'failed' ? [{ id: name, name }] : [],
    );
  },
  async make(deleter, { id: DBClusterIdentifier, identity }, DBClusterSnapshotIdentifier) {
    const Tags = fromTags({ [LAST_OF_TAG]: identity });
    const input = { DBClusterIdentifier, DBClusterSnapshotIdentifier, Tags };
    const answer = await send(deleter, rds.createDBClusterSnapshot, input);
    const isOfIt = answer.DBClusterSnapshot?.DbClusterResourceId === identity;
    return { ...(isOfIt && { id: DBClusterSnapshotIdentifier }), requestId: requestIdOf(answer) };
  },
  read: readSnapshot,
  proof(snapshot, made, { identity, storageEncrypted }) {
    const { DbClusterResourceId: of, SnapshotType: type, SnapshotCreateTime: at, StorageEncrypted } = snapshot;
    if (of !== identity) return { kind: 'failed', why: `${made} is of another cluster (${of ?? 'not known'})` };
    if (type !== 'manual') return { kind: 'failed', why: `${made} is no manual snapshot` };
    if (storageEncrypted && !StorageEncrypted) return { kind: 'failed', why: `${made} is not encrypted` };
    const is = stateOf(made, snapshot.Status);
    const isDated = at !== undefined && Number.isFinite(at.getTime());
    if (is === 'deleted' || is.kind !== 'inEffect' || isDated) return is;
    return { kind: 'pending', why: `AWS does not say from when ${made} is` };
  },
};

function stateOf(made: string, status = 'not known'): QuarantineStanding | 'deleted' {
  if (status === 'available') return { kind: 'inEffect' };
  if (status === 'failed') return { kind: 'failed', why: `${made} failed` };
  return status === 'deleting' ? 'deleted' : { kind: 'pending', why: `the state of ${made} is ${status}` };
}

/** Who connects to a member meanwhile uses it: its metrics show that. */
export function quarantineDbClusters(scopes: CallScopes): Quarantining<DbClusterResource> {
  return backupFirst(SNAPSHOT, scopes);
}
