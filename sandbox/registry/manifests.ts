/** The effects of deleting and putting manifests, as measured on real registries. */
import { RegistryStore, type Repository } from './store.ts';

export type Answer = readonly [status: number, body?: string | Buffer, headers?: Record<string, string>];

export interface Content {
  readonly type: string;
  readonly body: string;
}

/** How a registry deletes; see `Switches`. */
interface Deleting {
  readonly deletesTags: boolean | 'withDigest' | 'withLast';
  readonly deletesDigests: boolean | 'keepsTags';
}

export function deleteManifest(
  { deletesTags, deletesDigests }: Deleting,
  repository: Repository,
  reference: string,
): Answer {
  const isDigest = reference.includes(':');
  // Debian's registry 2.8 takes a tag for a digest that is none; where deletion is off it answers 405 to a digest.
  if (!isDigest && !deletesTags) return deletesDigests ? [400, error('DIGEST_INVALID')] : [405, error('UNSUPPORTED')];
  if (isDigest && !deletesDigests) return [405, error('UNSUPPORTED')];
  const digest = isDigest ? reference : repository.tags.get(reference)?.digest;
  const manifest = repository.manifests.get(digest ?? '');
  if (digest === undefined || !manifest) return [404, error('MANIFEST_UNKNOWN')];
  if (isDigest && deletesDigests === 'keepsTags') repository.manifests.set(digest, { ...manifest, isOnlyTagged: true });
  else if (isDigest || deletesTags === 'withDigest') RegistryStore.deleteDigest(repository, digest);
  else {
    repository.tags.delete(reference);
    const isLast = [...repository.tags.values()].every((tag) => tag.digest !== digest);
    if (isLast && deletesTags === 'withLast') repository.manifests.delete(digest);
  }
  return [202];
}

/** distribution refuses a manifest whose parts it does not have. */
export function putManifest(
  store: RegistryStore,
  { name, tag }: { readonly name: string; readonly tag: string },
  { type, body }: Content,
): Answer {
  const { blobs, manifests } = store.repository(name);
  const parsed = JSON.parse(body) as Record<'config' | 'layers' | 'manifests', unknown>;
  const named = [parsed.config ?? [], parsed.layers ?? [], parsed.manifests ?? []].flat() as { digest: string }[];
  if (named.some(({ digest }) => !blobs.has(digest) && !manifests.has(digest)))
    return [404, error('MANIFEST_BLOB_UNKNOWN')];
  return [201, '', { 'docker-content-digest': store.manifest(name, tag.includes(':') ? undefined : tag, type, body) }];
}

export function referrers({ manifests }: Repository, subject: string): Answer {
  const subjectOf = (body: Buffer) =>
    (JSON.parse(body.toString()) as { readonly subject?: { readonly digest?: string } }).subject?.digest;
  const referring = [...manifests].filter(([, { body }]) => subjectOf(body) === subject);
  const listed = referring.map(([digest, { mediaType, body }]) => ({ digest, mediaType, size: body.length }));
  return [200, JSON.stringify({ schemaVersion: 2, manifests: listed })];
}

/** @param detail what the registry adds, as docker-registry 2.8 does */
export function error(code: string, detail?: object): string {
  return JSON.stringify({ errors: [{ code, message: code, ...(detail ? { detail } : {}) }] });
}

/**
 * docker-registry 2.8 stores manifests as blobs: it takes any blob for a manifest that it cannot parse. A tag whose
 * manifest is gone stays in the list, and the answer names the digest to which it led.
 */
export function noManifest({ blobs }: Repository, name: string, tag: string | undefined, digest: string): Answer {
  if (blobs.has(digest)) return [500, error('UNKNOWN', {})];
  const isTag = tag === undefined && !digest.includes(':');
  return [404, error('MANIFEST_UNKNOWN', isTag ? { Tag: digest } : { Name: name, Revision: digest })];
}
