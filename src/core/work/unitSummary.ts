/** One line about a run of a unit, in words that fit every type. Pure. */
import type { PassRecord } from '../policy/pass.ts';

/** Numbers of resources; `budgetUsedMs`: how long it ran. */
export interface UnitSummary {
  readonly listed: number;
  /** Candidates of a survey; marks that a delete pass looked at. */
  readonly matched: number;
  /** A deletion that the provider only accepted counts in the run that finds the resource gone. */
  readonly deleted: number;
  /** Requests that the provider refused or did not answer. */
  readonly failed: number;
  /** Kept because no date of them is known. */
  readonly undated: number;
  /** Kept by a safeguard. */
  readonly protected: number;
  readonly budgetUsedMs: number;
  /** Evidence that was read before, here or by another instance. */
  readonly cacheHits: number;
  readonly outcome: PassRecord['outcome'];
}

/** The counts of a {@link UnitSummary} that metrics add up. */
export const UNIT_COUNTS = ['listed', 'matched', 'deleted', 'failed', 'undated', 'protected', 'cacheHits'] as const;

/** A count that the pass lacks is 0. `matched` = candidates, held resources and due marks. */
export function unitSummary({ counts, outcome, startedAt, endedAt }: PassRecord): UnitSummary {
  const count = (...names: readonly string[]) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return {
    listed: count('listed'),
    matched: count('candidate', 'held', 'due'),
    deleted: count('deleted'),
    failed: count('refused', 'retried'),
    undated: count('undated'),
    protected: count('protected'),
    budgetUsedMs: Math.max(0, endedAt - startedAt),
    cacheHits: count('cacheHits'),
    outcome,
  };
}
