/** Asks every provider for a resource by its id, or by a part of its name. Writes nothing. */
import { inSteps } from '../../core/common/steps.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { Sighting, Sightings } from '../../core/resource/sightings.ts';
import { eachListed, type ProviderReads, readOne } from './lookFor.ts';

/** Namespaces that are asked at once. */
const AT_ONCE = 8;
/** As many as a person reads. */
const MOST = 50;
/** A shorter part is in most names. */
const SHORTEST = 3;

/** How a text is looked for. */
export interface Looking {
  readonly readsOf: (wc: WorkConfiguration) => ProviderReads;
  /** False: no id of this type is such a text. */
  readonly mayBeId: (wc: WorkConfiguration) => boolean;
  /** Where it ends, the namespaces that nobody has asked yet are unread. */
  readonly signal: AbortSignal;
}

/**
 * An id that a provider knows ends the search in its namespace; otherwise all of the namespace is listed, and whatever
 * has the text in its name or id is a sighting.
 */
export async function sightings(
  wcs: readonly WorkConfiguration[],
  text: string,
  { readsOf, mayBeId, signal }: Looking,
): Promise<Sightings> {
  const found: Sighting[] = [];
  const unread: { namespace: Sighting['namespace']; why: string }[] = [];
  for await (const some of inSteps(wcs, AT_ONCE)) {
    const whys = await Promise.all(
      some.map((wc) => {
        if (signal.aborted) return 'there was no time left to ask';
        const see = ({ id, name }: Resource) => found.push({ namespace: wc.namespace, id, name });
        return inOne(readsOf(wc), text, mayBeId(wc), see);
      }),
    );
    for (const [at, why] of whys.entries()) {
      const namespace = some[at]?.namespace;
      if (why !== undefined && namespace !== undefined) unread.push({ namespace, why });
    }
  }
  return { found: found.slice(0, MOST), isPart: found.length > MOST, unread };
}

/** @returns why the namespace may have more; `undefined` = all of it was looked at */
async function inOne(
  reads: ProviderReads,
  text: string,
  isId: boolean,
  see: (resource: Resource) => void,
): Promise<string | undefined> {
  const read = isId ? await readOne(reads, text) : undefined;
  if (read?.kind === 'found') {
    see(read.resource);
    return undefined;
  }
  if (text.length < SHORTEST) return read?.kind === 'unknown' ? read.why : undefined;
  const part = text.toLowerCase();
  return eachListed(reads, (resource) => {
    if (resource.name.toLowerCase().includes(part) || resource.id.toLowerCase().includes(part)) see(resource);
  });
}
