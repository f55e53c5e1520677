import type { Instance, VolumeAttachment } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { INSTANCE_IDS, type InstanceRow } from '../../seeds/instanceSeeds.ts';
import type { VolumeRow } from '../../seeds/volumeRow.ts';
import { VOLUME_IDS } from '../../seeds/volumeSeeds.ts';
import type { Call } from '../../store/call.ts';
import { type Ec2Handlers, existing, stopIfDryRun } from './common.ts';

export const volumes: Ec2Handlers = {
  AttachVolume(input, call) {
    const row = ownVolume(input.VolumeId, call);
    const owner = ownInstance(input.InstanceId, call);
    const { instance } = owner;
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
    call.here.instances.put(InstanceId ?? '', { ...owner, instance: { ...instance, BlockDeviceMappings } });
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
    if (instance) detachFrom(instance, input.VolumeId, call);
    return { ...attachment, State: 'detaching' };
  },
};

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

function detachFrom(row: InstanceRow, volumeId: string | undefined, { here }: Call): void {
  const { instance } = row;
  const BlockDeviceMappings = (instance.BlockDeviceMappings ?? []).filter(({ Ebs }) => Ebs?.VolumeId !== volumeId);
  here.instances.put(instance.InstanceId ?? '', { ...row, instance: { ...instance, BlockDeviceMappings } });
}

function ownVolume(id: string | undefined, { here }: Call): VolumeRow {
  return existing(here.volumes, id, VOLUME_IDS);
}

function ownInstance(id = '', { here }: Call): InstanceRow {
  const own = here.instances.get(id);
  if (!own) throw INSTANCE_IDS.notFound([id]);
  return own;
}
