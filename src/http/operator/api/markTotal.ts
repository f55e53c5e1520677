import type { OperatorDeps } from '../../app/deps.ts';
import type { MarkFilters, WalkedMarks } from './markQuery.ts';
import { isTooMany, queriedRows } from './markRows.ts';

/** How many marks match. */
export interface MarkTotal {
  /** Of all pages together. */
  readonly total: number;
  /** There may be more. */
  readonly totalIsAtLeast?: true;
}

/** Only the filters that choose a namespace; their marks are counted without a look at them. */
const NARROWER = ['owner', 'state', 'group', 'entry', 'q', 'dueBefore'] as const;

/** How many marks the filters match; without a table of the marks, at least as many as the pages showed. */
export async function totalOf(deps: OperatorDeps, query: MarkFilters, page: WalkedMarks): Promise<MarkTotal> {
  const { before, marks, next, total } = page;
  const shown = (before ?? 0) + marks.length;
  if (next === undefined && before !== undefined && !total?.isPart) return { total: shown };
  if (total) return { total: total.total, ...(total.isPart ? { totalIsAtLeast: true } : {}) };
  if (!deps.markTable.isOn) return { total: shown, totalIsAtLeast: true };
  const found = await queriedRows(deps, query);
  if (!isTooMany(found))
    return { total: Math.max(found.rows.length, shown), ...(found.isPart ? { totalIsAtLeast: true } : {}) };
  const isCounted = NARROWER.every((name) => query[name] === undefined);
  return isCounted ? { total: found.marked } : { total: shown, totalIsAtLeast: true };
}
