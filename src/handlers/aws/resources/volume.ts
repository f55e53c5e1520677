import type { Volume } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import type { Reason } from '../../../core/common/reason.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { claimOf } from './claimTags.ts';
import { clusterFields } from './clusterTags.ts';
import { tagAliases } from './tagAliases.ts';

const GIBIBYTE = 1024 ** 3;

/**
 * An EBS volume. Member names are the API's, in lower camel case, so that users can write `attribute` from its docs.
 */
export interface VolumeResource extends Resource {
  /** `available`, `in-use`, `creating`, `deleting`, `error`, …; absent = unknown. */
  readonly state?: string;
  /** GiB. */
  readonly size?: number;
  /** `gp3`, `io2`, `standard`, …; AWS may add others. */
  readonly volumeType?: string;
  /** Provisioned IOPS, or for gp2 those included with its size. */
  readonly iops?: number;
  /** MiB/s. */
  readonly throughput?: number;
  readonly availabilityZone?: string;
  readonly encrypted?: boolean;
  readonly multiAttachEnabled?: boolean;
  readonly snapshotId?: string;
  readonly sourceVolumeId?: string;
  readonly outpostArn?: string;
  /** The service principal that manages it, if any. */
  readonly operator?: string;
  /** Set after a read by id: the data to recreate it, except its content. */
  readonly described?: Volume;
}

/** `undefined` for an answer without a volume id. */
export function toVolume(volume: Volume): VolumeResource | undefined {
  const { VolumeId: id, CreateTime: createdAt, Size: size } = volume;
  if (!id) return undefined;
  const tags = toTags(volume.Tags);
  // A volume is in no VPC: the cluster has to be gone in all of them.
  const ofCluster = clusterFields(tags, undefined);
  return {
    id,
    // AWS never reuses an id; the date makes the identity explicit.
    identity: createdAt && isReadable(createdAt) ? `${id}@${createdAt.toISOString()}` : id,
    // A volume has no name, only a tag.
    name: tags.Name ?? '',
    tags,
    ...ofCluster,
    aliases: [id, ...ofCluster.aliases, ...tagAliases('volume', tags)],
    ...(createdAt && { createdAt }),
    ...(size === undefined ? {} : { size, sizeBytes: size * GIBIBYTE }),
    note: noteOf(volume, tags),
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

/** A managed volume counts as managed even if AWS does not name the manager. */
function operatorOf({ Operator }: Volume): string | undefined {
  return Operator?.Principal ?? (Operator?.Managed ? 'an AWS service' : undefined);
}

function noteOf({ Size, VolumeType, AvailabilityZone }: Volume, tags: Resource['tags']): Reason {
  const claim = claimOf(tags);
  const values = {
    ...(claim.kind === 'made' ? defined({ claim: claim.name }) : {}),
    ...defined({ gibibytes: Size, type: VolumeType, zone: AvailabilityZone }),
  };
  return { code: 'dataGoes', values };
}
