/** What the stage `live` lets go, before it is set. */
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { MarkStore } from '../core/ports/ports.ts';
import { visible } from '../core/text/visible.ts';
import { minute } from './text/minutes.ts';

/** Marks that are named in each namespace. */
const NAMED = 3;

/** A line per namespace with marks, with the soonest of them. @param now ms since the epoch */
export async function deletableLines(
  marks: Pick<MarkStore, 'count' | 'page'>,
  wcs: readonly WorkConfiguration[],
  now: number,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { namespace } of wcs) {
    const { marked, due } = await marks.count(namespace, now);
    if (marked === 0) continue;
    const { marks: soonest } = await marks.page(namespace, undefined, NAMED);
    const named = soonest.map(({ id, projectedDeletionAt }) => `${visible(id)} on ${minute(projectedDeletionAt)}`);
    const more = marked > named.length ? `, and ${marked - named.length} more` : '';
    lines.push(`${namespace}: ${marked} marked, ${due} past their date, become deletable: ${named.join(', ')}${more}`);
  }
  return lines.length > 0 ? lines : ['nothing is marked there: live deletes nothing yet'];
}
