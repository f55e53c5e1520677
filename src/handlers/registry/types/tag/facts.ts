/** The facts of manifests, read once per digest: a digest never changes its meaning. */
import { type ManifestFacts, readManifest } from '../../../images/manifest.ts';
import { manifestOf } from '../../calls/manifests.ts';
import type { CallScope } from '../../wire/call.ts';

/** Facts of so many digests are kept in memory. */
const CACHE_SIZE = 100_000;

/**
 * @param tag one that means the digest: some registries, and replicas that lag, know a manifest only by its tag
 * @throws ReadError
 */
export async function factsOf(
  target: CallScope,
  repository: string,
  digest: string,
  tag?: string,
): Promise<ManifestFacts> {
  const known = knownIn(target).facts.get(digest);
  if (known) return known;
  const facts = factsIn(target, digest, await manifestOf(target, repository, digest));
  if (!facts.isAbsent || tag === undefined) return facts;
  return factsIn(target, digest, await manifestOf(target, repository, digest, tag));
}

/** The facts in a manifest just read, which are remembered if it could be read. */
export function factsIn(
  target: CallScope,
  digest: string,
  read: Awaited<ReturnType<typeof manifestOf>>,
): ManifestFacts {
  if (!('text' in read)) {
    const { unreadable, isAbsent } = read;
    const why = `its manifest cannot be read: ${unreadable}`;
    return { children: [], parts: [], unreadable: why, ...(isAbsent ? { isAbsent } : {}) };
  }
  const facts = readManifest(read.text);
  remember(knownIn(target).facts, digest, facts);
  return facts;
}

/** Those that were read before; reads nothing. */
export function knownFacts(target: CallScope, digest: string): ManifestFacts | undefined {
  return knownIn(target).facts.get(digest);
}

/** Build dates by digest; `undefined` = it has none. */
export function knownDates(target: CallScope): Map<string, number | undefined> {
  return knownIn(target).dates;
}

/** A full cache forgets everything first: it can be read again. */
export function remember<T>(known: Map<string, T>, digest: string, value: T): void {
  if (known.size >= CACHE_SIZE) known.clear();
  known.set(digest, value);
}

class Known {
  readonly facts = new Map<string, ManifestFacts>();
  readonly dates = new Map<string, number | undefined>();

  destroy(): void {
    this.facts.clear();
    this.dates.clear();
  }
}

/** Per account: the content of a digest does not depend on the repository, but who may read it does. */
function knownIn({ account, io }: CallScope): Known {
  return io.clients.get(`registry/${account.name}/manifests`, () => new Known());
}
