/** The manifests of a repository that no tag names, with what else names them. */
import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import { each } from '../../../contract/each.ts';
import type { ManifestFacts } from '../../../images/manifest.ts';
import type { TagResource } from '../../../images/resource.ts';
import { type KnownManifest, neededIn } from '../../../images/untagged.ts';
import { headOf } from '../../calls/manifests.ts';
import { manifestsThrough } from '../../calls/through/index.ts';
import { isAboutOne } from '../../wire/readError.ts';
import { type Describing, describeUntagged } from './describe.ts';
import { factsOf } from './facts.ts';
import { NO_DIGEST } from './listing.ts';
import { type ManifestList, manifestOfList, untaggedIn } from './manifestList.ts';

/**
 * Those that the API lists without a tag, and that no tag of the registry has got since.
 * @param tags every tag of the repository, read after the list
 * @param referrersFollow as in {@link neededIn}
 * @throws ReadError
 */
export async function untaggedManifests(
  describing: Describing,
  list: ManifestList,
  tags: readonly TagResource[],
  referrersFollow: boolean,
): Promise<readonly TagResource[]> {
  const tagged = new Set(tags.map(({ digest }) => digest));
  const found: TagResource[] = [];
  await each(
    untaggedIn(list).filter(({ digest }) => !tagged.has(digest)),
    async (listed) => {
      const one = await describeUntagged(describing, listed);
      if (one) found.push(one);
    },
  );
  const whole = await Promise.all([...tags, ...found].map((one) => knownOf(describing, one)));
  const neededBy = neededIn([...whole, ...(await nestedIn(describing, whole))], referrersFollow);
  return found.map((one) => {
    const needed = one.needed ?? neededBy(one.digest);
    return needed === undefined ? one : { ...one, needed };
  });
}

/** A tag whose digest is not known may mean any manifest. */
async function knownOf(describing: Describing, { id, digest, unreadable }: TagResource): Promise<KnownManifest> {
  if (digest !== NO_DIGEST) return { id, digest, facts: await factsIn(describing, digest) };
  return { id, digest, facts: { children: [], parts: [], unreadable: unreadable ?? 'its digest is not known' } };
}

/** Indexes within indexes: an API may list none that another names. */
async function nestedIn(describing: Describing, known: readonly KnownManifest[]): Promise<readonly KnownManifest[]> {
  const seen = new Set(known.map(({ digest }) => digest));
  const nested: KnownManifest[] = [];
  const waiting = known.flatMap(({ facts }) => facts.indexes ?? []);
  for (let digest = waiting.pop(); digest !== undefined; digest = waiting.pop()) {
    if (seen.has(digest)) continue;
    seen.add(digest);
    const facts = await factsIn(describing, digest);
    nested.push({ id: digest, digest, facts });
    waiting.push(...(facts.indexes ?? []));
  }
  return nested;
}

async function factsIn({ target, repository }: Describing, digest: string): Promise<ManifestFacts> {
  try {
    return await factsOf(target, repository, digest);
  } catch (error) {
    if (!isAboutOne(error)) throw error;
    return { children: [], parts: [], unreadable: messageOf(error) };
  }
}

/** By its digest; one that has a tag by now is found with it, and stays. */
export async function readUntagged(describing: Describing, digest: string): Promise<Read<TagResource>> {
  const { target, repository } = describing;
  try {
    if (!(await headOf(target, repository, digest))) return { kind: 'gone' };
    const api = manifestsThrough(target);
    const listed = api && (await manifestOfList(api, target, repository, digest));
    if (!listed) return { kind: 'unknown', why: `${api?.name ?? 'no API of `deletesThrough`'} does not list it` };
    const resource = await describeUntagged(describing, listed, 'whole');
    return resource ? { kind: 'found', resource } : { kind: 'gone' };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { kind: 'unknown', why: messageOf(error) };
  }
}
