import type { SourcedFinding } from '../common/finding.ts';
import type { Unread } from '../common/unread.ts';

/**
 * The steps of an evaluation in order: the first step that decides wins (docs/architecture.md, "One evaluation").
 * Only types that are deleted after other types have the step `hold`.
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

/** The result of one step; the steps after the decisive one are computed too, but see {@link Verdict.trace}. */
export interface TraceStep {
  readonly step: Step;
  readonly says: 'keep' | 'unknown' | 'candidate' | 'pass';
  readonly reasons: readonly string[];
}

/** A use that is over. */
export interface KnownUse {
  /** ms since the epoch. */
  readonly at: number;
  /** The user, in words, where a source names it. */
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
   * Only with `hold`: the users that are candidates themselves and must be deleted first. All other steps pass, so the
   * resource becomes a candidate when these users are gone.
   */
  readonly waitsFor?: readonly SourcedFinding[];
  /** The latest known use; absent = none is on record. */
  readonly lastUse?: KnownUse;
  /** All steps; only up to the decisive one while a survey still lists, to save memory. */
  readonly trace: readonly TraceStep[];
  /** Evidence that could not be read, whichever step decided. */
  readonly unread: readonly Unread[];
  /** Evidence that is left out because the configuration says so. */
  readonly madeWithout: readonly string[];
}

/** The same verdict, changed to keep because of a use that its evidence did not contain. */
export function keptBecause(verdict: Verdict, why: string): Verdict {
  const step = { step: 'use', says: 'keep', reasons: [why] } as const;
  return { ...verdict, kind: 'keep', decidedBy: 'use', reasons: [why], trace: [...verdict.trace, step] };
}
