import type { AuditEntry } from '../../../core/resource/audit.ts';

/** How a deletion that had begun came out, as far as the audit log still tells. */
export interface Ending {
  /** `survived`: the provider refused, or it was stopped on the way. */
  readonly kind: 'deleted' | 'gone' | 'survived';
  /** ms since the epoch. */
  readonly at: number;
  /** Of what was deleted: until when it can be had back, where that is known; ms since the epoch. */
  readonly restorableUntil?: number;
}

/** After these no deletion is under way; what was permitted before `quarantined` was only the step before one. */
const ENDS: ReadonlySet<AuditEntry['event']> = new Set(['marked', 'quarantined', 'deleted', 'gone', 'unmarked']);

/**
 * Of what has no mark any more: what became of it last. `undefined` when no deletion of it ever began, or when it is
 * another one since.
 * @param history oldest first
 */
export function endingOf(history: readonly AuditEntry[]): Ending | undefined {
  let ending: Ending | undefined;
  let begun = false;
  for (const { event, at, restorableUntil: until } of history) {
    if (event === 'marked' || event === 'restored') ending = undefined;
    if (event === 'deleted' || event === 'gone') {
      ending = { kind: event, at, ...(until === undefined ? {} : { restorableUntil: until }) };
    }
    if (event === 'unmarked') ending = begun ? { kind: 'survived', at } : undefined;
    if (event === 'permitted') begun = true;
    else if (ENDS.has(event)) begun = false;
  }
  return ending;
}
