/** Private repositories of ECR: an image by its digest, and the tags that mean it. */
import { createHash } from 'node:crypto';
import type { LifecyclePolicyPreviewResult, Repository } from '@aws-sdk/client-ecr';
import { type Making, part, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Tags } from '../collections/seed.ts';
import type { Table } from '../collections/table.ts';

const OCI_IMAGE = 'application/vnd.oci.image.manifest.v1+json';
export const OCI_INDEX = 'application/vnd.oci.image.index.v1+json';

/** A tag, with the image that it means; creates the repository and the image if they do not exist. */
interface EcrTagSeed {
  /** Default: `shop/web`. */
  readonly repository?: string;
  readonly tag?: string;
  /** Equal salts make equal images; default: the tag. */
  readonly salt?: string;
  readonly pushedAt?: Date | string;
  readonly pulledAt?: Date | string;
  /** Digests of images of the repository: then it is an index. */
  readonly children?: readonly string[];
  /** The digest of the image that it signs or describes. */
  readonly subject?: string;
  /** In place of a usual manifest. */
  readonly manifest?: string;
  readonly mediaType?: string;
}

export interface EcrTagRow {
  readonly repository: string;
  readonly tag: string;
  readonly digest: string;
}

export interface EcrImage {
  readonly repository: string;
  readonly digest: string;
  readonly manifest: string;
  readonly mediaType: string;
  readonly pushedAt: Date;
  readonly pulledAt?: Date;
  readonly subject?: string;
  readonly children: readonly string[];
}

export interface EcrRepository extends Repository {
  readonly repositoryName: string;
  /** Absent: it has no policy. */
  readonly policyText?: string;
  readonly tags: Tags;
  /** The preview of its lifecycle policy; absent: no user asked for one. */
  readonly preview?: readonly LifecyclePolicyPreviewResult[];
}

interface EcrRepositorySeed extends Partial<Repository> {
  readonly policyText?: string;
  readonly repositoryName: string;
  readonly tags?: Tags;
  readonly preview?: readonly LifecyclePolicyPreviewResult[];
}

/** Images by `repository@digest`. */
export const ecrParts = { ecrImages: part<EcrImage>() };

interface EcrTables {
  readonly ecrImages: Table<EcrImage>;
  readonly ecrRepositories: Table<EcrRepository>;
}

export const ecrRepositories = plainKind<'ecrRepository', EcrRepositorySeed, EcrRepository>('ecrRepository', {
  make: newRepository,
  keyOf: ({ repositoryName }) => repositoryName,
});

export const ecrTags = plainKind<'ecrTag', EcrTagSeed, EcrTagRow, EcrTables>('ecrTag', {
  noun: 'image tag',
  reads: { api: 'ECR', operation: 'DescribeImages', by: 'imageIds' },
  deletes: { api: 'ECR', operation: 'BatchDeleteImage', by: 'imageIds' },
  make(seed, { ids }) {
    const tag = seed.tag ?? ids.next('tag');
    const { digest } = imageOf({ ...seed, tag });
    return { repository: seed.repository ?? 'shop/web', tag, digest };
  },
  keyOf: ({ repository, tag }) => `${repository}:${tag}`,
  beside({ ecrImages, ecrRepositories: repositories }, { repository, tag, digest }, seed, making) {
    if (!repositories.get(repository)) {
      repositories.putNow(repository, newRepository({ repositoryName: repository }, making));
    }
    const { pushedAt, pulledAt, subject, children = [] } = seed;
    ecrImages.putNow(`${repository}@${digest}`, {
      repository,
      ...imageOf({ ...seed, tag }),
      children,
      pushedAt: asDate(pushedAt, making.now),
      ...(pulledAt === undefined ? {} : { pulledAt: new Date(pulledAt) }),
      ...(subject === undefined ? {} : { subject }),
    });
  },
});

export function newRepository({ tags = {}, ...seed }: EcrRepositorySeed, making: Making): EcrRepository {
  const { account, region, now } = making;
  return {
    repositoryArn: `arn:${partitionOf(region)}:ecr:${region}:${account.id}:repository/${seed.repositoryName}`,
    registryId: account.id,
    repositoryUri: `${account.id}.dkr.ecr.${region}.amazonaws.com/${seed.repositoryName}`,
    createdAt: now,
    imageTagMutability: 'MUTABLE',
    ...seed,
    tags,
  };
}

export function digestOf(manifest: string): string {
  return `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
}

/** The manifest of an image, an index or an artifact. */
export function imageOf({ tag, salt = tag ?? '', children = [], subject, ...given }: EcrTagSeed): {
  readonly digest: string;
  readonly manifest: string;
  readonly mediaType: string;
} {
  const mediaType = given.mediaType ?? (children.length > 0 ? OCI_INDEX : OCI_IMAGE);
  const inside =
    children.length > 0
      ? { manifests: children.map((digest) => ({ mediaType: OCI_IMAGE, digest, size: 1 })) }
      : { config: { mediaType: 'application/vnd.oci.image.config.v1+json', digest: digestOf(salt), size: 1 } };
  const refers = subject === undefined ? {} : { subject: { mediaType: OCI_IMAGE, digest: subject, size: 1 } };
  const manifest = given.manifest ?? JSON.stringify({ schemaVersion: 2, mediaType, ...inside, ...refers, layers: [] });
  return { digest: digestOf(manifest), manifest, mediaType };
}
