import type { Image, LaunchPermission } from '@aws-sdk/client-ec2';
import type { Resource } from '../../../core/resource.ts';
import { toTags } from '../tags.ts';

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
  /** Only of an image read by id: what it would be registered again from. */
  readonly described?: { readonly image: Image; readonly launchPermissions: readonly LaunchPermission[] };
}

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
    snapshotIds: (image.BlockDeviceMappings ?? []).flatMap(({ Ebs }) => Ebs?.SnapshotId ?? []),
  };
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
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function attributes(image: Image): Partial<ImageResource> {
  const all = {
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
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
