/** Questions to GitLab's and Harbor's APIs, beside the registry's own: a complete answer, or a `ReadError`. */
import { z } from 'zod';
import { isSafeAddress } from '../../../core/text/loopback.ts';
import type { WireAnswer } from '../../http/exchange.ts';
import { type Catalog, settingsOf } from '../wire/account.ts';
import type { CallScope } from '../wire/call.ts';
import { fetchOther } from '../wire/client.ts';
import { passwordOf } from '../wire/credentials.ts';
import { malformed, refused } from '../wire/readError.ts';
import { linkIn } from './listings.ts';

/** One GET request; it pages only as an {@link ApiListing}. */
export interface ApiQuestion {
  readonly url: URL;
  /** The credentials, see {@link headersOf}. */
  readonly headers: Readonly<Record<string, string>>;
  /** For messages: `listing the repositories of the group shop`. */
  readonly what: string;
  /** The right that answers it, in the words of the API. */
  readonly permission: string;
}

/** A list of items that have a name. */
export interface ApiListing extends ApiQuestion {
  /** The key of each item that has its name. */
  readonly nameKey: string;
  /** Where the answer says how many items there are, if it does. */
  readonly totalHeader: string;
  /** Why nothing may be listed there, and the remedy, if the API knows no such place or names another. */
  readonly absent?: string;
}

/** GitLab takes a token, Harbor the user of the registry. */
export async function headersOf(target: CallScope, catalog: Catalog): Promise<Readonly<Record<string, string>>> {
  if (catalog.gitlab !== undefined) return catalog.token === undefined ? {} : { 'private-token': catalog.token };
  return basicOf(target);
}

/** The user of the registry. */
export async function basicOf({ account, io }: CallScope): Promise<Readonly<Record<string, string>>> {
  const { username, password } = await passwordOf(settingsOf(account), io.signal);
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/**
 * The answer to one question, as a schema wants it; `undefined` if it is 404, which may also mean that the user must not
 * know.
 * @throws ReadError
 */
export async function askApi<T>(
  target: CallScope,
  question: ApiQuestion,
  wanted: z.ZodType<T>,
  words: string,
): Promise<T | undefined> {
  const answer = await send(target, question);
  return answer.status === 404 ? undefined : valueIn(answer, question, wanted, words);
}

async function send(target: CallScope, { url, headers, what }: ApiQuestion): Promise<WireAnswer> {
  if (!isSafeAddress(url)) throw malformed(what, url.origin, 'credentials are not sent unencrypted: use https');
  return fetchOther(target, url, headers, what);
}

function valueIn<T>(answer: WireAnswer, { url, ...question }: ApiQuestion, wanted: z.ZodType<T>, words: string): T {
  if (answer.status !== 200) throw refused(answer, question, url.origin);
  const read = wanted.safeParse(jsonIn(answer.body.toString('utf8')));
  if (!read.success) throw malformed(question.what, url.origin, `it is no ${words}`);
  return read.data;
}

/** `undefined` for a text that is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The names on every page. A proxy may drop the `Link` to the next page, and Harbor sends none to some: where no page
 * had one, the next is asked for by its number, until all are there that the answer counts, or a page brings nothing new.
 */
export async function* apiNames(
  target: CallScope,
  { nameKey, totalHeader, absent, ...question }: ApiListing,
): AsyncIterable<readonly string[]> {
  const { url: first, what } = question;
  const items = z.array(z.looseObject({ [nameKey]: z.string().min(1) }));
  const seen = new Set<string>();
  const visited = new Set<string>();
  let total: number | undefined;
  let isLinked = false;
  let next: URL | undefined = first;
  for (let page = 1; next !== undefined; page++) {
    if (visited.has(next.href)) throw malformed(what, first.origin, 'its pages go round in a circle');
    visited.add(next.href);
    const answer = await send(target, { ...question, url: next });
    const { headers, status } = answer;
    if (absent !== undefined && (status === 404 || (status >= 300 && status < 400))) {
      throw malformed(what, first.origin, absent);
    }
    const names = valueIn(answer, question, items, `list of repositories with a ${nameKey}`).map((item) =>
      (item[nameKey] as string).toLowerCase(),
    );
    const before = seen.size;
    for (const name of names) seen.add(name);
    yield names;
    const count = /^\d+$/.exec([headers[totalHeader] ?? ''].flat().join())?.[0];
    if (count !== undefined) total = Number(count);
    const linked = nextOf(headers.link, next, what);
    isLinked ||= linked !== undefined;
    const mayHaveMore = !isLinked && seen.size > before && (total === undefined || seen.size < total);
    next = linked ?? (mayHaveMore ? pageOf(first, page + 1) : undefined);
  }
  if (total !== undefined && seen.size < total) {
    throw malformed(what, first.origin, `it has ${total} repositories, and its pages only ${seen.size}`);
  }
}

function pageOf(first: URL, page: number): URL {
  const url = new URL(first);
  url.searchParams.set('page', String(page));
  return url;
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
