/** The tags of a repository and their digests, as far as they are known before a deletion. Pure. */
import { isDigest } from '../../../images/digest.ts';
import { subjectOf } from '../../../images/referrerTag.ts';

/** tag → digest; a manifest without a tag stands under its digest. */
export type Digests = ReadonlyMap<string, string>;

/** More tags take longer than a permit lasts: then those listed by the check just before are not read again. */
const READ_AGAIN_UP_TO = 200;

/**
 * The tags whose digests must be read now: new ones, those that are to go, and those that the list leaves out, because
 * absent from a listing is not gone (law 2). The first time every tag, unless there are too many.
 * @param names the names that the registry lists now
 * @param going the tags that are to go
 */
export function tagsToRead(
  names: ReadonlySet<string>,
  known: Digests,
  going: readonly string[],
  isFirst: boolean,
): ReadonlySet<string> {
  const leftOut = [...known.keys()].filter((tag) => !names.has(tag) && !isDigest(tag));
  const isWhole = isFirst && names.size <= READ_AGAIN_UP_TO;
  const unread = [...names].filter((tag) => isWhole || !known.has(tag));
  return new Set([...unread, ...leftOut, ...going]);
}

/** May tags beside these have the digest? Where no digest is known, they may. */
export function mayHaveOthers(known: Digests, digest: string, tags: readonly string[]): boolean {
  const among = new Set(tags);
  return known.size === 0 || [...known].some(([tag, other]) => other === digest && !among.has(tag));
}

/** The tag of a signature of the digest, or another referrer; `undefined` = none. */
export function referrerTagOf(known: Digests, digest: string): string | undefined {
  return [...known.keys()].find((tag) => subjectOf(tag) === digest);
}

/** Every other digest, each with one of its tags: the manifests that may refer to the digest. */
export function othersOf(known: Digests, digest: string): readonly { readonly digest: string; readonly tag: string }[] {
  const tags = new Map([...known].map(([tag, other]) => [other, tag]));
  tags.delete(digest);
  return [...tags].map(([other, tag]) => ({ digest: other, tag }));
}
