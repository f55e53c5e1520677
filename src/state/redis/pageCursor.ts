import { CursorError } from '../../core/common/errors.ts';

/** Where a page of marks ended: the last id and its score, so that the next begins right behind it. */
interface PageCursor {
  /** As Redis writes it. */
  readonly score: string;
  readonly id: string;
}

/** What Redis writes for a finite score; it takes no hexadecimal number, which `Number` would. */
const SCORE = /^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?$/;

export function encodeCursor({ score, id }: PageCursor): string {
  return Buffer.from(JSON.stringify([score, id])).toString('base64url');
}

/**
 * `undefined`, the start, for no cursor and for an empty one, which a link to the first page has.
 * @throws CursorError for one that we did not make: starting again would let a client go round for ever
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
