/** Reads repositories of ECR, their images and manifests. */
import type { ImageFailure, Repository } from '@aws-sdk/client-ecr';
import { batchesOf } from '../../../../core/common/batches.ts';
import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import { readManifest } from '../../../images/manifest.ts';
import { ecr } from '../../calls/ecr.ts';
import { getImages, IDS_PER_CALL, manifestsOf, withDigest } from '../../evidence/images/ecrManifests.ts';
import { partsOfId, tagId } from '../../resources/ecrTagId.ts';
import { toTags } from '../../session/tags.ts';
import { codeOf } from '../../wire/errors.ts';
import { partitionOf } from '../../wire/partition.ts';
import { unknownRead } from '../../wire/readById.ts';
import { pages, read, readList } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { type EcrTagResource, type RepositoryFacts, toTag } from './resource.ts';

/** Every tag of the repositories that `isWanted`. A repository that vanished since its listing has none. */
export async function* listTags(
  target: CallScope,
  isWanted: (repository: string) => boolean,
): AsyncGenerator<readonly EcrTagResource[]> {
  for await (const page of pages(target, ecr.describeRepositories, 'listing the repositories of ECR')) {
    for (const repository of page) {
      const operation = { target, api: ecr.describeRepositories.api, what: 'listing the repositories of ECR' };
      const name = requirePart(repository.repositoryName || undefined, 'repository name', operation);
      if (isWanted(name)) yield* tagsOf(target, name, repository);
    }
  }
}

async function* tagsOf(
  target: CallScope,
  name: string,
  repository: Repository,
): AsyncGenerator<readonly EcrTagResource[]> {
  let isBegun = false;
  try {
    const facts = await factsOf(target, name, repository.registryId);
    const what = `listing the images of ${name}`;
    for await (const images of pages(target, ecr.describeImages, what, { repositoryName: name })) {
      const described = images.map((image) => withDigest(target, image, what));
      const manifests = await manifestsOf(target, name, described);
      isBegun = true;
      yield described.flatMap((image) => {
        const tags = image.imageTags ?? [];
        return tags.map((tag) => toTag(facts, image, tag, manifests.get(image.imageDigest)));
      });
    }
  } catch (error) {
    // A repository that ends in the middle of its listing is not whole: `keepN` must not count a part of it.
    if (isBegun || !saysNoRepository(error)) throw error;
  }
}

async function factsOf(target: CallScope, name: string, registryId = target.account.id): Promise<RepositoryFacts> {
  const { region } = target;
  const what = `reading the tags of the repository ${name}`;
  const id = requirePart(registryId, 'registry id', { target, api: ecr.describeRepositories.api, what });
  const resourceArn = `arn:${partitionOf(region)}:ecr:${region}:${id}:repository/${name}`;
  const answer = await read(target, ecr.listTagsForResource, what, { resourceArn });
  const tags = requirePart(answer.tags, 'list of tags', { target, api: ecr.listTagsForResource.api, what });
  return { name, registryId: id, region, tags: toTags(tags), expiring: await expiringIn(target, name) };
}

/** Only words depend on it, so a preview that cannot be read says nothing. Holystone never starts one. */
async function expiringIn(target: CallScope, repositoryName: string): Promise<ReadonlySet<string>> {
  const digests = new Set<string>();
  try {
    const what = `reading the preview of the lifecycle policy of ${repositoryName}`;
    for await (const page of pages(target, ecr.getLifecyclePolicyPreview, what, { repositoryName })) {
      for (const { imageDigest, action } of page)
        if (imageDigest && action?.type === 'EXPIRE') digests.add(imageDigest);
    }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    target.io.log.debug({ repository: repositoryName }, `no preview of the lifecycle policy: ${messageOf(error)}`);
  }
  return digests;
}

/** Tags by their ids; each in its own state. @throws ReadError */
export async function readTags(
  target: CallScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Read<EcrTagResource>>> {
  const reads = new Map<string, Read<EcrTagResource>>();
  const byRepository = new Map<string, string[]>();
  for (const id of ids) {
    const parts = partsOfId(id);
    if (!parts) reads.set(id, unknownRead(`${id} is no id of an image tag`));
    else byRepository.set(parts.repository, [...(byRepository.get(parts.repository) ?? []), parts.tag]);
  }
  for (const [repository, tags] of byRepository) {
    for (const batch of batchesOf(tags, IDS_PER_CALL)) {
      for (const [tag, one] of await readSome(target, repository, batch)) reads.set(tagId(repository, tag), one);
    }
  }
  return reads;
}

type Reads = ReadonlyMap<string, Read<EcrTagResource>>;

async function readSome(target: CallScope, repository: string, tags: readonly string[]): Promise<Reads> {
  try {
    const imageIds = tags.map((imageTag) => ({ imageTag }));
    const { images, failures } = await getImages(target, repository, imageIds);
    const byTag = new Map(images.map((image) => [image.imageId?.imageTag, image]));
    const known = tags.filter((tag) => byTag.has(tag));
    const details = known.length === 0 ? [] : await detailsOf(target, repository, known);
    const facts = known.length === 0 ? undefined : await factsOf(target, repository);
    return new Map(
      tags.map((tag): [string, Read<EcrTagResource>] => {
        const image = byTag.get(tag);
        if (!image || !facts) return [tag, absent(tag, failures)];
        const { imageManifest: manifest, imageManifestMediaType: mediaType, imageId } = image;
        const detail = details.find(
          ({ imageDigest, imageTags = [] }) => imageDigest === imageId?.imageDigest && imageTags.includes(tag),
        );
        if (!detail || manifest === undefined) return [tag, unknownRead(`AWS answered without ${repository}:${tag}`)];
        const described = {
          repository,
          tag,
          digest: detail.imageDigest,
          manifest,
          ...(mediaType ? { mediaType } : {}),
        };
        return [tag, { kind: 'found', resource: { ...toTag(facts, detail, tag, readManifest(manifest)), described } }];
      }),
    );
  } catch (error) {
    if (!saysNoRepository(error)) throw error;
    return new Map(tags.map((tag) => [tag, { kind: 'gone' }]));
  }
}

async function detailsOf(target: CallScope, repositoryName: string, tags: readonly string[]) {
  const what = `reading the dates of images of ${repositoryName}`;
  const input = { repositoryName, imageIds: tags.map((imageTag) => ({ imageTag })) };
  const details = await readList(target, ecr.describeImages, what, input);
  return details.map((image) => withDigest(target, image, what));
}

/** Only "not found" means gone: an image may also be archived, encrypted with a lost key, or not to be had upstream. */
function absent(tag: string, failures: readonly ImageFailure[]): Read<EcrTagResource> {
  const failure = failures.find(({ imageId }) => imageId?.imageTag === tag);
  if (failure?.failureCode === 'ImageNotFound') return { kind: 'gone' };
  return unknownRead(
    failure ? `ECR says ${failure.failureCode}: ${failure.failureReason ?? ''}` : `AWS left out ${tag}`,
  );
}

/** Is the repository itself gone, and not one of its images? */
function saysNoRepository(error: unknown): boolean {
  return error instanceof ReadError && codeOf(error.cause) === 'RepositoryNotFoundException';
}
