import type { DeleteSnapshotReturnCode, DeregisterImageCommandInput, Image } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { IMAGE_IDS, type ImageRow, newImage, snapshotsOf } from '../../seeds/imageSeeds.ts';
import type { Call } from '../../store/call.ts';
import { type Ec2Handlers, refuseMalformed, stopIfDryRun } from './common.ts';
import { imageListing } from './imageQueries.ts';
import { intoBin } from './recycleBin.ts';
import { tagsFor } from './tagging.ts';

export const images: Ec2Handlers = {
  DescribeImages: imageListing,

  /**
   * Deregisters even used images: "Deregistering an AMI does not delete … Instances already launched", and keeps
   * snapshots unless DeleteAssociatedSnapshots:
   * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeregisterImage.html
   */
  DeregisterImage(input, call) {
    const row = ownImage(input.ImageId, call);
    const { image } = row;
    stopIfDryRun(input);
    refuseProtected(image);
    call.here.images.remove(image.ImageId ?? '');
    call.here.deregistered.add(image.ImageId ?? '');
    intoBin('images', image.ImageId ?? '', row, call);
    return { Return: true, ...deleteSnapshots(input, image, call) };
  },

  RegisterImage(input, call) {
    const sameName = call.here.images.values().find(({ image }) => image.Name === input.Name);
    if (sameName) {
      throw new AwsError(
        'InvalidAMIName.Duplicate',
        `AMI name ${input.Name} is already in use by AMI ${sameName.image.ImageId}`,
      );
    }
    stopIfDryRun(input);
    const { Name, Description, Architecture, BlockDeviceMappings, RootDeviceName } = input;
    const seed = { Name, Description, Architecture, BlockDeviceMappings, RootDeviceName };
    const tags = tagsFor(input.TagSpecifications, 'image');
    const image = newImage({ ...seed, ...(tags ? { Tags: tags } : {}) }, call);
    call.here.images.put(image.ImageId ?? '', { image, launchPermissions: [] });
    return { ImageId: image.ImageId };
  },
};

/** The caller's own image, or EC2's error for another account's, a deregistered or an unknown image. */
export function ownImage(id: string | undefined, call: Call): ImageRow {
  const imageId = id ?? '';
  refuseMalformed([imageId], IMAGE_IDS);
  const own = call.here.images.get(imageId);
  if (own) return own;
  // "The specified AMI has been deregistered and is no longer available": EC2's error codes;
  // message as in https://github.com/ansible/ansible/issues/24945
  if (call.here.deregistered.has(imageId)) {
    throw new AwsError('InvalidAMIID.Unavailable', `The image ID '${imageId}' is no longer available`);
  }
  const others = call.store.everywhereIn(call.region).some((place) => place.images.get(imageId));
  if (others) throw new AwsError('AuthFailure', `Not authorized for image:${imageId}`, 403);
  throw IMAGE_IDS.notFound([imageId]);
}

/**
 * "When deregistration protection is enabled, the AMI can't be deregistered", nor within 24 hours after disabling a
 * protection with cooldown: API_EnableImageDeregistrationProtection.
 */
function refuseProtected(image: Image): void {
  const protection = image.DeregistrationProtection ?? 'disabled';
  if (protection === 'disabled') return;
  throw new AwsError(
    'OperationNotPermitted',
    `The image '${image.ImageId}' can't be deregistered because deregistration protection is ${protection}`,
  );
}

/** "If a snapshot is associated with multiple AMIs, it is not deleted, regardless of this setting." */
function deleteSnapshots(
  { DeleteAssociatedSnapshots }: DeregisterImageCommandInput,
  image: Image,
  call: Call,
): { DeleteSnapshotResults?: DeleteSnapshotReturnCode[] } {
  if (!DeleteAssociatedSnapshots) return {};
  const { here } = call;
  const ids = snapshotsOf(image);
  const shared = new Set(here.images.values().flatMap((row) => snapshotsOf(row.image)));

  for (const id of ids) {
    const snapshot = here.snapshots.get(id);
    if (shared.has(id) || !snapshot) continue;
    here.snapshots.remove(id);
    intoBin('snapshots', id, snapshot, call);
  }
  const results = ids.map(
    (id): DeleteSnapshotReturnCode => ({
      SnapshotId: id,
      ReturnCode: shared.has(id) ? 'skipped' : 'success',
    }),
  );
  return { DeleteSnapshotResults: results };
}
