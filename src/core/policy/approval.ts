/** Which stopped pass an operator's approval is for. Pure. */
import { type Approval, type BlockedPass, type BlockedSet, hasStored, type PassRecord } from './pass.ts';

/**
 * The stopped passes of one action since its last pass that stored its results, newest first. After a pass that stored
 * its results, what it held for a review.
 */
export function blocksOf(record: PassRecord): readonly BlockedPass[] {
  // The previous version kept them on record after an incomplete pass that had stored its findings.
  if (hasStored(record)) return record.review ? [record.review] : [];
  const { passId, outcome, blocked, blocks } = record;
  if (blocks) return blocks;
  return outcome === 'blocked' && blocked ? [{ passId, ...blocked }] : [];
}

/** A pass with the set that waits for an operator: what stopped it, or what it holds for a review. */
export type Stopped = PassRecord & {
  readonly blocked: BlockedSet;
  /** The pass went through, and holds the set; its id is that of the first pass that held it. */
  readonly isHeld?: true;
};

/** `undefined`: nothing of it waits for an operator. */
export function stoppedOf(record: PassRecord): Stopped | undefined {
  const { blocked, review } = record;
  if (blocked) return { ...record, blocked };
  return review && { ...record, blocked: review, passId: review.passId, isHeld: true };
}

/**
 * May the next pass use the approval? It is for the cause of the pass that was the last blocked one then: another blocked
 * pass makes it void (L32), and a pass that stores its findings uses it up. Any other pass does neither. No clock decides
 * about it, since the clocks of two instances differ.
 * @param record of the last pass of the same action
 */
export function isInForce(approval: Approval, record: PassRecord): boolean {
  const [last] = blocksOf(record);
  if (!last) return false;
  if (approval.passId !== undefined) return approval.passId === last.passId;
  // The format of the previous version.
  return approval.digest === last.digest && approval.at >= record.endedAt;
}
