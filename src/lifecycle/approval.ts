import { counted } from '../core/counted.ts';
import type { Namespace } from '../core/namespace.ts';
import type { BlockedSet, PassRecord } from '../core/pass.ts';
import type { Action } from '../core/workConfiguration.ts';
import type { LifecycleDeps } from './deps.ts';

/**
 * Has an operator approved exactly this set, for exactly the pass that was stopped last? An approval for any other set
 * is void (L32), and one that was used is over: the pass on record is then not a blocked one any more.
 */
export async function matchesApproval(
  deps: Pick<LifecycleDeps, 'passes'>,
  previous: PassRecord | undefined,
  namespace: Namespace,
  action: Action,
  set: BlockedSet,
): Promise<boolean> {
  if (previous?.outcome !== 'blocked' || previous.blocked?.digest !== set.digest) return false;
  const approval = await deps.passes.approval(namespace, action);
  return approval?.digest === set.digest && approval.at >= previous.endedAt;
}

/** What came of the wish to approve what a pass wanted to do. */
export type ApprovalAnswer =
  | { readonly kind: 'approved'; readonly size: number }
  /** No pass of that id is on record for the namespace and action. */
  | { readonly kind: 'notFound'; readonly why: string }
  /** The pass is not blocked: there is nothing to approve. */
  | { readonly kind: 'conflict'; readonly why: string };

/** Approves exactly the set that the pass was stopped for. The next pass writes it if it is still the same set. */
export async function approve(
  deps: Pick<LifecycleDeps, 'passes' | 'clock'>,
  request: { namespace: Namespace; passId: string; actor: string; action?: Action },
): Promise<ApprovalAnswer> {
  const { namespace, passId, actor } = request;
  const actions: readonly Action[] = request.action ? [request.action] : ['mark', 'delete'];
  for (const action of actions) {
    const record = await deps.passes.get(namespace, action);
    if (record?.passId !== passId) continue;
    if (record.outcome === 'blocked' && !record.blocked) {
      return {
        kind: 'conflict',
        why: `pass ${passId} is blocked by its evidence: approve the blocked mark pass instead`,
      };
    }
    if (!record.blocked) {
      return {
        kind: 'conflict',
        why: `pass ${passId} of ${namespace} is ${record.outcome}, not blocked: nothing to approve`,
      };
    }
    const at = deps.clock.now();
    const { digest, size } = record.blocked;
    const audit = {
      at,
      namespace,
      event: 'approved',
      actor,
      passId,
      reason: `${action} of exactly ${counted(size, 'change')}`,
      before: 'blocked',
      after: 'approved',
    } as const;
    await deps.passes.approve(namespace, { action, digest, actor, at }, audit);
    return { kind: 'approved', size };
  }
  return {
    kind: 'notFound',
    why: `the last passes of ${namespace} have no id ${passId}: the set may have changed since`,
  };
}
