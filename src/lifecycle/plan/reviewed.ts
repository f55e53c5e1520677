/** What a plan and `explain` say of a namespace whose new marks people review by families of names (ADR 157). */
import { inTurns } from '../../core/common/steps.ts';
import { blocksOf } from '../../core/policy/approval.ts';
import { familiesIn, familyOf, isReviewed } from '../../core/policy/families.ts';
import type { Family, PassRecord } from '../../core/policy/pass.ts';
import type { BlockedChange } from '../../core/policy/pastPass.ts';
import { rolloutOf } from '../../core/policy/rollout.ts';
import { isNotifyOnly } from '../../core/policy/stage.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { approvalsOf } from '../pass/approval.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import type { ReviewPlan } from './planDocument.ts';

/** A review that is open. */
export interface OpenReview {
  /** The pass to approve; `null` = its record is lost, and the next mark pass makes one. */
  readonly passId: string | null;
  /** What an operator approved and no pass has marked yet. */
  readonly approved: readonly Family[];
}

/** The same question as a mark pass asks; `undefined` = nobody reviews the namespace. Rejects with `StoreError`. */
export async function openReviewOf(
  { passes, control }: Pick<SurveyDeps, 'passes' | 'control'>,
  wc: WorkConfiguration,
): Promise<OpenReview | undefined> {
  if (!passes || !control) return undefined;
  const previous: PassRecord | undefined = await passes.get(wc.namespace, 'mark');
  const { stored, inForce } = await approvalsOf({ passes }, previous, wc.namespace, 'mark');
  const { stage, isUnderReview } = rolloutOf(await control.read(), wc);
  if (!isReviewed({ isUnderReview, previous, stored, inForce })) return undefined;
  const counts = wc.live && isNotifyOnly(stage);
  return {
    passId: (previous && blocksOf(previous)[0]?.passId) ?? null,
    approved: counts ? (inForce?.families ?? []) : [],
  };
}

/** The new marks of a plan that are held, by their ids, and the words for them. */
export async function heldIn(
  { passId, approved }: OpenReview,
  newMarks: readonly BlockedChange[],
): Promise<{ readonly ids: ReadonlySet<string>; readonly review: ReviewPlan }> {
  const digests = new Map(approved.map(({ name, digest }) => [name, digest]));
  const families = (await inTurns(familiesIn(newMarks))).filter(({ name, digest }) => digests.get(name) !== digest);
  const names = new Set(families.map(({ name }) => name));
  const ids = new Set(newMarks.filter((one) => names.has(familyOf(one))).map(({ id }) => id));
  const shown = families.slice(0, SHOWN).map(({ name, size }) => ({ name, size }));
  return { ids, review: { passId, held: ids.size, families: shown } };
}

/** The largest families that a plan names. */
const SHOWN = 20;
