/** Listings of a registry, by `Link` and by `last`: complete, or a `ReadError`. */

import { hostOf, settingsOf } from '../wire/account.ts';
import type { Call, CallScope } from '../wire/call.ts';
import { call } from '../wire/client.ts';
import { malformed, refused } from '../wire/readError.ts';

const PAGE = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Every repository of the registry. */
export function repositories(target: CallScope): AsyncIterable<readonly string[]> {
  const what = `listing the repositories of ${hostOf(target.account)}`;
  return pages(target, {
    path: '/v2/_catalog',
    key: 'repositories',
    scope: 'registry:catalog:*',
    what,
    permission: 'registry:ListRepositories',
  });
}

/** Every tag of a repository. */
export function tagNames(target: CallScope, repository: string): AsyncIterable<readonly string[]> {
  const what = `listing the tags of ${repository}`;
  const path = `/v2/${repository}/tags/list`;
  return pages(target, {
    path,
    key: 'tags',
    scope: `repository:${repository}:pull`,
    what,
    permission: 'registry:ListTags',
  });
}

interface Listed extends Pick<Call, 'path' | 'scope' | 'what' | 'permission'> {
  readonly key: string;
}

/**
 * Pages of new names. Some registries give a `Link` to the next page; some page without one, by `n` and `last`; some
 * give everything at once, in any order. So an answer without a `Link` is asked on from its last name, until an answer
 * brings nothing new: one call more, and no page is taken for the whole.
 */
async function* pages(target: CallScope, { key, path, ...listed }: Listed): AsyncIterable<readonly string[]> {
  const seen = new Set<string>();
  const visited = new Set<string>();
  let next: string | undefined = `${path}?n=${PAGE}`;
  while (next !== undefined) {
    if (visited.has(next))
      throw malformed(listed.what, settingsOf(target.account).url, 'its pages go round in a circle');
    visited.add(next);
    const wanted: Call = { method: 'GET', path: next, accept: 'application/json', maxBytes: MAX_BYTES, ...listed };
    const answer = await call(target, wanted);
    if (answer.status !== 200) throw refused(answer, wanted, settingsOf(target.account).url);
    const names = namesIn(answer.body, key, listed.what, settingsOf(target.account).url);
    const fresh = names.filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    if (fresh.length > 0) yield fresh;
    const link = linkIn(answer.headers.link);
    if (link !== undefined) next = onSameHost(link, next, target, listed.what);
    else next = fresh.length === 0 ? undefined : `${path}?n=${PAGE}&last=${encodeURIComponent(fresh.at(-1) as string)}`;
  }
}

function namesIn(body: Buffer, key: string, what: string, url: string): readonly string[] {
  let value: unknown;
  try {
    value = (JSON.parse(body.toString('utf8')) as Record<string, unknown> | null)?.[key];
  } catch {
    throw malformed(what, url, 'it is no JSON');
  }
  if (value === null) return [];
  if (Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '')) return value;
  throw malformed(what, url, `it has no list of ${key}`);
}

/** The address of the next page (RFC 8288); distribution writes `rel="next"`. */
export function linkIn(header: string | readonly string[] | undefined): string | undefined {
  return /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec([header ?? ''].flat().join(', '))?.[1];
}

/** A page elsewhere would get this registry's credentials. */
function onSameHost(link: string, from: string, { account }: CallScope, what: string): string {
  const { url } = settingsOf(account);
  const to = URL.canParse(link, new URL(from, url)) ? new URL(link, new URL(from, url)) : undefined;
  const isSame = to !== undefined && (to.host === new URL(url).host || link.startsWith('/'));
  if (!isSame || to.pathname !== new URL(from, url).pathname) throw malformed(what, url, 'its next page is elsewhere');
  return `${to.pathname}${to.search}`;
}
