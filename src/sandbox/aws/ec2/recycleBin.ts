import type { Call } from '../call.ts';
import type { RecycleBinSettings } from '../control.ts';
import { AwsError } from '../errors.ts';
import type { Binned, Region } from '../store.ts';
import type { Row, Table } from '../table.ts';
import { type Ec2Handlers, ec2Page, LARGE_PAGES, nextToken, refuseMalformed, stopIfDryRun } from './common.ts';
import { imageNotFound } from './imageQueries.ts';
import { volumeNotFound } from './volumeQueries.ts';

const DAY_MS = 86_400_000;

/**
 * A deletion through the API ends in the bin where a rule retains the kind, and leaves it for ever when its time is over:
 * https://docs.aws.amazon.com/ebs/latest/userguide/recycle-bin-concepts.html
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
  ListImagesInRecycleBin(input, call) {
    refuseMalformed(input.ImageIds ?? [], 'ami', 'InvalidAMIID.Malformed');
    const page = held(call.here.bin.images, input.ImageIds, input, call);
    return {
      Images: page.rows.map(({ key, value: { value, enteredAt, exitAt } }) => ({
        ImageId: key,
        Name: value.image.Name,
        Description: value.image.Description,
        ...times(enteredAt, exitAt),
      })),
      ...nextToken(page),
    };
  },

  /** "After you restore a resource from the Recycle Bin, the resource is removed from the Recycle Bin": User Guide. */
  RestoreImageFromRecycleBin(input, call) {
    const id = input.ImageId ?? '';
    refuseMalformed([id], 'ami', 'InvalidAMIID.Malformed');
    const found = call.here.bin.images.get(id);
    if (!found || found.exitAt <= call.now.getTime()) throw imageNotFound([id]);
    stopIfDryRun(input);
    call.here.bin.images.remove(id);
    call.here.deregistered.delete(id);
    call.here.images.put(id, { ...found.value, launchPermissions: [] });
    return { Return: true };
  },

  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ListSnapshotsInRecycleBin.html */
  ListSnapshotsInRecycleBin(input, call) {
    refuseMalformed(input.SnapshotIds ?? [], 'snap', 'InvalidSnapshotID.Malformed');
    const page = held(call.here.bin.snapshots, input.SnapshotIds, input, call);
    return {
      Snapshots: page.rows.map(({ key, value: { value, enteredAt, exitAt } }) => ({
        SnapshotId: key,
        Description: value.Description,
        VolumeId: value.VolumeId,
        ...times(enteredAt, exitAt),
      })),
      ...nextToken(page),
    };
  },

  RestoreSnapshotFromRecycleBin(input, call) {
    const id = input.SnapshotId ?? '';
    refuseMalformed([id], 'snap', 'InvalidSnapshotID.Malformed');
    const found = call.here.bin.snapshots.get(id);
    if (!found || found.exitAt <= call.now.getTime()) {
      throw new AwsError('InvalidSnapshot.NotFound', `The snapshot '${id}' does not exist.`);
    }
    stopIfDryRun(input);
    call.here.bin.snapshots.remove(id);
    call.here.snapshots.put(id, found.value);
    const { Description, Encrypted, OwnerId, Progress, StartTime, State, VolumeId, VolumeSize } = found.value;
    return { SnapshotId: id, Description, Encrypted, OwnerId, Progress, StartTime, State, VolumeId, VolumeSize };
  },

  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ListVolumesInRecycleBin.html */
  ListVolumesInRecycleBin(input, call) {
    refuseMalformed(input.VolumeIds ?? [], 'vol', 'InvalidVolumeID.Malformed');
    const page = held(call.here.bin.volumes, input.VolumeIds, input, call);
    return {
      Volumes: page.rows.map(({ key, value: { value, enteredAt, exitAt } }) => ({
        VolumeId: key,
        VolumeType: value.volume.VolumeType,
        Size: value.volume.Size,
        ...times(enteredAt, exitAt),
      })),
      ...nextToken(page),
    };
  },

  RestoreVolumeFromRecycleBin(input, call) {
    const id = input.VolumeId ?? '';
    refuseMalformed([id], 'vol', 'InvalidVolumeID.Malformed');
    const found = call.here.bin.volumes.get(id);
    if (!found || found.exitAt <= call.now.getTime()) throw volumeNotFound(id);
    stopIfDryRun(input);
    call.here.bin.volumes.remove(id);
    call.here.volumes.put(id, found.value);
    return { Return: true };
  },
};

interface Asked {
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

/** An id that is not held is left out: neither page of the API names an error for it. */
function held<T extends object>(
  table: Table<Binned<T>>,
  ids: readonly string[] | undefined,
  input: Asked,
  { account, now }: Call,
) {
  const asked = ({ key, value }: Row<Binned<T>>) => value.exitAt > now.getTime() && (!ids?.length || ids.includes(key));
  return ec2Page(table.view(), input, `RecycleBin ${account.id}`, LARGE_PAGES, asked);
}

function times(enteredAt: number, exitAt: number) {
  return { RecycleBinEnterTime: new Date(enteredAt), RecycleBinExitTime: new Date(exitAt) };
}
