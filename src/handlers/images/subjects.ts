/** Whether the images exist to which signatures, attestations and lists of contents belong: evidence for the rule `orphan`. */
import { ReadError } from '../../core/common/errors.ts';
import type { Finding, Place } from '../../core/common/finding.ts';
import { findOfEach } from '../contract/collecting.ts';
import type { EvidenceSource, Io, Scope } from '../contract/handler.ts';
import { isDigest } from './digest.ts';
import type { ManifestFacts } from './manifest.ts';
import { apartAlias, ORPHAN, subjectAlias } from './orphan.ts';
import { schemaOf } from './referrerTag.ts';
import type { TagResource } from './resource.ts';

/** They are asked about several at a time, and the other tags of a repository once for so many. */
const AT_ONCE = 1000;

/** What a registry is asked about tags that belong to images; each answers or throws `ReadError`. */
export interface SubjectReads {
  /** Does the image exist? By id; an error about that image alone is a value. */
  existing(tags: readonly TagResource[]): Promise<ReadonlyMap<string, boolean | ReadError>>;
  /** Has its repository a tag that is no referrer by its name? */
  hasImages(repository: string): Promise<boolean>;
  /** Of a manifest of its repository. */
  factsOf(repository: string, digest: string): Promise<ManifestFacts>;
  /** The repository that the content of a signature names, if it is not its own; absent: contents cannot be read. */
  otherRepositoryIn?(tag: TagResource): Promise<string | undefined>;
}

/** @param open reads in the place of the tags */
export function subjects<P>(
  source: Pick<EvidenceSource<P>, 'permissions' | 'provider'>,
  open: (place: Place, scope: Scope<P>, io: Io) => Promise<SubjectReads>,
): EvidenceSource<P> {
  return {
    ...source,
    name: 'subjects',
    summary:
      'Whether the image exists to which a signature, an attestation or a list of contents belongs. Only for entries with the rule `orphan`.',
    per: 'resource',
    candidatesAtOnce: AT_ONCE,
    findsExistence: true,
    places: ({ account, location, rules }) => (rules?.includes(ORPHAN) ? [{ account: account.name, location }] : []),
    async read(place, scope, candidates, io) {
      const tags = (candidates as readonly TagResource[]).filter(({ belongsTo }) => isDigest(belongsTo));
      if (tags.length === 0) return [];
      const reads = await open(place, scope, io);
      const existing = await reads.existing(tags);
      return findOfEach(tags, (tag) => findingsOf(tag, existing.get(tag.id), reads));
    },
  };
}

async function findingsOf(
  tag: TagResource,
  exists: boolean | ReadError | undefined,
  reads: SubjectReads,
): Promise<readonly Finding[]> {
  const image = `image ${tag.belongsTo}`;
  if (exists === undefined) throw new ReadError(`no answer about the ${image}`, { problem: 'malformed' });
  if (typeof exists !== 'boolean') throw exists;
  if (exists) return [{ alias: subjectAlias(tag), says: 'exists', by: 'the registry has that image' }];
  const why = await whyApart(tag, reads);
  return [
    { alias: subjectAlias(tag), says: 'gone', by: image },
    ...(why === undefined ? [] : [{ alias: apartAlias(tag), says: 'exists' as const, by: why }]),
  ];
}

/**
 * An image must be in the repository of what names it as `subject` (OCI distribution 1.1, "pushing manifests with
 * subject"). A tag alone promises less: cosign may sign into another repository (`COSIGN_REPOSITORY`), and people name
 * images by hashes.
 */
async function whyApart(tag: TagResource, reads: SubjectReads): Promise<string | undefined> {
  const { repository, digest, belongsTo, hasSubject, name } = tag;
  if (hasSubject) return undefined;
  if (schemaOf(name) !== 'cosign') {
    const isList = schemaOf(name) === 'oci' && (await isListOf(belongsTo, repository, digest, reads));
    return isList
      ? undefined
      : 'the registry does not have it, but only the name of the tag says that it belongs to it';
  }
  if (!(await reads.hasImages(repository))) {
    return 'the registry does not have it here, where no other tag is an image: their images may be in another repository (COSIGN_REPOSITORY)';
  }
  const other = await reads.otherRepositoryIn?.(tag);
  return other === undefined ? undefined : `the registry does not have it here, and the signature names ${other}`;
}

/** An index of referrers has only parts with that subject; an image for several platforms that is named by a hash has none. */
async function isListOf(
  subject: string | undefined,
  repository: string,
  digest: string,
  reads: SubjectReads,
): Promise<boolean> {
  const { parts, blobs, unreadable } = await reads.factsOf(repository, digest);
  if (unreadable !== undefined || parts.length === 0 || blobs !== undefined) return false;
  for (const part of parts) {
    const facts = await reads.factsOf(repository, part);
    if (facts.subject !== subject) return false;
  }
  return true;
}
