import type { Approval } from '../../../core/policy/pass.ts';
import type { BlockedChange, BlockedChanges, Difference } from '../../../core/policy/pastPass.ts';
import type { FrameState } from './frameState.ts';
import type { Stopped } from './stoppedPasses.ts';

/** A blocked pass with its changes, which the operator approves by typing their number. */
export interface BlockedPageView extends FrameState {
  readonly record: Stopped;
  /** Absent: an earlier version of Holystone stopped the pass and did not keep them. */
  readonly changes?: BlockedChanges | undefined;
  /** Against an earlier blocked pass of the same action with other changes; absent = none is stored. */
  readonly difference?: Difference | undefined;
  /** The approval that the next pass may use. */
  readonly approval?: Approval | undefined;
  /** The viewer approved so many right now. */
  readonly justApproved?: number;
  /** A refused approval: the typed number was another one. */
  readonly refusal?: string;
  /** What was typed then. */
  readonly typed?: string;
  /** The place of the first change of `rows` among all of them. */
  readonly from?: number;
  /** A page of the changes. */
  readonly rows: readonly BlockedChange[];
}

/** Rows of one page of the changes. */
export const CHANGES_PER_PAGE = 50;
