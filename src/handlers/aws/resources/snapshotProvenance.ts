/**
 * Determines the image that a snapshot was made for, as far as it can be proven. AWS stores no such link, only the text
 * in the description, and tools copy a description when they copy a snapshot to another region or key. Such a copy is a
 * backup, but looks like a snapshot whose image is gone. So the other members of the snapshot must confirm the
 * description; otherwise it does not count. Pure.
 */

/** The members of a snapshot that are read, named as in the API. */
interface Made {
  readonly Description?: string | undefined;
  readonly VolumeId?: string | undefined;
  readonly StartTime?: Date | undefined;
}

/**
 * The description by CreateImage, with or without, since about 2021, the volume:
 * `Created by CreateImage(i-083b9dd1234567890) for ami-01486e111234567890 from vol-e4b6ff16`
 */
const CREATED = /^Created by CreateImage\(i-[0-9a-f]{8,17}\) for (ami-[0-9a-f]{8,17})(?: from (vol-[0-9a-f]{8,17}))?$/;

/**
 * The description by CopyImage:
 * `Copied for DestinationAmi ami-… from SourceAmi ami-… for SourceSnapshot snap-…. Task created on 1,566,308,778,174.`
 */
const COPIED =
  /^Copied for DestinationAmi (ami-[0-9a-f]{8,17}) from SourceAmi ami-[0-9a-f]{8,17} for SourceSnapshot snap-[0-9a-f]{8,17}\. Task created on ([\d,]+)\.$/;

/**
 * A copy starts when its task is created; a later start means a copy of that copy, for example a nightly or hourly one
 * for another region: the described image never existed there, which looks like a deleted one.
 */
const TASK_BEGINS_WITHIN_MS = 10 * 60_000;

/** The id of the image that it was made for; `undefined`: none, or unknown. */
export function imageOf({ Description = '', VolumeId, StartTime }: Made): string | undefined {
  const [, created, from] = CREATED.exec(Description) ?? [];
  if (created !== undefined) {
    const volume = realVolume(VolumeId);
    return volume !== undefined && (from === undefined || from === volume) ? created : undefined;
  }
  const [, copied, task = ''] = COPIED.exec(Description) ?? [];
  if (copied === undefined || VolumeId === undefined || realVolume(VolumeId) !== undefined) return undefined;
  const late = (StartTime?.getTime() ?? Number.NaN) - Number(task.replaceAll(',', ''));
  return Math.abs(late) <= TASK_BEGINS_WITHIN_MS ? copied : undefined;
}

/**
 * The key of a snapshot by the image that it was made for: whoever may bring that image back needs the snapshot. The id
 * alone would mean the image: a text that names an image that is gone needs nothing any more.
 */
export function madeForAlias(imageId: string): string {
  return `imageOf/${imageId}`;
}

/** The descriptions of snapshots made for an image, as AWS filter values. */
export function describedFor(imageId: string): readonly string[] {
  return [`Created by CreateImage(*) for ${imageId}*`, `Copied for DestinationAmi ${imageId} *`];
}

/**
 * The volume of a snapshot. Copies have "an arbitrary volume ID that should not be used for any purpose", which is
 * `vol-ffffffff` for all: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CopySnapshot.html
 */
export function realVolume(volumeId: string | undefined): string | undefined {
  return volumeId === undefined || !/^vol-(?!f+$)[0-9a-f]+$/.test(volumeId) ? undefined : volumeId;
}
