/**
 * A survey has to see one population, so it cannot go on where it stopped: one that ran out of time begins anew. Each time
 * it gets twice as long, up to a limit; from there on it says that it needs more than the configuration allows. Pure.
 */
import type { PassRecord } from './pass.ts';
import { type Overrun, StopError } from './stop.ts';
import type { Action } from './workConfiguration.ts';

/** How many times `work.budget` a survey gets at most. */
const LONGEST_SURVEY = 8;

/**
 * How long the next pass of an action may take, ms, and whether it will never get more.
 * @param budgetMs `work.budget`
 * @param last the record of the pass before; only a survey gets longer
 */
export function budgetOf(budgetMs: number, action: Action, last: Pick<PassRecord, 'overrun'> | undefined): Overrun {
  if (action !== 'mark') return { budgetMs, isLongest: true };
  const longest = LONGEST_SURVEY * budgetMs;
  const wanted = last?.overrun === undefined ? budgetMs : 2 * last.overrun.budgetMs;
  const given = Math.min(Math.max(wanted, budgetMs), longest);
  return { budgetMs: given, isLongest: given === longest };
}

/** What a survey that was stopped ran out of; `undefined` = it was stopped for another reason, or was no survey. */
export function overrunOf(action: Action, reason: unknown): Overrun | undefined {
  return action === 'mark' && reason instanceof StopError ? reason.overrun : undefined;
}

/** What it takes to remember of an overrun after a pass that came to its end: a namespace that needs long needs it again. */
export function rememberedOverrun(before: Overrun | undefined, tookMs: number): Overrun | undefined {
  return before !== undefined && tookMs > before.budgetMs / 2 ? before : undefined;
}

/** For people: what happened, and what to do. */
export function describeOverrun({ budgetMs, isLongest }: Overrun): string {
  const ran = `the survey did not finish within ${Math.round(budgetMs / 1000)} s and changed nothing`;
  if (!isLongest)
    return `${ran}; the next one starts from the beginning with twice the time. If that repeats, raise work.budget`;
  return (
    `${ran}; ${LONGEST_SURVEY} times work.budget is the maximum: ` +
    'Holystone marks and deletes nothing here until you raise work.budget and work.deadline, or work.callRateShare'
  );
}

/** Why a namespace gets no survey with the time that the configuration allows; `undefined` = this pass does not say so. */
export function outOfTime({ action, overrun, problem }: PassRecord): string | undefined {
  if (action !== 'mark' || !overrun?.isLongest) return undefined;
  return problem === describeOverrun(overrun) ? problem : undefined;
}
