import type { ReadError } from '../../../core/common/errors.ts';
import { type CallContext, readError, unread } from './readError.ts';

/** One page of a listing as AWS returns it. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Absent or empty on the last page. */
  readonly nextToken: string | undefined;
}

/**
 * Every page, each requested once. A repeated token is an error and does not loop: we cannot distinguish repeated items
 * from missing ones.
 * @throws ReadError; the pages before it must not be taken for the whole listing
 */
export async function* pagesOf<T>(
  operation: CallContext,
  fetch: (token: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<readonly T[], void, undefined> {
  const seen = new Set<string>();
  let token: string | undefined;
  do {
    operation.target.io.signal.throwIfAborted();
    const page = await fetchPage(operation, fetch, token);
    token = page.nextToken || undefined;
    if (token !== undefined && seen.has(token)) throw repeated(operation);
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
  operation: CallContext,
  fetch: (token: string | undefined) => Promise<Page<T>>,
  token: string | undefined,
): Promise<Page<T>> {
  try {
    return await fetch(token);
  } catch (error) {
    throw readError(error, operation);
  }
}

function repeated(call: CallContext): ReadError {
  return unread(call, `${call.api} answered the same NextToken twice`);
}
