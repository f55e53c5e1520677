import type { BlockDeviceMapping, Image, LaunchPermission } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import { readWrittenDate } from '../../../core/common/writtenDate.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';

/** An AMI. Names follow the API's, beginning in lower case, so that the rule `attribute` can be written from its docs. */
export interface ImageResource extends Resource {
  /** `available`, `disabled`, `pending`, …; absent = AWS did not say. */
  readonly state?: string;
  readonly public?: boolean;
  readonly description?: string;
  readonly architecture?: string;
  readonly imageType?: string;
  readonly platformDetails?: string;
  readonly rootDeviceType?: string;
  readonly virtualizationType?: string;
  /** As AWS writes it; the deprecation may lie ahead. */
  readonly deprecationTime?: string;
  /** `disabled`, or `enabled-…`; absent on images that never had it. */
  readonly deregistrationProtection?: string;
  readonly sourceImageId?: string;
  readonly sourceInstanceId?: string;
  /** They stay when the image goes. */
  readonly snapshotIds: readonly string[];
  /** Of the volumes that they were made from: no snapshot holds more. Absent = there are none, or AWS did not say of all. */
  readonly snapshotGibibytes?: number;
  /** Only of an image read by id: what it would be registered again from. */
  readonly described?: { readonly image: Image; readonly launchPermissions: readonly LaunchPermission[] };
}

/** Deprecated and disabled images are images too; without these AWS leaves them out. */
export const EVERY_IMAGE = { IncludeDeprecated: true, IncludeDisabled: true } as const;

/** `undefined` for an answer without an image id. */
export function toImage(image: Image): ImageResource | undefined {
  const { ImageId: id, CreationDate: created } = image;
  if (!id) return undefined;
  return {
    id,
    // Ids are never given twice; the date makes it plain that it is this one.
    identity: created === undefined ? id : `${id}@${created}`,
    name: image.Name ?? '',
    tags: toTags(image.Tags),
    aliases: [id],
    ...dates(image),
    ...attributes(image),
    ...snapshots((image.BlockDeviceMappings ?? []).flatMap(({ Ebs }) => Ebs?.SnapshotId ?? [])),
    ...defined({ snapshotGibibytes: gibibytesOf(image.BlockDeviceMappings ?? []) }),
  };
}

/** Each snapshot once, however many devices are made from it. */
function gibibytesOf(devices: readonly BlockDeviceMapping[]): number | undefined {
  const sizes = new Map<string, number>();
  for (const { Ebs: { SnapshotId: id, VolumeSize: size } = {} } of devices) {
    if (id === undefined) continue;
    if (size === undefined) return undefined;
    sizes.set(id, Math.max(size, sizes.get(id) ?? 0));
  }
  return sizes.size === 0 ? undefined : [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** Named in a notice; an image with more has them on its page. */
const NAMED = 5;

/** Deregistering leaves them (A9). */
function snapshots(snapshotIds: readonly string[]): Pick<ImageResource, 'snapshotIds' | 'note'> {
  if (snapshotIds.length === 0) return { snapshotIds };
  const more = snapshotIds.length > NAMED ? ` and ${snapshotIds.length - NAMED} more` : '';
  const names = `${snapshotIds.slice(0, NAMED).join(', ')}${more}`;
  return { snapshotIds, note: `${snapshotIds.length === 1 ? 'its snapshot stays' : 'its snapshots stay'}: ${names}` };
}

/** From here on an image without `LastLaunchedTime` was never launched; before, nobody wrote launches down. */
const LAUNCHES_RECORDED_FROM = Date.parse('2017-05-01');

/**
 * `LastLaunchedTime` lags by up to 24 hours and exists since April 2017; a younger image without it counts as last used
 * when it was made. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ami-last-launched-time.html
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
