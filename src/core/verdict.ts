import type { SourcedFinding } from './finding.ts';

/** The steps of an evaluation, in the order in which the first that decides wins (design §4). */
export const STEPS = [
  'optOut',
  'exclusion',
  'safeguard',
  'use',
  'age',
  'evidence',
  'rule',
  'setPolicy',
  'candidate',
] as const;
export type Step = (typeof STEPS)[number];

/** What one step said; every step is computed, also behind the one that decided. */
export interface TraceStep {
  readonly step: Step;
  readonly says: 'keep' | 'unknown' | 'candidate' | 'pass';
  readonly reasons: readonly string[];
}

/** The fate of one resource, always with the whole trace. */
export interface Verdict {
  readonly id: string;
  readonly kind: 'candidate' | 'keep' | 'unknown';
  readonly decidedBy: Step;
  /** Why, in sentences for people. Never empty. */
  readonly reasons: readonly string[];
  readonly usedBy: readonly SourcedFinding[];
  readonly trace: readonly TraceStep[];
  /** Evidence that the configuration decided to do without. */
  readonly madeWithout: readonly string[];
}
