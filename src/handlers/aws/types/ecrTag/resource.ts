import { defined } from '../../../../core/common/defined.ts';
import type { Reason } from '../../../../core/common/reason.ts';
import type { ManifestFacts } from '../../../images/manifest.ts';
import { subjectAliases } from '../../../images/orphan.ts';
import { imageAliases, looseAliases } from '../../../images/reference.ts';
import { subjectOf } from '../../../images/referrerTag.ts';
import type { TagResource } from '../../../images/resource.ts';
import type { Described } from '../../evidence/images/ecrManifests.ts';
import { ecrHost } from '../../resources/ecrHost.ts';
import { tagId } from '../../resources/ecrTagId.ts';

/** A tag of a private repository of ECR. */
export interface EcrTagResource extends TagResource {
  /** For `restore`; set after a read by id. */
  readonly described?: EcrDefinition;
}

/** Everything to make the tag again, while the layers of its image live. */
export interface EcrDefinition {
  readonly repository: string;
  readonly tag: string;
  readonly digest: string;
  readonly manifest: string;
  readonly mediaType?: string;
}

/** A repository, as its tags need it. */
export interface RepositoryFacts {
  readonly name: string;
  readonly registryId: string;
  readonly region: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Digests that ECR's own lifecycle policy expires, by a preview that a user asked for. */
  readonly expiring: ReadonlySet<string>;
}

/** As `cdk bootstrap` names it: `cdk-hnb659fds-container-assets-111111111111-us-east-1`. */
const CDK_REPOSITORY = /^cdk-[a-z0-9]{1,10}-container-assets-\d{12}-/;

/** Does a repository have a name that `cdk bootstrap` gives? */
export function isOfCdk(repository: string): boolean {
  return CDK_REPOSITORY.test(repository);
}

/**
 * @param image as `DescribeImages` shows it
 * @param facts of its manifest
 */
export function toTag(
  repository: RepositoryFacts,
  image: Described,
  tag: string,
  facts: ManifestFacts | undefined,
): EcrTagResource {
  const { name, registryId, region } = repository;
  const { imageDigest: digest, imageTags = [] } = image;
  const id = tagId(name, tag);
  const host = ecrHost(registryId, region);
  const named = { host, repository: name, tag };
  const digests = [digest, ...(facts?.children ?? [])];
  const belongsTo = image.subjectManifestDigest ?? facts?.subject ?? subjectOf(tag);
  const running = digests.flatMap((one) => imageAliases({ ...named, digest: one }));
  return {
    id,
    // Replication gives other accounts and regions the same tags and digests.
    identity: `${host}/${id}@${digest}`,
    name: tag,
    tags: repository.tags,
    // A person who lists users by hand may leave out the host.
    aliases: [
      ...new Set([...running, ...digests, id]),
      ...subjectAliases({ host, repository: name, belongsTo }),
      ...looseAliases(named),
    ],
    group: `repository/${name}`,
    host,
    repository: name,
    digest,
    // As `cdkEcrImage` knows the image.
    ...(isOfCdk(name) ? { keptAs: [digest] } : {}),
    note: noteOf(tag, imageTags, repository.expiring.has(digest)),
    ...defined({
      createdAt: image.imagePushedAt,
      pulledAt: image.lastRecordedPullTime,
      belongsTo,
      unreadable: facts?.unreadable,
    }),
  };
}

const SHOWN = 3;

function noteOf(tag: string, tags: readonly string[], isExpiring: boolean): Reason {
  const others = tags.filter((other) => other !== tag);
  const named = { names: others.slice(0, SHOWN), more: Math.max(0, others.length - SHOWN) };
  return { code: 'imageTagged', values: { ...named, ...(isExpiring ? { expires: true } : {}) } };
}
