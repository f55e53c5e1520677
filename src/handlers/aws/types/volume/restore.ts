import type { CreateVolumeRequest, Volume } from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import { messageOf } from '../../../../core/common/errors.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { lastSnapshotsOf } from '../../resources/lastSnapshots.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import type { Wanted } from '../../session/restoring.ts';
import { restoreFromBin } from '../../session/restoringFromBin.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import type { CallScope } from '../../wire/target.ts';

/**
 * Restores from the Recycle Bin; else recreates the volume with the data of its last snapshot, if a quarantine made
 * one, or of the snapshot that it was created from, if any.
 */
export async function restoreVolume(wanted: Wanted, now: Read<unknown> | undefined): Promise<Restoring> {
  const { restorer, stored } = wanted;
  const volume = stored.definition as Volume;
  const isThere = now?.kind === 'found';
  const last: Last = isThere ? {} : await lastOf(restorer, stored.id);
  return restoreFromBin(wanted, {
    binned: 'volume',
    isThere,
    afterwards: [],
    instead: creating(restorer, last.snapshotId ? { ...volume, SnapshotId: last.snapshotId } : volume),
    otherwise: withWhatData(volume, last),
  });
}

interface Last {
  readonly snapshotId?: string;
  /** The reason why it is unknown. */
  readonly unknown?: string;
}

/** A failed read does not block: a restore from the Recycle Bin needs no snapshot. */
async function lastOf(restorer: CallScope, id: string): Promise<Last> {
  try {
    const complete = (await lastSnapshotsOf(restorer, id)).find(({ State }) => State === 'completed');
    return defined({ snapshotId: complete?.SnapshotId });
  } catch (error) {
    if (restorer.io.signal.aborted) throw error;
    return { unknown: messageOf(error) };
  }
}

function withWhatData({ SnapshotId }: Volume, { snapshotId, unknown }: Last): string {
  if (snapshotId) return `a similar volume can be made with its data from ${snapshotId}, its last snapshot`;
  const source = SnapshotId
    ? `a similar volume can be made, only with the data of ${SnapshotId}, if that snapshot still exists`
    : 'a similar volume can be made, but its data is nowhere else';
  return unknown ? `${source}; it is unknown whether it has a last snapshot: ${unknown}` : source;
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVolume.html */
function creating(target: CallScope, volume: Volume): readonly RestoreStep[] {
  const tags = fromTags(toTags(volume.Tags)).filter(({ Key }) => !Key.startsWith('aws:'));
  // AWS describes it for every type, and refuses it for most:
  // https://docs.aws.amazon.com/ebs/latest/userguide/ebs-volume-types.html
  const isProvisioned = ['gp3', 'io1', 'io2'].includes(volume.VolumeType ?? '');
  const input: Partial<CreateVolumeRequest> = defined({
    AvailabilityZone: volume.AvailabilityZone,
    Size: volume.Size,
    SnapshotId: volume.SnapshotId || undefined,
    VolumeType: volume.VolumeType,
    Iops: isProvisioned ? volume.Iops : undefined,
    Throughput: volume.VolumeType === 'gp3' ? volume.Throughput : undefined,
    Encrypted: volume.Encrypted || undefined,
    KmsKeyId: volume.KmsKeyId,
    MultiAttachEnabled: volume.MultiAttachEnabled || undefined,
    OutpostArn: volume.OutpostArn,
    TagSpecifications: tags.length > 0 ? [{ ResourceType: 'volume', Tags: tags }] : undefined,
  });
  const command = awsJsonCommand(target, 'ec2 create-volume', input);
  return [{ says: 'makes a similar volume, under another id', command }];
}
