import { AwsError } from './errors.ts';

export interface Numbered {
  /** Position in the listing; pages continue after it, so that items that appear or vanish in between shift nothing. */
  readonly seq: number;
}

export interface PageRequest {
  readonly limit: number;
  readonly token?: string | undefined;
  /** The requests that accept the token: the operation, the place, the filters. */
  readonly scope: string;
  /** Error code of an invalid token: EC2 and Auto Scaling differ. */
  readonly badToken: string;
}

export interface Page<R> {
  readonly rows: readonly R[];
  readonly nextToken?: string;
}

let most = Number.POSITIVE_INFINITY;

/**
 * Answers one call with pages of at most `limit`: AWS may always return fewer than requested. Operations are
 * synchronous, so this affects only one call.
 */
export function inPagesOf<T>(limit: number, answer: () => T): T {
  most = limit;
  try {
    return answer();
  } finally {
    most = Number.POSITIVE_INFINITY;
  }
}

/**
 * A page of the matching rows; `rows` are sorted by `seq`. Stops at the end of the page, so that a listing of many
 * pages costs no more than its rows. The last page has no token, even when it is full.
 */
export function page<R extends Numbered>(
  rows: readonly R[],
  { limit, token, scope, badToken }: PageRequest,
  matches: (row: R) => boolean = () => true,
): Page<R> {
  const from = token === undefined ? undefined : readToken(token, scope, badToken);
  const size = Math.min(limit, most);
  const found: R[] = [];
  for (let index = from === undefined ? 0 : firstAfter(rows, from.after); index < rows.length; index += 1) {
    const row = rows[index];
    if (row === undefined || !matches(row)) continue;
    const last = found.at(-1);
    if (found.length === size && last !== undefined) {
      return { rows: found, nextToken: writeToken({ page: (from?.page ?? 1) + 1, after: last.seq, scope }) };
    }
    found.push(row);
  }
  return { rows: found };
}

interface Token {
  readonly page: number;
  readonly after: number;
  readonly scope: string;
}

/** The page number of a token; 1 for none or for an invalid one. */
export function pageNumber(token: unknown): number {
  return typeof token === 'string' ? (parse(token)?.page ?? 1) : 1;
}

function writeToken(token: Token): string {
  return Buffer.from(JSON.stringify([token.page, token.after, hash(token.scope)])).toString('base64url');
}

function readToken(token: string, scope: string, badToken: string): Token {
  const parsed = parse(token);
  if (parsed === undefined || parsed.scope !== hash(scope)) {
    throw new AwsError(badToken, 'The specified pagination token is not valid or is expired.');
  }
  return parsed;
}

function parse(token: string): Token | undefined {
  try {
    const [page, after, scope] = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    return typeof page === 'number' && typeof after === 'number' ? { page, after, scope: String(scope) } : undefined;
  } catch {
    return undefined;
  }
}

/** Not for security: only distinguishes the tokens of different listings. */
function hash(text: string): string {
  let value = 7;
  for (let index = 0; index < text.length; index += 1) value = (Math.imul(value, 31) + text.charCodeAt(index)) | 0;
  return (value >>> 0).toString(36);
}

/** Binary search. */
function firstAfter(rows: readonly Numbered[], after: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.seq ?? 0) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}
