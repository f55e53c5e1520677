/**
 * For which image a snapshot was made, as far as it can be proven. AWS keeps no such link; what it writes into the
 * description is all there is, and a description can be copied: by tools that copy a snapshot to another region, or to
 * another key, together with what it says. Such a copy is somebody's backup, and looks like a snapshot whose image is
 * gone. So the rest of the snapshot must bear its description out, or it counts for nothing. Pure.
 */

/** What is asked about a snapshot, in the API's words. */
interface Made {
  readonly Description?: string | undefined;
  readonly VolumeId?: string | undefined;
  readonly StartTime?: Date | undefined;
}

/**
 * What CreateImage writes, with and, since about 2021, without the volume:
 * `Created by CreateImage(i-083b9dd1234567890) for ami-01486e111234567890 from vol-e4b6ff16`
 */
const CREATED = /^Created by CreateImage\(i-[0-9a-f]{8,17}\) for (ami-[0-9a-f]{8,17})(?: from (vol-[0-9a-f]{8,17}))?$/;

/**
 * What CopyImage writes:
 * `Copied for DestinationAmi ami-… from SourceAmi ami-… for SourceSnapshot snap-…. Task created on 1,566,308,778,174.`
 */
const COPIED =
  /^Copied for DestinationAmi (ami-[0-9a-f]{8,17}) from SourceAmi ami-[0-9a-f]{8,17} for SourceSnapshot snap-[0-9a-f]{8,17}\. Task created on ([\d,]+)\.$/;

/**
 * A copy begins when its task is made; later it is a copy of that copy, such as those that are made every night, or
 * every hour, for another region: there the image of the description never was, which reads like one that is gone.
 */
const TASK_BEGINS_WITHIN_MS = 10 * 60_000;

/** The id of the image that it was made for; `undefined`: it was not, or nobody can tell. */
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

/** What descriptions of snapshots that were made for an image look like, as a filter of AWS takes it. */
export function describedFor(imageId: string): readonly string[] {
  return [`Created by CreateImage(*) for ${imageId}*`, `Copied for DestinationAmi ${imageId} *`];
}

/**
 * The volume that a snapshot is of. Copies have "an arbitrary volume ID that should not be used for any purpose", which
 * is `vol-ffffffff`, the same for all: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CopySnapshot.html
 */
export function realVolume(volumeId: string | undefined): string | undefined {
  return volumeId === undefined || !/^vol-(?!f+$)[0-9a-f]+$/.test(volumeId) ? undefined : volumeId;
}
