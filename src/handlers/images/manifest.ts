/** The references of a manifest, and the place of its date. Pure; a type that is not known says so. */
import { httpDate } from '../http/httpDate.ts';
import { isDigest } from './digest.ts';

/** The facts of a manifest on which decisions rest; digests are `sha256:…`. */
export interface ManifestFacts {
  /** Digest of the configuration that has the build date; absent = it has none. */
  readonly config?: string;
  /** The build date that the manifest itself states. */
  readonly annotatedAt?: string;
  /** Digests of the images of an index, without those that only attest to others. */
  readonly children: readonly string[];
  /** Everything that an index names: images, attestations, other indexes. */
  readonly parts: readonly string[];
  /** Those of its parts that are no manifests, as in the index of a build cache: a registry has no manifest for them. */
  readonly blobs?: readonly string[];
  /** Those of its parts that the index calls indexes, which have parts of their own; absent: none. */
  readonly indexes?: readonly string[];
  /** The bytes of its configuration and layers, as the registry stores them; absent: it has none of its own. */
  readonly sizeBytes?: number;
  /** Digest of the manifest that it belongs to: a signature, an attestation, a list of contents. */
  readonly subject?: string;
  /** Why Holystone does not understand it. */
  readonly unreadable?: string;
  /** The registry does not have it: an index may name more than was copied. */
  readonly isAbsent?: true;
}

/** Each of them may cost a read, and its digest is kept in memory; real indexes name some dozen. */
const MOST_PARTS = 1000;

const CONFIGS: ReadonlySet<unknown> = new Set([
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
]);
const INDEXES: ReadonlySet<unknown> = new Set([
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
]);
/** Layers and configurations, of OCI, of Docker and of BuildKit's caches: they name nothing. */
const BLOB =
  /^application\/vnd\.(?:oci\.(?:image\.(?:layer|config)|empty)|docker\.(?:image\.rootfs|container\.image)|buildkit\.cacheconfig)\./;
const CREATED = 'org.opencontainers.image.created';
/** BuildKit keeps attestations in an index, as images for no platform. */
const REFERENCE_TYPE = 'vnd.docker.reference.type';

type Json = Readonly<Record<string, unknown>>;

/** Of OCI or Docker, of an image or of an index; a text that is none gives facts that say why, and throws nothing. */
export function readManifest(text: string): ManifestFacts {
  const manifest = objectIn(text);
  if (!manifest) return unreadable('it is no JSON');
  const { annotations, subject, config, manifests, layers } = manifest;
  const written = object(annotations)?.[CREATED];
  const common = {
    ...(typeof written === 'string' ? { annotatedAt: written } : {}),
    ...(subject === undefined || subject === null ? {} : { subject: String(object(subject)?.digest ?? 'unknown') }),
  };
  if (Array.isArray(manifests)) {
    if (manifests.length > MOST_PARTS) {
      return { ...common, ...unreadable(`it names more than ${MOST_PARTS} images`) };
    }
    const children = manifests.map(object);
    if (!children.every((child) => isDigest(child?.digest))) return unreadable('a part of it has no digest');
    const whole = children.filter((child) => !BLOB.test(String(child?.mediaType)));
    const images = whole.filter((child) => object(child?.annotations)?.[REFERENCE_TYPE] === undefined);
    const digests = (of: typeof children) => of.map((child) => child?.digest as string);
    const indexes = digests(children.filter((child) => INDEXES.has(child?.mediaType)));
    const manifestsOf = new Set(digests(whole));
    const blobs = digests(children).filter((digest) => !manifestsOf.has(digest));
    return {
      ...common,
      ...{ children: digests(images), parts: digests(children) },
      ...(blobs.length === 0 ? {} : { blobs }),
      ...(indexes.length === 0 ? {} : { indexes }),
    };
  }
  const { digest, mediaType } = object(config) ?? {};
  if (!isDigest(digest)) return { ...common, ...unreadable(`its type ${typeOf(manifest)} is not known`) };
  const size = sizeOf([config, layers].flat());
  return {
    ...common,
    ...{ children: [], parts: [], ...size },
    ...(CONFIGS.has(mediaType) ? { config: digest } : {}),
  };
}

/** A layer that stands twice is stored once. */
function sizeOf(blobs: readonly unknown[]): Pick<ManifestFacts, 'sizeBytes'> {
  const sizes = new Map(blobs.map((blob) => [object(blob)?.digest, object(blob)?.size]));
  const known = [...sizes.values()].filter((size): size is number => Number.isSafeInteger(size) && Number(size) >= 0);
  return known.length === sizes.size ? { sizeBytes: known.reduce((sum, size) => sum + size, 0) } : {};
}

/** The build date in a configuration, as it is written. */
export function createdIn(config: string): string | undefined {
  const created = objectIn(config)?.created;
  return typeof created === 'string' ? created : undefined;
}

/** The first release of Docker: an earlier date is one that reproducible builds write, and says nothing. */
const FIRST_IMAGES = Date.UTC(2013, 2, 20);

/** ms since the epoch; `undefined` for a text that is no date of a build. */
export function buildDate(text: string | undefined): number | undefined {
  const at = /^\d{4}-\d\d-\d\dT/.test(text ?? '') ? Date.parse(text as string) : Number.NaN;
  return at >= FIRST_IMAGES ? at : undefined;
}

/** ms since the epoch; `undefined` for a text that is no date of a push, as the zero of a programming language. */
export function pushDate(text: string | undefined): number | undefined {
  const at = httpDate(text);
  return at !== undefined && at >= FIRST_IMAGES ? at : undefined;
}

function typeOf({ mediaType, schemaVersion }: Json): string {
  return typeof mediaType === 'string' ? mediaType.slice(0, 100) : `of schema ${String(schemaVersion).slice(0, 10)}`;
}

function unreadable(why: string): ManifestFacts {
  return { children: [], parts: [], unreadable: `its manifest is not understood: ${why}` };
}

function objectIn(text: string): Json | undefined {
  try {
    return object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function object(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}
