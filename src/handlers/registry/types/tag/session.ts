/** The tags of one repository. */
import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import type { Account } from '../../../../core/policy/workConfiguration.ts';
import { meansLocation } from '../../../../core/resource/locationPattern.ts';
import type { LookedFor } from '../../../../core/resource/lookedFor.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import { each } from '../../../contract/each.ts';
import type { Io, Scope, Session } from '../../../contract/handler.ts';
import { isDigest } from '../../../images/digest.ts';
import { withFollowers } from '../../../images/orphan.ts';
import { withShared } from '../../../images/policy.ts';
import type { TagResource } from '../../../images/resource.ts';
import { ORPHAN, UNTAGGED } from '../../../images/ruleNames.ts';
import { prove } from '../../calls/prove.ts';
import { problemOfRepository } from '../../calls/repository.ts';
import { manifestsThrough } from '../../calls/through/index.ts';
import { settingsOf } from '../../wire/account.ts';
import { malformed } from '../../wire/readError.ts';
import { deleteTags } from './deleteTags.ts';
import { type Describing, describeTag } from './describe.ts';
import type { Digests } from './digests.ts';
import { NO_DIGEST, readAll } from './listing.ts';
import { type ManifestList, manifestList, manifestOfList } from './manifestList.ts';
import { isTagName, namesIn } from './names.ts';
import type { TagParameters } from './parameters.ts';
import { RESTORABLE, restore } from './restore.ts';
import { readUntagged, untaggedManifests } from './untagged.ts';

const PAGE = 500;

/** Reads nothing yet; the session keeps the digests of its last listing. */
export function open(
  { account, location: repository, parameters, rules }: Scope<TagParameters>,
  io: Io,
): Session<TagResource> {
  const target = { account, io };
  const api = manifestsThrough(target);
  /** @param list absent: the API is asked for each image */
  const describingBy = (list?: ManifestList): Describing => ({
    ...{ target, repository, parameters, takesParts: api?.takesParts === true },
    ...(api?.datesPulls
      ? { pulledIn: async (digest) => list?.get(digest) ?? manifestOfList(api, target, repository, digest) }
      : {}),
  });
  const listsUntagged = rules?.includes(UNTAGGED) ?? false;
  /** The digests of the last listing of this pass. */
  let listed: Digests = new Map();
  const referrersFollow = rules?.includes(ORPHAN) ?? false;
  let names: readonly string[] | undefined;
  return {
    async verifyAccount() {
      const problem = problemOfRepository(repository);
      if (problem) throw malformed(`reading ${repository}`, settingsOf(account).url, problem.why);
      await prove(target);
    },
    async *list() {
      // Before the tags: a manifest that gets a tag meanwhile has one.
      const list = api && (api.datesPulls || listsUntagged) ? await manifestList(api, target, repository) : undefined;
      const describing = describingBy(list);
      names = await namesIn(target, repository);
      const tagged = await readAll(describing, names);
      const untagged = list && listsUntagged ? await untaggedManifests(describing, list, tagged, referrersFollow) : [];
      const tags = [...tagged, ...untagged];
      listed = new Map(tags.flatMap(({ id, digest }) => (digest === NO_DIGEST ? [] : [[id, digest] as const])));
      const shared = withShared(referrersFollow ? withFollowers(tags) : tags, parameters, io.clock.now());
      for (let at = 0; at < shared.length; at += PAGE) yield shared.slice(at, at + PAGE);
    },
    lookedFor: async () => [...repositoryIn(account, repository, names), ...taggedIn(account)],
    async get(ids) {
      const reads = new Map<string, Read<TagResource>>();
      await each(ids, async (id) => {
        reads.set(id, await readOne(describingBy(), id));
      });
      return reads;
    },
    delete: (batch) => deleteTags({ ...target, isNow: true }, { listed, referrersFollow, listsUntagged }, batch),
    restorable: async () => ({ says: RESTORABLE }),
    restore: (stored) => restore(target, repository, stored),
  };
}

/** A registry that lists its repositories may have an empty one; and only some answer 404 for one that is not there. */
function repositoryIn(
  { patterns = [] }: Account,
  repository: string,
  names: readonly string[] | undefined,
): readonly LookedFor[] {
  if (meansLocation(patterns, repository)) return [];
  return [{ what: `repository ${JSON.stringify(repository)} has no tag`, isFound: names ? names.length > 0 : null }];
}

/** A repository without the tags that it should have may lack its owner, and `holystone:keep`. */
function taggedIn(account: Account): readonly LookedFor[] {
  const patterns = (settingsOf(account).repositoryTags ?? []).flatMap(({ repositories }) => repositories);
  return [...new Set(patterns)].map((pattern) => ({
    what: `no repository of account ${account.name} matches ${JSON.stringify(pattern)} in \`repositoryTags\``,
    isFound: account.locations.some((location) => meansLocation([pattern], location)),
    mayBeElsewhere: true,
  }));
}

async function readOne(describing: Describing, id: string): Promise<Read<TagResource>> {
  if (isDigest(id)) return readUntagged(describing, id);
  if (!isTagName(id)) return { kind: 'unknown', why: 'it cannot be a tag' };
  try {
    const resource = await describeTag(describing, id, 'whole');
    return resource ? { kind: 'found', resource } : { kind: 'gone' };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { kind: 'unknown', why: messageOf(error) };
  }
}
