import type { Row } from './rule.ts';

/**
 * The newest `count` of each family, each with the reason to keep it. Rows without a date come last: their age keeps
 * them in any case, so the places go to rows that need them.
 */
export function newestOf(rows: readonly Row[], count: number): ReadonlyMap<string, string> {
  const families = new Map<string, Row[]>();
  for (const row of rows) {
    const newest = families.get(row.family) ?? [];
    families.set(row.family, newest);
    insert(newest, row, count);
  }
  const kept = new Map<string, string>();
  for (const [family, newest] of families) {
    for (const { id } of newest) {
      kept.set(id, count === 1 ? `the newest of ${family}` : `one of the newest ${count} of ${family}`);
    }
  }
  return kept;
}

/** Inserts a row among the newest so far. A family may have 100,000 rows: sorting all would take too long. */
function insert(newest: Row[], row: Row, count: number): void {
  const last = newest[count - 1];
  if (last && newestFirst(row, last) >= 0) return;
  let [from, to] = [0, newest.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (newestFirst(newest[middle] as Row, row) <= 0) from = middle + 1;
    else to = middle;
  }
  newest.splice(from, 0, row);
  if (newest.length > count) newest.pop();
}

function newestFirst(a: Row, b: Row): number {
  const [first, second] = [dateOf(a), dateOf(b)];
  return first === second ? a.id.localeCompare(b.id) : second - first;
}

function dateOf({ at }: Row): number {
  return at === undefined || Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at;
}
