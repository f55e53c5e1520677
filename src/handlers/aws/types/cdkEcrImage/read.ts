/** Reads the images of an environment's repository. */
import type { ImageFailure } from '@aws-sdk/client-ecr';
import { batchesOf } from '../../../../core/common/batches.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import { ecr } from '../../calls/ecr.ts';
import type { AssetPlace } from '../../evidence/cdk/bootstrap.ts';
import { getImages, IDS_PER_CALL, imagesIn, withDigest } from '../../evidence/images/ecrManifests.ts';
import { withLastUser } from '../../resources/cdk/lastNamed.ts';
import { isImageMark } from '../../resources/cdk/marks.ts';
import { unknownRead } from '../../wire/readById.ts';
import { readList } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { type AssetImage, toImage } from './resource.ts';

/** The marks of `cdk gc` and the time by which they are read; absent: they count for nothing. */
type Marks = { readonly now: number } | undefined;

/** Every image, with its tags. @throws ReadError */
export async function* listImages(
  target: CallScope,
  place: AssetPlace,
  marks: Marks,
): AsyncGenerator<readonly AssetImage[]> {
  for await (const page of imagesIn(target, place.name)) {
    const images = page.map((image) => toImage(place, image, whereOf(target), marks));
    yield await withLastUser(target, images, namesOf);
  }
}

function whereOf(target: CallScope): { accountId: string; region: string } {
  const operation = { target, api: ecr.describeImages.api, what: 'reading images' };
  return { accountId: requirePart(target.account.id, 'registry id', operation), region: target.region };
}

/** By which stacks may have named it. */
function namesOf({ tagged, id }: AssetImage): readonly string[] {
  return [...tagged, id];
}

/** Images by their digests, each with its manifest. @throws ReadError */
export async function readImages(
  target: CallScope,
  place: AssetPlace,
  digests: readonly string[],
  marks: Marks,
): Promise<ReadonlyMap<string, Read<AssetImage>>> {
  const reads = new Map<string, Read<AssetImage>>();
  for (const batch of batchesOf(digests, IDS_PER_CALL)) {
    for (const [digest, read] of await readSome(target, place, batch, marks)) {
      const [resource] = read.kind === 'found' ? await withLastUser(target, [read.resource], namesOf) : [];
      reads.set(digest, resource ? { kind: 'found', resource } : read);
    }
  }
  return reads;
}

async function readSome(
  target: CallScope,
  place: AssetPlace,
  digests: readonly string[],
  marks: Marks,
): Promise<readonly (readonly [string, Read<AssetImage>])[]> {
  const imageIds = digests.map((imageDigest) => ({ imageDigest }));
  const { images, failures } = await getImages(target, place.name, imageIds);
  const byDigest = new Map(images.map((image) => [image.imageId?.imageDigest, image]));
  const known = digests.filter((digest) => byDigest.has(digest));
  const what = `reading images of ${place.name}`;
  const input = {
    repositoryName: place.name,
    imageIds: known.map((imageDigest) => ({ imageDigest })),
    filter: undefined,
    maxResults: undefined,
  };
  const details = known.length === 0 ? [] : await readList(target, ecr.describeImages, what, input);
  const detailed = new Map(details.map((detail) => [detail.imageDigest, withDigest(target, detail, what)]));
  return digests.map((digest): readonly [string, Read<AssetImage>] => {
    const image = byDigest.get(digest);
    if (!image) return [digest, absent(digest, failures)];
    const detail = detailed.get(digest);
    const { imageManifest: manifest, imageManifestMediaType: mediaType } = image;
    if (!detail || manifest === undefined) return [digest, unknownRead(`AWS answered without ${digest}`)];
    const tags = (detail.imageTags ?? []).filter((tag) => !isImageMark(tag));
    const described = { repository: place.name, digest, tags, manifest, ...(mediaType ? { mediaType } : {}) };
    return [digest, { kind: 'found', resource: { ...toImage(place, detail, whereOf(target), marks), described } }];
  });
}

/** Only the failure of exactly this digest means that the image is gone. */
function absent(digest: string, failures: readonly ImageFailure[]): Read<AssetImage> {
  const failure = failures.find(({ imageId }) => imageId?.imageDigest === digest);
  if (failure?.failureCode === 'ImageNotFound') return { kind: 'gone' };
  return unknownRead(`AWS answered without ${digest}${failure ? `: ${failure.failureReason}` : ''}`);
}
