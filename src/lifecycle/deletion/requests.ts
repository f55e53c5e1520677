/** The marks of a batch, and its requests: resources that the provider may only delete together stay together. */
import type { Mark } from '../../core/mark/mark.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import type { DeletePass } from './deleteContext.ts';

/** Among so many of the oldest due marks the pass looks for those that go together. */
const LOOKED_THROUGH = 2_000;

/**
 * The oldest due marks, and the due marks that go together with them.
 * @param limit how many of the oldest
 * @param room the most marks altogether: the rest of the pass's pace
 */
export async function dueTogether({ deps, wc }: DeletePass, limit: number, room: number): Promise<readonly Mark[]> {
  const { namespace } = wc;
  const now = deps.clock.now();
  const oldest = await deps.marks.due(namespace, now, limit);
  const handler = deps.handlerOf(typeOf(namespace));
  if (handler.together === undefined || oldest.length < limit) return oldest;
  const keyOf = ({ identity }: Mark) => handler.together?.(identity);
  const keys = new Set(oldest.map(keyOf).filter((key) => key !== undefined));
  if (keys.size === 0) return oldest;
  const known = new Set(oldest.map(({ id }) => id));
  const more = await deps.marks.due(namespace, now, LOOKED_THROUGH);
  const others = more.filter((mark) => !known.has(mark.id) && keys.has(keyOf(mark) ?? ''));
  return [...oldest, ...others].slice(0, room);
}

/**
 * Requests of at most `maxBatch` items, in order. Items with the same key are in one request, even if they are more:
 * none of them could be deleted without the others.
 */
export function inRequests<T>(
  items: readonly T[],
  maxBatch: number,
  keyOf: (item: T) => string | undefined,
): readonly (readonly T[])[] {
  const requests: T[][] = [];
  for (const group of grouped(items, keyOf)) {
    const last = requests.at(-1);
    if (last !== undefined && last.length + group.length <= maxBatch) last.push(...group);
    else requests.push([...group]);
  }
  return requests;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string | undefined): readonly (readonly T[])[] {
  const groups: T[][] = [];
  const byKey = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = key === undefined ? undefined : byKey.get(key);
    if (known) known.push(item);
    else {
      const group = [item];
      groups.push(group);
      if (key !== undefined) byKey.set(key, group);
    }
  }
  return groups;
}
