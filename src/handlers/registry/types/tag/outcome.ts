/** The outcome of a tag's deletion, from the registry's answer and a read of the tag after it. Pure. */
import type { DeleteOutcome } from '../../../../core/resource/resource.ts';
import type { Answered } from '../../calls/deletions.ts';

/** The tag that was to go has another digest now. */
export const MOVED: DeleteOutcome = { kind: 'refused', reason: 'it moved to another digest just now' };

/**
 * @param was the digest that was to go
 * @param is the digest that the tag has after the answer; `undefined` = the registry says that it is gone
 * @returns `undefined` where another read by id must decide
 */
export function outcomeOf(
  answer: Exclude<Answered, { kind: 'unsupported' }>,
  was: string,
  is: string | undefined,
): DeleteOutcome | undefined {
  if (answer.kind === 'refused') return { kind: 'refused', reason: answer.reason };
  if (answer.kind === 'busy') {
    // It may have gone by this request, or by another hand.
    if (is !== was) return undefined;
    const { afterMs, reason, mayHaveDeleted } = answer;
    return { kind: 'retry', afterMs, reason, ...(mayHaveDeleted ? { request: 'open' } : {}) };
  }
  if (is === was) return { kind: 'refused', reason: STILL_THERE[answer.kind] };
  if (answer.kind === 'accepted') return { kind: 'deleted', requestId: answer.requestId };
  return is === undefined ? { kind: 'gone' } : MOVED;
}

const STILL_THERE = {
  accepted: 'the registry accepted the deletion, and the tag is still there',
  absent: 'the registry says that it does not exist, and still answers with it',
} as const;
