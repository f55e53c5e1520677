import type { Snapshot } from '@aws-sdk/client-ec2';
import type { SnapshotSeed } from '../seedTypes.ts';
import type { Region } from '../store.ts';

/** What EC2 knows of a snapshot beside its description. */
export function addSnapshotParts(
  here: Region,
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
