/** The tags of one repository. */
import { messageOf, PermitError, ReadError } from '../../../../core/common/errors.ts';
import type { Read, Resource } from '../../../../core/resource/resource.ts';
import type { Io, Scope, Session } from '../../../contract/handler.ts';
import { withShared } from '../../../images/policy.ts';
import type { TagResource } from '../../../images/resource.ts';
import { tagNames } from '../../calls/listings.ts';
import { prove } from '../../calls/prove.ts';
import { problemOfRepository } from '../../calls/repository.ts';
import { settingsOf } from '../../wire/account.ts';
import { malformed } from '../../wire/readError.ts';
import { type Describing, describeTag } from './describe.ts';
import type { TagParameters } from './parameters.ts';

/** OCI distribution, "pulling manifests". */
const TAG = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;
/** Requests in progress at once for one repository; the pacer bounds their rate. */
const AT_ONCE = 8;
const PAGE = 500;

export function open(
  { account, location: repository, parameters }: Scope<TagParameters>,
  io: Io,
): Session<TagResource> {
  const describing: Describing = { target: { account, io }, repository, source: parameters.timestampSource };
  return {
    async verifyAccount() {
      const problem = problemOfRepository(repository);
      if (problem) throw malformed(`reading ${repository}`, settingsOf(account).url, problem.why);
      await prove(describing.target);
    },
    async *list() {
      const tags = await readAll(describing, await namesIn(describing));
      const shared = withShared(tags, parameters, io.clock.now());
      for (let at = 0; at < shared.length; at += PAGE) yield shared.slice(at, at + PAGE);
    },
    async get(ids) {
      const reads = new Map<string, Read<TagResource>>();
      await each(ids, async (id) => {
        reads.set(id, await readOne(describing, id));
      });
      return reads;
    },
    // Nothing is deleted yet: the type is a plan only, and this holds even if somebody asks.
    async delete(batch: readonly Resource[]) {
      if (batch.length > 0) throw new PermitError('this version deletes no tags');
      return new Map();
    },
  };
}

async function namesIn({ target, repository }: Describing): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const page of tagNames(target, repository)) {
    const odd = page.find((name) => !TAG.test(name));
    if (odd !== undefined) {
      const why = `it names ${JSON.stringify(odd.slice(0, 60))}, which cannot be a tag`;
      throw malformed(`listing the tags of ${repository}`, settingsOf(target.account).url, why);
    }
    for (const name of page) names.push(name);
  }
  return names;
}

/** A tag that went away since the listing is left out: that selects no other. */
async function readAll(describing: Describing, names: readonly string[]): Promise<readonly TagResource[]> {
  const found = new Map<string, TagResource>();
  await each(names, async (name) => {
    const tag = await describeTag(describing, name);
    if (tag) found.set(name, tag);
  });
  return names.flatMap((name) => found.get(name) ?? []);
}

async function readOne(describing: Describing, id: string): Promise<Read<TagResource>> {
  if (!TAG.test(id)) return { kind: 'unknown', why: 'it cannot be a tag' };
  try {
    const resource = await describeTag(describing, id, 'whole');
    return resource ? { kind: 'found', resource } : { kind: 'gone' };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { kind: 'unknown', why: messageOf(error) };
  }
}

/** The first failure ends the others before their next request. */
async function each(names: readonly string[], read: (name: string) => Promise<void>): Promise<void> {
  const waiting = names.values();
  let isOver = false;
  const work = async () => {
    for (const name of waiting) {
      if (isOver) return;
      try {
        await read(name);
      } catch (error) {
        isOver = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
