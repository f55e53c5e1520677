import type { Image } from '@aws-sdk/client-ec2';
import { messageOf } from '../../../../core/common/errors.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import { ec2 } from '../../calls/ec2.ts';
import { type ImageResource, toImage } from '../../resources/image.ts';
import { imagesById, launchPermissionsOf } from '../../resources/imageApi.ts';
import { type ById, unknownRead } from '../../wire/readById.ts';
import { readError } from '../../wire/readError.ts';
import type { CallScope } from '../../wire/target.ts';

/** Images by id, with what is needed to rebuild them; `gone` is the state `deregistered`, too. */
export const imageById: ById<Image, ImageResource> = {
  api: ec2.describeImages.api,
  noun: 'image',
  idOf: ({ ImageId }) => ImageId,
  fetch: imagesById,
  toRead: readOf,
};

async function readOf(target: CallScope, id: string, image: Image): Promise<Read<ImageResource>> {
  if (image.State === 'deregistered') return { kind: 'gone' };
  const resource = toImage(image);
  if (!resource) return unknownRead(`AWS answered without the id of ${id}`);
  try {
    const launchPermissions = image.State === 'disabled' ? [] : await launchPermissionsOf(target, id);
    return { kind: 'found', resource: { ...resource, described: { image, launchPermissions } } };
  } catch (error) {
    const doing = { target, api: ec2.describeImageAttribute.api, what: `reading launch permissions of ${id}` };
    const failed = readError(error, doing);
    if (target.io.signal.aborted) throw failed;
    return unknownRead(messageOf(failed));
  }
}
