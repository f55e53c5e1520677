/** Reads the manifests of images in ECR. */
import type { ImageDetail, ImageIdentifier } from '@aws-sdk/client-ecr';
import { batchesOf } from '../../../../core/common/batches.ts';
import { type ManifestFacts, readManifest } from '../../../images/manifest.ts';
import { ecr } from '../../calls/ecr.ts';
import { pages, read } from '../../wire/reading.ts';
import { requireList, requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/** "Maximum number of 100 items": imageIds of `BatchGetImage` and of `DescribeImages`. */
export const IDS_PER_CALL = 100;
/** Manifests of one image: `DescribeImages` says all that Holystone needs of them. Any other is read. */
const PLAIN: ReadonlySet<string | undefined> = new Set([
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
]);
/** Without them ECR may answer a manifest in another form than the pushed one. */
const ACCEPTED = [
  ...PLAIN,
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
] as string[];

/** An image as `DescribeImages` shows it. */
interface ImageOfManifest {
  readonly imageDigest: string;
  readonly imageManifestMediaType?: string | undefined;
}

/** Facts of so many digests are kept in memory; they never change. */
const MOST = 100_000;

class Known {
  readonly facts = new Map<string, ManifestFacts>();

  destroy(): void {
    this.facts.clear();
  }
}

/** Facts of the manifests that say more than `DescribeImages`, by digest: each is read once, because ECR counts a pull. */
export async function manifestsOf(
  target: CallScope,
  repositoryName: string,
  images: readonly ImageOfManifest[],
): Promise<ReadonlyMap<string, ManifestFacts>> {
  const { account, region, io } = target;
  const { facts: found } = io.clients.get(`aws/${account.name}/${region}/ecrManifests`, () => new Known());
  if (found.size >= MOST) found.clear();
  const unread = new Map<string, ManifestFacts>();
  const wanted = images.filter(
    ({ imageManifestMediaType: type, imageDigest }) => !PLAIN.has(type) && !found.has(imageDigest),
  );
  for (const batch of batchesOf(wanted, IDS_PER_CALL)) {
    const imageIds = batch.map(({ imageDigest }) => ({ imageDigest }));
    const answer = await getImages(target, repositoryName, imageIds);
    for (const { imageId, imageManifest } of answer.images) {
      if (imageId?.imageDigest && imageManifest) found.set(imageId.imageDigest, readManifest(imageManifest));
    }
    for (const { imageDigest } of batch) {
      if (!found.has(imageDigest)) {
        const unreadable = 'its manifest cannot be read: ECR does not answer it';
        unread.set(imageDigest, { children: [], parts: [], unreadable });
      }
    }
  }
  return new Map([...found, ...unread]);
}

/**
 * `failures` has the ids without an image.
 * @param imageIds at most 100, the limit of `BatchGetImage`
 * @throws ReadError
 */
export async function getImages(target: CallScope, repositoryName: string, imageIds: ImageIdentifier[]) {
  const what = `reading images of ${repositoryName}`;
  const input = { repositoryName, imageIds, acceptedMediaTypes: ACCEPTED };
  const answer = await read(target, ecr.batchGetImage, what, input);
  const images = requireList(answer.images, { target, api: ecr.batchGetImage.api, what });
  return { images, failures: answer.failures ?? [] };
}

/** An image with a digest, its date and its tags. */
export type Described = ImageDetail & { readonly imageDigest: string };

/** Every image of a repository, with tags and without. @throws ReadError */
export async function* imagesIn(target: CallScope, repositoryName: string): AsyncGenerator<readonly Described[]> {
  const what = `listing the images of ${repositoryName}`;
  const input = { repositoryName, filter: { tagStatus: 'ANY' as const } };
  for await (const page of pages(target, ecr.describeImages, what, input)) {
    yield page.map((image) => withDigest(target, image, what));
  }
}

/** @throws ReadError: nothing can be said of an image without its digest */
export function withDigest(target: CallScope, image: ImageDetail, what: string): Described {
  const { imageDigest } = image;
  const operation = { target, api: ecr.describeImages.api, what };
  return { ...image, imageDigest: requirePart(imageDigest || undefined, 'digest', operation) };
}
