import type { OperatorDeps } from '../../app/deps.ts';
import { type MarkFilters, type WalkedMarks, walkMarks } from './markQuery.ts';
import { isTooMany, queriedRows } from './markRows.ts';
import { querySortedMarks } from './sortedMarks.ts';

/** How many marks match. */
interface MarkTotal {
  /** Of all pages together. */
  readonly total: number;
  /** There may be more. */
  readonly totalIsAtLeast?: true;
}

/** Only the filters that choose a namespace; their marks are counted without a look at them. */
const NARROWER = ['owner', 'state', 'group', 'entry', 'q', 'dueBefore'] as const;

/** How many marks the filters match; without a table of the marks, at least as many as the pages showed. */
async function totalOf(deps: OperatorDeps, query: MarkFilters, page: WalkedMarks): Promise<MarkTotal> {
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

/** One page of marks: `next` is absent on the last one, and the total may be only a lower bound. */
export type MarkPage = Pick<WalkedMarks, 'marks' | 'next'> & MarkTotal;

/** One page of marks, filtered and in the order that is asked for, and how many there are on all pages. */
export async function queryMarks(deps: OperatorDeps, query: MarkFilters): Promise<MarkPage> {
  const { sort } = query;
  const page = await (sort === undefined ? walkMarks(deps, query) : querySortedMarks(deps, { ...query, sort }));
  const { marks, next } = page;
  return { marks, ...(next === undefined ? {} : { next }), ...(await totalOf(deps, query, page)) };
}
