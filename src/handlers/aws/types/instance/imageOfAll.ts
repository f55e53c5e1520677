/** The proof that an image holds every volume of an instance. */
import type { Image } from '@aws-sdk/client-ec2';
import type { QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { InstanceResource } from '../../resources/instance.ts';
import { unlessGone } from '../../wire/readError.ts';
import { readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** Each volume that is attached now has a complete snapshot in it. @throws ReadError */
export async function holdsAllOf(
  reader: CallScope,
  { volumeIds = [] }: InstanceResource,
  { ImageId: made = 'its last image', BlockDeviceMappings = [] }: Image,
): Promise<QuarantineStanding> {
  const ids = BlockDeviceMappings.flatMap(({ Ebs }) => Ebs?.SnapshotId ?? []);
  if (ids.length === 0 || volumeIds.length === 0)
    return { kind: 'failed', why: `${made} does not say which volumes it holds` };
  const reading = readList(reader, ec2.describeSnapshots, `reading the snapshots of ${made}`, {
    SnapshotIds: [...ids],
  });
  const snapshots = await unlessGone(reading, []);
  const known = new Map(snapshots.map((one) => [one.SnapshotId, one]));
  const bad = ids.find((id) => !known.has(id) || known.get(id)?.State === 'error');
  if (bad !== undefined) return { kind: 'failed', why: `${bad}, a snapshot of ${made}, is gone or failed` };
  const open = snapshots.find(({ State }) => State !== 'completed');
  if (open) return { kind: 'pending', why: `${open.SnapshotId} of ${made} is not complete yet` };
  const held = new Set(ids.map((id) => known.get(id)?.VolumeId));
  const lacking = volumeIds.filter((id) => !held.has(id));
  return lacking.length === 0
    ? { kind: 'inEffect' }
    : { kind: 'failed', why: `${made} does not hold ${lacking.join(', ')}` };
}
