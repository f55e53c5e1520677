/** The dates of a message: none is ever earlier than one that was shown before. */

import { mapInSteps } from '../../core/common/steps.ts';
import { movedPhase } from '../../core/mark/quarantine.ts';
import { dateToShow } from '../../core/mark/retention.ts';
import type { Digest, DigestRow } from '../../core/notice/digest.ts';
import type { DigestDeps } from '../pass/deps.ts';
import { lastLinkEnd, linksNeededUntil } from './linkEnd.ts';

/** No date is earlier than one that was shown for the same mark before. */
export async function notBefore(deps: DigestDeps, digest: Digest, before: readonly DigestRow[]): Promise<Digest> {
  if (before.length === 0 || digest.rows.length === 0) return digest;
  const keyOf = ({ namespace, id, generation }: DigestRow) => JSON.stringify([namespace, id, generation]);
  const shown = new Map(before.map((row) => [keyOf(row), row]));
  const rows = await mapInSteps(digest.rows, (row) => {
    const earlier = row.reminder ? undefined : shown.get(keyOf(row));
    if (!earlier) return row;
    const { quarantine = row.quarantine } = earlier;
    // Without the quarantine that was announced, the end of that quarantine is the date.
    if (quarantine && !row.quarantine) return movedTo(deps, row, quarantine.deletionAt);
    return movedTo(deps, quarantine ? { ...row, quarantine: later(row, quarantine) } : row, earlier.deletionAt);
  });
  const { messageId, owner } = digest;
  const linked = await mapInSteps(rows, (row) => linkedAnew(deps, owner, row));
  return { ...digest, rows: linked, ...deps.links.messageUrls({ messageId, owner }, lastLinkEnd(linked)) };
}

/** The row with a link that works as long as its dates need it. */
function linkedAnew({ links, workConfigurationOf }: DigestDeps, owner: string, row: DigestRow): DigestRow {
  const wc = workConfigurationOf(row.namespace);
  const linkUntil = wc && links.worksUntil(linksNeededUntil(wc, row));
  if (linkUntil === undefined || linkUntil <= (row.linkUntil ?? 0)) return row;
  const { namespace, id, generation, group } = row;
  const about = { namespace, id, owner, generation, ...(group === undefined ? {} : { group }) };
  return { ...row, keepUrl: links.keepUrl(about, linkUntil), linkUntil };
}

function later({ quarantine }: DigestRow, before: NonNullable<DigestRow['quarantine']>) {
  return { ...before, ...quarantine, deletionAt: Math.max(before.deletionAt, quarantine?.deletionAt ?? 0) };
}

/** Not before `date`; the end of a quarantine moves with it. */
function movedTo(deps: DigestDeps, row: DigestRow, date: number): DigestRow {
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
export function redate(deps: DigestDeps, row: DigestRow, now: number): DigestRow {
  const wc = deps.workConfigurationOf(row.namespace);
  return wc ? movedTo(deps, row, dateToShow(wc, now, row.unowned ?? false)) : row;
}
