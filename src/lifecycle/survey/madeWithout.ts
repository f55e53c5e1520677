import type { LifecycleDeps } from '../pass/deps.ts';
import type { PassContext } from '../pass/record.ts';
import type { EvaluationResult } from './evaluator.ts';

/**
 * Evidence that somebody decided to do without is in the audit log from the first survey that did, and again when it is
 * read once more: so that who asks later why nobody saw a user finds who decided that, and for how long.
 * @returns what is to be remembered for the next survey
 */
export function auditMadeWithout(
  deps: Pick<LifecycleDeps, 'audit' | 'clock'>,
  { wc: { namespace }, passId, previous }: PassContext,
  { madeWithout, readings }: EvaluationResult,
): readonly string[] {
  const before = previous?.madeWithout ?? [];
  // Nothing was there to be judged: nothing was asked for, and nothing done without.
  if (madeWithout.length === 0 && readings.length === 0) return before;
  const entry = { at: deps.clock.now(), namespace, event: 'madeWithout', actor: 'holystone', passId } as const;
  if (sentence(before) !== sentence(madeWithout)) {
    deps.audit.log({
      ...entry,
      reason: 'evidence left out by the configuration',
      before: sentence(before),
      after: sentence(madeWithout),
    });
  }
  return madeWithout;
}

function sentence(madeWithout: readonly string[]): string {
  return [...madeWithout].sort().join('; ') || 'nothing';
}
