import type { Mark } from './mark.ts';

/**
 * Does each mark behind this page of the store have a date after `at` (ms since the epoch)? The store pages marks in the
 * order of their dates, except that a mark whose deletion has begun stands where it began, however late its date is
 * now: such a mark says nothing about those behind it. Neither does a page without a mark that can be read.
 */
export function isRestLater(page: readonly Mark[], at: number): boolean {
  return page.some(({ state, projectedDeletionAt }) => state !== 'deleting' && projectedDeletionAt > at);
}
