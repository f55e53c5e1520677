import type { ImageRecycleBinInfo } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../core/errors.ts';
import type { Finding } from '../../../core/finding.ts';
import { findInPages } from '../../collecting.ts';
import type { EvidenceSource } from '../../handler.ts';
import { permissionsOf } from '../calls/call.ts';
import { ec2 } from '../calls/ec2.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { pagesOf } from '../paging.ts';
import { ownPlace, provenReader } from '../places.ts';
import type { Doing } from '../readError.ts';
import type { Target } from '../target.ts';

/**
 * A deregistered image that the Recycle Bin holds is not gone: it can be had back as long as its snapshots are there.
 * https://docs.aws.amazon.com/ebs/latest/userguide/recycle-bin-working-with-amis.html
 */
export const recycledImages: EvidenceSource = {
  name: 'recycledImages',
  summary: 'Deregistered images in the Recycle Bin, which can be restored from the snapshots that were made for them.',
  permissions: permissionsOf(ec2.listImagesInRecycleBin),
  asks: 'place',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(recycled(target), (image) => [useOf(image)]);
  },
};

/** Every image that the Recycle Bin holds, page by page. */
export function recycled(target: Target): AsyncIterable<readonly ImageRecycleBinInfo[]> {
  const doing: Doing = { target, api: ec2.listImagesInRecycleBin.api, what: 'reading images in the Recycle Bin' };
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ ec2 }, options) =>
      (await ec2).listImagesInRecycleBin({ MaxResults: 1000, NextToken }, options),
    );
    return { items: listed(answer.Images, doing), nextToken: answer.NextToken };
  });
}

function useOf({ ImageId, Name, RecycleBinExitTime }: ImageRecycleBinInfo): Finding {
  if (!ImageId) throw new ReadError('an image in the Recycle Bin came without its id', { problem: 'malformed' });
  const until = RecycleBinExitTime === undefined ? '' : ` until ${RecycleBinExitTime.toISOString().slice(0, 10)}`;
  return { alias: ImageId, says: 'used', by: `image ${ImageId} "${Name ?? ''}" (in the Recycle Bin${until})` };
}
