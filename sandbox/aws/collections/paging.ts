import { AwsError } from './errors.ts';

export interface Numbered {
  /** Position in the listing; pages continue after it, so items that come or go in between move nothing. */
  readonly seq: number;
}

export interface PageRequest {
  readonly limit: number;
  readonly token?: string | undefined;
  /** What the token is good for: the operation, the place, the filters. */
  readonly scope: string;
  /** Error code of a token that is not: EC2 and Auto Scaling differ. */
  readonly badToken: string;
}

export interface Page<R> {
  readonly rows: readonly R[];
  readonly nextToken?: string;
}

let most = Number.POSITIVE_INFINITY;

/**
 * Answers one call with pages of at most `limit`: AWS may always give fewer than were asked for. Operations answer
 * without waiting, so that this holds for one call alone.
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
 * A page of the rows that match; `rows` are sorted by `seq`. Looks no further than the page, so that a listing of many
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

/** Which page a token asks for; 1 for none, or for one that nobody gave out. */
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

/** Not for security: only to tell one listing's tokens from another's. */
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
