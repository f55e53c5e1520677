/**
 * A survey must see one population, so it cannot continue where it stopped: after a timeout it starts again from the
 * beginning. Each time it gets twice the time, up to a limit; at the limit it reports that the configuration allows too
 * little time. Pure.
 */
import type { PassRecord } from './pass.ts';
import { type Overrun, StopError } from './stop.ts';
import type { Action } from './workConfiguration.ts';

/** The maximum time of a survey, as a multiple of `work.budget`. */
const LONGEST_SURVEY = 8;

/**
 * How long the next pass of an action may take, ms, and whether that is the maximum.
 * @param budgetMs `work.budget`
 * @param last the record of the previous pass; only the budget of a survey grows
 */
export function budgetOf(budgetMs: number, action: Action, last: Pick<PassRecord, 'overrun'> | undefined): Overrun {
  if (action !== 'mark') return { budgetMs, isLongest: true };
  const longest = LONGEST_SURVEY * budgetMs;
  const wanted = last?.overrun === undefined ? budgetMs : 2 * last.overrun.budgetMs;
  const given = Math.min(Math.max(wanted, budgetMs), longest);
  return { budgetMs: given, isLongest: given === longest };
}

/** The time budget that a stopped survey used up; `undefined` = another reason stopped it, or it was no survey. */
export function overrunOf(action: Action, reason: unknown): Overrun | undefined {
  return action === 'mark' && reason instanceof StopError ? reason.overrun : undefined;
}

/** The overrun to keep after a finished pass: a namespace with a slow survey needs the longer budget again. */
export function rememberedOverrun(before: Overrun | undefined, tookMs: number): Overrun | undefined {
  return before !== undefined && tookMs > before.budgetMs / 2 ? before : undefined;
}

/** For people: the problem and what to do. */
export function describeOverrun({ budgetMs, isLongest }: Overrun): string {
  const ran = `the survey did not finish within ${Math.round(budgetMs / 1000)} s and changed nothing`;
  if (!isLongest)
    return `${ran}; the next one starts from the beginning with twice the time. If that repeats, raise work.budget`;
  return (
    `${ran}; ${LONGEST_SURVEY} times work.budget is the maximum: ` +
    'Holystone marks and deletes nothing here until you raise work.budget and work.deadline, or work.callRateShare'
  );
}

/** Why the maximum time is too short for a survey of the namespace; `undefined` = this pass does not report that. */
export function outOfTime({ action, overrun, problem }: PassRecord): string | undefined {
  if (action !== 'mark' || !overrun?.isLongest) return undefined;
  return problem === describeOverrun(overrun) ? problem : undefined;
}
