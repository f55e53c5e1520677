import type { Nomination } from '../evaluation/nomination.ts';
import { type Mark, newMark, withoutNotice } from './mark.ts';

/**
 * A new mark that replaces an unproven one. No field of the unproven mark may make the deletion earlier: the notice is
 * removed, and the date is that of a new mark, or a later one that a message may have shown.
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
