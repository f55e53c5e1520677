/** The dates of a message: none is ever earlier than one that was shown before. */
import type { Digest, DigestRow } from '../core/digest.ts';
import { movedPhase } from '../core/quarantine.ts';
import { dateToShow } from '../core/retention.ts';
import { mapInSteps } from '../core/steps.ts';
import type { LifecycleDeps } from './deps.ts';

/** No date is earlier than one that the same mark was shown with before. */
export async function notBefore(deps: LifecycleDeps, digest: Digest, before: readonly DigestRow[]): Promise<Digest> {
  if (before.length === 0) return digest;
  const keyOf = ({ namespace, id, generation }: DigestRow) => JSON.stringify([namespace, id, generation]);
  const shown = new Map(before.map((row) => [keyOf(row), row]));
  const rows = await mapInSteps(digest.rows, (row) => {
    const earlier = row.reminder ? undefined : shown.get(keyOf(row));
    if (!earlier) return row;
    const { quarantine = row.quarantine } = earlier;
    // Without the quarantine that was told of, its end is the date.
    if (quarantine && !row.quarantine) return movedTo(deps, row, quarantine.deletionAt);
    return movedTo(deps, quarantine ? { ...row, quarantine: later(row, quarantine) } : row, earlier.deletionAt);
  });
  return { ...digest, rows };
}

function later({ quarantine }: DigestRow, before: NonNullable<DigestRow['quarantine']>) {
  return { ...before, ...quarantine, deletionAt: Math.max(before.deletionAt, quarantine?.deletionAt ?? 0) };
}

/** Not before `date`; the end of a quarantine moves with it. */
function movedTo(deps: LifecycleDeps, row: DigestRow, date: number): DigestRow {
  const deletionAt = Math.max(row.deletionAt, date);
  const { quarantine } = row;
  if (!quarantine) return { ...row, deletionAt };
  return {
    ...row,
    deletionAt,
    quarantine: movedPhase(deps.workConfigurationOf(row.namespace), quarantine, deletionAt),
  };
}

/** The row with its date counted from now, and never earlier than before. */
export function redate(deps: LifecycleDeps, row: DigestRow, now: number): DigestRow {
  const wc = deps.workConfigurationOf(row.namespace);
  return wc ? movedTo(deps, row, dateToShow(wc, now, row.unowned ?? false)) : row;
}
