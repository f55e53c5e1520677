import type { CreateVolumePermission, Snapshot } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { clusterFields } from './clusterTags.ts';
import { imageOf, madeForAlias, realVolume } from './snapshotProvenance.ts';
import { tagAliases } from './tagAliases.ts';

/**
 * An EBS snapshot. Member names are the API's, in lower camel case, so that users can write `attribute` from its docs.
 */
export interface SnapshotResource extends Resource {
  /** `completed`, `pending`, `error`, `recoverable`, `recovering`; absent = unknown. */
  readonly state?: string;
  /** `standard` or `archive`; absent = unknown. */
  readonly storageTier?: string;
  /** The end of the temporary restore of an archived snapshot. */
  readonly restoreExpiryTime?: string;
  /** The volume it was made from; absent for a copy, which does not report it. */
  readonly volumeId?: string;
  /** GiB, of the volume. */
  readonly volumeSize?: number;
  readonly encrypted?: boolean;
  readonly description?: string;
  /** `time-based` or `standard`, of a copy. */
  readonly transferType?: string;
  /** The image that it was made for, if that is proven; see snapshotProvenance.ts. */
  readonly backedImage?: string;
  /** Bytes of all its blocks, including shared ones; absent = unknown. */
  readonly fullSnapshotSizeInBytes?: number;
  /** Set after a read by id. */
  readonly described?: {
    readonly snapshot: Snapshot;
    readonly createVolumePermissions: readonly CreateVolumePermission[];
  };
}

/** The name of the rule; the source `sourceVolume` is read only for an entry with it. */
export const VOLUME_GONE = 'volumeGone';

/** The volume that snapshots were made of, in the evidence about it: `exists` or `gone`. Its id alone would mean the volume. */
export function volumeAlias(volumeId: string): string {
  return `volumeOf/${volumeId}`;
}

const GIB = 1024 ** 3;

/** `undefined` for an answer without a snapshot id. */
export function toSnapshot(snapshot: Snapshot): SnapshotResource | undefined {
  const { SnapshotId: id, StartTime } = snapshot;
  if (!id) return undefined;
  const createdAt = StartTime !== undefined && Number.isFinite(StartTime.getTime()) ? StartTime : undefined;
  const tags = toTags(snapshot.Tags);
  const backedImage = imageOf(snapshot);
  const volumeId = realVolume(snapshot.VolumeId);
  // A snapshot is in no VPC.
  const ofCluster = clusterFields(tags, undefined);
  const sizeBytes = snapshot.FullSnapshotSizeInBytes ?? (snapshot.VolumeSize && snapshot.VolumeSize * GIB);
  return {
    id,
    // AWS never reuses an id; the date makes the identity explicit.
    identity: createdAt === undefined ? id : `${id}@${createdAt.toISOString()}`,
    name: tags.Name ?? '',
    tags,
    // For an image in the Recycle Bin AWS reports the id, but not its snapshots.
    ...ofCluster,
    aliases: [
      id,
      ...(backedImage === undefined ? [] : [madeForAlias(backedImage)]),
      ...(volumeId === undefined ? [] : [volumeAlias(volumeId)]),
      ...ofCluster.aliases,
      ...tagAliases('snapshot', tags),
    ],
    ...defined({
      createdAt,
      sizeBytes,
      state: snapshot.State,
      storageTier: snapshot.StorageTier,
      restoreExpiryTime: snapshot.RestoreExpiryTime?.toISOString(),
      volumeId,
      volumeSize: snapshot.VolumeSize,
      encrypted: snapshot.Encrypted,
      description: snapshot.Description || undefined,
      transferType: snapshot.TransferType,
      backedImage,
      fullSnapshotSizeInBytes: snapshot.FullSnapshotSizeInBytes,
    }),
  };
}
