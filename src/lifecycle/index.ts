/** The exports of the lifecycle for the ranks above. */

export { CandidateReads, type KeptAnswers } from './evidence/candidateReads.ts';
export type { CandidateWatch } from './evidence/candidateWatch.ts';
export { EvidenceReader } from './evidence/evidence.ts';
export { readsOf } from './evidence/evidenceReads.ts';
export type { EvidenceRow } from './evidence/evidenceRows.ts';
export { changeControl } from './fleet/changeControl.ts';
export { FleetMember } from './fleet/fleetMember.ts';
export { HeardTimes } from './fleet/heardTimes.ts';
export { Lifecycle } from './lifecycle.ts';
export { type KnownDeps, lookFor, providerReads } from './mark/lookFor.ts';
export { type Recalculated, recalculate } from './mark/recalculate.ts';
export { sightings } from './mark/sightings.ts';
export { namesWhere, whereIs } from './mark/whereIs.ts';
export { bounced } from './notice/bounce.ts';
export { sendDigest } from './notice/digest.ts';
export { previewDigest, previewWaiting } from './notice/preview.ts';
export { sendAgain } from './notice/sendAgain.ts';
export { storeResponse } from './notice/storeResponse.ts';
export { approve } from './pass/approval.ts';
export type { Declared, LifecycleDeps, Links, PlanDeps } from './pass/deps.ts';
export { type CheckedOn, check } from './plan/check.ts';
export { byNamespaceCost, byPlannedCost, totalIn } from './plan/costs.ts';
export { lookAt } from './plan/look.ts';
export { type NotJudged, readNotJudged } from './plan/notJudged.ts';
export { planNamespace, planOf } from './plan/plan.ts';
export {
  type NamespaceDiff,
  type PlanDiff,
  planDiff,
  plannedIn,
  type ResourceDiff,
} from './plan/planDiff.ts';
export { type CannotSee, type NamespacePlan, type Plan, type ResourcePlan, toDelete } from './plan/planDocument.ts';
export { inOrderOfDeletion, plannedHolders } from './plan/planOrder.ts';
export {
  listQuarantined,
  type ReleaseDeps,
  releaseResources,
  whereOf,
} from './restore/release.ts';
export { planRestore, type RestoreDeps, restore } from './restore/restore.ts';
export { findStranded } from './restore/stranded.ts';
export { openThere, type Where } from './survey/opened.ts';
