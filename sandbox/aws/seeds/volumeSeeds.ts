import type { DescribeVolumesRequest, DescribeVolumesResult, Volume } from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Kind, shownInside, type Tagged } from '../collections/kind.ts';
import { listed } from '../collections/operations.ts';
import { newVolume, type VolumeRow, type VolumeSeed } from './volumeRow.ts';
import { CREATE_VOLUME, MODIFY_VOLUME } from './volumeWrites.ts';

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
  creates: CREATE_VOLUME,
  changes: [MODIFY_VOLUME],
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
