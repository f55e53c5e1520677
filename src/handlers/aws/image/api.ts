/** Every call this program makes about an image itself; one page shows what it can do to one. */

import type { Image, LaunchPermission } from '@aws-sdk/client-ec2';
import { ec2 } from '../calls/ec2.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { pagesOf } from '../paging.ts';
import type { Doing } from '../readError.ts';
import { rehearse } from '../rehearsing.ts';
import type { Target } from '../target.ts';

/** Deprecated and disabled images are images too; without these AWS leaves them out. */
const EVERY_KIND = { IncludeDeprecated: true, IncludeDisabled: true };

/** Without MaxResults a big account's answer times out. 1,000 is the most AWS gives per page. */
const PAGE = 1000;

/** The account's own images, page by page. */
export function ownImages(target: Target): AsyncIterable<readonly Image[]> {
  const doing: Doing = { target, api: ec2.describeImages.api, what: 'listing images' };
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeImages({ Owners: ['self'], MaxResults: PAGE, NextToken, ...EVERY_KIND }, options),
    );
    return { items: listed(answer.Images, doing), nextToken: answer.NextToken };
  });
}

/**
 * Images by id. One id that is not there fails the whole call.
 * @throws the SDK's own errors, `InvalidAMIID.NotFound` among them
 */
export async function imagesById(target: Target, ids: readonly string[]): Promise<readonly Image[]> {
  const doing: Doing = { target, api: ec2.describeImages.api, what: 'reading images' };
  // Pages are not possible together with ids; AWS answers all of at most 1,000.
  const answer = await call(target, doing.api, async ({ ec2 }, options) =>
    (await ec2).describeImages({ ImageIds: [...ids], ...EVERY_KIND }, options),
  );
  return listed(answer.Images, doing);
}

/** Whom an image is shared with. A disabled one has none: AWS takes them away and refuses to tell. */
export async function launchPermissionsOf(target: Target, imageId: string): Promise<readonly LaunchPermission[]> {
  const doing: Doing = {
    target,
    api: ec2.describeImageAttribute.api,
    what: `reading launch permissions of ${imageId}`,
  };
  const answer = await call(target, doing.api, async ({ ec2 }, options) =>
    (await ec2).describeImageAttribute({ ImageId: imageId, Attribute: 'launchPermission' }, options),
  );
  return listed(answer.LaunchPermissions, doing);
}

/**
 * Leaves the snapshots alone (law 7).
 * @returns AWS's request id; `undefined` when the answer does not say that it was done
 */
export async function deregister(target: Target, imageId: string): Promise<string | undefined> {
  const answer = await call(target, ec2.deregisterImage.api, async ({ ec2 }, options) =>
    (await ec2).deregisterImage({ ImageId: imageId }, options),
  );
  return answer.Return === true ? (answer.$metadata.requestId ?? 'unknown') : undefined;
}

/** Whether it would be allowed; nothing happens. */
export function rehearseDeregister(target: Target, imageId: string): Promise<void> {
  return rehearse(target, ec2.deregisterImage.api, async ({ ec2 }, options) =>
    (await ec2).deregisterImage({ ImageId: imageId, DryRun: true }, options),
  );
}

/**
 * Nobody can launch from it any more, and it is shared with nobody, until it is enabled again:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DisableImage.html
 * @returns AWS's request id; `undefined` when the answer does not say that it was done
 */
export async function disable(target: Target, imageId: string): Promise<string | undefined> {
  const answer = await call(target, ec2.disableImage.api, async ({ ec2 }, options) =>
    (await ec2).disableImage({ ImageId: imageId }, options),
  );
  return answer.Return === true ? (answer.$metadata.requestId ?? 'unknown') : undefined;
}

/** Whether {@link disable} would be allowed; nothing happens. */
export function rehearseDisable(target: Target, imageId: string): Promise<void> {
  return rehearse(target, ec2.disableImage.api, async ({ ec2 }, options) =>
    (await ec2).disableImage({ ImageId: imageId, DryRun: true }, options),
  );
}

/** Whether {@link enable} would be allowed; nothing happens. */
export function rehearseEnable(target: Target, imageId: string): Promise<void> {
  return rehearse(target, ec2.enableImage.api, async ({ ec2 }, options) =>
    (await ec2).enableImage({ ImageId: imageId, DryRun: true }, options),
  );
}

/** Available again, and still shared with nobody. @throws Error when the answer does not say that it was done */
export async function enable(target: Target, imageId: string): Promise<void> {
  const answer = await call(target, ec2.enableImage.api, async ({ ec2 }, options) =>
    (await ec2).enableImage({ ImageId: imageId }, options),
  );
  if (answer.Return !== true) throw new Error(`${imageId} was not enabled again, and nobody says why`);
}
