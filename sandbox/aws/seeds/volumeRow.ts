import type { InitializationStatusDetails, Volume, VolumeModification } from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import type { Making } from '../collections/making.ts';
import { asDate, type Seed, type Tags, tagList } from '../collections/seed.ts';

/** State `in-use` with attachments, else `available`. Only the volume has the attachment, not its instance. */
export interface VolumeSeed extends Seed<Volume> {
  readonly tags?: Tags;
  readonly modification?: VolumeModification;
  readonly initialization?: InitializationStatusDetails;
}

export interface VolumeRow {
  readonly volume: Volume;
  /** The last one; absent: none. */
  readonly modification?: VolumeModification;
  /** Absent for a volume that was created empty. */
  readonly initialization?: InitializationStatusDetails;
}

/** "gp3: 3,000 IOPS and 125 MiB/s" by default: https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html */
const GP3 = { Iops: 3000, Throughput: 125 };

export function newVolume(
  { tags, modification, initialization, ...given }: VolumeSeed,
  { region, ids, now }: Making,
): VolumeRow {
  const { VolumeType = 'gp3', Size = 8 } = given;
  const volume: Volume = {
    VolumeId: ids.next('vol'),
    AvailabilityZone: `${region}a`,
    Size,
    VolumeType,
    SnapshotId: '',
    State: given.Attachments?.length ? 'in-use' : 'available',
    Encrypted: false,
    MultiAttachEnabled: false,
    SseType: 'none',
    Attachments: [],
    ...performanceOf(VolumeType, Size),
    ...tagList(tags),
  };
  Object.assign(volume, defined(given), { CreateTime: asDate(given.CreateTime, now) });
  const { VolumeId } = volume;
  return {
    volume: {
      ...volume,
      Attachments: (volume.Attachments ?? []).map((one) => ({ State: 'attached', VolumeId, ...one })),
    },
    ...(modification && { modification: { VolumeId, ...modification } }),
    ...(initialization && { initialization }),
  };
}

/** "3 IOPS per GiB", from 100 to 16,000, for gp2 (same source). */
function performanceOf(type: string, size: number): Pick<Volume, 'Iops' | 'Throughput'> {
  if (type === 'gp3') return GP3;
  return type === 'gp2' ? { Iops: Math.min(16_000, Math.max(100, 3 * size)) } : {};
}
