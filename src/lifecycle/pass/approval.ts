import { pluralize } from '../../core/common/pluralize.ts';
import { blocksOf, isInForce } from '../../core/policy/approval.ts';
import {
  type Approval,
  type BlockedPass,
  type BlockedSet,
  hasStored,
  type PassRecord,
} from '../../core/policy/pass.ts';
import type { Action } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { LifecycleDeps } from './deps.ts';

/** The operator's approval that the next pass may use; see `isInForce`. */
export async function approvalInForce(
  deps: Pick<LifecycleDeps, 'passes'>,
  previous: PassRecord | undefined,
  namespace: Namespace,
  action: Action,
): Promise<Approval | undefined> {
  if (!previous || blocksOf(previous).length === 0) return undefined;
  const approval = await deps.passes.approval(namespace, action);
  return approval && isInForce(approval, previous) ? approval : undefined;
}

/** How many blocked passes are kept: an operator takes a while to look, and each pass is tried again soon. */
const BLOCKS_KEPT = 20;

/** The blocked passes since the last pass that stored its findings, after this one ended; `undefined` = none. */
export function blocksAfter(
  previous: PassRecord | undefined,
  pass: Pick<PassRecord, 'passId' | 'outcome' | 'stored'> & { readonly blocked?: BlockedSet | undefined },
): readonly BlockedPass[] | undefined {
  if (hasStored(pass)) return undefined;
  const { passId, blocked } = pass;
  const before = previous ? blocksOf(previous) : [];
  const blocks = blocked ? [{ passId, ...blocked }, ...before].slice(0, BLOCKS_KEPT) : before;
  return blocks.length === 0 ? undefined : blocks;
}

/** The result of a request to approve the changes of a pass. */
export type ApprovalAnswer =
  | { readonly kind: 'approved'; readonly size: number }
  /** No pass with that id is on record for the namespace and action. */
  | { readonly kind: 'notFound'; readonly why: string }
  /** There is nothing to approve, the set is another one by now, or the clock here is behind. */
  | { readonly kind: 'conflict'; readonly why: string };

interface ApprovalRequest {
  readonly namespace: Namespace;
  readonly passId: string;
  readonly actor: string;
  readonly action?: Action;
}

/**
 * Approves the cause of the block: exactly its changes where they were too many, and the shrunk counts where something
 * shrank, even if these move. An earlier pass of the same block may be named too.
 */
export async function approve(
  deps: Pick<LifecycleDeps, 'passes' | 'clock'>,
  request: ApprovalRequest,
): Promise<ApprovalAnswer> {
  const { namespace, passId } = request;
  const actions: readonly Action[] = request.action ? [request.action] : ['mark', 'delete'];
  for (const action of actions) {
    const record = await deps.passes.get(namespace, action);
    if (!record) continue;
    const stopped = blocksOf(record).find((block) => block.passId === passId);
    if (stopped || record.passId === passId) return approveOne(deps, request, record, stopped);
  }
  return {
    kind: 'notFound',
    why: `the last passes of ${namespace} have no id ${passId}: the set may have changed since`,
  };
}

async function approveOne(
  deps: Pick<LifecycleDeps, 'passes' | 'clock'>,
  { namespace, passId, actor }: ApprovalRequest,
  record: PassRecord,
  stopped: BlockedPass | undefined,
): Promise<ApprovalAnswer> {
  const at = deps.clock.now();
  const { action } = record;
  const why = stopped ? unapprovable(record, stopped, at) : nothingToApprove(record);
  const [last] = blocksOf(record);
  if (why !== undefined || !stopped || !last) return { kind: 'conflict', why: why ?? nothingToApprove(record) };
  const { passId: _passId, size, ...cause } = stopped;
  const reason = `${action} of ${whatOf(stopped)}`;
  const audit = {
    at,
    namespace,
    event: 'approved',
    actor,
    passId,
    reason,
    before: 'blocked',
    after: 'approved',
  } as const;
  const first = await deps.passes.approve(namespace, { ...cause, action, actor, at, passId: last.passId }, audit);
  if (first !== undefined) return { kind: 'conflict', why: `${first} approved pass ${last.passId} before you` };
  return { kind: 'approved', size };
}

/** `exactly 40 changes`, `evidence instances@test/us-east-1 as small as 10`. */
function whatOf({ size, shrunk, changes }: BlockedPass): string {
  const small = Object.entries(shrunk?.findings ?? {}).map(
    ([source, left]) => `evidence ${source} as small as ${left}`,
  );
  if (shrunk?.listed !== undefined) small.unshift(`a listing as small as ${shrunk.listed}`);
  return [...small, ...(shrunk && !changes ? [] : [`exactly ${pluralize(size, 'change')}`])].join(', ');
}

function nothingToApprove({ passId, namespace, outcome }: PassRecord): string {
  if (outcome === 'blocked') return `pass ${passId} is blocked by its evidence: approve the blocked mark pass instead`;
  return `pass ${passId} of ${namespace} is ${outcome}, not blocked: nothing to approve`;
}

/** Why an approval would be void; `undefined` = it would be valid. */
function unapprovable(record: PassRecord, stopped: BlockedPass, now: number): string | undefined {
  const [last] = blocksOf(record);
  const isSame = last?.digest === stopped.digest || (stopped.shrunk !== undefined && stopped.changes === undefined);
  if (!isSame) return `the set has changed since pass ${stopped.passId}: review pass ${last?.passId} and approve that`;
  const behindMs = record.endedAt - now;
  if (behindMs <= 0) return undefined;
  return (
    `the clock of this instance says ${new Date(now).toISOString()}, ${Math.ceil(behindMs / 1000)} s before the pass ended: ` +
    'it is behind, or the clock of the instance that ran the pass is ahead. Nothing was approved; set both by NTP, or approve ' +
    'through another instance'
  );
}
