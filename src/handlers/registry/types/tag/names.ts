/** The names of the tags of a repository, and work on many of them at once. */
import { tagNames } from '../../calls/listings.ts';
import { settingsOf } from '../../wire/account.ts';
import type { Target } from '../../wire/call.ts';
import { malformed } from '../../wire/readError.ts';

/** OCI distribution, "pulling manifests". */
const TAG = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;
/** Requests in progress at once for one repository; the pacer bounds their rate. */
const AT_ONCE = 8;

/** Could a tag have this name? Only such a name may stand in the path of a request. */
export function isTagName(name: string): boolean {
  return TAG.test(name);
}

/** The complete list. @throws ReadError */
export async function namesIn(target: Target, repository: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const page of tagNames(target, repository)) {
    const odd = page.find((name) => !isTagName(name));
    if (odd !== undefined) {
      const why = `it names ${JSON.stringify(odd.slice(0, 60))}, which cannot be a tag`;
      throw malformed(`listing the tags of ${repository}`, settingsOf(target.account).url, why);
    }
    for (const name of page) names.push(name);
  }
  return names;
}

/** The first failure ends the others before their next request. */
export async function each(names: Iterable<string>, read: (name: string) => Promise<void>): Promise<void> {
  const waiting = names[Symbol.iterator]();
  let isOver = false;
  const work = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      if (isOver) return;
      try {
        await read(next.value);
      } catch (error) {
        isOver = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
