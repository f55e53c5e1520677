/** The stage of a namespace: from the fleet's control, else from its configuration. Pure. */
import { createHash } from 'node:crypto';
import { matchesNamespace, type Namespace } from '../resource/namespace.ts';
import { deletesNothingBecause } from './effects.ts';
import type { ControlChange, ControlState } from './fleet.ts';
import {
  isNotifyOnly,
  type Rollout,
  type Stage,
  stageForbidsDeleting,
  stageForbidsMarking,
  stageUnitOf,
} from './stage.ts';
import type { WorkConfiguration } from './workConfiguration.ts';

/**
 * The stage that an operator set for the namespace, else for its type in the account, else the configured start stage; a
 * lost stage never leads to a later one.
 */
export function rolloutOf(
  { stages, canaries, unproven, reviews }: Pick<ControlState, 'stages' | 'canaries' | 'unproven' | 'reviews'>,
  { namespace, startStage }: Pick<WorkConfiguration, 'namespace' | 'startStage'>,
): Rollout {
  const unit = stageUnitOf(namespace);
  const canary = canaries[unit];
  const review = reviews?.[namespace] ? { isUnderReview: true as const } : {};
  if (unproven) return { stage: 'plan', ...review };
  const stage = stages[namespace] ?? stages[unit] ?? startStage;
  return { stage, ...(canary === undefined ? {} : { canary }), ...review };
}

/** The most namespaces with a stage of their own: every instance reads all of them each second. */
const MOST_CHOSEN = 2_000;

/**
 * Chooses a share of namespaces, the same ones at each call and more of them for a larger share. The control stores the
 * result, so a namespace that appears later is not in it.
 * The order is by hash, so that neighbours by name are not chosen together.
 * @param pattern of namespaces
 * @param share of those that match, 0–1
 */
export function chooseShare(
  pattern: string,
  share: number,
  wcs: readonly Pick<WorkConfiguration, 'namespace'>[],
): { readonly chosen: readonly Namespace[] } | { readonly problem: string } {
  if (!(share > 0 && share <= 1)) return { problem: 'a share is from 1% to 100%' };
  const inOrder = wcs
    .filter(({ namespace }) => matchesNamespace(pattern, namespace))
    .map(({ namespace }) => ({ namespace, order: createHash('sha256').update(namespace).digest('hex') }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  const chosen = inOrder.slice(0, Math.ceil(inOrder.length * share)).map(({ namespace }) => namespace);
  if (chosen.length === 0) return { problem: `no namespace matches "${pattern}"` };
  if (chosen.length <= MOST_CHOSEN) return { chosen };
  const problem = `that is ${chosen.length} namespaces; at most ${MOST_CHOSEN} have a stage of their own: set it for the whole type`;
  return { problem };
}

/** A stage for a type in an account is for all of its namespaces: it ends the stages of single ones. */
export function endChoice(before: Pick<ControlState, 'stages'>, change: ControlChange): ControlChange {
  const { stages = {} } = change;
  const ended = chosenIn(before).filter((one) => stages[one] === undefined && stageUnitOf(one) in stages);
  if (ended.length === 0) return change;
  return { ...change, stages: { ...stages, ...Object.fromEntries(ended.map((one) => [one, null])) } };
}

/** The namespaces with a stage of their own. */
export function chosenIn({ stages }: Pick<ControlState, 'stages'>): readonly Namespace[] {
  return Object.keys(stages).filter((unit) => !unit.includes('*')) as Namespace[];
}

/**
 * Why nothing happens to the marks of a namespace on their date, by its configuration, the actions of its entry or its
 * stage; `undefined` = Holystone deletes them then, or stops them. Whoever tells people a date asks this; permits check for
 * themselves.
 */
export function nothingHappensBecause(wc: Dated, stage: Stage): string | undefined {
  return deletesNothingBecause(wc) ?? actionsDeleteNothingBecause(wc) ?? stageForbidsDeleting(stage);
}

/** {@link nothingHappensBecause} at the present stage. */
export function nothingHappensNowBecause(
  control: Pick<ControlState, 'stages' | 'canaries' | 'unproven'>,
  wc: Dated & Pick<WorkConfiguration, 'namespace' | 'startStage'>,
): string | undefined {
  return nothingHappensBecause(wc, rolloutOf(control, wc).stage);
}

/** Why its entry deletes and stops nothing though it may mark and notify; `undefined` = its `actions` have a `delete`. */
export function actionsDeleteNothingBecause({ actions }: Pick<WorkConfiguration, 'actions'>): string | undefined {
  return actions.includes('delete') ? undefined : 'the `actions` of its entry have no `delete`';
}

type Dated = Pick<WorkConfiguration, 'live' | 'notLiveBecause' | 'neverDeletesBecause' | 'actions'>;

/**
 * The configuration limited by its stage and by the time: it is not live at stage `plan`, nor when it no longer accepts
 * that some users cannot be listed, or that a deletion is final. What is in quarantine by then is still given back.
 */
export function atStage(wc: WorkConfiguration, stage: Stage, now: number): WorkConfiguration {
  const why = stageForbidsMarking(stage) ?? noLongerAccepted(wc, now);
  return wc.live && why !== undefined ? { ...wc, live: false, notLiveBecause: why, isGivingBack: true } : wc;
}

/** Why no part of a set may be approved here; `undefined` = its new marks may be reviewed by families of names. */
export function whyWhole(wc: WorkConfiguration, stage: Stage): string | undefined {
  const nothing = deletesNothingBecause(wc) ?? stageForbidsMarking(stage);
  if (nothing !== undefined)
    return `no pass of ${wc.namespace} stores a mark, so nothing could be held: ${nothing}. Review it by families at stage notify`;
  if (isNotifyOnly(stage)) return undefined;
  return `${wc.namespace} may delete (its stage is ${stage}): approve the whole set, or set its stage to notify first`;
}

function noLongerAccepted({ evidence, acceptFinal }: WorkConfiguration, now: number): string | undefined {
  const { acceptIncomplete } = evidence;
  for (const [key, accepted] of Object.entries({ acceptIncomplete, acceptFinal })) {
    if (accepted && !(now < accepted.untilAt)) return `its ${key} ended at ${new Date(accepted.untilAt).toISOString()}`;
  }
  return undefined;
}
