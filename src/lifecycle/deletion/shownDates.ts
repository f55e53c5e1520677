/** Where notices are off: dates that a stored message may have shown before. They bind even after notices go off. */
import { type Mark, notDeletedBefore } from '../../core/mark/mark.ts';
import type { DigestRow } from '../../core/notice/digest.ts';
import { shownDate } from '../notice/digestAgain.ts';
import { applyOne, type DeletePass } from './deleteContext.ts';

/** Rows of stored messages, by their mark. */
export type ShownRows = ReadonlyMap<string, readonly DigestRow[]>;

/** The rows of the namespace in the outbox. Empty where notices are on: there the permit requires a notice. */
export async function shownRows({ deps, wc }: DeletePass): Promise<ShownRows> {
  const rows = new Map<string, DigestRow[]>();
  if (wc.notice.enabled) return rows;
  for (const { owner } of await deps.outbox.owners()) {
    const { prepared } = await deps.outbox.read(owner);
    for (const row of prepared?.rows ?? []) {
      if (row.namespace !== wc.namespace || row.reminder) continue;
      rows.set(keyOf(row), [...(rows.get(keyOf(row)) ?? []), row]);
    }
  }
  return rows;
}

/**
 * Leaves out the marks for which a stored message shows a later date, and moves their dates to it: the message may have
 * arrived although the mail server's answer was lost.
 */
export async function withoutShownLater(
  pass: DeletePass,
  shown: ShownRows,
  marks: readonly Mark[],
): Promise<readonly Mark[]> {
  const due: Mark[] = [];
  for (const mark of marks) {
    const dates = (shown.get(keyOf(mark)) ?? []).map((row) => dateOf(pass, mark, row));
    const after = notDeletedBefore(mark, Math.max(0, ...dates));
    if (!after) due.push(mark);
    else {
      const why = `a message that may have arrived announced ${new Date(after.projectedDeletionAt).toISOString()}`;
      await applyOne(pass, mark, after, 'refreshed', why);
    }
  }
  return due;
}

/** A mark in quarantine is deleted when the quarantine in the message ends. */
function dateOf({ wc }: DeletePass, mark: Mark, row: DigestRow): number {
  return mark.quarantine && row.quarantine ? row.quarantine.deletionAt : shownDate(wc, row);
}

function keyOf({ id, generation }: Pick<Mark, 'id' | 'generation'>): string {
  return JSON.stringify([id, generation]);
}
