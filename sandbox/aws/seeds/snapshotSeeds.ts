import type {
  CreateVolumePermission,
  DescribeFastSnapshotRestoreSuccessItem,
  LockedSnapshotsInfo,
  Snapshot,
  SnapshotTierStatus,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Making, part, plainKind, type Tagged } from '../collections/kind.ts';
import { asDate, type Seed, type Tags, tagList } from '../collections/seed.ts';
import type { TablesOf } from '../collections/table.ts';

export interface SnapshotSeed extends Seed<Snapshot> {
  readonly tags?: Tags;
  readonly createVolumePermissions?: readonly CreateVolumePermission[];
  readonly lock?: Partial<LockedSnapshotsInfo>;
  readonly tier?: Partial<SnapshotTierStatus>;
  /** One per zone. */
  readonly fastRestores?: readonly Partial<DescribeFastSnapshotRestoreSuccessItem>[];
}

/** EC2's data about snapshots outside their description, by id. */
export const snapshotParts = {
  /** No entry for an unshared snapshot. */
  volumePermissions: part<readonly CreateVolumePermission[]>(),
  snapshotLocks: part<LockedSnapshotsInfo>(),
  snapshotTiers: part<SnapshotTierStatus>(),
  /** By snapshot and zone. */
  fastRestores: part<DescribeFastSnapshotRestoreSuccessItem>(),
};
type SnapshotParts = TablesOf<typeof snapshotParts>;

export const SNAPSHOT_IDS: Tagged = {
  prefix: 'snap',
  type: 'snapshot',
  malformed: 'InvalidSnapshotID.Malformed',
  notFound: ([id]) => new AwsError('InvalidSnapshot.NotFound', `The snapshot '${id}' does not exist.`),
};

export const snapshots = plainKind('snapshot', {
  make: newSnapshot,
  keyOf: ({ SnapshotId }) => SnapshotId,
  beside: (here: SnapshotParts, snapshot, seed) => addSnapshotParts(here, seed, snapshot),
  reads: { operation: 'DescribeSnapshots', by: 'SnapshotIds' },
  deletes: { operation: 'DeleteSnapshot', by: 'SnapshotId' },
  tagged: SNAPSHOT_IDS,
});

export function newSnapshot(
  { tags, createVolumePermissions: _shared, lock: _lock, tier: _tier, fastRestores: _fast, ...given }: SnapshotSeed,
  { account, ids, now }: Making,
): Snapshot {
  const snapshot: Snapshot = {
    SnapshotId: ids.next('snap'),
    OwnerId: account.id,
    VolumeId: ids.next('vol'),
    VolumeSize: 8,
    State: 'completed',
    Progress: '100%',
    Encrypted: false,
    StorageTier: 'standard',
    Description: '',
    ...tagList(tags),
  };
  return Object.assign(snapshot, defined(given), { StartTime: asDate(given.StartTime, now) });
}

/** Stores EC2's data about a snapshot outside its description. */
function addSnapshotParts(
  here: SnapshotParts,
  { createVolumePermissions = [], lock, tier, fastRestores = [] }: SnapshotSeed,
  snapshot: Snapshot,
): void {
  const { SnapshotId = '', OwnerId = '', VolumeId = '' } = snapshot;
  const common = { SnapshotId, OwnerId };
  if (createVolumePermissions.length > 0) here.volumePermissions.putNow(SnapshotId, createVolumePermissions);
  if (lock) here.snapshotLocks.putNow(SnapshotId, { ...common, LockState: 'governance', ...lock });
  if (tier) {
    const { State: Status, StorageTier } = snapshot;
    here.snapshotTiers.putNow(SnapshotId, { ...common, VolumeId, Status, StorageTier, ...tier });
  }
  for (const given of fastRestores) {
    const restore = { ...common, AvailabilityZone: 'us-east-1a', State: 'enabled' as const, ...given };
    here.fastRestores.putNow(`${SnapshotId} ${restore.AvailabilityZone}`, restore);
  }
}
