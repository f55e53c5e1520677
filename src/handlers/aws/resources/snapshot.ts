import type { CreateVolumePermission, Snapshot } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { imageOf, realVolume } from './snapshotProvenance.ts';

/** A snapshot of EBS. Names follow the API's, beginning in lower case, so that `attribute` can be written from its docs. */
export interface SnapshotResource extends Resource {
  /** `completed`, `pending`, `error`, `recoverable`, `recovering`; absent = AWS did not say. */
  readonly state?: string;
  /** `standard` or `archive`; absent = AWS did not say. */
  readonly storageTier?: string;
  /** Until when a snapshot of the archive stands among the others, where somebody had it restored for a while. */
  readonly restoreExpiryTime?: string;
  /** Of which volume it is; absent of a copy, which does not say. */
  readonly volumeId?: string;
  /** GiB, of the volume. */
  readonly volumeSize?: number;
  readonly encrypted?: boolean;
  readonly description?: string;
  /** `time-based` or `standard`, of a copy. */
  readonly transferType?: string;
  /** The image that it was made for, where that is proven; see provenance.ts. */
  readonly madeForImage?: string;
  /** Bytes of all its blocks, shared ones too; absent = AWS did not say. */
  readonly fullSnapshotSizeInBytes?: number;
  /** Only of a snapshot read by id. */
  readonly described?: {
    readonly snapshot: Snapshot;
    readonly createVolumePermissions: readonly CreateVolumePermission[];
  };
}

const GIB = 1024 ** 3;

/** `undefined` for an answer without a snapshot id. */
export function toSnapshot(snapshot: Snapshot): SnapshotResource | undefined {
  const { SnapshotId: id, StartTime } = snapshot;
  if (!id) return undefined;
  const createdAt = StartTime !== undefined && Number.isFinite(StartTime.getTime()) ? StartTime : undefined;
  const tags = toTags(snapshot.Tags);
  const madeForImage = imageOf(snapshot);
  const sizeBytes = snapshot.FullSnapshotSizeInBytes ?? (snapshot.VolumeSize && snapshot.VolumeSize * GIB);
  return {
    id,
    // Ids are never given twice; the date makes it plain that it is this one.
    identity: createdAt === undefined ? id : `${id}@${createdAt.toISOString()}`,
    name: tags.Name ?? '',
    tags,
    // Of an image in the Recycle Bin AWS tells the id, and not what it is made of.
    aliases: madeForImage === undefined ? [id] : [id, madeForImage],
    ...defined({
      createdAt,
      sizeBytes,
      state: snapshot.State,
      storageTier: snapshot.StorageTier,
      restoreExpiryTime: snapshot.RestoreExpiryTime?.toISOString(),
      volumeId: realVolume(snapshot.VolumeId),
      volumeSize: snapshot.VolumeSize,
      encrypted: snapshot.Encrypted,
      description: snapshot.Description || undefined,
      transferType: snapshot.TransferType,
      madeForImage,
      fullSnapshotSizeInBytes: snapshot.FullSnapshotSizeInBytes,
    }),
  };
}
