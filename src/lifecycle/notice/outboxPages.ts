import type { OutboxItem } from '../../core/ports/ports.ts';

/** Marks per read from the store. */
const PAGE = 500;

/** Pages of items, each of one namespace, so that its marks are read together. */
export function* pagesByNamespace<Item extends OutboxItem>(
  items: readonly Item[],
): Generator<readonly [Item, ...Item[]]> {
  const pages = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const page = pages.get(item.namespace);
    if (page) page.push(item);
    else pages.set(item.namespace, [item]);
    if (page && page.length >= PAGE) {
      yield page;
      pages.delete(item.namespace);
    }
  }
  yield* pages.values();
}
