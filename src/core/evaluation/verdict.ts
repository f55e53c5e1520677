import type { SourcedFinding } from '../common/finding.ts';
import type { Reason } from '../common/reason.ts';
import type { Unread } from '../common/unread.ts';
import type { Wait } from './holders.ts';

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
/** The name of a step in the trace of a verdict. */
export type Step = (typeof STEPS)[number];

/** The kinds of verdicts, see {@link Verdict.kind}. */
export const VERDICTS = ['candidate', 'held', 'keep', 'unknown'] as const;

/** The possible answers of a step. */
export const STEP_RESULTS = ['keep', 'unknown', 'held', 'candidate', 'pass'] as const;

/** The result of one step; the steps after the decisive one are computed too, but see {@link Verdict.trace}. */
export interface TraceStep {
  readonly step: Step;
  readonly says: (typeof STEP_RESULTS)[number];
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
  /** `held`: all steps pass, but users that are deleted first still use it: it is marked, and not deleted before them. */
  readonly kind: (typeof VERDICTS)[number];
  readonly decidedBy: Step;
  /** Why, in sentences for people. Never empty. */
  readonly reasons: readonly string[];
  readonly usedBy: readonly SourcedFinding[];
  /** The entry of `cleanup` that judged it, by its `match`; absent: one without `match`, or none. */
  readonly entry?: string;
  /** Only with `held`: the users that must be deleted first. It becomes a candidate when the evidence shows them gone. */
  readonly waitsFor?: readonly Wait[];
  /** Only with `held`: why rules nominate it, as in the reasons of a candidate. */
  readonly nominatedBecause?: readonly string[];
  /** Only of a candidate and with `held`: the reasons of the rules as values; `reasons` has the same in English. */
  readonly nominatedBy?: readonly Reason[];
  /** The latest known use; absent = none is on record. */
  readonly lastUse?: KnownUse;
  /** All steps; only up to the decisive one while a survey still lists, to save memory. */
  readonly trace: readonly TraceStep[];
  /** Evidence that could not be read, whichever step decided. */
  readonly unread: readonly Unread[];
  /** Evidence that is left out because the configuration says so. */
  readonly waivedEvidence: readonly string[];
}

/** Is it marked and, in the end, deleted? */
export function isDue({ kind }: Pick<Verdict, 'kind'>): boolean {
  return kind === 'candidate' || kind === 'held';
}

/** The same verdict, changed to keep because of a use that its evidence did not contain. */
export function keptBecause(verdict: Verdict, why: string): Verdict {
  const step = { step: 'use', says: 'keep', reasons: [why] } as const;
  const { waitsFor: _waitsFor, nominatedBecause: _nominated, nominatedBy: _by, ...rest } = verdict;
  return { ...rest, kind: 'keep', decidedBy: 'use', reasons: [why], trace: [...verdict.trace, step] };
}
