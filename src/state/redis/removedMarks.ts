/** The marks that a decision to keep removes: of a group all of its marks, of one resource the value the script answered. */

import { UnreadableError } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { OptOut } from '../../core/owner/optOut.ts';
import type { MarkStore, OptOutStored } from '../../core/ports/ports.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Seal } from '../../core/resource/seal.ts';
import { readableMark } from './markValue.ts';
import { unmarkedEntry } from './optOutAudit.ts';

/** Of a namespace, for one decision about a group: whoever decides waits for it. */
const MARKS_LOOKED_AT = 20_000;

/**
 * Stored already, so no new mark or permit can come, and what is not reached here goes with the next survey. Answers the
 * first removed.
 */
export async function unmarkGroup(marks: MarkStore, namespace: Namespace, optOut: OptOut): Promise<OptOutStored> {
  let removed: Mark | undefined;
  let deletionBegun = false;
  let seen = 0;
  const answer = () => ({ ...(removed ? { removed } : {}), deletionBegun });
  try {
    for await (const page of marks.all(namespace)) {
      const ends = await unmark(
        marks,
        namespace,
        page.filter(({ resource: { group } }) => group === optOut.target.value),
        optOut,
      );
      deletionBegun ||= ends.includes('deleting');
      removed ??= ends.find((end) => end !== 'deleting');
      seen += page.length;
      if (seen >= MARKS_LOOKED_AT) return { ...answer(), marksLeft: true };
    }
  } catch (error) {
    // A mark that cannot be read does not stand in the way of a decision that is stored.
    if (!(error instanceof UnreadableError)) throw error;
    return { ...answer(), marksLeft: true };
  }
  return answer();
}

/** Until nobody changes them in between; whoever does is a pass, and finishes. */
async function unmark(
  marks: MarkStore,
  namespace: Namespace,
  seen: readonly Mark[],
  optOut: OptOut,
): Promise<readonly (Mark | 'deleting')[]> {
  const ends: (Mark | 'deleting')[] = [];
  let left = seen;
  while (left.length > 0) {
    const standing = left.filter(({ state }) => state !== 'deleting');
    if (left.some(({ state, intent }) => state === 'deleting' && intent?.to === undefined)) ends.push('deleting');
    const answers = await marks.apply(
      namespace,
      standing.map((mark) => {
        const { id, generation, state } = mark;
        const audit: AuditEntry = { ...unmarkedEntry(namespace, optOut, state), id, generation };
        return { id, before: mark, after: undefined, audit };
      }),
    );
    ends.push(...standing.filter((_, i) => answers[i] === 'applied'));
    const changed = standing.filter((_, i) => answers[i] !== 'applied').map(({ id }) => id);
    left = await marks.getMany(namespace, changed);
  }
  return ends;
}

/** Is only the step before the deletion under way? Of a mark that cannot be read nobody says so. */
export function isQuarantining(namespace: Namespace, id: string, value: string, seal: Seal): boolean {
  return readableMark(namespace, id, value, seal)?.intent?.to !== undefined;
}
