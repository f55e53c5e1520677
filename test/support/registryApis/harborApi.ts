/**
 * Harbor's artifacts and tags. A list leaves out what an index names, and what belongs to another (accessories); with an
 * artifact go its tags, its signatures, and its parts without a tag that no other index names.
 * https://github.com/goharbor/harbor/blob/main/src/controller/artifact/controller.go (deleteDeeply)
 */

import { type Manifest, RegistryStore, type Repository } from '../../../sandbox/registry/store.ts';
import { type Answer, type Api, paged } from './api.ts';

const NEVER = '0001-01-01T00:00:00.000Z';
const SIGNATURE = /^sha256-([0-9a-f]{64})\.(sig|att|sbom)$/;

/** 404 where the tag is on another artifact, 412 where a rule makes it immutable or an index names the artifact. */
export const harbor: Api = ({ method, path, page, headers }, { repositories }, refuses, pulls) => {
  const signedIn = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
  if (!signedIn.endsWith(':secret')) return [401, failure('UNAUTHORIZED')];
  const [, project = '', name = '', digest, tag] =
    /^\/api\/v2\.0\/projects\/([^/]+)\/repositories\/([^/]+)\/artifacts(?:\/([^/]+))?(?:\/tags\/([^/]+))?$/.exec(
      path,
    ) ?? [];
  const found = repositories.get(`${project}/${decodeURIComponent(decodeURIComponent(name))}`);
  if (!found) return [404, failure('NOT_FOUND')];
  if (tag !== undefined)
    return method === 'DELETE' ? deleteTag(found, digest, tag, refuses) : [404, failure('NOT_FOUND')];
  if (digest === undefined)
    return [
      200,
      paged(
        listed(found).map((one) => artifact(found, one, pulls)),
        page,
      ),
    ];
  if (!found.manifests.has(digest)) return [404, failure('NOT_FOUND')];
  if (method !== 'DELETE') return [200, artifact(found, digest, pulls)];
  if (indexesOf(found, digest).length > 0) return [412, failure('PRECONDITION')];
  deleteDeeply(found, digest);
  return [200];
};

function deleteTag(
  found: Repository,
  digest: string | undefined,
  tag: string,
  refuses: (tag: string) => boolean,
): Answer {
  if (found.tags.get(tag)?.digest !== digest) return [404, failure('NOT_FOUND')];
  if (refuses(tag)) return [412, failure('PRECONDITION')];
  found.tags.delete(tag);
  return [200];
}

const tagsOf = ({ tags }: Repository, digest: string) => [...tags].filter(([, tag]) => tag.digest === digest);
const subjectOf = (found: Repository, digest: string) =>
  bodyOf(found.manifests.get(digest)).subject?.digest ??
  tagsOf(found, digest)
    .flatMap(([tag]) => SIGNATURE.exec(tag)?.[1] ?? [])
    .map((hex) => `sha256:${hex}`)[0];
const accessoriesOf = (found: Repository, digest: string) =>
  [...found.manifests.keys()].filter((one) => subjectOf(found, one) === digest);
const indexesOf = (found: Repository, digest: string) =>
  [...found.manifests].filter(([, one]) => partsIn(one).includes(digest)).map(([index]) => index);

function listed(found: Repository): readonly string[] {
  return [...found.manifests.keys()].filter((digest) => {
    const isRoot = tagsOf(found, digest).length > 0 || indexesOf(found, digest).length === 0;
    return isRoot && subjectOf(found, digest) === undefined;
  });
}

function artifact(found: Repository, digest: string, pulls: ReadonlyMap<string, Date>) {
  const pulled = (reference: string) => pulls.get(reference)?.toISOString() ?? NEVER;
  const tags = tagsOf(found, digest).map(([name]) => ({ name, pull_time: pulled(name) }));
  const accessories = accessoriesOf(found, digest).map((one) => ({ digest: one, type: 'signature.cosign' }));
  return {
    digest,
    push_time: (found.manifests.get(digest)?.pushedAt ?? new Date(0)).toISOString(),
    pull_time: pulled(digest),
    tags: tags.length === 0 ? null : tags,
    accessories: accessories.length === 0 ? null : accessories,
  };
}

function deleteDeeply(found: Repository, digest: string): void {
  const parts = partsIn(found.manifests.get(digest));
  const accessories = accessoriesOf(found, digest);
  RegistryStore.deleteDigest(found, digest);
  for (const one of accessories) deleteDeeply(found, one);
  for (const part of parts) {
    if (tagsOf(found, part).length === 0 && indexesOf(found, part).length === 0) deleteDeeply(found, part);
  }
}

interface Body {
  readonly subject?: { readonly digest?: string };
  readonly manifests?: readonly { readonly digest: string }[];
}

function bodyOf(manifest: Manifest | undefined): Body {
  return manifest === undefined ? {} : (JSON.parse(manifest.body.toString()) as Body);
}

function partsIn(manifest: Manifest | undefined): readonly string[] {
  return (bodyOf(manifest).manifests ?? []).map(({ digest }) => digest);
}

function failure(code: string) {
  return { errors: [{ code, message: code }] };
}
