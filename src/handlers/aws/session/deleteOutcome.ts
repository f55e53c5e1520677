import { messageOf } from '../../../core/common/errors.ts';
import type { DeleteOutcome } from '../../../core/resource/resource.ts';
import {
  isClientFault,
  isCredentialsProblem,
  isDenied,
  isInUse,
  isNotFound,
  isProtected,
  isThrottled,
} from '../wire/errors.ts';
import { permissionOf } from '../wire/readError.ts';
import { type CallScope, whoIs } from '../wire/target.ts';

/** The outcomes of a request that did not succeed. */
export type Failed = Extract<DeleteOutcome, { readonly kind: 'gone' | 'refused' | 'retry' }>;

/** Time for AWS's bucket to refill: at 5 calls a second an empty bucket of 100 fills in 20 s. */
const THROTTLED_MS = 60_000;

/**
 * Translates the error of a delete request (A10). `undefined`: unknown whether it was done – the answer was lost, or
 * the service failed – and only a read by id can decide.
 */
export function deleteOutcome(error: unknown, target: CallScope, api: string): Failed | undefined {
  const message = messageOf(error);
  if (isNotFound(error)) return { kind: 'gone' };
  if (isThrottled(error)) return { kind: 'retry', afterMs: THROTTLED_MS, reason: `AWS throttled ${api}: ${message}` };
  if (isDenied(error)) {
    // What AWS does in the caller's name may be denied, and only its words say what.
    const words = /not authorized to perform/.test(message) ? '' : ` (${message})`;
    return refused(`${permissionOf(error, api)} is denied; allow it for ${whoIs(target)}${words}`);
  }
  if (isCredentialsProblem(error)) return refused(`AWS does not accept ${whoIs(target)}: ${message}`);
  if (isInUse(error)) return { ...refused(`in use: ${message}`), isInUse: true };
  if (isProtected(error)) return refused(`protected: ${message}`);
  return isClientFault(error) ? refused(message) : undefined;
}

function refused(reason: string): Extract<Failed, { readonly kind: 'refused' }> {
  return { kind: 'refused', reason };
}
