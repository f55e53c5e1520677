import type { AuditEntry } from '../core/audit.ts';
import type { Namespace } from '../core/namespace.ts';
import type { OptOutTarget } from '../core/optOut.ts';

/** The audit entry of an opt-out taken back; a group is no resource and has no id. */
export function undoAudit(
  namespace: Namespace,
  target: OptOutTarget,
  given: { readonly actor: string; readonly at: number },
): AuditEntry {
  const about = target.kind === 'id' ? { id: target.value } : { reason: `group ${target.value} no longer kept` };
  return { ...given, namespace, event: 'optOutUndone', ...about };
}
