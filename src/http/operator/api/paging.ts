/** Pages of lists that are in the order of a key: no answer is larger than its page. */
import { z } from 'zod';
import { invalidField } from '../../app/problem.ts';

/** The query of a list in pages. */
export const PageQuery = z.strictObject({
  cursor: z.string().optional().describe('`next` of the page before; absent = the first page.'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
type PageQuery = z.infer<typeof PageQuery>;

const Key = z.string().max(4_000);

/**
 * The items after the cursor, at most `limit` of them.
 * @param items in the order of their keys, which are unique
 * @returns `next`: the cursor of the page after it; absent on the last page
 * @throws Problem for a text that is no cursor
 */
export function pageOf<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  { cursor, limit }: PageQuery,
): { readonly items: readonly T[]; readonly next?: string } {
  const after = cursor === undefined ? undefined : keyIn(cursor);
  const rest = after === undefined ? items : items.filter((item) => keyOf(item) > after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return rest.length > page.length && last !== undefined
    ? { items: page, next: cursorOf(keyOf(last)) }
    : { items: page };
}

/** Sorts by the key as {@link pageOf} compares it. */
export function inOrder<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ item }) => item);
}

/** Opaque to clients: base64url of the last key of the page. */
export function cursorOf(key: string): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** @throws Problem */
export function keyIn(cursor: string): string {
  try {
    return Key.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidField('query.cursor', 'is not a cursor from an earlier answer');
  }
}
