import type { CreateImageCommandInput } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { newImage } from '../../seeds/imageSeeds.ts';
import { INSTANCE_IDS } from '../../seeds/instanceSeeds.ts';
import { newSnapshot, type SnapshotSeed } from '../../seeds/snapshotSeeds.ts';
import type { Call } from '../../store/call.ts';
import { refuseMalformed, stopIfDryRun } from './common.ts';
import { tagsFor } from './tagging.ts';

/**
 * An image of all EBS volumes of an instance, `pending` until their snapshots are complete. One that runs is restarted for
 * it, unless `NoReboot`: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateImage.html
 */
export function createImage(input: CreateImageCommandInput, call: Call): { ImageId: string | undefined } {
  const id = input.InstanceId ?? '';
  refuseMalformed([id], INSTANCE_IDS);
  const { instance } = call.here.instances.get(id) ?? {};
  if (!instance) throw INSTANCE_IDS.notFound([id]);
  const state = instance.State?.Name ?? '';
  if (state !== 'running' && state !== 'stopped')
    throw new AwsError('IncorrectState', `The instance '${id}' is not in the 'running' or 'stopped' state.`);
  refuseName(input.Name, call);
  const [imageTags, snapshotTags] = (['image', 'snapshot'] as const).map((type) => {
    const own = (input.TagSpecifications ?? []).filter(({ ResourceType }) => ResourceType === type);
    return tagsFor(own, type);
  });
  stopIfDryRun(input);
  const ImageId = call.ids.next('ami');
  const devices = (instance.BlockDeviceMappings ?? []).map(({ DeviceName, Ebs }) => {
    const Description = `Created by CreateImage(${id}) for ${ImageId}`;
    const given = { VolumeId: Ebs?.VolumeId, Description, State: 'pending', Progress: '0%' };
    const snapshot = newSnapshot({ ...given, ...(snapshotTags && { Tags: snapshotTags }) } as SnapshotSeed, call);
    const { SnapshotId = '', VolumeSize } = snapshot;
    begin(SnapshotId, call);
    call.here.snapshots.put(SnapshotId, snapshot);
    const { DeleteOnTermination } = Ebs ?? {};
    return { DeviceName, Ebs: { SnapshotId, VolumeSize, VolumeType: 'gp3' as const, DeleteOnTermination } };
  });
  const { Name, Description } = input;
  const of = { SourceInstanceId: id, Architecture: instance.Architecture, RootDeviceName: instance.RootDeviceName };
  const seed = { ImageId, Name, Description, ...of, State: 'pending' as const, BlockDeviceMappings: devices };
  const image = newImage({ ...seed, ...(imageTags && { Tags: imageTags }) }, call);
  call.here.images.put(ImageId, { image, launchPermissions: [] });
  return { ImageId };
}

/** "AMI names must be between 3 and 128 characters": the page's constraints; and its error codes, InvalidAMIName. */
function refuseName(name = '', { here }: Call): void {
  if (!/^[\w()[\] ./'@-]{3,128}$/.test(name))
    throw new AwsError('InvalidAMIName.Malformed', `AMI names must be between 3 and 128 characters long: '${name}'`);
  const same = here.images.values().find(({ image }) => image.Name === name)?.image.ImageId;
  if (same) throw new AwsError('InvalidAMIName.Duplicate', `AMI name ${name} is already in use by AMI ${same}`);
}

function begin(id: string, { here, store, now, failsLater }: Call): void {
  const startedAt = now.getTime();
  const problem = failsLater === undefined ? {} : { problem: failsLater };
  here.snapshotsUnderway.set(id, { startedAt, endsAt: startedAt + store.snapshotsTakeMs, ...problem });
}
