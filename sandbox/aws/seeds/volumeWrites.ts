/** How EC2 creates a volume, and changes one. */
import type {
  CreateVolumeRequest,
  ModifyVolumeRequest,
  ModifyVolumeResult,
  Snapshot,
  Volume,
} from '@aws-sdk/client-ec2';
import { AwsError } from '../collections/errors.ts';
import { change, creation } from '../collections/operations.ts';
import type { Table } from '../collections/table.ts';
import type { VolumeRow, VolumeSeed } from './volumeRow.ts';

interface Snapshots {
  readonly snapshots: Table<Snapshot>;
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVolume.html */
export const CREATE_VOLUME = creation<CreateVolumeRequest, Volume, VolumeSeed, VolumeRow, Snapshots>({
  operation: 'CreateVolume',
  seedOf(input, { snapshots }) {
    if (input.AvailabilityZone === undefined) throw missing('availabilityZone');
    if (input.Size === undefined && input.SnapshotId === undefined) throw missing('size/snapshot');
    const from = completed(snapshots.get(input.SnapshotId ?? ''));
    const { AvailabilityZone, SnapshotId, VolumeType, Iops, Throughput, Encrypted, MultiAttachEnabled } = input;
    const Size = input.Size ?? from?.VolumeSize;
    return { AvailabilityZone, Size, SnapshotId, VolumeType, Iops, Throughput, Encrypted, MultiAttachEnabled };
  },
  answer: ({ volume }) => ({ ...volume, State: 'creating' }),
});

/** A snapshot of another account, which the sandbox does not share, counts as completed. */
function completed(snapshot: Snapshot | undefined): Snapshot | undefined {
  if (snapshot === undefined || snapshot.State === 'completed') return snapshot;
  // Observed with pending snapshots: https://github.com/velero-io/velero/issues/1799
  throw new AwsError('IncorrectState', `Snapshot is in invalid state - ${snapshot.State}`);
}

function missing(parameter: string): AwsError {
  return new AwsError('MissingParameter', `The request must contain the parameter ${parameter}`);
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ModifyVolume.html */
export const MODIFY_VOLUME = change<ModifyVolumeRequest, ModifyVolumeResult, VolumeRow>({
  operation: 'ModifyVolume',
  by: 'VolumeId',
  changed({ volume, ...row }, input, { now }) {
    if (row.modification && !['completed', 'failed'].includes(row.modification.ModificationState ?? '')) {
      throw new AwsError('IncorrectModificationState', `Volume ${volume.VolumeId} is still being modified.`);
    }
    const modification = {
      VolumeId: volume.VolumeId,
      ModificationState: 'modifying' as const,
      OriginalSize: volume.Size,
      OriginalVolumeType: volume.VolumeType,
      OriginalIops: volume.Iops,
      OriginalThroughput: volume.Throughput,
      TargetSize: input.Size ?? volume.Size,
      TargetVolumeType: input.VolumeType ?? volume.VolumeType,
      TargetIops: input.Iops ?? volume.Iops,
      TargetThroughput: input.Throughput ?? volume.Throughput,
      Progress: 0,
      StartTime: now,
    };
    const { TargetSize: Size, TargetVolumeType: VolumeType, TargetIops: Iops, TargetThroughput } = modification;
    return { ...row, volume: { ...volume, Size, VolumeType, Iops, Throughput: TargetThroughput }, modification };
  },
  answer: ({ modification }) => ({ VolumeModification: modification }),
});
