import { pluralize } from '../../core/common/pluralize.ts';
import { inTurns } from '../../core/common/steps.ts';
import { blocksOf, isInForce } from '../../core/policy/approval.ts';
import { digestOfFamilies } from '../../core/policy/families.ts';
import {
  type Approval,
  type BlockedPass,
  type BlockedSet,
  type Family,
  hasStored,
  type PassRecord,
} from '../../core/policy/pass.ts';
import type { Action } from '../../core/policy/workConfiguration.ts';
import type { PassStore } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { visible } from '../../core/text/visible.ts';
import type { LifecycleDeps } from './deps.ts';
import { openReview } from './underReview.ts';

/** The last approval on record, and the same where the next pass may use it; see `isInForce`. */
export async function approvalsOf(
  deps: { readonly passes: Pick<PassStore, 'approval'> },
  previous: PassRecord | undefined,
  namespace: Namespace,
  action: Action,
): Promise<{ readonly stored: Approval | undefined; readonly inForce: Approval | undefined }> {
  const stored = await deps.passes.approval(namespace, action);
  return { stored, inForce: previous && stored && isInForce(stored, previous) ? stored : undefined };
}

/** {@link approvalsOf}, of which only the one that the next pass may use is asked for. */
export async function approvalInForce(
  deps: Pick<LifecycleDeps, 'passes'>,
  previous: PassRecord | undefined,
  namespace: Namespace,
  action: Action,
): Promise<Approval | undefined> {
  if (!previous || blocksOf(previous).length === 0) return undefined;
  return (await approvalsOf(deps, previous, namespace, action)).inForce;
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
  /** `held`: so many of the set are held, since only families of it were approved. */
  | { readonly kind: 'approved'; readonly size: number; readonly held?: number }
  /** No pass with that id is on record for the namespace and action. */
  | { readonly kind: 'notFound'; readonly why: string }
  /** There is nothing to approve, the set is another one by now, or the clock here is behind. */
  | { readonly kind: 'conflict'; readonly why: string };

interface ApprovalRequest {
  readonly namespace: Namespace;
  readonly passId: string;
  readonly actor: string;
  readonly action?: Action;
  /** Approve the new marks of these families only, and hold all others; absent: the whole set. */
  readonly families?: ChosenFamilies;
}

/** Families of names, as the review shows them. */
export interface ChosenFamilies {
  readonly names: readonly string[];
  /** See `whyWhole`. */
  readonly whyWhole: string | undefined;
}

/**
 * Approves the cause of the block: exactly its changes where they were too many, and the shrunk counts where something
 * shrank, even if these move. An earlier pass of the same block may be named too.
 */
export async function approve(
  deps: Pick<LifecycleDeps, 'passes' | 'control' | 'clock'>,
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
  deps: Pick<LifecycleDeps, 'passes' | 'control' | 'clock'>,
  { namespace, passId, actor, families }: ApprovalRequest,
  record: PassRecord,
  stopped: BlockedPass | undefined,
): Promise<ApprovalAnswer> {
  const at = deps.clock.now();
  const { action } = record;
  const why = stopped ? unapprovable(record, stopped, at) : nothingToApprove(record);
  const [last] = blocksOf(record);
  if (why !== undefined || !stopped || !last) return { kind: 'conflict', why: why ?? nothingToApprove(record) };
  const part = families && (await partOf(deps, record, stopped, families));
  if (part && 'why' in part) return { kind: 'conflict', why: part.why };
  const { passId: _passId, size: all, ...whole } = stopped;
  const cause = part ? { digest: part.digest, families: part.families } : whole;
  const size = part ? part.families.reduce((sum, one) => sum + one.size, 0) : all;
  const reason = `${action} of ${part ? wordsOf(part.families, size, all) : whatOf(stopped)}`;
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
  const approval = { ...cause, action, actor, at, passId: last.passId };
  if (part) await openReview(deps, namespace, actor);
  // A pass that began before the review would mark the others after the approval; none has recorded the review yet.
  const mayNotKnow = part !== undefined && record.review === undefined;
  const refused = await deps.passes.approve(namespace, approval, audit, mayNotKnow);
  if (refused === 'busy') return { kind: 'conflict', why: busyIn(namespace) };
  if (refused !== undefined) {
    const now = part ? `; ${namespace} is under review from now on, and passes hold what is new` : '';
    return { kind: 'conflict', why: `${refused.by} approved pass ${last.passId} before you${now}` };
  }
  return { kind: 'approved', size, ...(part ? { held: all - size } : {}) };
}

interface Part {
  /** Of the decision. */
  readonly digest: string;
  readonly families: readonly Family[];
}

/**
 * The chosen families of a stopped set, with those that the same approval has already: a person who approves one more
 * takes none back. All families are not the whole set: only an approval without families ends a review.
 * @returns `why` = nothing is approved
 */
async function partOf(
  { passes }: Pick<LifecycleDeps, 'passes'>,
  record: PassRecord,
  stopped: BlockedPass,
  { names, whyWhole }: ChosenFamilies,
): Promise<Part | { readonly why: string }> {
  const { namespace, action } = record;
  if (whyWhole !== undefined) return { why: whyWhole };
  if (names.length === 0) return { why: 'no family is chosen: nothing was approved' };
  const sets = action === 'mark' ? await passes.blockedChanges(namespace, action) : [];
  const { families } = sets.find(({ digest }) => digest === stopped.digest) ?? {};
  if (!families)
    return { why: `the set of pass ${stopped.passId} is not on record by families: approve the whole set` };
  const unknown = names.filter((name) => !families.some((one) => one.name === name));
  if (unknown.length > 0) return { why: `the set of pass ${stopped.passId} has no family ${quoted(unknown)}` };
  const before = await approvalInForce({ passes }, record, namespace, action);
  const chosen = families.filter(
    ({ name, digest }) =>
      names.includes(name) || before?.families?.some((one) => one.name === name && one.digest === digest),
  );
  return { families: chosen, digest: await inTurns(digestOfFamilies(stopped.digest, chosen)) };
}

function busyIn(namespace: Namespace): string {
  return `a pass of ${namespace} is running, and may mark the others too: nothing was approved, and passes after it hold what is new; approve again when it has ended`;
}

const QUOTED = 10;

function quoted(names: readonly string[]): string {
  const more = names.length > QUOTED ? ` and ${names.length - QUOTED} more` : '';
  return `${names
    .slice(0, QUOTED)
    .map((name) => JSON.stringify(visible(name)))
    .join(', ')}${more}`;
}

/** `40 of 52 new marks, the families "nightly-*", "web-*"; the others are held` */
function wordsOf(families: readonly Family[], size: number, all: number): string {
  return `${size} of ${pluralize(all, 'new mark')}, the families ${quoted(families.map(({ name }) => name))}; the others are held`;
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
