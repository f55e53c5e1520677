/** The tags of a repository with what the registry says about each; one that it cannot read is kept, and says why. */
import { messageOf, type ReadError } from '../../../../core/common/errors.ts';
import { each } from '../../../contract/each.ts';
import { imageAliases, imageHost, looseAliases } from '../../../images/reference.ts';
import type { TagResource } from '../../../images/resource.ts';
import { askFor, type TagAnswer } from '../../calls/manifests.ts';
import { projectTags } from '../../calls/projects.ts';
import { hostOf, settingsOf } from '../../wire/account.ts';
import { isAboutOne } from '../../wire/readError.ts';
import { type Describing, describeTag } from './describe.ts';
import { namesIn } from './names.ts';
import { tagsOf } from './repositoryTags.ts';

/** Of a tag whose digest the registry does not say: it may be that of any other tag. */
export const NO_DIGEST = '';

/** More tags that cannot be read are a broken registry: nothing of it is known then. */
const MOST_FAILED = 100;

/** Each may take its time, and so many show that no answer comes to any. */
const MOST_UNANSWERED = 3;

const REMEDY = 'push the tag again, or remove it from the registry';

/**
 * Every tag of the list, in its order. One that went away since is left out: that selects no other.
 * @throws ReadError when the registry can read none of them, or fails for another reason than that of one tag
 */
export async function readAll(describing: Describing, names: readonly string[]): Promise<readonly TagResource[]> {
  const found = new Map<string, TagResource>();
  const failed: ReadError[] = [];
  const absent: string[] = [];
  await each(names, async (name) => {
    try {
      const tag = await describeTag(describing, name);
      if (tag) found.set(name, tag);
      else absent.push(name);
    } catch (error) {
      if (!isAboutOne(error) || failed.push(error) > MOST_FAILED) throw error;
      if (failed.filter(({ problem }) => problem === 'unreachable').length > MOST_UNANSWERED) throw error;
      found.set(name, await unreadTag(describing, name, messageOf(error)));
    }
  });
  const [first] = failed;
  if (first && failed.length === found.size) throw first;
  await each(await stillListed(describing, absent), async (name) => {
    found.set(name, await unreadTag(describing, name, 'the registry does not have it'));
  });
  return names.flatMap((name) => found.get(name) ?? []);
}

/** A tag that was deleted meanwhile is not in the list any more; one without a manifest is. */
async function stillListed({ target, repository }: Describing, absent: readonly string[]): Promise<readonly string[]> {
  if (absent.length === 0) return [];
  const names = new Set(await namesIn(target, repository));
  return absent.filter((name) => names.has(name));
}

async function unreadTag({ target, repository }: Describing, tag: string, why: string): Promise<TagResource> {
  const { account } = target;
  const host = imageHost(hostOf(account));
  const digest = digestOf(await askFor(target, repository, tag).catch(() => undefined));
  return {
    id: tag,
    identity: `${host}/${repository}:${tag}@${digest}`,
    name: tag,
    tags: tagsOf(settingsOf(account), repository, await projectTags(target, repository)),
    aliases: [
      ...imageAliases({ host, repository, tag, ...(digest === NO_DIGEST ? {} : { digest }) }),
      ...looseAliases({ host, repository, tag }),
    ],
    group: repository,
    host,
    repository,
    digest,
    unreadable: `its manifest cannot be read: ${why}; ${REMEDY}`,
  };
}

function digestOf(answer: TagAnswer | undefined): string {
  return answer === undefined || answer.kind === 'gone' ? NO_DIGEST : answer.digest;
}
