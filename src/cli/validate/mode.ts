import { actionsDeleteNothingBecause } from '../../core/policy/rollout.ts';
import { CANARY_DELETES, type Stage } from '../../core/policy/stage.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';

/** How far Holystone goes in a namespace, as the configuration has it. */
export interface Mode {
  /** `limited`: both safety switches are off, and yet it deletes nothing there. */
  readonly kind: 'dryRun' | 'limited' | 'live';
  /** For people, with the reason unless it is live. */
  readonly words: string;
}

/** Why a stage below `canary` deletes nothing. */
const LIMITED: Readonly<Partial<Record<Stage, string>>> = {
  plan: 'surveys only: it starts at the stage plan (`rollout`)',
  notify: 'marks and notifies, deletes nothing: it starts at the stage notify (`rollout`)',
};

/** The mode of a namespace at its start stage; an operator may have set another stage since. */
export function modeOf({
  live,
  notLiveBecause,
  neverDeletesBecause,
  startStage,
  actions,
}: Pick<WorkConfiguration, 'live' | 'notLiveBecause' | 'neverDeletesBecause' | 'startStage' | 'actions'>): Mode {
  if (!live) return { kind: 'dryRun', words: `dry run: ${notLiveBecause ?? 'not live'}` };
  const byStage = LIMITED[startStage];
  if (byStage !== undefined) return { kind: 'limited', words: byStage };
  if (neverDeletesBecause !== undefined) return { kind: 'limited', words: `marks only: ${neverDeletesBecause}` };
  if (actionsDeleteNothingBecause({ actions }) !== undefined)
    return { kind: 'limited', words: 'deletes nothing: `actions` has no delete' };
  if (startStage !== 'canary') return { kind: 'live', words: 'LIVE' };
  return { kind: 'live', words: `LIVE as a canary: deletes ${CANARY_DELETES}, then pauses for a day (\`rollout\`)` };
}
