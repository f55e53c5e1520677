/** The manifests of a repository as the API of `deletesThrough` lists them: those without a tag, and dates of pulls. */
import type { ListedManifest } from '../../calls/through/deletionApi.ts';
import type { ListsManifests } from '../../calls/through/index.ts';
import type { CallScope } from '../../wire/call.ts';

/** By its digest. */
export type ManifestList = ReadonlyMap<string, ListedManifest>;

/**
 * The whole list. The API pages by numbers: what somebody deletes between two pages moves another manifest onto a page
 * that was read already. A list of several pages is read twice, and what one of both has counts.
 * @throws ReadError
 */
export async function manifestList(api: ListsManifests, target: CallScope, repository: string): Promise<ManifestList> {
  const found = new Map<string, ListedManifest>();
  let pages = 0;
  for await (const page of api.list(target, repository)) {
    pages++;
    for (const one of page) found.set(one.digest, one);
  }
  if (pages < 2) return found;
  for await (const page of api.list(target, repository)) for (const one of page) found.set(one.digest, one);
  return found;
}

/** The digests without a tag. */
export function untaggedIn(list: ManifestList): readonly ListedManifest[] {
  return [...list.values()].filter(({ tags }) => tags.length === 0);
}

/** @returns `undefined`: the API has no such manifest, or does not show it @throws ReadError */
export async function manifestOfList(api: ListsManifests, target: CallScope, repository: string, digest: string) {
  for await (const page of api.list(target, repository, digest)) {
    const one = page.find((listed) => listed.digest === digest);
    if (one) return one;
  }
  return undefined;
}
