import type { BlockDeviceMapping, Image, LaunchPermission } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import { readWrittenDate } from '../../../core/common/writtenDate.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { clusterFields } from './clusterTags.ts';
import { nameAlias } from './nameAlias.ts';
import { filterAliases, tagAliases } from './tagAliases.ts';

/**
 * An AMI. Member names are the API's, in lower camel case, so that users can write the rule `attribute` from its docs.
 */
export interface ImageResource extends Resource {
  /** `available`, `disabled`, `pending`, …; absent = unknown. */
  readonly state?: string;
  readonly public?: boolean;
  readonly description?: string;
  readonly architecture?: string;
  readonly imageType?: string;
  readonly platformDetails?: string;
  readonly rootDeviceType?: string;
  readonly virtualizationType?: string;
  /** In AWS's format; it may be in the future. */
  readonly deprecationTime?: string;
  /** `disabled`, or `enabled-…`; absent on images that never had it. */
  readonly deregistrationProtection?: string;
  readonly sourceImageId?: string;
  readonly sourceInstanceId?: string;
  /** They remain after the image is deregistered. */
  readonly snapshotIds: readonly string[];
  /**
   * The total size of their volumes: the maximum size of the snapshots. Absent = no snapshots, or a size is unknown.
   */
  readonly snapshotGibibytes?: number;
  /** Set after a read by id: the data to register it again. */
  readonly described?: { readonly image: Image; readonly launchPermissions: readonly LaunchPermission[] };
}

/** AWS omits deprecated and disabled images without these. */
export const EVERY_IMAGE = { IncludeDeprecated: true, IncludeDisabled: true } as const;

/** `undefined` for an answer without an image id. */
export function toImage(image: Image): ImageResource | undefined {
  const { ImageId: id, CreationDate: created } = image;
  if (!id) return undefined;
  const tags = toTags(image.Tags);
  // An image is in no VPC.
  const ofCluster = clusterFields(tags, undefined);
  return {
    id,
    // AWS never reuses an id; the date makes the identity explicit.
    identity: created === undefined ? id : `${id}@${created}`,
    name: image.Name ?? '',
    tags,
    ...ofCluster,
    aliases: [id, ...ofCluster.aliases, ...tagAliases('image', tags), ...namesOf(image.Name)],
    ...dates(image),
    ...attributes(image),
    ...snapshots((image.BlockDeviceMappings ?? []).flatMap(({ Ebs }) => Ebs?.SnapshotId ?? [])),
    ...defined({ snapshotGibibytes: gibibytesOf(image.BlockDeviceMappings ?? []) }),
  };
}

/** Its name is unique in its place, and programs look for the beginning of it. */
function namesOf(name: string | undefined): readonly string[] {
  return name ? [nameAlias(name), ...filterAliases('image', name)] : [];
}

/** Counts each snapshot once, even if several devices use it. */
function gibibytesOf(devices: readonly BlockDeviceMapping[]): number | undefined {
  const sizes = new Map<string, number>();
  for (const { Ebs: { SnapshotId: id, VolumeSize: size } = {} } of devices) {
    if (id === undefined) continue;
    if (size === undefined) return undefined;
    sizes.set(id, Math.max(size, sizes.get(id) ?? 0));
  }
  return sizes.size === 0 ? undefined : [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** The maximum number of snapshots named in a notice; the image's page lists all. */
const NAMED = 5;

/** The deregistration does not delete them (A9); they may follow it. */
function snapshots(snapshotIds: readonly string[]): Pick<ImageResource, 'snapshotIds' | 'followers' | 'note'> {
  if (snapshotIds.length === 0) return { snapshotIds };
  const values = { names: snapshotIds.slice(0, NAMED), more: Math.max(0, snapshotIds.length - NAMED) };
  return { snapshotIds, followers: snapshotIds, note: { code: 'snapshotsStay', values } };
}

/** An image created after this without `LastLaunchedTime` was never launched; AWS did not record earlier launches. */
const LAUNCHES_RECORDED_FROM = Date.parse('2017-05-01');

/**
 * `LastLaunchedTime` lags by up to 24 hours and exists since April 2017; for a younger image without it, the creation
 * counts as the last use. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ami-last-launched-time.html
 */
function dates({ CreationDate, LastLaunchedTime }: Image): Pick<Resource, 'createdAt' | 'lastUsedAt'> {
  const createdAt = toDate(CreationDate);
  const recorded = createdAt !== undefined && createdAt.getTime() >= LAUNCHES_RECORDED_FROM;
  const lastUsedAt = toDate(LastLaunchedTime) ?? (recorded ? createdAt : undefined);
  return { ...(createdAt && { createdAt }), ...(lastUsedAt && { lastUsedAt }) };
}

function toDate(text: string | undefined): Date | undefined {
  const written = readWrittenDate(text ?? '');
  return written && new Date(written.at);
}

function attributes(image: Image): Partial<ImageResource> {
  return defined({
    state: image.State,
    public: image.Public,
    description: image.Description,
    architecture: image.Architecture,
    imageType: image.ImageType,
    platformDetails: image.PlatformDetails,
    rootDeviceType: image.RootDeviceType,
    virtualizationType: image.VirtualizationType,
    deprecationTime: image.DeprecationTime,
    deregistrationProtection: image.DeregistrationProtection,
    sourceImageId: image.SourceImageId,
    sourceInstanceId: image.SourceInstanceId,
  });
}
