/** Reads the accounts that an image or a snapshot is shared with. */
import type { CreateVolumePermission, LaunchPermission } from '@aws-sdk/client-ec2';
import { ec2 } from '../calls/ec2.ts';
import { readList } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** Launch permissions of an image, except its own account's. @throws ReadError; AWS reports none of a disabled image */
export function launchPermissionsOf(target: CallScope, ImageId: string): Promise<readonly LaunchPermission[]> {
  const input = { ImageId, Attribute: 'launchPermission' } as const;
  return readList(target, ec2.describeImageAttribute, `reading launch permissions of ${ImageId}`, input);
}

/** Accounts other than its own that may create volumes of a snapshot. @throws ReadError */
export function volumePermissionsOf(target: CallScope, SnapshotId: string): Promise<readonly CreateVolumePermission[]> {
  const input = { SnapshotId, Attribute: 'createVolumePermission' } as const;
  return readList(target, ec2.describeSnapshotAttribute, `reading who may use ${SnapshotId}`, input);
}
