import type { Row } from '../../core/rule.ts';

/**
 * The newest `count` of each family, each with the reason to keep it. Those without a date come last: their age keeps
 * them anyway, so the places go to those that need them.
 */
export function newestOf(rows: readonly Row[], count: number): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  const places = new Map<string, number>();
  for (const { id, family } of rows.toSorted(newestFirst)) {
    const place = (places.get(family) ?? 0) + 1;
    places.set(family, place);
    if (place <= count)
      kept.set(id, count === 1 ? `the newest of ${family}` : `one of the newest ${count} of ${family}`);
  }
  return kept;
}

function newestFirst(a: Row, b: Row): number {
  const [first, second] = [dateOf(a), dateOf(b)];
  return first === second ? a.id.localeCompare(b.id) : second - first;
}

function dateOf({ at }: Row): number {
  return at === undefined || Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at;
}
