import { ReadError } from '../../../core/common/errors.ts';
import { type CallContext, readError } from './readError.ts';
import { whereIs } from './target.ts';

/** One page of a listing as AWS answers it. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Absent or empty on the last page. */
  readonly nextToken: string | undefined;
}

/**
 * Every page, each asked for once. A token that comes back is an error and not a loop: what it would repeat cannot be
 * told from what it would leave out.
 * @throws ReadError; nothing that was yielded before it may be taken for the whole
 */
export async function* pagesOf<T>(
  doing: CallContext,
  fetch: (token: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<readonly T[], void, undefined> {
  const seen = new Set<string>();
  let token: string | undefined;
  do {
    doing.target.io.signal.throwIfAborted();
    const page = await fetchPage(doing, fetch, token);
    token = page.nextToken || undefined;
    if (token !== undefined && seen.has(token)) throw repeated(doing);
    if (token !== undefined) seen.add(token);
    yield page.items;
  } while (token !== undefined);
}

/** All pages as one list. */
export async function allOf<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

async function fetchPage<T>(
  doing: CallContext,
  fetch: (token: string | undefined) => Promise<Page<T>>,
  token: string | undefined,
): Promise<Page<T>> {
  try {
    return await fetch(token);
  } catch (error) {
    throw readError(error, doing);
  }
}

function repeated({ what, api, target }: CallContext): ReadError {
  return new ReadError(`${what} in ${whereIs(target)}: ${api} answered the same NextToken twice`, {
    problem: 'malformed',
  });
}
