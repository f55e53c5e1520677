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

/** A page of rows that are sorted by `seq`. The last page has no token, even when it is full. */
export function page<R extends Numbered>(rows: readonly R[], { limit, token, scope, badToken }: PageRequest): Page<R> {
  const from = token === undefined ? undefined : readToken(token, scope, badToken);
  const start = from === undefined ? 0 : firstAfter(rows, from.after);
  const slice = rows.slice(start, start + limit);
  const last = slice.at(-1);
  if (last === undefined || start + limit >= rows.length) return { rows: slice };
  return { rows: slice, nextToken: writeToken({ page: (from?.page ?? 1) + 1, after: last.seq, scope }) };
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

function firstAfter(rows: readonly Numbered[], after: number): number {
  const index = rows.findIndex((row) => row.seq > after);
  return index === -1 ? rows.length : index;
}
