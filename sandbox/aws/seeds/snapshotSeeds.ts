import type {
  CreateVolumePermission,
  DescribeFastSnapshotRestoreSuccessItem,
  DescribeSnapshotsRequest,
  DescribeSnapshotsResult,
  Image,
  LockedSnapshotsInfo,
  Snapshot,
  SnapshotTierStatus,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Making, part, plainKind, type Tagged } from '../collections/kind.ts';
import { listed } from '../collections/operations.ts';
import { asDate, type Seed, type Tags, tagList } from '../collections/seed.ts';
import type { Table, TablesOf } from '../collections/table.ts';

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

interface SnapshotPlace extends SnapshotParts {
  readonly images: Table<{ readonly image: Image }>;
}

export const SNAPSHOT_IDS: Tagged = {
  prefix: 'snap',
  type: 'snapshot',
  malformed: 'InvalidSnapshotID.Malformed',
  notFound: ([id]) => new AwsError('InvalidSnapshot.NotFound', `The snapshot '${id}' does not exist.`),
};

export const snapshots = plainKind('snapshot', {
  make: newSnapshot,
  keyOf: ({ SnapshotId }) => SnapshotId,
  beside: (here: SnapshotPlace, snapshot, seed) => addSnapshotParts(here, seed, snapshot),
  tagged: SNAPSHOT_IDS,
  /**
   * Own snapshots only: the sandbox shares none.
   * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSnapshots.html, Filters.
   */
  reads: listed<DescribeSnapshotsRequest, DescribeSnapshotsResult, Snapshot>({
    operation: 'DescribeSnapshots',
    by: 'SnapshotIds',
    withoutPages: 'snapshotSet',
    answer: 'Snapshots',
    where({ OwnerIds = [] }, { account }) {
      const owners = OwnerIds.map((owner) => (owner === 'self' ? account.id : owner));
      return ({ OwnerId = '' }) => owners.length === 0 || owners.includes(OwnerId);
    },
    tags: true,
    filters: [
      'description',
      'encrypted',
      'owner-id',
      'progress',
      'snapshot-id',
      'start-time',
      'storage-tier',
      'volume-id',
      'volume-size',
    ],
    special: { status: ({ State }) => State },
  }),
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSnapshot.html */
  deletes: {
    operation: 'DeleteSnapshot',
    by: 'SnapshotId',
    rules: {
      refuse({ SnapshotId: id = '' }, here: SnapshotPlace) {
        refuseUsed(id, here);
        refuseLocked(id, here);
      },
      removeParts(id, { volumePermissions, snapshotLocks, snapshotTiers, fastRestores }: SnapshotPlace) {
        for (const table of [volumePermissions, snapshotLocks, snapshotTiers]) table.remove(id);
        for (const { key, value } of fastRestores.view()) if (value.SnapshotId === id) fastRestores.remove(key);
      },
    },
  },
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ListSnapshotsInRecycleBin.html */
  recycled: {
    as: 'Snapshot',
    shown: ({ SnapshotId, Description, VolumeId }) => ({ SnapshotId, Description, VolumeId }),
    answer({ SnapshotId, Description, Encrypted, OwnerId, Progress, StartTime, State, VolumeId, VolumeSize }) {
      return { SnapshotId, Description, Encrypted, OwnerId, Progress, StartTime, State, VolumeId, VolumeSize };
    },
  },
});

/**
 * Documented for the root device; in fact true for every device of a registered image, also a disabled one:
 * https://docs.aws.amazon.com/ebs/latest/userguide/ebs-deleting-snapshot.html
 */
function refuseUsed(id: string, { images }: SnapshotPlace): void {
  const user = images.values().find(({ image }) => image.BlockDeviceMappings?.some(({ Ebs }) => Ebs?.SnapshotId === id))
    ?.image.ImageId;
  if (user === undefined) return;
  throw new AwsError('InvalidSnapshot.InUse', `The snapshot ${id} is currently in use by ${user}`);
}

/** "A locked snapshot can't be deleted": API_LockSnapshot, without an error code. */
function refuseLocked(id: string, { snapshotLocks }: SnapshotPlace): void {
  const lock = snapshotLocks.get(id);
  if (lock === undefined || lock.LockState === 'expired') return;
  throw new AwsError('OperationNotPermitted', `The snapshot ${id} is locked (${lock.LockState})`);
}

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
