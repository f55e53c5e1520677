/** What the ranks above see of the lifecycle. */
export { approve } from './approval.ts';
export { bounced } from './bounce.ts';
export { changeControl } from './changeControl.ts';
export { type CheckedOn, check } from './check.ts';
export { byPlannedCost, totalIn } from './costs.ts';
export type { Declared, LifecycleDeps, Links, PlanDeps } from './deps.ts';
export { sendDigest } from './digest.ts';
export { EvidenceReader } from './evidence.ts';
export { readsOf } from './evidenceReads.ts';
export type { EvidenceRow } from './evidenceRows.ts';
export { FleetMember } from './fleetMember.ts';
export { hearStatement } from './hearing.ts';
export { Lifecycle } from './lifecycle.ts';
export { openThere, type Where } from './opened.ts';
export { planNamespace, planOf } from './plan.ts';
export {
  type NamespaceDiff,
  type PlanDiff,
  planDiff,
  plannedIn,
  type ResourceDiff,
} from './planDiff.ts';
export type { NamespacePlan, Plan, ResourcePlan } from './planDocument.ts';
export { previewDigest } from './preview.ts';
export { type Recalculated, recalculate } from './recalculate.ts';
export {
  listQuarantined,
  type ReleaseDeps,
  releaseResources,
  whereOf,
} from './release.ts';
export { planRestore, type RestoreDeps, restore } from './restore.ts';
export { findStranded } from './stranded.ts';
