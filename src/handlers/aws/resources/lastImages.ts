/** The images that a quarantine makes of an instance before its termination. They remain: only people deregister them. */
import type { Image } from '@aws-sdk/client-ec2';
import { ec2 } from '../calls/ec2.ts';
import { allOf } from '../wire/paging.ts';
import { unlessGone } from '../wire/readError.ts';
import { pages, readList } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';
import { EVERY_IMAGE } from './image.ts';
import type { InstanceResource } from './instance.ts';

/** On such an image and its snapshots; its value is the id of the instance. */
export const LAST_IMAGE_TAG = 'holystone:last-image-of';

/**
 * On such an image: the last start of the instance, as it was when it was found stopped. The request may reach AWS after a
 * person started it: then the image lacks what was written since, and its date does not show it.
 */
export const START_TAG = 'holystone:last-start';

/** As the tag has it. */
export function startOf({ launchTime }: InstanceResource): string {
  return launchTime?.toISOString() ?? 'not known';
}

/** Was the instance stopped when it was made, and not started since? Each start has another date. */
export function isOfThisStop(image: Image, instance: InstanceResource): boolean {
  const { launchTime, lastUsedAt } = instance;
  if (launchTime === undefined) return false;
  const isSame = image.Tags?.some(({ Key, Value }) => Key === START_TAG && Value === startOf(instance)) ?? false;
  return isSame && madeAt(image) > Math.max(launchTime.getTime(), lastUsedAt?.getTime() ?? 0);
}

/** Was each volume attached before it was made? One that was elsewhere since may hold newer data. */
export function isAfterVolumes(image: Image, { volumesSince }: InstanceResource): boolean {
  return volumesSince !== undefined && madeAt(image) > volumesSince.getTime();
}

/**
 * Names are unique in an account and region, and `CreateImage` has no token: after a lost answer the same name of the same
 * day finds the image, and a second request with it is refused.
 * @param at ms since the epoch
 */
export function lastImageName(instanceId: string, at: number): string {
  return `${startOfName(instanceId)}${new Date(at).toISOString().slice(0, 10)}`;
}

const startOfName = (instanceId: string) => `holystone last of ${instanceId} `;

/** The last images of an instance in any state, whether or not it exists; newest first. @throws ReadError */
export async function lastImagesOf(target: CallScope, instanceId: string): Promise<readonly Image[]> {
  const Filters = [{ Name: 'name', Values: [`${startOfName(instanceId)}*`] }];
  const what = `looking for the last image of ${instanceId}`;
  const found = await allOf(pages(target, ec2.describeImages, what, { Filters }));
  return found.filter((image) => isLastOf(image, instanceId)).sort((a, b) => madeAt(b) - madeAt(a));
}

/** Does its tag say so, and is it, as far as AWS says, of this instance? */
export function isLastOf({ Tags = [], SourceInstanceId }: Image, instanceId: string): boolean {
  const isTagged = Tags.some(({ Key, Value }) => Key === LAST_IMAGE_TAG && Value === instanceId);
  return isTagged && (SourceInstanceId === undefined || SourceInstanceId === '' || SourceInstanceId === instanceId);
}

/** ms since the epoch; one without a readable date is older than all others. */
export function madeAt({ CreationDate }: Image): number {
  const at = Date.parse(CreationDate ?? '');
  return Number.isNaN(at) ? 0 : at;
}

/** @returns `undefined`: it does not exist @throws ReadError when the read failed */
export async function readImage(target: CallScope, id: string): Promise<Image | undefined> {
  const reading = readList(target, ec2.describeImages, `reading image ${id}`, { ImageIds: [id], ...EVERY_IMAGE });
  return (await unlessGone(reading, [])).find(({ ImageId }) => ImageId === id);
}
