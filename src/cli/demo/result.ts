import type { Judgement } from '../../../sandbox/demo/oracle.ts';

export interface DemoSummary {
  readonly marked: number;
  readonly notified: number;
  readonly optedOut: number;
  readonly unmarked: number;
  readonly deleted: number;
  readonly violations: number;
}

export interface DemoResult extends Judgement {
  /** The things that the scene's own oracle looked at. */
  readonly how?: string;
  /** Expectations of the scene that its end does not meet, in sentences. */
  readonly unmet: readonly string[];
  /** The scene ran to its end as expected, and the oracle found nothing. */
  readonly ok: boolean;
  /** Why the cycle did not run to its end; absent when it did. */
  readonly problem?: string;
  readonly summary: DemoSummary;
}
