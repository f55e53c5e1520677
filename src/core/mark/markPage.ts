import type { Mark } from './mark.ts';

/**
 * Does each mark after this page of the store have a date after `at` (ms since the epoch)? The store pages marks in the
 * order of their dates, except that a mark keeps its place once its deletion has begun, even if its date is later now:
 * such a mark says nothing about the marks after it. Neither does a page without a readable mark.
 */
export function isRestLater(page: readonly Mark[], at: number): boolean {
  return page.some(({ state, projectedDeletionAt }) => state !== 'deleting' && projectedDeletionAt > at);
}
