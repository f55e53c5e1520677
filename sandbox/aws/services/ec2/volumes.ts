import type { Instance, Snapshot, Volume, VolumeAttachment } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { INSTANCE_IDS, type InstanceRow } from '../../seeds/instanceSeeds.ts';
import { newVolume, VOLUME_IDS, type VolumeRow } from '../../seeds/volumeSeeds.ts';
import type { Call } from '../../store/call.ts';
import { type Ec2Handlers, existing, stopIfDryRun } from './common.ts';
import { tagsFor } from './tagging.ts';

export const volumes: Ec2Handlers = {
  CreateVolume(input, call) {
    if (input.AvailabilityZone === undefined) throw missing('availabilityZone');
    if (input.Size === undefined && input.SnapshotId === undefined) throw missing('size/snapshot');
    const from = snapshotFor(input.SnapshotId, call);
    stopIfDryRun(input);
    const { AvailabilityZone, SnapshotId, VolumeType, Iops, Throughput, Encrypted, MultiAttachEnabled } = input;
    const Size = input.Size ?? from?.VolumeSize;
    const Tags = tagsFor(input.TagSpecifications, 'volume');
    const given = { AvailabilityZone, Size, SnapshotId, VolumeType, Iops, Throughput, Encrypted, MultiAttachEnabled };
    const row = newVolume({ ...given, Tags }, call);
    call.here.volumes.put(row.volume.VolumeId ?? '', row);
    return { ...row.volume, State: 'creating' };
  },

  AttachVolume(input, call) {
    const row = ownVolume(input.VolumeId, call);
    const { instance, reservationId } = ownInstance(input.InstanceId, call);
    const { volume } = row;
    if (volume.State !== 'available' && !volume.MultiAttachEnabled) {
      throw new AwsError('VolumeInUse', `${volume.VolumeId} is already attached to an instance`);
    }
    stopIfDryRun(input);
    const { VolumeId, InstanceId, Device } = input;
    const AttachTime = call.now;
    const attachment: VolumeAttachment = { VolumeId, InstanceId, Device, AttachTime, DeleteOnTermination: false };
    const Attachments = [...(volume.Attachments ?? []), { ...attachment, State: 'attached' as const }];
    call.here.volumes.put(VolumeId ?? '', { ...row, volume: { ...volume, State: 'in-use', Attachments } });
    const Ebs = { VolumeId, AttachTime, Status: 'attached' as const, DeleteOnTermination: false };
    const BlockDeviceMappings = [...(instance.BlockDeviceMappings ?? []), { DeviceName: Device, Ebs }];
    call.here.instances.put(InstanceId ?? '', { instance: { ...instance, BlockDeviceMappings }, reservationId });
    return { ...attachment, State: 'attaching' };
  },

  DetachVolume(input, call) {
    const row = ownVolume(input.VolumeId, call);
    const attachment = (row.volume.Attachments ?? []).find(
      ({ InstanceId }) => input.InstanceId === undefined || InstanceId === input.InstanceId,
    );
    if (!attachment) throw new AwsError('IncorrectState', `Volume '${input.VolumeId}' is in the 'available' state.`);
    stopIfDryRun(input);
    detach(row, attachment.InstanceId, call);
    const instance = call.here.instances.get(attachment.InstanceId ?? '');
    if (instance) takeOut(instance, input.VolumeId, call);
    return { ...attachment, State: 'detaching' };
  },

  ModifyVolume(input, call) {
    const row = ownVolume(input.VolumeId, call);
    const { volume } = row;
    if (row.modification && !['completed', 'failed'].includes(row.modification.ModificationState ?? '')) {
      throw new AwsError('IncorrectModificationState', `Volume ${volume.VolumeId} is still being modified.`);
    }
    stopIfDryRun(input);
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
      StartTime: call.now,
    };
    const { TargetSize: Size, TargetVolumeType: VolumeType, TargetIops: Iops, TargetThroughput } = modification;
    const changed: Volume = { ...volume, Size, VolumeType, Iops, Throughput: TargetThroughput };
    call.here.volumes.put(volume.VolumeId ?? '', { ...row, volume: changed, modification });
    return { VolumeModification: modification };
  },
};

/** A snapshot of another account, which the sandbox does not share, counts as completed. */
function snapshotFor(id = '', { here }: Call): Snapshot | undefined {
  const snapshot = here.snapshots.get(id);
  if (snapshot === undefined || snapshot.State === 'completed') return snapshot;
  // Observed with pending snapshots: https://github.com/velero-io/velero/issues/1799
  throw new AwsError('IncorrectState', `Snapshot is in invalid state - ${snapshot.State}`);
}

/** Releases an instance's volumes: those with DeleteOnTermination are deleted, the others are detached. */
export function releaseVolumes({ InstanceId }: Instance, call: Call): void {
  for (const row of call.here.volumes.values()) {
    const attachment = (row.volume.Attachments ?? []).find((one) => one.InstanceId === InstanceId);
    if (attachment?.DeleteOnTermination) call.here.volumes.remove(row.volume.VolumeId ?? '');
    else if (attachment) detach(row, InstanceId, call);
  }
}

function detach(row: VolumeRow, from: string | undefined, { here }: Call): void {
  const Attachments = (row.volume.Attachments ?? []).filter(({ InstanceId }) => InstanceId !== from);
  const State = Attachments.length === 0 ? 'available' : 'in-use';
  here.volumes.put(row.volume.VolumeId ?? '', { ...row, volume: { ...row.volume, State, Attachments } });
}

function takeOut({ instance, reservationId }: InstanceRow, volumeId: string | undefined, { here }: Call): void {
  const BlockDeviceMappings = (instance.BlockDeviceMappings ?? []).filter(({ Ebs }) => Ebs?.VolumeId !== volumeId);
  here.instances.put(instance.InstanceId ?? '', { instance: { ...instance, BlockDeviceMappings }, reservationId });
}

function ownVolume(id: string | undefined, { here }: Call): VolumeRow {
  return existing(here.volumes, id, VOLUME_IDS);
}

function ownInstance(id = '', { here }: Call): InstanceRow {
  const own = here.instances.get(id);
  if (!own) throw INSTANCE_IDS.notFound([id]);
  return own;
}

function missing(parameter: string): AwsError {
  return new AwsError('MissingParameter', `The request must contain the parameter ${parameter}`);
}
