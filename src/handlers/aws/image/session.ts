import { ReadError } from '../../../core/errors.ts';
import type { Io, Scope, Session } from '../../handler.ts';
import { verifyAccount } from '../account.ts';
import { deleteEach } from '../deleting.ts';
import { protecting } from '../protecting.ts';
import type { Target } from '../target.ts';
import { deregister, ownImages, removeTags, writeTags } from './api.ts';
import { readImages } from './readImages.ts';
import { type ImageResource, toImage } from './resource.ts';

export function openImages({ account, accounts, location }: Scope, io: Io): Session<ImageResource> {
  const reader: Target = { account, accounts, region: location, identity: 'reader', io };
  const deleter: Target = { ...reader, identity: 'deleter' };
  return {
    async verifyAccount() {
      await verifyAccount(reader);
      if (io.permit) await verifyAccount(deleter);
    },
    list: () => listImages(reader),
    get: (ids) => readImages(reader, ids),
    delete: (batch) =>
      deleteEach(deleter, 'ec2:DeregisterImage', batch, async ({ id }) => {
        const requestId = await deregister(deleter, id);
        return requestId === undefined ? undefined : { kind: 'deleted', requestId };
      }),
    protect: (image, until) =>
      protecting(deleter, image, until, {
        apis: { write: 'ec2:CreateTags', remove: 'ec2:DeleteTags' },
        write: (tags) => writeTags(deleter, image.id, tags),
        remove: (tags) => removeTags(deleter, image.id, tags),
      }),
  };
}

async function* listImages(reader: Target): AsyncGenerator<readonly ImageResource[]> {
  for await (const page of ownImages(reader)) {
    yield page.map((image) => {
      const resource = toImage(image);
      if (!resource) throw new ReadError('listing images: one came without an id', { problem: 'malformed' });
      return resource;
    });
  }
}
