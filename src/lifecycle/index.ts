/** What the ranks above see of the lifecycle. */
export { approve } from './approval.ts';
export { changeControl } from './changeControl.ts';
export { type Checked, check } from './check.ts';
export type { LifecycleDeps, Links } from './deps.ts';
export { sendDigest } from './digest.ts';
export { EvidenceReader } from './evidence.ts';
export { FleetMember } from './fleetMember.ts';
export { Lifecycle } from './lifecycle.ts';
export { type NamespacePlan, type Plan, type PlanDeps, planNamespace, type ResourcePlan } from './plan.ts';
export { type Recalculated, recalculate } from './recalculate.ts';
