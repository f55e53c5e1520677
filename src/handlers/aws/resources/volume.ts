import type { Volume } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';

const GIBIBYTE = 1024 ** 3;

/** An EBS volume. Names follow the API's, beginning in lower case, so that the rule `attribute` can be written from its docs. */
export interface VolumeResource extends Resource {
  /** `available`, `in-use`, `creating`, `deleting`, `error`, …; absent = AWS did not say. */
  readonly state?: string;
  /** GiB. */
  readonly size?: number;
  /** `gp3`, `io2`, `standard`, …; other ones may come. */
  readonly volumeType?: string;
  /** Provisioned, or of gp2 what comes with its size. */
  readonly iops?: number;
  /** MiB/s. */
  readonly throughput?: number;
  readonly availabilityZone?: string;
  readonly encrypted?: boolean;
  readonly multiAttachEnabled?: boolean;
  readonly snapshotId?: string;
  readonly sourceVolumeId?: string;
  readonly outpostArn?: string;
  /** The service principal that manages it, where one does. */
  readonly operator?: string;
  /** Only of a volume read by id: what it would be created again from, but for its data. */
  readonly described?: Volume;
}

/** `undefined` for an answer without a volume id. */
export function toVolume(volume: Volume): VolumeResource | undefined {
  const { VolumeId: id, CreateTime: createdAt, Size: size } = volume;
  if (!id) return undefined;
  const tags = toTags(volume.Tags);
  return {
    id,
    // Ids are never given twice; the date makes it plain that it is this one.
    identity: createdAt && isReadable(createdAt) ? `${id}@${createdAt.toISOString()}` : id,
    // A volume has no name of its own.
    name: tags.Name ?? '',
    tags,
    aliases: [id],
    ...(createdAt && { createdAt }),
    ...(size === undefined ? {} : { size, sizeBytes: size * GIBIBYTE }),
    note: noteOf(volume),
    ...defined({
      state: volume.State,
      volumeType: volume.VolumeType,
      iops: volume.Iops,
      throughput: volume.Throughput,
      availabilityZone: volume.AvailabilityZone,
      encrypted: volume.Encrypted,
      multiAttachEnabled: volume.MultiAttachEnabled,
      snapshotId: volume.SnapshotId || undefined,
      sourceVolumeId: volume.SourceVolumeId,
      outpostArn: volume.OutpostArn,
      operator: operatorOf(volume),
    }),
  };
}

function isReadable(date: Date): boolean {
  return !Number.isNaN(date.getTime());
}

/** Managed by whom AWS does not say is managed all the same. */
function operatorOf({ Operator }: Volume): string | undefined {
  return Operator?.Principal ?? (Operator?.Managed ? 'an AWS service' : undefined);
}

function noteOf({ Size, VolumeType, AvailabilityZone }: Volume): string {
  const size = Size === undefined ? '' : `${Size} GiB `;
  const zone = AvailabilityZone === undefined ? '' : ` in ${AvailabilityZone}`;
  return `its data goes with it (${size}${VolumeType ?? 'of a type that is not known'}${zone}); snapshots of it stay`;
}
