/** How programs name an image: `registry.example.com/shop/web:1.2@sha256:…`. Pure. */

/** Docker's own registry has three names, and images without a host are in it. */
const DOCKER_HUB = 'docker.io';
const DOCKER_HUB_HOSTS: ReadonlySet<string> = new Set([DOCKER_HUB, 'index.docker.io', 'registry-1.docker.io']);
/** The ports that a reference need not name. */
const USUAL_PORT = /:(?:80|443)$/;
/** Tools write it before a reference: `docker://`, `docker-pullable://`, `oci://`. */
const SCHEME = /^[a-z][a-z0-9.+-]*:\/\//i;
/** A reference without a tag means this one. */
const DEFAULT_TAG = 'latest';

/** A host as every reference to it is compared: in lower case, without a usual port, and one name for Docker Hub. */
export function imageHost(host: string): string {
  const plain = host.toLowerCase().replace(USUAL_PORT, '');
  return DOCKER_HUB_HOSTS.has(plain) ? DOCKER_HUB : plain;
}

/** The parts of an image's name, with the default host and tag filled in. */
export interface ImageReference {
  readonly host: string;
  readonly repository: string;
  /** Absent only beside a digest. */
  readonly tag?: string;
  readonly digest?: string;
}

/**
 * Reads a reference as Docker does: the part before the first slash is a host only with a dot, a colon, or as
 * `localhost`. `undefined` for a text that names no image.
 * https://github.com/distribution/reference/blob/main/normalize.go
 */
export function readReference(text: string): ImageReference | undefined {
  const [name = '', digest] = text.trim().replace(SCHEME, '').split('@', 2);
  const slash = name.indexOf('/');
  const first = slash < 0 ? '' : name.slice(0, slash);
  const hasHost = /[.:]/.test(first) || first === 'localhost';
  const host = hasHost ? imageHost(first) : DOCKER_HUB;
  const path = hasHost ? name.slice(slash + 1) : name;
  const colon = path.indexOf(':');
  const whole = colon < 0 ? path : path.slice(0, colon);
  if (whole === '') return undefined;
  const repository = host === DOCKER_HUB && !whole.includes('/') ? `library/${whole}` : whole;
  const tag = colon < 0 ? undefined : path.slice(colon + 1);
  if (digest !== undefined) return { host, repository, digest, ...(tag ? { tag } : {}) };
  return { host, repository, tag: tag || DEFAULT_TAG };
}

/** The aliases by which a tag or an image of a repository is found: `host/repository:tag`, `host/repository@digest`. */
export function imageAliases({ host, repository, tag, digest }: ImageReference): readonly string[] {
  const image = `${host}/${repository}`;
  return [...(tag === undefined ? [] : [`${image}:${tag}`]), ...(digest === undefined ? [] : [`${image}@${digest}`])];
}

/** Begins the aliases of repositories by their last part alone: `~/web:1.2`, `~/web/`. */
export const ANY_PLACE = '~/';

/** The alias of everything in a repository: `host/repository/`. */
export function placeAlias({ host, repository }: Pick<ImageReference, 'host' | 'repository'>): string {
  return `${host}/${repository}/`;
}

/**
 * The aliases of a tag for those who name less than the whole image: its repository, or where that is not known, its last part, which
 * is the name of a chart.
 */
export function looseAliases({ host, repository, tag }: Omit<ImageReference, 'digest'>): readonly string[] {
  const name = `${ANY_PLACE}${repository.split('/').at(-1)}`;
  return [placeAlias({ host, repository }), `${name}/`, ...(tag === undefined ? [] : [`${name}:${tag}`])];
}
