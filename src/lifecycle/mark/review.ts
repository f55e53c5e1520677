/** The part of a mark plan that waits for people, while they review the new marks by families of names. */
import { inTurns, LIGHT_STEP, type Stepwise } from '../../core/common/steps.ts';
import { familiesIn, familyOf, isReviewed } from '../../core/policy/families.ts';
import type { Approval, BlockedPass, PassRecord } from '../../core/policy/pass.ts';
import type { BlockedChange } from '../../core/policy/pastPass.ts';
import { isNotifyOnly } from '../../core/policy/stage.ts';
import { blockedSet } from '../../core/policy/tripwires.ts';
import type { Transition } from '../../core/ports/ports.ts';
import { approvalsOf } from '../pass/approval.ts';
import { changesOf } from '../pass/blockedChanges.ts';
import type { MarkDeps } from '../pass/deps.ts';
import type { MarkPlan } from '../pass/markPlan.ts';
import type { PassContext } from '../pass/record.ts';
import { openReview } from '../pass/underReview.ts';

/** What a pass needs to know about the review. */
interface ReviewInput {
  readonly passId: string;
  readonly previous: PassRecord | undefined;
  readonly inForce: Approval | undefined;
  /** Does the pass write marks at all? */
  readonly isLive: boolean;
  /** Where it may, an approval of a part counts for nothing. */
  readonly mayDelete: boolean;
  /** Was everything judged? What is unknown may be one of those that were held. */
  readonly isWhole: boolean;
}

/** A plan after the review. */
interface Reviewed {
  /** With the approved new marks only; their number counts for no tripwire. */
  readonly plan: MarkPlan;
  /** Absent: an operator approved all that was held, exactly; a pass that stores its results ends the review. */
  readonly review?: BlockedPass;
  /** What is under review after a pass that stores nothing. */
  readonly open: BlockedPass;
  /** The new marks that are held. */
  readonly held: readonly BlockedChange[];
  readonly heldCount: Readonly<Record<string, number>>;
}

/**
 * The approval in force, and what people review of the plan: absent where nobody reviews this namespace, and the tripwires
 * decide about the whole plan.
 */
export async function review(
  deps: Pick<MarkDeps, 'passes' | 'control' | 'clock'>,
  { wc, rollout, passId, previous }: PassContext,
  plan: MarkPlan,
  isWhole: boolean,
): Promise<{ readonly approval: Approval | undefined; readonly people?: Reviewed }> {
  const { stored, inForce } = await approvalsOf(deps, previous, wc.namespace, 'mark');
  const { isUnderReview } = rollout;
  if (!isReviewed({ isUnderReview, previous, stored, inForce })) return { approval: inForce };
  if (!isUnderReview && wc.live) await openReview(deps, wc.namespace, 'holystone');
  const may = { isLive: wc.live, mayDelete: !isNotifyOnly(rollout.stage) };
  return { approval: inForce, people: await inTurns(reviewed(plan, { passId, previous, inForce, ...may, isWhole })) };
}

/** Does the change take away, or change, a mark that is there? */
export function isNoNewMark({ audit }: Transition): boolean {
  return audit.event !== 'marked';
}

/**
 * The approved families, and nothing else that is new. What is held stays out of the tripwires' counts as well: no number
 * of surveys and no limit lets it through.
 */
function* reviewed(plan: MarkPlan, input: ReviewInput): Stepwise<Reviewed> {
  const { passId, previous, inForce, isLive, isWhole } = input;
  const added = plan.members.filter((member) => member.startsWith('+'));
  const members = plan.members.filter((member) => !member.startsWith('+'));
  const all = yield* blockedSet(added);
  const others = { ...plan, members, newMarks: 0 };
  if (isLive && inForce && !inForce.families && inForce.digest === all.digest) {
    const ending = { plan: others, open: { passId, ...all }, held: [], heldCount: {} };
    return isWhole ? ending : { ...ending, review: { passId, ...(yield* blockedSet([])) }, heldCount: { held: 0 } };
  }
  const changes = yield* changesOf(plan.transitions.filter((one) => !isNoNewMark(one)));
  const approved = yield* approvedIds(changes, input);
  const held = changes.filter(({ id }) => !approved.has(id));
  const transitions = plan.transitions.flatMap((one) =>
    isNoNewMark(one) || approved.has(one.id) ? [one] : unmarked(one),
  );
  const set = yield* blockedSet(held.map(({ id, identity }) => `+${id} ${identity}`));
  const isSame = previous?.review?.digest === set.digest;
  const review = { passId: isSame && previous?.review ? previous.review.passId : passId, ...set };
  return { plan: { ...others, transitions }, review, open: review, held, heldCount: { held: held.length } };
}

/** The members of the families that are, name by name, exactly those that an operator approved. */
function* approvedIds(
  changes: readonly BlockedChange[],
  { inForce, isLive, mayDelete }: ReviewInput,
): Stepwise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const inReview = new Map(inForce?.families?.map(({ name, digest }) => [name, digest]));
  if (inReview.size === 0 || !isLive || mayDelete) return ids;
  const families = yield* familiesIn(changes);
  const same = new Set(families.flatMap(({ name, digest }) => (inReview.get(name) === digest ? [name] : [])));
  let looked = 0;
  for (const one of changes) {
    if (same.has(familyOf(one))) ids.add(one.id);
    if (++looked % LIGHT_STEP === 0) yield;
  }
  return ids;
}

/** A mark of another resource with the same id goes, as it would if nothing were marked anew. */
function unmarked({ id, before, audit }: Transition): readonly Transition[] {
  if (!before) return [];
  const { generation } = before;
  return [{ id, before, after: undefined, audit: { ...audit, event: 'unmarked', generation } }];
}
