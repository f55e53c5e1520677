/**
 * Does the manifest of a tag, or a manifest in it, refer to a digest? Pure: the decision names the manifests that it
 * needs, and its caller reads them.
 */
import type { ManifestFacts } from './manifest.ts';

/** References of every kind, or only from an index to its parts. */
export type References = 'all' | 'parts';

/** A manifest that the decision needs. */
export interface NeededManifest {
  readonly digest: string;
  /** The tag that means it, for registries that know a manifest only by its tag; absent: it is a part of another. */
  readonly tag?: string;
}

/**
 * Yields each manifest that it needs, takes the facts of that manifest, and returns the reason why the digest must stay;
 * `undefined` = nothing in the tag refers to it.
 * @param tagged the tag, and the digest that it means
 */
export function* referenceFrom(
  tagged: Required<NeededManifest>,
  digest: string,
  which: References,
): Generator<NeededManifest, string | undefined, ManifestFacts> {
  const called = `the tag ${tagged.tag}`;
  const seen = new Set<string>();
  const indexes = new Set<string>();
  const waiting: NeededManifest[] = [tagged];
  for (let needed = waiting.pop(); needed !== undefined; needed = waiting.pop()) {
    if (seen.has(needed.digest)) continue;
    seen.add(needed.digest);
    const facts = yield needed;
    if (which === 'all' && facts.subject === digest) return `${called} belongs to it`;
    if (facts.parts.includes(digest)) return `it is a part of ${called}`;
    const mayBeAbsent = needed.tag === undefined && !indexes.has(needed.digest);
    // An index may name more images than were copied. But a tag means a manifest, and an index may have more parts.
    if (facts.unreadable !== undefined && !(mayBeAbsent && facts.isAbsent)) {
      return `whether ${called} refers to it is unknown: ${facts.unreadable}`;
    }
    for (const index of facts.indexes ?? []) indexes.add(index);
    const blobs = new Set(facts.blobs);
    waiting.push(...facts.parts.filter((part) => !blobs.has(part)).map((part) => ({ digest: part })));
  }
  return undefined;
}
