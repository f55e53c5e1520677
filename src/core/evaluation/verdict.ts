import type { SourcedFinding } from '../common/finding.ts';
import type { Unread } from '../common/unread.ts';

/**
 * The steps of an evaluation, in the order in which the first that decides wins (docs/architecture.md, "One evaluation").
 * `hold` is a step of those types only that come after others.
 */
export const STEPS = [
  'optOut',
  'exclusion',
  'safeguard',
  'use',
  'age',
  'evidence',
  'rule',
  'setPolicy',
  'hold',
  'candidate',
] as const;
export type Step = (typeof STEPS)[number];

/** What one step said; every step is computed, also behind the one that decided, but see {@link Verdict.trace}. */
export interface TraceStep {
  readonly step: Step;
  readonly says: 'keep' | 'unknown' | 'candidate' | 'pass';
  readonly reasons: readonly string[];
}

/** A use that is over. */
export interface KnownUse {
  /** ms since the epoch. */
  readonly at: number;
  /** Who it was, in words, where a source says it. */
  readonly by?: string;
}

/** The fate of one resource, with its trace. */
export interface Verdict {
  readonly id: string;
  readonly kind: 'candidate' | 'keep' | 'unknown';
  readonly decidedBy: Step;
  /** Why, in sentences for people. Never empty. */
  readonly reasons: readonly string[];
  readonly usedBy: readonly SourcedFinding[];
  /**
   * Of `hold`: the users that are candidates themselves and must be deleted first. All other steps pass, so that it
   * becomes a candidate when they are gone.
   */
  readonly waitsFor?: readonly SourcedFinding[];
  /** The latest use that anybody knows of; absent = none is on record. */
  readonly lastUse?: KnownUse;
  /** Whole; but up to the step that decided, where a survey keeps one of very many. */
  readonly trace: readonly TraceStep[];
  /** What could not be found out about it, whatever decided. */
  readonly unread: readonly Unread[];
  /** Evidence that the configuration decided to do without. */
  readonly madeWithout: readonly string[];
}

/** The same, kept by a use that was found beside what it was judged on. */
export function keptBecause(verdict: Verdict, why: string): Verdict {
  const step = { step: 'use', says: 'keep', reasons: [why] } as const;
  return { ...verdict, kind: 'keep', decidedBy: 'use', reasons: [why], trace: [...verdict.trace, step] };
}
