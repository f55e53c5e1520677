/** The names of the tags of a repository. */
import { tagNames } from '../../calls/listings.ts';
import { settingsOf } from '../../wire/account.ts';
import type { CallScope } from '../../wire/call.ts';
import { malformed } from '../../wire/readError.ts';

/** OCI distribution, "pulling manifests". */
const TAG = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;

/** Could a tag have this name? Only such a name may stand in the path of a request. */
export function isTagName(name: string): boolean {
  return TAG.test(name);
}

/** The complete list. @throws ReadError */
export async function namesIn(target: CallScope, repository: string): Promise<readonly string[]> {
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
