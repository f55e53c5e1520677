import type { IndexCount } from '../../../core/mark/markIndex.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { namespacesOf } from './known.ts';
import type { MarkFilters, WalkedMarks } from './markQuery.ts';

/** How many marks match; counting ends early where it would cost too much. */
export interface MarkTotal {
  /** Of all pages together. */
  readonly total: number;
  /** There may be more. */
  readonly totalIsAtLeast?: true;
}

const FILTERS = ['namespace', 'type', 'account', 'location', 'owner', 'state', 'group', 'q', 'dueBefore'] as const;

/**
 * How many marks the filters match. Without a filter, and with one that the index counts, the index answers; with others
 * only the pages themselves do, and before the last one there are at least as many as were shown.
 */
export async function totalOf(deps: OperatorDeps, query: MarkFilters, page: WalkedMarks): Promise<MarkTotal> {
  const shown = (page.before ?? 0) + page.marks.length;
  const isWhole = page.next === undefined && page.before !== undefined;
  if (isWhole) return { total: shown };
  if (!deps.markIndex.isOn) return { total: shown, totalIsAtLeast: true };
  const [missing, counted] = await Promise.all([deps.markIndex.missing(namespacesOf(deps)), countOf(deps, query)]);
  if (counted === undefined) return { total: shown, totalIsAtLeast: true };
  return { total: Math.max(counted, shown), ...(missing > 0 ? { totalIsAtLeast: true } : {}) };
}

async function countOf({ markIndex }: OperatorDeps, query: MarkFilters): Promise<number | undefined> {
  const filters = FILTERS.filter((name) => query[name] !== undefined);
  const [only] = filters;
  if (filters.length > 1 || only === 'group' || only === 'q') return undefined;
  if (only === undefined) return markIndex.count({ of: 'all' });
  if (only === 'dueBefore') return markIndex.countBefore(query.dueBefore ?? 0);
  const asked: IndexCount = { of: only, value: query[only] ?? '' };
  return markIndex.count(asked);
}
