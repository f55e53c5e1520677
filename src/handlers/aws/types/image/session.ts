import { ReadError } from '../../../../core/common/errors.ts';
import type { Io, Scope, Session } from '../../../contract/handler.ts';
import { ec2 } from '../../calls/ec2.ts';
import { type ImageResource, toImage } from '../../resources/image.ts';
import { deregister, dryRunDeregister, ownImages } from '../../resources/imageApi.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ec2Tags } from '../../session/ec2Tags.ts';
import { openSession } from '../../session/session.ts';
import { readById } from '../../wire/readById.ts';
import type { CallScope } from '../../wire/target.ts';
import { quarantineImages } from './quarantine.ts';
import { imageById } from './readImages.ts';
import { restoreImage } from './restore.ts';

export function openImages(scope: Scope, io: Io): Session<ImageResource> {
  return openSession<ImageResource>(scope, io, {
    list: listImages,
    get: (reader, ids) => readById(reader, imageById, ids),
    api: ec2.deregisterImage.api,
    dryRun: (deleter, { id }) => dryRunDeregister(deleter, id),
    async delete({ id }, { deleter }) {
      const requestId = await deregister(deleter, id);
      return requestId === undefined ? undefined : { kind: 'deleted', requestId };
    },
    quarantine: quarantineImages,
    binned: 'image',
    restore: restoreImage,
    tags: ec2Tags,
  });
}

async function* listImages(reader: CallScope): AsyncGenerator<readonly ImageResource[]> {
  for await (const page of ownImages(reader)) {
    yield page.map((image) => {
      const resource = toImage(image);
      if (!resource) throw new ReadError('listing images: one came without an id', { problem: 'malformed' });
      return unshareStrings(resource);
    });
  }
}
