import type { Step, TraceStep, Verdict } from '../../../core/evaluation/verdict.ts';

type Says = Verdict['kind'] | TraceStep['says'];

/** For the trace of an evaluation on the page of a resource. */
export const verdictTexts = {
  title: 'Evaluated now',
  gone: 'The cloud says that it no longer exists.',
  usedBy: 'Used by:',
  steps: 'The steps of the evaluation; the first that decides wins',
  says: { candidate: 'candidate', held: 'held', keep: 'keep', unknown: 'unknown', pass: 'pass' } satisfies Record<
    Says,
    string
  >,
  step: {
    optOut: 'opt-out',
    exclusion: 'exclusion',
    safeguard: 'safeguard',
    use: 'use',
    age: 'age',
    evidence: 'evidence',
    rule: 'rule',
    setPolicy: 'set policy',
    hold: 'hold',
    candidate: 'candidate',
  } satisfies Record<Step, string>,
  decides: 'decides',
  leftOut: (sources: readonly string[]) => `Evidence left out: ${sources.join(', ')}.`,
};
