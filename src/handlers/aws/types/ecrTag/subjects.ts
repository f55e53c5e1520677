/** Asks ECR for the images to which signatures, attestations and lists of contents belong. */
import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import { groupBy } from '../../../../core/common/groupBy.ts';
import { readManifest } from '../../../images/manifest.ts';
import { subjectOf } from '../../../images/referrerTag.ts';
import type { TagResource } from '../../../images/resource.ts';
import { type SubjectReads, subjects } from '../../../images/subjects.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ecr } from '../../calls/ecr.ts';
import { getImages, IDS_PER_CALL } from '../../evidence/images/ecrManifests.ts';
import { provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import type { EcrTagParameters } from './parameters.ts';

/** ECR gives no content of a layer without counting a pull: what a signature names is not read. */
export const ecrSubjects = subjects<EcrTagParameters>(
  { permissions: permissionsOf(ecr.batchGetImage, ecr.describeImages) },
  async (place, scope, io) => readsOf(await provenReader(place, scope, io)),
);

function readsOf(target: CallScope): SubjectReads {
  const withImages = new Map<string, Promise<boolean>>();
  return {
    async existing(tags) {
      const found = new Map<string, boolean | ReadError>();
      for (const [repository, those] of groupBy(tags, (tag) => tag.repository)) {
        for (const batch of batchesOf(those, IDS_PER_CALL)) {
          for (const [id, one] of await existingIn(target, repository, batch)) found.set(id, one);
        }
      }
      return found;
    },
    hasImages(repository) {
      const read = withImages.get(repository) ?? hasImages(target, repository);
      withImages.set(repository, read);
      return read;
    },
    async factsOf(repository, imageDigest) {
      const { images } = await getImages(target, repository, [{ imageDigest }]);
      const text = images[0]?.imageManifest;
      if (text === undefined) throw unread(`${repository}@${imageDigest}`, 'ECR does not answer its manifest');
      return readManifest(text);
    },
  };
}

async function existingIn(
  target: CallScope,
  repository: string,
  tags: readonly TagResource[],
): Promise<ReadonlyMap<string, boolean | ReadError>> {
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

async function hasImages(target: CallScope, repositoryName: string): Promise<boolean> {
  const what = `listing the images of ${repositoryName}`;
  for await (const images of pages(target, ecr.describeImages, what, { repositoryName })) {
    const tags = images
      .filter((image) => image.subjectManifestDigest === undefined)
      .flatMap(({ imageTags = [] }) => imageTags);
    if (tags.some((tag) => subjectOf(tag) === undefined)) return true;
  }
  return false;
}

function unread(image: string, why: string): ReadError {
  return new ReadError(`looking for ${image}: ${why}`, { problem: 'malformed' });
}
