/**
 * The repositories of a registry from elsewhere than its own catalog: GitLab's and Harbor's APIs, which also people may ask
 * who must not see the whole catalog, or a document. Complete, or a `ReadError`.
 */
import { z } from 'zod';
import { CLOCKS_DIFFER_MS } from '../../../core/common/clock.ts';
import { formatAge, formatMs } from '../../../core/common/duration.ts';
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import { isLoopbackHost } from '../../../core/text/loopback.ts';
import { shown } from '../../../documents/location.ts';
import { readText } from '../../../documents/readText.ts';
import { type Catalog, settingsOf } from '../wire/account.ts';
import type { Target } from '../wire/call.ts';
import { fetchOther } from '../wire/client.ts';
import { passwordOf } from '../wire/credentials.ts';
import { malformed, refused } from '../wire/readError.ts';
import { linkIn } from './listings.ts';

const PAGE = 100;
const DOCUMENT = { maxBytes: 64 * 1024 * 1024, timeoutMs: 30_000 };

/** Every repository that a catalog names, in pages. @throws ReadError unless it is complete */
export async function* repositoriesIn(target: Target, catalog: Catalog): AsyncIterable<readonly string[]> {
  if (catalog.from !== undefined) yield await inDocument(target, { ...catalog, from: catalog.from });
  else if (catalog.gitlab !== undefined) yield* inGitlab(target, catalog.gitlab, catalog);
  else if (catalog.harbor !== undefined) yield* inHarbor(target, catalog.harbor);
}

/** GitLab, "list registry repositories within a group": those of its subgroups too. */
async function* inGitlab(target: Target, base: string, { groups = [], token }: Catalog) {
  const headers = token === undefined ? {} : { 'private-token': token };
  for (const group of groups) {
    const path = `/api/v4/groups/${encodeURIComponent(group)}/registry/repositories?per_page=${PAGE}`;
    const what = `listing the repositories of the group ${group}`;
    yield* pages(target, { first: new URL(path, base), headers, what, nameKey: 'path', totalHeader: 'x-total' });
  }
}

/** Harbor, "list all authorized repositories". */
async function* inHarbor(target: Target, base: string) {
  const { username, password } = await passwordOf(settingsOf(target.account), target.io.signal);
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
  const first = new URL(`/api/v2.0/repositories?page_size=${PAGE}`, base);
  const what = 'listing the repositories of Harbor';
  yield* pages(target, { first, headers, what, nameKey: 'name', totalHeader: 'x-total-count' });
}

interface Listed {
  readonly first: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly what: string;
  /** The key of each item that has the name of the repository. */
  readonly nameKey: string;
  /** Where the answer says how many there are, if it does. */
  readonly totalHeader: string;
}

async function* pages(target: Target, { first, headers, what, nameKey, totalHeader }: Listed) {
  const isSafe = first.protocol === 'https:' || isLoopbackHost(first.hostname);
  if (!isSafe) throw malformed(what, first.origin, 'credentials are not sent unencrypted: use https');
  const seen = new Set<string>();
  const asked = new Set<string>();
  let total: number | undefined;
  for (let next: URL | undefined = first; next !== undefined; ) {
    if (asked.has(next.href)) throw malformed(what, first.origin, 'its pages go round in a circle');
    asked.add(next.href);
    const answer = await fetchOther(target, next, headers, what);
    if (answer.status !== 200) throw refused(answer, { what, permission: 'read_api' }, first.origin);
    const names = namesIn(answer.body, nameKey, what, first.origin);
    for (const name of names) seen.add(name);
    yield names;
    const count = /^\d+$/.exec([answer.headers[totalHeader] ?? ''].flat().join())?.[0];
    if (count !== undefined) total = Number(count);
    next = nextOf(answer.headers.link, next, what);
  }
  if (total !== undefined && seen.size < total) {
    throw malformed(what, first.origin, `it has ${total} repositories, and its pages only ${seen.size}`);
  }
}

/** A page elsewhere would get the credentials. */
function nextOf(header: string | readonly string[] | undefined, from: URL, what: string): URL | undefined {
  const link = linkIn(header);
  if (link === undefined) return undefined;
  const next = URL.canParse(link, from) ? new URL(link, from) : undefined;
  if (next?.origin !== from.origin || next.pathname !== from.pathname) {
    throw malformed(what, from.origin, 'its next page is elsewhere');
  }
  return next;
}

function namesIn(body: Buffer, key: string, what: string, origin: string): readonly string[] {
  const item = z.array(z.looseObject({ [key]: z.string().min(1) }));
  try {
    return item.parse(JSON.parse(body.toString('utf8'))).map((one) => (one[key] as string).toLowerCase());
  } catch {
    throw malformed(what, origin, `it is no list of repositories with a ${key}`);
  }
}

const document = z.object({
  generatedAt: z.iso.datetime({ offset: true }),
  repositories: z.array(z.string().min(1)),
});

async function inDocument(
  { io }: Target,
  { from, headers = {}, maxAge }: Catalog & { readonly from: string },
): Promise<readonly string[]> {
  const failed = (why: string, cause?: unknown) =>
    new ReadError(`reading the repositories in ${shown(from)}: ${why}`, { problem: 'malformed', cause });
  let text: string;
  try {
    text = await readText({ from, headers, ...DOCUMENT }, io.signal);
  } catch (error) {
    if (io.signal.aborted) throw io.signal.reason;
    throw failed(`${messageOf(error)}; make it readable, or remove it from the configuration`, error);
  }
  const read = document.safeParse(jsonIn(text));
  if (!read.success) throw failed('it needs `generatedAt` and a list `repositories`');
  const age = io.clock.now() - Date.parse(read.data.generatedAt);
  if (age > maxAge) {
    throw failed(
      `it was generated ${formatAge(age)} ago, more than ${formatMs(maxAge)}; generate it again, or raise maxAge`,
    );
  }
  if (age < -CLOCKS_DIFFER_MS) throw failed('it was generated in the future');
  return read.data.repositories;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
