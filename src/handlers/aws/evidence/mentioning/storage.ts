/** What needs a snapshot beside volumes and launches. */
import { ec2 } from '../../calls/ec2.ts';
import { lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** The account pays by the hour for immediate volumes of the snapshot. */
export const fastRestores = listingSource({
  name: 'fastRestores',
  users: 'Fast snapshot restore that is on, or being switched on or off',
  called: 'fast snapshot restores',
  names: ['snapshot'],
  reads: lists(ec2.describeFastSnapshotRestores, {
    unless: ({ State }) => State === 'disabled',
    must: { SnapshotId: 'snapshot' },
    user: ({ AvailabilityZone, AvailabilityZoneId = 'a zone that AWS does not name', State }) =>
      `fast snapshot restore in ${AvailabilityZone ?? AvailabilityZoneId} (${State ?? 'state not known'})`,
  }),
});

/**
 * AWS refuses to delete a locked snapshot. With permission, a lock in governance mode can be removed; Holystone never
 * does (law 7). "expired – … The snapshot is not locked and can be deleted": API_LockedSnapshotsInfo.
 */
export const snapshotLocks = listingSource({
  name: 'snapshotLocks',
  users: 'Locks of snapshots that have not expired, in any mode',
  called: 'locks of snapshots',
  names: ['snapshot'],
  reads: lists(ec2.describeLockedSnapshots, {
    unless: ({ LockState }) => LockState === 'expired',
    must: { SnapshotId: 'snapshot' },
    user: ({ LockState, LockExpiresOn }) =>
      `a lock (${LockState ?? 'state not known'})${LockExpiresOn ? ` until ${LockExpiresOn.toISOString().slice(0, 10)}` : ''}`,
  }),
});

/** AWS refuses to delete a snapshot that is a registered image's root device, but documents nothing about other devices. */
export const imageBlockDevices = listingSource({
  name: 'imageBlockDevices',
  users: "The account's own images with their block devices, deprecated and disabled images included",
  called: 'images',
  names: ['snapshot'],
  reads: lists(ec2.describeImages, {
    // Every EBS-backed image has a root device: a description without devices is incomplete.
    unless: ({ RootDeviceType, BlockDeviceMappings }) => RootDeviceType !== 'ebs' && !BlockDeviceMappings,
    must: { ImageId: 'id', BlockDeviceMappings: 'devices' },
    part: ({ BlockDeviceMappings }) => ({ BlockDeviceMappings }),
    user: ({ ImageId, Name = '', State = 'state not known' as const }) =>
      `image ${ImageId} "${Name}"${State === 'available' ? '' : ` (${State})`}`,
  }),
});
