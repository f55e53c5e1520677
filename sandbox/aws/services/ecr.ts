import * as module from '@aws-sdk/client-ecr';
import { AwsError } from '../collections/errors.ts';
import { digestOf, type EcrImage, newRepository, OCI_INDEX } from '../seeds/ecrSeeds.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, numbered } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** "This value can be between 1 and 1000. If this parameter is not used, then … up to 100 results": API_DescribeImages */
const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'InvalidParameterException',
  limits: { min: 1, max: 1000, otherwise: 100 },
  badSize: 'InvalidParameterException',
});
/** "Minimum number of 1 item. Maximum number of 100 items": imageIds of each operation */
const MOST_IDS = 100;

type Id = module.ImageIdentifier;

export function ecr(): Service {
  return service(
    module,
    module.ECRClient,
  )({
    DescribeRepositories: listing(
      collection(
        ({ here }, { repositoryNames: names = [] }: module.DescribeRepositoriesCommandInput) => {
          for (const name of names) existing(here, name);
          const all = here.ecrRepositories.view();
          return names.length === 0 ? all : all.filter(({ key }) => names.includes(key));
        },
        ({ tags: _tags, preview: _preview, policyText: _policy, ...repository }): module.Repository => repository,
      ),
      { answer: 'repositories' },
    ),

    DescribeImages: listing(
      collection<
        module.DescribeImagesCommandInput,
        EcrImage & { readonly tags: readonly string[] },
        module.ImageDetail
      >(
        (call, { repositoryName = '', imageIds, filter, maxResults }) => {
          existing(call.here, repositoryName);
          if (imageIds !== undefined && maxResults !== undefined) {
            throw new AwsError('InvalidParameterException', 'maxResults cannot be used together with imageIds');
          }
          const all = imagesIn(call, repositoryName);
          const chosen = imageIds?.map((id) => {
            const found = all.find(({ digest, tags }) => digest === id.imageDigest || tags.includes(id.imageTag ?? ''));
            if (found) return found;
            const message = `The image with imageId ${JSON.stringify(id)} does not exist within the repository with name '${repositoryName}'`;
            throw new AwsError('ImageNotFoundException', message);
          });
          return numbered(chosen ?? all.filter(({ tags }) => filter?.tagStatus !== 'TAGGED' || tags.length > 0));
        },
        ({ repository, digest, tags, mediaType, pushedAt, pulledAt, subject }) => ({
          repositoryName: repository,
          imageDigest: digest,
          imageTags: [...tags],
          imageSizeInBytes: 1_000_000,
          imagePushedAt: pushedAt,
          imageManifestMediaType: mediaType,
          ...(pulledAt && { lastRecordedPullTime: pulledAt }),
          ...(subject && { subjectManifestDigest: subject }),
        }),
      ),
      { answer: 'imageDetails' },
    ),

    /** An identifier for each tag; an image without tags has one without. */
    ListImages: listing(
      collection<module.ListImagesCommandInput, EcrImage & { readonly tags: readonly string[] }, Id>(
        (call, { repositoryName = '' }) => {
          existing(call.here, repositoryName);
          const all = imagesIn(call, repositoryName);
          return numbered(
            all.flatMap((image) =>
              image.tags.length === 0 ? [image] : image.tags.map((tag) => ({ ...image, tags: [tag] })),
            ),
          );
        },
        ({ digest, tags: [tag] }) => ({ imageDigest: digest, ...(tag === undefined ? {} : { imageTag: tag }) }),
      ),
      { answer: 'imageIds' },
    ),

    BatchGetImage({ repositoryName = '', imageIds = [] }, call) {
      existing(call.here, repositoryName);
      requireIds(imageIds);
      const found = imageIds.map((imageId) => ({ imageId, image: imageBy(call, repositoryName, imageId) }));
      return {
        images: found.flatMap(({ imageId: { imageTag }, image }) =>
          image
            ? [
                {
                  registryId: call.account.id,
                  repositoryName,
                  imageId: { imageDigest: image.digest, ...(imageTag && { imageTag }) },
                  imageManifest: image.manifest,
                  imageManifestMediaType: image.mediaType,
                },
              ]
            : [],
        ),
        failures: found.flatMap(({ imageId, image }) => (image ? [] : [notFound(imageId)])),
      };
    },

    /** "When you remove the last tag from an image, the image is deleted": API_BatchDeleteImage; no image of an index. */
    BatchDeleteImage({ repositoryName = '', imageIds = [] }, call) {
      existing(call.here, repositoryName);
      requireIds(imageIds);
      const outcomes = imageIds.map((imageId) => deleted(call, repositoryName, imageId));
      return {
        imageIds: outcomes.flatMap(({ imageIds: gone = [] }) => gone),
        failures: outcomes.flatMap(({ failure }) => failure ?? []),
      };
    },

    PutImage({ repositoryName = '', imageManifest = '', imageTag, imageDigest, imageManifestMediaType }, call) {
      const { here } = call;
      const repository = existing(here, repositoryName);
      const digest = digestOf(imageManifest);
      if (imageDigest !== undefined && imageDigest !== digest) {
        throw new AwsError('ImageDigestDoesNotMatchException', `The digest ${imageDigest} does not match`);
      }
      const key = `${repositoryName}:${imageTag ?? ''}`;
      const other = imageTag === undefined ? undefined : here.ecrTags.get(key);
      if (other?.digest === digest)
        throw new AwsError('ImageAlreadyExistsException', `Image with tag '${imageTag}' already exists`);
      if (other && repository.imageTagMutability === 'IMMUTABLE') {
        const message = `The image tag '${imageTag}' already exists and cannot be overwritten because the repository is immutable.`;
        throw new AwsError('ImageTagAlreadyExistsException', message);
      }
      const manifest = JSON.parse(imageManifest) as { manifests?: { digest: string }[]; mediaType?: string };
      const mediaType = imageManifestMediaType ?? manifest.mediaType ?? OCI_INDEX;
      const image: EcrImage = here.ecrImages.get(`${repositoryName}@${digest}`) ?? {
        repository: repositoryName,
        digest,
        manifest: imageManifest,
        mediaType,
        pushedAt: call.now,
        children: (manifest.manifests ?? []).map((child) => child.digest),
      };
      here.ecrImages.put(`${repositoryName}@${digest}`, image);
      if (imageTag !== undefined) here.ecrTags.put(key, { repository: repositoryName, tag: imageTag, digest });
      return {
        image: {
          registryId: call.account.id,
          repositoryName,
          imageId: { imageDigest: digest, ...(imageTag === undefined ? {} : { imageTag }) },
          imageManifest,
        },
      };
    },

    CreateRepository({ repositoryName = '', imageTagMutability, tags = [] }, call) {
      if (call.here.ecrRepositories.get(repositoryName)) {
        const message = `The repository with name '${repositoryName}' already exists`;
        throw new AwsError('RepositoryAlreadyExistsException', message);
      }
      const labels = Object.fromEntries(tags.map(({ Key = '', Value = '' }) => [Key, Value]));
      const seed = { repositoryName, tags: labels, ...(imageTagMutability && { imageTagMutability }) };
      const made = newRepository(seed, call);
      call.here.ecrRepositories.put(repositoryName, made);
      const { tags: _tags, ...repository } = made;
      return { repository };
    },

    /** https://docs.aws.amazon.com/AmazonECR/latest/APIReference/API_GetRepositoryPolicy.html */
    GetRepositoryPolicy({ repositoryName = '' }, { here, account }) {
      const { policyText } = existing(here, repositoryName);
      if (policyText !== undefined) return { registryId: account.id, repositoryName, policyText };
      const message = `Repository policy does not exist for the repository with name '${repositoryName}' in the registry with id '${account.id}'`;
      throw new AwsError('RepositoryPolicyNotFoundException', message);
    },

    ListTagsForResource({ resourceArn = '' }, { here }) {
      const { tags } = existing(here, resourceArn.replace(/^.*?:repository\//, ''));
      return { tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) };
    },

    GetLifecyclePolicyPreview({ repositoryName = '' }, { here }) {
      const { preview } = existing(here, repositoryName);
      if (preview) return { repositoryName, status: 'COMPLETE', previewResults: [...preview] };
      const message = `There is no lifecycle policy preview for the repository with name '${repositoryName}'`;
      throw new AwsError('LifecyclePolicyPreviewNotFoundException', message);
    },
  });
}

function existing(here: Call['here'], name: string) {
  const found = here.ecrRepositories.get(name);
  if (found) return found;
  throw new AwsError(
    'RepositoryNotFoundException',
    `The repository with name '${name}' does not exist in the registry`,
  );
}

function requireIds(ids: readonly Id[]): void {
  if (ids.length > 0 && ids.length <= MOST_IDS) return;
  throw new AwsError('InvalidParameterException', `imageIds must be 1 to ${MOST_IDS} items, not ${ids.length}`);
}

function imagesIn({ here }: Call, repository: string) {
  const tags = new Map<string, string[]>();
  for (const { value } of here.ecrTags.view()) {
    if (value.repository === repository) tags.set(value.digest, [...(tags.get(value.digest) ?? []), value.tag]);
  }
  return here.ecrImages
    .values()
    .filter((image) => image.repository === repository)
    .map((image) => ({ ...image, tags: tags.get(image.digest) ?? [] }));
}

function imageBy({ here }: Call, repository: string, { imageDigest, imageTag }: Id): EcrImage | undefined {
  const digest = imageTag === undefined ? imageDigest : here.ecrTags.get(`${repository}:${imageTag}`)?.digest;
  return digest === undefined ? undefined : here.ecrImages.get(`${repository}@${digest}`);
}

function notFound(imageId: Id): module.ImageFailure {
  return { imageId, failureCode: 'ImageNotFound', failureReason: 'Requested image not found' };
}

interface Deleted {
  readonly imageIds?: Id[];
  readonly failure?: module.ImageFailure;
}

function deleted(call: Call, repository: string, imageId: Id): Deleted {
  const { here } = call;
  const image = imageBy(call, repository, imageId);
  if (!image) return { failure: notFound(imageId) };
  const tags = here.ecrTags.values().filter((one) => one.repository === repository && one.digest === image.digest);
  const going = imageId.imageTag === undefined ? tags : tags.filter(({ tag }) => tag === imageId.imageTag);
  const isLast = going.length === tags.length;
  const indexes = here.ecrImages.values().filter((one) => one.repository === repository);
  const index = isLast ? indexes.find(({ children }) => children.includes(image.digest)) : undefined;
  if (index) {
    const failureReason = `Requested image referenced by manifest list: [${index.digest}]`;
    return { failure: { imageId, failureCode: 'ImageReferencedByManifestList', failureReason } };
  }
  for (const { tag } of going) here.ecrTags.remove(`${repository}:${tag}`);
  if (isLast) here.ecrImages.remove(`${repository}@${image.digest}`);
  if (going.length === 0) return { imageIds: [{ imageDigest: image.digest }] };
  return { imageIds: going.map(({ tag }) => ({ imageDigest: image.digest, imageTag: tag })) };
}
