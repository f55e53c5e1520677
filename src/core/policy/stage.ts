/** The stages of a resource type in an account: plan → notify → canary → live. Pure. */
import { isFromFuture } from '../common/clock.ts';
import { DAY_MS } from '../common/duration.ts';
import { type Namespace, namespaceOf, partsOf } from '../resource/namespace.ts';

/** From least to most. */
export const STAGES = ['plan', 'notify', 'canary', 'live'] as const;
/** An operator's stage wins over `startStage` of the configuration. A later stage in {@link STAGES} may do more. */
export type Stage = (typeof STAGES)[number];

/**
 * The scope of a stage: a type in an account, in all of its locations, written like a pattern of namespaces. A namespace
 * that was chosen for a stage of its own is written as itself.
 */
export type StageUnit = string;

/** The progress of a canary's round. */
export interface Canary {
  /** Permits since its last pause. */
  readonly used: number;
  /** When the last permit was granted, ms since the epoch. */
  readonly at: number;
}

/** After so many deletions a canary has none for so long. */
export const CANARY_DELETES = 5;
export const CANARY_PAUSE_MS = DAY_MS;

/** The stage of a unit, with the progress of its canary. */
export interface Rollout {
  readonly stage: Stage;
  readonly canary?: Canary;
  /** People review the new marks of the namespace by families of names. */
  readonly isUnderReview?: true;
}

/** @example `aws:test:*:image` */
export function stageUnitOf(namespace: Namespace): StageUnit {
  const { location: _location, ...parts } = partsOf(namespace);
  const [provider, account, , resourceType] = namespaceOf({ ...parts, location: '-' }).split(':');
  return `${provider}:${account}:*:${resourceType}`;
}

/** The stage that allows less. */
export function lowerStage(a: Stage, b: Stage): Stage {
  return isLower(a, b) ? a : b;
}

/** Does `a` allow less? False for equal stages. */
export function isLower(a: Stage, than: Stage): boolean {
  return STAGES.indexOf(a) < STAGES.indexOf(than);
}

/** Why this stage forbids marks and notices; `undefined` = it allows them. */
export function stageForbidsMarking(stage: Stage): string | undefined {
  return stage === 'plan' ? 'its stage is plan: Holystone only surveys it; see `holystone stage`' : undefined;
}

/** Why this stage forbids deletions; `undefined` = it allows them. */
export function stageForbidsDeleting(stage: Stage): string | undefined {
  const why = 'its stage is notify: marks and notices, no deletions; see `holystone stage`';
  return stage === 'notify' ? why : stageForbidsMarking(stage);
}

/** Does the stage forbid deletions? Owners may get notices nevertheless, but their dates are no deletion dates. */
export function isNotifyOnly(stage: Stage): boolean {
  return stageForbidsDeleting(stage) !== undefined;
}

/** Why a canary may not delete at this instant, and until when, ms since the epoch; `undefined` = it may. */
export function canaryPause(unit: StageUnit, { stage, canary }: Rollout, now: number) {
  if (stage !== 'canary' || canary === undefined || canary.used < CANARY_DELETES) return undefined;
  if (isFromFuture(canary.at, now)) return undefined;
  const until = canary.at + CANARY_PAUSE_MS;
  return now < until ? { until, why: canaryPausedBecause(unit, until) } : undefined;
}

/** @param until ms since the epoch */
export function canaryPausedBecause(unit: StageUnit, until: number): string {
  const date = new Date(Math.min(until, LAST_DATE_MS)).toISOString();
  return `${unit} is a canary: ${CANARY_DELETES} deletions were permitted, the next ones follow after ${date}; see \`holystone stage\``;
}

/** The last instant that a `Date` can represent. */
const LAST_DATE_MS = 8.64e15;
