import type { TieringOperationStatus } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { ec2 } from '../../calls/ec2.ts';
import { volumePermissionsOf } from '../../resources/sharing.ts';
import { madeForAlias } from '../../resources/snapshotProvenance.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ownPlace } from '../../wire/places.ts';
import { eachSource } from '../eachSource.ts';
import { plainSource, used } from '../plainSource.ts';

/**
 * A deregistered image in the Recycle Bin is not gone: it can be restored as long as its snapshots exist.
 * https://docs.aws.amazon.com/ebs/latest/userguide/recycle-bin-working-with-amis.html
 */
export const recycledImages = plainSource({
  name: 'recycledImages',
  summary: 'Deregistered images in the Recycle Bin, which can be restored from the snapshots that were made for them.',
  places: ownPlace,
  reads: ec2.listImagesInRecycleBin,
  what: 'reading images in the Recycle Bin',
  find({ ImageId, Name = '', RecycleBinExitTime }) {
    const until = RecycleBinExitTime === undefined ? '' : ` until ${RecycleBinExitTime.toISOString().slice(0, 10)}`;
    const by = `image ${ImageId} "${Name}" (in the Recycle Bin${until})`;
    return used(ImageId && madeForAlias(ImageId), by, 'an image in the Recycle Bin came without its id');
  },
});

/** An account with access to a shared snapshot may make volumes and images of it, and this account cannot see them. */
export const volumePermissions = eachSource({
  name: 'volumePermissions',
  summary: 'Accounts that the snapshot is shared with, or every AWS account.',
  calls: [ec2.describeSnapshotAttribute],
  reading:
    (target) =>
    async ({ id }) =>
      (await volumePermissionsOf(target, id)).map(({ Group, UserId }) => {
        if (Group) return { says: 'used', by: 'every AWS account (the snapshot is public)' };
        const by = UserId ? `account ${UserId} (it is shared with it)` : 'an unnamed account (it is shared with it)';
        return { says: 'used', by };
      }),
});

/** A volume does not need the snapshot it was made from; a person who wants to recreate the volume needs it. */
export const volumesMadeFrom = plainSource({
  name: 'volumesMadeFrom',
  summary: 'Volumes made from the snapshot, attached or not. They do not need it.',
  optional: true,
  places: ownPlace,
  reads: ec2.describeVolumes,
  what: 'reading volumes',
  find({ VolumeId, SnapshotId: alias, State }) {
    if (!VolumeId) throw new ReadError('a volume came without its id', { problem: 'malformed' });
    if (!alias) return [];
    return unshareStrings<Finding>({ alias, says: 'used', by: `volume ${VolumeId} (${State ?? 'state not known'})` });
  },
});

type Moving = Extract<TieringOperationStatus, `${string}-in-progress`>;
/** All values of the SDK. Without this filter AWS lists every snapshot that ever moved. */
const MOVING: Readonly<Record<Moving, true>> = {
  'archival-in-progress': true,
  'permanent-restore-in-progress': true,
  'temporary-restore-in-progress': true,
};

/** The description of a snapshot does not show a move in progress. */
export const snapshotTiers = plainSource({
  name: 'snapshotTiers',
  summary: 'Snapshots that are being archived or restored from the archive.',
  places: ownPlace,
  reads: ec2.describeSnapshotTierStatus,
  input: { Filters: [{ Name: 'last-tiering-operation', Values: Object.keys(MOVING) }] },
  what: 'reading tiers of snapshots',
  find({ SnapshotId, LastTieringOperationStatus: status = 'operation not known' as const }) {
    return used(SnapshotId, `the archive (${status})`, 'the tier of a snapshot came without its id');
  },
});
