/** The steps that let a resource pass, in words. Their titles are those of the console. */
import type { TraceStep } from '../../core/evaluation/verdict.ts';

/** A step by its name, and its answer. */
export type Step = TraceStep['step'];
export type Says = TraceStep['says'];

/** What a step means that lets a resource pass without a reason. */
export const PASSED: Readonly<Record<Step, string>> = {
  optOut: 'nobody keeps it with a tag',
  exclusion: 'no tag sets a date that is still to come',
  safeguard: 'nothing protects it, and no other program manages it',
  use: 'no source names a user',
  age: 'older than the minimum age; since when nothing uses it, the provider does not say',
  evidence: 'every source answered',
  rule: 'the built-in rule selects it',
  setPolicy: 'it is not one of those that stay of a set',
  hold: 'it waits for nothing',
  candidate: 'nothing uses it',
};
