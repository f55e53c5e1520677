/** The snapshots that Holystone makes of a cluster: some days before its deletion, and with it. They stay: only people delete them. */
import type { Snapshot } from '@aws-sdk/client-redshift';
import type { QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Quarantining } from '../../../contract/quarantining.ts';
import { redshift } from '../../calls/redshift.ts';
import type { WarehouseResource } from '../../resources/warehouse.ts';
import { LAST_OF_TAG } from '../../session/restoredTag.ts';
import type { CallScopes } from '../../session/session.ts';
import { fromTags } from '../../session/tags.ts';
import { warehouseTags } from '../../session/warehouseTags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { type BackupWay, backupFirst } from '../backupFirst.ts';

/** "If the value is -1, the manual snapshot is retained indefinitely." A cluster may have a default of some days. */
const FOR_EVER = -1;

/** The end of a namespace's ARN, which no later cluster gets: a UUID. */
function shortOf(identity: string): string {
  return (identity.split(':').at(-1) ?? '').toLowerCase();
}

/**
 * Of its deletion: a cluster is deleted once, and where the name is taken AWS deletes nothing. "Must be 1 to 255 alphanumeric
 * characters": https://docs.aws.amazon.com/redshift/latest/APIReference/API_DeleteCluster.html
 */
export function finalSnapshotName(identity: string): string {
  return `holystone-final-${shortOf(identity)}`;
}

function beginning(identity: string): string {
  return `holystone-last-${shortOf(identity)}-`;
}

/** Those before the deletion of this very cluster, the newest first; the name has the day. @throws ReadError */
export async function readLastSnapshots(
  target: CallScope,
  { id, identity }: Pick<WarehouseResource, 'id' | 'identity'>,
): Promise<readonly Snapshot[]> {
  const what = `reading snapshots of ${id}`;
  const all = await allOf(pages(target, redshift.describeClusterSnapshots, what, { SnapshotType: 'manual' }));
  return all
    .filter(({ SnapshotIdentifier: name = '' }) => name.startsWith(beginning(identity)))
    .toSorted((a, b) => ((a.SnapshotIdentifier ?? '') < (b.SnapshotIdentifier ?? '') ? 1 : -1));
}

/** @returns `undefined`: there is none of this name @throws ReadError */
export async function readSnapshot(target: CallScope, SnapshotIdentifier: string): Promise<Snapshot | undefined> {
  const what = `reading ${SnapshotIdentifier}`;
  const reading = allOf(pages(target, redshift.describeClusterSnapshots, what, { SnapshotIdentifier }));
  return (await unlessGone(reading, [])).find((one) => one.SnapshotIdentifier === SnapshotIdentifier);
}

const SNAPSHOT: BackupWay<WarehouseResource, Snapshot> = {
  api: redshift.createClusterSnapshot.api,
  called: 'snapshot',
  tagging: warehouseTags,
  stateOf: ({ clusterStatus }) => clusterStatus,
  ready: 'available',
  nameOf: ({ identity }, at) => `${beginning(identity)}${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`,
  async find(reader, cluster) {
    const known = await readLastSnapshots(reader, cluster);
    return known.flatMap(({ SnapshotIdentifier: name, Status: status }) =>
      name && status !== 'deleted' && status !== 'failed' ? [{ id: name, name }] : [],
    );
  },
  async make(deleter, { id, identity }, SnapshotIdentifier) {
    const answer = await send(deleter, redshift.createClusterSnapshot, {
      SnapshotIdentifier,
      ClusterIdentifier: id,
      ManualSnapshotRetentionPeriod: FOR_EVER,
      Tags: fromTags({ [LAST_OF_TAG]: identity }),
    });
    return { ...(answer.Snapshot && { id: SnapshotIdentifier }), requestId: requestIdOf(answer) };
  },
  read: readSnapshot,
  proof(snapshot, made, { id, createdAt, encrypted }) {
    // It has no namespace; a later cluster of the name is of another instant.
    const isOfIt =
      snapshot.ClusterIdentifier === id &&
      snapshot.ClusterCreateTime !== undefined &&
      snapshot.ClusterCreateTime.getTime() === createdAt?.getTime();
    if (!isOfIt) return { kind: 'failed', why: `${made} is of another cluster` };
    if (snapshot.SnapshotType !== 'manual')
      return {
        kind: 'failed',
        why: `${made} goes with the cluster: its kind is ${snapshot.SnapshotType ?? 'not known'}`,
      };
    if (snapshot.Encrypted !== encrypted) return { kind: 'failed', why: `${made} is not encrypted as the cluster is` };
    const days = snapshot.ManualSnapshotRetentionPeriod;
    if (days !== FOR_EVER)
      return { kind: 'failed', why: `AWS deletes ${made} after ${days ?? 'an unknown number of'} days` };
    return stateOf(made, snapshot);
  },
};

function stateOf(
  made: string,
  { Status: is = 'not known', SnapshotCreateTime: at }: Snapshot,
): QuarantineStanding | 'deleted' {
  if (is === 'deleted') return 'deleted';
  if (is === 'failed') return { kind: 'failed', why: `${made} failed` };
  if (is !== 'available') return { kind: 'pending', why: `the state of ${made} is ${is}` };
  const isDated = at !== undefined && Number.isFinite(at.getTime());
  return isDated ? { kind: 'inEffect' } : { kind: 'failed', why: `${made} has no date` };
}

/** Who connects to it meanwhile uses it: its connections show that. */
export function quarantineWarehouses(scopes: CallScopes): Quarantining<WarehouseResource> {
  return backupFirst(SNAPSHOT, scopes);
}
