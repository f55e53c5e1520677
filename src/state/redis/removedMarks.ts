/** Removes the marks that a new opt-out covers: all marks of a group or a pattern; for one id, the value in the script's reply. */

import { UnreadableError } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { isAbout, type OptOut } from '../../core/owner/optOut.ts';
import type { MarkStore, OptOutStored } from '../../core/ports/ports.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Seal } from '../../core/resource/seal.ts';
import { readableMark } from './markValue.ts';
import { unmarkedEntry } from './optOutAudit.ts';

/** Marks to look at for a decision about a group or a pattern, in its own namespace and in each other: the person waits for the reply. */
const MARKS = { decision: 20_000, copy: 2_000 } as const;

/**
 * The opt-out is stored already, so no new mark or permit can come; the next survey removes the marks that this call
 * does not reach. Returns the first removed mark.
 * @param copy of a decision about a group, or about what goes with these: the names of that are not in the marks
 */
export async function unmarkKept(
  marks: MarkStore,
  namespace: Namespace,
  optOut: OptOut,
  copy?: 'copy',
): Promise<OptOutStored> {
  let removed: Mark | undefined;
  let deletionBegun = false;
  let seen = 0;
  const answer = () => ({ ...(removed ? { removed } : {}), deletionBegun });
  try {
    for await (const page of marks.all(namespace)) {
      const ends = await unmark(
        marks,
        namespace,
        page.filter((mark) => isAbout(optOut, { id: mark.id, ...mark.resource }) || (copy && mayTake(mark, optOut))),
        optOut,
      );
      deletionBegun ||= ends.includes('deleting');
      removed ??= ends.find((end) => end !== 'deleting');
      seen += page.length;
      if (seen >= MARKS[copy ?? 'decision']) return { ...answer(), marksLeft: true };
    }
  } catch (error) {
    // An unreadable mark must not block a decision that is stored already.
    if (!(error instanceof UnreadableError)) throw error;
    return { ...answer(), marksLeft: true };
  }
  return answer();
}

/** A deletion that has begun, of something that others go with: the pattern may match the name of one of these. */
function mayTake({ state, resource: { keptAs = [] } }: Mark, { target }: OptOut): boolean {
  return target.kind === 'pattern' && state === 'deleting' && keptAs.length > 0;
}

/** Repeats until no other process changes a mark in between; that process is a pass, and a pass ends. */
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

/** Has only the quarantine step begun, not the deletion? `false` for an unreadable mark. */
export function isQuarantining(namespace: Namespace, id: string, value: string, seal: Seal): boolean {
  return readableMark(namespace, id, value, seal)?.intent?.to !== undefined;
}
