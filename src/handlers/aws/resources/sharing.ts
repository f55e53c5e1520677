/** Whom an image or a snapshot is shared with. */
import type { CreateVolumePermission, LaunchPermission } from '@aws-sdk/client-ec2';
import { ec2 } from '../calls/ec2.ts';
import { readList } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** Who may launch from an image, beside its own account. @throws ReadError; AWS tells nothing of a disabled image */
export function launchPermissionsOf(target: CallScope, ImageId: string): Promise<readonly LaunchPermission[]> {
  const input = { ImageId, Attribute: 'launchPermission' } as const;
  return readList(target, ec2.describeImageAttribute, `reading launch permissions of ${ImageId}`, input);
}

/** Who may make volumes of a snapshot, beside its own account. @throws ReadError */
export function volumePermissionsOf(target: CallScope, SnapshotId: string): Promise<readonly CreateVolumePermission[]> {
  const input = { SnapshotId, Attribute: 'createVolumePermission' } as const;
  return readList(target, ec2.describeSnapshotAttribute, `reading who may use ${SnapshotId}`, input);
}
