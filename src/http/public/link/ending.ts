import type { AuditEntry } from '../../../core/resource/audit.ts';

/** The outcome of a deletion that had begun, as far as the audit log still has it. */
export interface Ending {
  /** `survived`: the provider refused, or Holystone stopped the deletion on the way. */
  readonly kind: 'deleted' | 'gone' | 'survived';
  /** ms since the epoch. */
  readonly at: number;
  /** Until when a deleted resource can be restored, ms since the epoch; absent = unknown. */
  readonly restorableUntil?: number;
  /** As its mark had it; absent = it had none beside its id. */
  readonly name?: string;
}

/** After these events no deletion is under way; a permit before `quarantined` was only for the quarantine step. */
const ENDS: ReadonlySet<AuditEntry['event']> = new Set(['marked', 'quarantined', 'deleted', 'gone', 'unmarked']);

/**
 * The last outcome for a resource without a mark. `undefined` when no deletion of it ever began, or when a different
 * resource has the id since.
 * @param history oldest first
 */
export function endingOf(history: readonly AuditEntry[]): Ending | undefined {
  let ending: Ending | undefined;
  let begun = false;
  let known: Pick<Ending, 'name'> = {};
  for (const { event, at, name, restorableUntil: until } of history) {
    if (event === 'marked' || event === 'restored') ending = undefined;
    if (event === 'marked') known = {};
    if (name) known = { name };
    if (event === 'deleted' || event === 'gone') {
      ending = { kind: event, at, ...known, ...(until === undefined ? {} : { restorableUntil: until }) };
    }
    if (event === 'unmarked') ending = begun ? { kind: 'survived', at, ...known } : undefined;
    if (event === 'permitted') begun = true;
    else if (ENDS.has(event)) begun = false;
  }
  return ending;
}
