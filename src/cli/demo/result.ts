import type { Judgement } from '../../../sandbox/demo/oracle.ts';

/** The demo prints these counts as its last line, in JSON. All but `violations` count resources. */
export interface DemoSummary {
  readonly marked: number;
  readonly notified: number;
  readonly optedOut: number;
  /** Holystone removed these marks; an opt-out by a person does not count here. */
  readonly unmarked: number;
  readonly deleted: number;
  /** Of the safety rules, as the oracle found them. */
  readonly violations: number;
}

/** The judgement of the sandbox's oracle, or that of the scene's own one, and the scene's own expectations. */
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
