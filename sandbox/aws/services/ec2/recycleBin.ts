import type { EntityIds } from '../../collections/kind.ts';
import type { Row, Table } from '../../collections/table.ts';
import { IMAGE_IDS } from '../../seeds/imageSeeds.ts';
import { SNAPSHOT_IDS } from '../../seeds/snapshotSeeds.ts';
import { VOLUME_IDS } from '../../seeds/volumeSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection } from '../../store/listing.ts';
import type { Binned, RecycleBinSettings, Region } from '../../store/store.ts';
import { type Ec2Handlers, listing, refuseMalformed, stopIfDryRun } from './common.ts';

const DAY_MS = 86_400_000;

const IDS = { images: IMAGE_IDS, snapshots: SNAPSHOT_IDS, volumes: VOLUME_IDS };

/**
 * A deletion through the API moves the resource to the bin if a rule retains its kind; it is lost when its time there
 * is over: https://docs.aws.amazon.com/ebs/latest/userguide/recycle-bin-concepts.html
 */
export function intoBin<K extends keyof RecycleBinSettings & keyof Region['bin']>(
  kind: K,
  id: string,
  value: Parameters<Region['bin'][K]['put']>[1]['value'],
  { here, now }: Call,
): void {
  const days = here.retained[kind];
  if (days === undefined) return;
  const enteredAt = now.getTime();
  const table = here.bin[kind] as Table<Binned<typeof value>>;
  table.put(id, { value, enteredAt, exitAt: enteredAt + days * DAY_MS });
}

export const recycleBin: Ec2Handlers = {
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ListImagesInRecycleBin.html */
  ListImagesInRecycleBin: listing(
    collection(inBin('images'), ({ value: { image }, ...held }) => ({
      ImageId: image.ImageId,
      Name: image.Name,
      Description: image.Description,
      ...times(held),
    })),
    { answer: 'Images', named: askedBy('ImageIds', IDS.images) },
  ),

  /** "After you restore a resource from the Recycle Bin, the resource is removed from the Recycle Bin": User Guide. */
  RestoreImageFromRecycleBin(input, call) {
    const id = input.ImageId ?? '';
    const value = outOfBin('images', id, input, call);
    call.here.deregistered.delete(id);
    call.here.images.put(id, { ...value, launchPermissions: [] });
    return { Return: true };
  },

  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ListSnapshotsInRecycleBin.html */
  ListSnapshotsInRecycleBin: listing(
    collection(inBin('snapshots'), ({ value: { SnapshotId, Description, VolumeId }, ...held }) => ({
      ...{ SnapshotId, Description, VolumeId },
      ...times(held),
    })),
    { answer: 'Snapshots', named: askedBy('SnapshotIds', IDS.snapshots) },
  ),

  RestoreSnapshotFromRecycleBin(input, call) {
    const id = input.SnapshotId ?? '';
    const value = outOfBin('snapshots', id, input, call);
    call.here.snapshots.put(id, value);
    const { Description, Encrypted, OwnerId, Progress, StartTime, State, VolumeId, VolumeSize } = value;
    return { SnapshotId: id, Description, Encrypted, OwnerId, Progress, StartTime, State, VolumeId, VolumeSize };
  },

  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ListVolumesInRecycleBin.html */
  ListVolumesInRecycleBin: listing(
    collection(inBin('volumes'), ({ value: { volume }, ...held }) => ({
      VolumeId: volume.VolumeId,
      VolumeType: volume.VolumeType,
      Size: volume.Size,
      ...times(held),
    })),
    { answer: 'Volumes', named: askedBy('VolumeIds', IDS.volumes) },
  ),

  RestoreVolumeFromRecycleBin(input, call) {
    const id = input.VolumeId ?? '';
    const value = outOfBin('volumes', id, input, call);
    call.here.volumes.put(id, value);
    return { Return: true };
  },
};

/** The resources of one kind that are still in the bin. */
function inBin<K extends keyof Region['bin']>(kind: K) {
  return ({ here, now }: Call): readonly Row<BinnedIn<K>>[] =>
    (here.bin[kind] as Table<BinnedIn<K>>).view().filter(({ value }) => value.exitAt > now.getTime());
}

type BinnedIn<K extends keyof Region['bin']> = Parameters<Region['bin'][K]['put']>[1];

/** Omits an id that is not in the bin: the API's pages document no error for it. */
function askedBy<M extends string>(by: M, rules: EntityIds) {
  return { by, check: (ids: readonly string[]) => refuseMalformed(ids, rules) };
}

/** Takes a resource out of the bin. @throws AwsError if the bin does not have this id */
function outOfBin<K extends keyof Region['bin']>(
  kind: K,
  id: string,
  input: { readonly DryRun?: boolean | undefined },
  { here, now }: Call,
): BinnedIn<K>['value'] {
  refuseMalformed([id], IDS[kind]);
  const found = here.bin[kind].get(id);
  if (!found || found.exitAt <= now.getTime()) throw IDS[kind].notFound([id]);
  stopIfDryRun(input);
  here.bin[kind].remove(id);
  return found.value;
}

function times({ enteredAt, exitAt }: { readonly enteredAt: number; readonly exitAt: number }) {
  return { RecycleBinEnterTime: new Date(enteredAt), RecycleBinExitTime: new Date(exitAt) };
}
