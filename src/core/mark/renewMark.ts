import type { Nomination } from '../evaluation/nomination.ts';
import { type Mark, newMark, withoutNotice } from './mark.ts';

/**
 * A new mark that replaces one that counts no longer. No field of that may make the deletion earlier: the notice is
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

/** Its owner agreed to other rules: the mark, its notice and its dates begin anew. */
export function judgedByAnother(mark: Mark, nomination: Pick<Nomination, 'entry'>): string {
  const called = (entry: string | undefined) =>
    entry === undefined ? 'the entry without match' : `the entry ${entry}`;
  return `${called(nomination.entry)} judges it now, no longer ${called(mark.entry)}`;
}

/** Why a mark of the same resource may not go on; `undefined`: it may. */
export function whyRenewed(mark: Mark, nomination: Nomination): string | undefined {
  if (mark.unproven)
    return 'its stored mark has no keyed checksum, so its writer is unknown, or a newer one was there: it is marked again';
  return mark.entry === nomination.entry ? undefined : judgedByAnother(mark, nomination);
}
