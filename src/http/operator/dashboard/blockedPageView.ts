import type { Stopped } from '../../../core/policy/approval.ts';
import type { Approval, Family } from '../../../core/policy/pass.ts';
import type { BlockedChange, BlockedChanges, Difference } from '../../../core/policy/pastPass.ts';
import type { FrameState } from './frameState.ts';

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
  /** So many are held then. */
  readonly justHeld?: number;
  /** The families that may be approved one by one; absent: the set is one approval. */
  readonly families?: readonly Family[] | undefined;
  /** Those that are ticked; none = the whole set. */
  readonly chosen?: readonly Family[];
  /** A ticked one is not there any more. */
  readonly haveChanged?: boolean;
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

/** Names a family with exactly these members, in an address and in a form. */
export function tokenOf({ digest }: Family): string {
  return digest.slice(0, 20);
}
