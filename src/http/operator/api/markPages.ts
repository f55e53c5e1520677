import type { OperatorDeps } from '../../app/deps.ts';
import { type MarkFilters, type WalkedMarks, walkMarks } from './markQuery.ts';
import { type MarkTotal, totalOf } from './markTotal.ts';
import { querySortedMarks } from './sortedMarks.ts';

/** One page of marks: `next` is absent on the last one, and the total may be only a lower bound. */
export type MarkPage = Pick<WalkedMarks, 'marks' | 'next'> & MarkTotal;

/** One page of marks, filtered and in the order that is asked for, and how many there are on all pages. */
export async function queryMarks(deps: OperatorDeps, query: MarkFilters): Promise<MarkPage> {
  const { sort } = query;
  const page = await (sort === undefined ? walkMarks(deps, query) : querySortedMarks(deps, { ...query, sort }));
  const { marks, next } = page;
  return { marks, ...(next === undefined ? {} : { next }), ...(await totalOf(deps, query, page)) };
}
