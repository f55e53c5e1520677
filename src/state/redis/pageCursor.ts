import { CursorError } from '../../core/common/errors.ts';

/** The end of a page of marks: the last id and its score; the next page begins directly after it. */
interface PageCursor {
  /** In Redis's own form. */
  readonly score: string;
  readonly id: string;
}

/** The form in which Redis writes a finite score; unlike `Number`, it takes no hexadecimal number. */
const SCORE = /^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?$/;

/** Opaque to clients: base64url of the score, as Redis writes it, and the id. */
export function encodeCursor({ score, id }: PageCursor): string {
  return Buffer.from(JSON.stringify([score, id])).toString('base64url');
}

/**
 * `undefined`, the start, for an absent cursor and for an empty one, which a link to the first page has.
 * @throws CursorError for a foreign cursor: a new start would let a client loop for ever
 */
export function decodeCursor(cursor: string | undefined): PageCursor | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const [score, id] = parse(cursor);
  if (typeof score !== 'string' || typeof id !== 'string' || !SCORE.test(score)) throw new CursorError(cursor);
  return { score, id };
}

function parse(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch (cause) {
    throw new CursorError(cursor, { cause });
  }
}
