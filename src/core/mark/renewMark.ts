import type { Nomination } from '../evaluation/nomination.ts';
import { type Mark, newMark, withoutNotice } from './mark.ts';

/**
 * A new mark in the place of an unproven one. Nothing that it says may hasten a deletion: the notice falls, and the date
 * is that of a new mark, or a later one that somebody may have been told.
 */
export function renewMark(mark: Mark, nomination: Nomination, generation: string, now: number): Mark {
  const fresh = newMark(nomination, generation, now);
  const { projectedDeletionAt } = withoutNotice(mark, fresh.projectedDeletionAt);
  const { disclaimedBy, quarantine } = mark;
  return {
    ...fresh,
    projectedDeletionAt,
    ...(disclaimedBy ? { disclaimedBy } : {}),
    ...(quarantine ? { quarantine: { ...quarantine, until: Math.max(quarantine.until, projectedDeletionAt) } } : {}),
  };
}
