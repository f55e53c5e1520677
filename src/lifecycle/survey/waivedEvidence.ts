import type { LifecycleDeps } from '../pass/deps.ts';
import type { PassContext } from '../pass/record.ts';
import type { EvaluationResult } from './evaluator.ts';

/**
 * The audit log records the evidence that the configuration leaves out, from the first survey without it, and again
 * when it is read once more: a later reader finds why a user was not seen, who decided that, and for how long.
 * @returns the list to remember for the next survey
 */
export function auditWaivedEvidence(
  deps: Pick<LifecycleDeps, 'audit' | 'clock'>,
  { wc: { namespace }, passId, previous }: PassContext,
  { waivedEvidence, readings }: EvaluationResult,
): readonly string[] {
  const before = previous?.waivedEvidence ?? [];
  // Nothing had to be judged: the survey read no evidence and left none out.
  if (waivedEvidence.length === 0 && readings.length === 0) return before;
  const entry = { at: deps.clock.now(), namespace, event: 'waivedEvidence', actor: 'holystone', passId } as const;
  if (sentence(before) !== sentence(waivedEvidence)) {
    deps.audit.log({
      ...entry,
      reason: 'evidence left out by the configuration',
      before: sentence(before),
      after: sentence(waivedEvidence),
    });
  }
  return waivedEvidence;
}

function sentence(waivedEvidence: readonly string[]): string {
  return [...waivedEvidence].sort().join('; ') || 'nothing';
}
