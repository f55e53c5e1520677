import type {
  DescribeVolumesRequest,
  DescribeVolumesResult,
  InitializationStatusDetails,
  Volume,
  VolumeModification,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Kind, type Making, shownInside, type Tagged } from '../collections/kind.ts';
import { listed } from '../collections/operations.ts';
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

export const VOLUME_IDS: Tagged = {
  prefix: 'vol',
  type: 'volume',
  malformed: 'InvalidVolumeID.Malformed',
  notFound: ([id]) => new AwsError('InvalidVolume.NotFound', `The volume '${id}' does not exist.`),
};

export const volumes: Kind<'volume', VolumeSeed, VolumeRow, Volume> = {
  name: 'volume',
  make: newVolume,
  keyOf: ({ volume }) => volume.VolumeId,
  ...shownInside<VolumeRow, 'volume'>('volume'),
  patched({ volume, ...row }, { modification, initialization, ...patch }) {
    const changed = modification && { VolumeId: volume.VolumeId, ...modification };
    const beside = defined({ modification: changed, initialization }) as Omit<VolumeRow, 'volume'>;
    return { ...row, ...beside, volume: { ...volume, ...patch } };
  },
  tagged: VOLUME_IDS,
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVolumes.html */
  reads: listed<DescribeVolumesRequest, DescribeVolumesResult, VolumeRow, Volume>({
    operation: 'DescribeVolumes',
    by: 'VolumeIds',
    withoutPages: 'volumeSet',
    answer: 'Volumes',
    tags: true,
    filters: [
      'attachment.attach-time',
      'attachment.delete-on-termination',
      'attachment.device',
      'attachment.instance-id',
      'availability-zone',
      'create-time',
      'encrypted',
      'fast-restored',
      'multi-attach-enabled',
      'operator.managed',
      'operator.principal',
      'size',
      'snapshot-id',
      'volume-id',
      'volume-type',
    ],
    special: {
      'attachment.status': ({ volume }) => volume.Attachments?.map(({ State }) => State),
      status: ({ volume }) => volume.State,
    },
  }),
  deletes: { operation: 'DeleteVolume', by: 'VolumeId', rules: { refuseReal: refuseInUse } },
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ListVolumesInRecycleBin.html */
  recycled: { as: 'Volume', shown: ({ volume: { VolumeId, VolumeType, Size } }) => ({ VolumeId, VolumeType, Size }) },
};

/**
 * "The volume must be in the available state (not attached to an instance)":
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteVolume.html; codes:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html
 */
function refuseInUse({ volume }: VolumeRow): void {
  const attachment = (volume.Attachments ?? []).find((one) => one.State !== 'detached');
  if (attachment || volume.State === 'in-use') {
    const to = attachment?.InstanceId ?? attachment?.AssociatedResource ?? 'an instance';
    throw new AwsError('VolumeInUse', `Volume ${volume.VolumeId} is currently attached to ${to}`);
  }
  if (volume.State !== 'available' && volume.State !== 'error') {
    throw new AwsError('IncorrectState', `The volume '${volume.VolumeId}' is not 'available'.`);
  }
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
