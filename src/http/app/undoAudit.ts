import type { OptOutTarget } from '../../core/owner/optOut.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { Namespace } from '../../core/resource/namespace.ts';

interface Given {
  readonly actor: string;
  readonly at: number;
  /** The person whose decision it is; absent = the actor's own. */
  readonly whose?: string;
  readonly name?: string | undefined;
  /** Why, in the words of the actor. */
  readonly why?: string | undefined;
}

/** The audit entry of an undone decision; a group or a pattern is no resource and has no id. */
export function undoAudit(
  namespace: Namespace,
  target: OptOutTarget,
  { actor, at, whose = actor, name, why }: Given,
): AuditEntry {
  const what = target.kind === 'id' ? '' : ` to keep ${target.kind} ${target.value}`;
  const reason = `${whose === actor ? 'their own decision' : `the decision of ${whose}`}${what} is withdrawn${why === undefined ? '' : `: ${why}`}`;
  const id = target.kind === 'id' ? { id: target.value, ...(name ? { name } : {}) } : {};
  return { at, namespace, ...id, event: 'optOutUndone', actor, reason };
}
