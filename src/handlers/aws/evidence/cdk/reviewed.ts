import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import { pluralize } from '../../../../core/common/pluralize.ts';
import type { DeleteOutcome } from '../../../../core/resource/resource.ts';
import type { CallScope } from '../../wire/target.ts';
import { reviewedIn } from './stackTemplates.ts';

/** Reviews last minutes; a change set that nobody executes stays until somebody deletes it. */
const LOOK_AGAIN_MS = 15 * 60_000;

/**
 * Why no asset may be deleted here now: a new stack is under review, and its deployment may have found its assets in
 * place just before, or that is unknown. `undefined`: they may be deleted.
 */
export async function heldByReview(reader: CallScope): Promise<DeleteOutcome | undefined> {
  const reviewed = await reviewedIn(reader).catch(unread);
  if (!Array.isArray(reviewed)) return reviewed;
  const [first, ...others] = reviewed;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : ` (and ${pluralize(others.length, 'more stack')})`;
  const reason = `the stack ${first}${more} is in REVIEW_IN_PROGRESS: a deployment may have found its assets in place`;
  return { kind: 'retry', afterMs: LOOK_AGAIN_MS, reason };
}

function unread(error: unknown): DeleteOutcome {
  if (!(error instanceof ReadError)) throw error;
  return { kind: 'retry', afterMs: LOOK_AGAIN_MS, reason: `not sent: ${messageOf(error)}` };
}
