/** Every call this program makes about an image itself; one page shows what it can do to one. */
import type { Image, LaunchPermission } from '@aws-sdk/client-ec2';
import { ec2 } from '../calls/ec2.ts';
import { dryRun } from '../session/dryRun.ts';
import { send } from '../wire/client.ts';
import { list, pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** Deprecated and disabled images are images too; without these AWS leaves them out. */
const EVERY_KIND = { IncludeDeprecated: true, IncludeDisabled: true };

/** The account's own images, page by page. */
export function ownImages(target: CallScope): AsyncIterable<readonly Image[]> {
  return pages(target, ec2.describeImages, 'listing images', { Owners: ['self'], ...EVERY_KIND });
}

/**
 * Images by id. One id that is not there fails the whole call.
 * @throws the SDK's own errors, `InvalidAMIID.NotFound` among them
 */
export function imagesById(target: CallScope, ids: readonly string[]): Promise<readonly Image[]> {
  // Pages are not possible together with ids; AWS answers all of at most 1,000.
  return list(target, ec2.describeImages, 'reading images', { ImageIds: [...ids], ...EVERY_KIND });
}

/** Whom an image is shared with. A disabled one has none: AWS takes them away and refuses to tell. */
export function launchPermissionsOf(target: CallScope, imageId: string): Promise<readonly LaunchPermission[]> {
  return list(target, ec2.describeImageAttribute, `reading launch permissions of ${imageId}`, {
    ImageId: imageId,
    Attribute: 'launchPermission',
  });
}

/**
 * Leaves the snapshots alone (law 7).
 * @returns AWS's request id; `undefined` when the answer does not say that it was done
 */
export async function deregister(target: CallScope, imageId: string): Promise<string | undefined> {
  const answer = await send(target, ec2.deregisterImage, { ImageId: imageId });
  return answer.Return === true ? (answer.$metadata.requestId ?? 'unknown') : undefined;
}

/** Whether it would be allowed; nothing happens. */
export function dryRunDeregister(target: CallScope, imageId: string): Promise<void> {
  return dryRun(target, ec2.deregisterImage, { ImageId: imageId });
}

/**
 * Nobody can launch from it any more, and it is shared with nobody, until it is enabled again:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DisableImage.html
 * @returns AWS's request id; `undefined` when the answer does not say that it was done
 */
export async function disable(target: CallScope, imageId: string): Promise<string | undefined> {
  const answer = await send(target, ec2.disableImage, { ImageId: imageId });
  return answer.Return === true ? (answer.$metadata.requestId ?? 'unknown') : undefined;
}

/** Whether {@link disable} would be allowed; nothing happens. */
export function dryRunDisable(target: CallScope, imageId: string): Promise<void> {
  return dryRun(target, ec2.disableImage, { ImageId: imageId });
}

/** Whether {@link enable} would be allowed; nothing happens. */
export function dryRunEnable(target: CallScope, imageId: string): Promise<void> {
  return dryRun(target, ec2.enableImage, { ImageId: imageId });
}

/** Available again, and still shared with nobody. @throws Error when the answer does not say that it was done */
export async function enable(target: CallScope, imageId: string): Promise<void> {
  const answer = await send(target, ec2.enableImage, { ImageId: imageId });
  if (answer.Return !== true) throw new Error(`${imageId} was not enabled again, and nobody says why`);
}
