/** The repositories of the sandbox registry, in memory, and pushes into them without a client. */
import { createHash } from 'node:crypto';

const TYPES = {
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  index: 'application/vnd.oci.image.index.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
} as const;

export interface Manifest {
  readonly mediaType: string;
  readonly body: Buffer;
  /** When it was pushed by its digest, for the APIs beside the registry. */
  readonly pushedAt?: Date;
  /** It was deleted by its digest, and its tags stay readable. */
  readonly isOnlyTagged?: boolean;
}

/** One repository. */
export interface Repository {
  readonly tags: Map<string, { digest: string; pushedAt?: Date }>;
  readonly manifests: Map<string, Manifest>;
  readonly blobs: Map<string, Buffer>;
}

export interface ImageSeed {
  /** The build date in its configuration; absent = it has none. */
  readonly created?: string;
  /** Images with another salt have another digest. */
  readonly salt?: string;
  /** When it was pushed; the registry says so only if its switch `pushDates` is on. */
  readonly pushedAt?: Date;
  /** The digest of the image that this one signs or describes. */
  readonly subject?: string;
}

export class RegistryStore {
  readonly repositories = new Map<string, Repository>();

  repository(name: string): Repository {
    const known = this.repositories.get(name);
    if (known) return known;
    const made: Repository = { tags: new Map(), manifests: new Map(), blobs: new Map() };
    this.repositories.set(name, made);
    return made;
  }

  /** @returns the digest */
  image(name: string, tag: string | undefined, { created, salt = '', pushedAt, subject }: ImageSeed = {}): string {
    const config = this.blob(
      name,
      JSON.stringify({ created, architecture: 'amd64', os: 'linux', config: { Labels: { salt } } }),
    );
    const layer = this.blob(name, 'layer');
    const body = {
      schemaVersion: 2,
      mediaType: TYPES.manifest,
      config: { mediaType: TYPES.config, ...config },
      layers: [{ mediaType: TYPES.layer, ...layer }],
      ...(subject === undefined ? {} : { subject: { mediaType: TYPES.manifest, digest: subject, size: 1 } }),
    };
    return this.manifest(name, tag, TYPES.manifest, JSON.stringify(body), pushedAt);
  }

  /** An image for several platforms. @returns the digest */
  index(name: string, tag: string | undefined, children: readonly string[], pushedAt?: Date): string {
    const known = this.repository(name).manifests;
    const manifests = children.map((digest) => ({
      ...{ mediaType: known.get(digest)?.mediaType ?? TYPES.manifest, digest, size: 1 },
    }));
    return this.manifest(
      name,
      tag,
      TYPES.index,
      JSON.stringify({ schemaVersion: 2, mediaType: TYPES.index, manifests }),
      pushedAt,
    );
  }

  /** Any manifest, also one that no client understands. @returns the digest */
  manifest(name: string, tag: string | undefined, mediaType: string, text: string, pushedAt?: Date): string {
    const { manifests, tags } = this.repository(name);
    const body = Buffer.from(text);
    const digest = digestOf(body);
    manifests.set(digest, { mediaType, body, ...(pushedAt === undefined ? {} : { pushedAt }) });
    if (tag !== undefined) tags.set(tag, { digest, ...(pushedAt === undefined ? {} : { pushedAt }) });
    return digest;
  }

  /** With all its tags; its parts and layers stay, like in each real registry. */
  static deleteDigest({ tags, manifests }: Repository, digest: string): void {
    manifests.delete(digest);
    for (const [tag, { digest: of }] of tags) if (of === digest) tags.delete(tag);
  }

  /** A layer or a configuration. */
  blob(name: string, text: string): { readonly digest: string; readonly size: number } {
    const bytes = Buffer.from(text);
    const digest = digestOf(bytes);
    this.repository(name).blobs.set(digest, bytes);
    return { digest, size: bytes.length };
  }
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
