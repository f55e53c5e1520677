import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { ec2 } from '../../calls/ec2.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';

/**
 * AWS refuses to delete a snapshot that is a registered image's root device, but documents nothing about other devices.
 */
export const imageBlockDevices = plainSource({
  name: 'imageBlockDevices',
  summary: "The account's own images by the snapshots of their block devices, deprecated and disabled images included.",
  places: ownPlace,
  reads: ec2.describeImages,
  what: 'listing images',
  find({ ImageId, Name = '', State = 'state not known' as const, BlockDeviceMappings, RootDeviceType }) {
    // Every EBS-backed image has a root device: a description without devices is incomplete.
    if (!ImageId || (RootDeviceType === 'ebs' && !BlockDeviceMappings)) {
      throw new ReadError(`image ${ImageId ?? '(without id)'} came without its devices`, { problem: 'malformed' });
    }
    const by = `image ${ImageId} "${Name}"${State === 'available' ? '' : ` (${State})`}`;
    return (BlockDeviceMappings ?? []).flatMap(({ Ebs }) =>
      Ebs?.SnapshotId ? [unshareStrings<Finding>({ alias: Ebs.SnapshotId, says: 'used', by, byId: ImageId })] : [],
    );
  },
});
