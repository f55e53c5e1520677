/** Asks ECR for the images to which signatures, attestations and lists of contents belong. */
import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import { groupBy } from '../../../../core/common/groupBy.ts';
import type { TagResource } from '../../../images/resource.ts';
import { type Existing, subjects } from '../../../images/subjects.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ecr } from '../../calls/ecr.ts';
import { getImages, IDS_PER_CALL } from '../../evidence/images/ecrManifests.ts';
import { provenReader } from '../../wire/places.ts';
import type { CallScope } from '../../wire/target.ts';
import type { EcrTagParameters } from './parameters.ts';

export const ecrSubjects = subjects<EcrTagParameters>(
  { permissions: permissionsOf(ecr.batchGetImage) },
  async (tags, place, scope, io) => {
    const target = await provenReader(place, scope, io);
    const found = new Map<string, boolean | ReadError>();
    for (const [repository, those] of groupBy(tags, (tag) => tag.repository)) {
      for (const batch of batchesOf(those, IDS_PER_CALL)) {
        for (const [id, one] of await existingIn(target, repository, batch)) found.set(id, one);
      }
    }
    return found;
  },
);

async function existingIn(target: CallScope, repository: string, tags: readonly TagResource[]): Promise<Existing> {
  const digests = [...new Set(tags.flatMap(({ belongsTo }) => belongsTo ?? []))];
  const { images, failures } = await getImages(
    target,
    repository,
    digests.map((imageDigest) => ({ imageDigest })),
  );
  const there = new Set(images.map(({ imageId }) => imageId?.imageDigest));
  const codes = new Map(failures.map(({ imageId, failureCode }) => [imageId?.imageDigest, failureCode]));
  return new Map(
    tags.map(({ id, belongsTo = '' }): [string, boolean | ReadError] => {
      if (there.has(belongsTo)) return [id, true];
      const code = codes.get(belongsTo);
      const why = code === undefined ? 'AWS left it out' : `ECR says ${code}`;
      return [id, code === 'ImageNotFound' ? false : unread(`${repository}@${belongsTo}`, why)];
    }),
  );
}

function unread(image: string, why: string): ReadError {
  return new ReadError(`looking for ${image}: ${why}`, { problem: 'malformed' });
}
