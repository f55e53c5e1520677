import type { Image } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { ownImages } from '../../resources/imageApi.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';

/** AWS refuses to delete a snapshot that is a registered image's root device; of the other devices it says nothing. */
export const imageBlockDevices: EvidenceSource = {
  name: 'imageBlockDevices',
  summary: "The account's own images by the snapshots of their block devices, deprecated and disabled images included.",
  permissions: permissionsOf(ec2.describeImages),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(ownImages(target), usesOf);
  },
};

function usesOf({ ImageId, Name, State, BlockDeviceMappings, RootDeviceType }: Image): readonly Finding[] {
  // Every image of EBS has a root device: one that names none was not described whole.
  if (!ImageId || (RootDeviceType === 'ebs' && !BlockDeviceMappings)) {
    throw new ReadError(`image ${ImageId ?? '(without id)'} came without its devices`, { problem: 'malformed' });
  }
  const by = `image ${ImageId} "${Name ?? ''}"${State === 'available' ? '' : ` (${State ?? 'state not known'})`}`;
  return (BlockDeviceMappings ?? []).flatMap(({ Ebs }) =>
    Ebs?.SnapshotId ? [unshareStrings<Finding>({ alias: Ebs.SnapshotId, says: 'used', by, byId: ImageId })] : [],
  );
}
