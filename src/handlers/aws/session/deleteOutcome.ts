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

/** What a request may come to that did not do what it asked for. */
export type Failed = Extract<DeleteOutcome, { readonly kind: 'gone' | 'refused' | 'retry' }>;

/** After a throttle the buckets need a while: at 5 calls a second an empty one of 100 fills in 20 s. */
const THROTTLED_MS = 60_000;

/**
 * What an error to a deleting request means (A10). `undefined`: nobody knows whether it happened – the answer was
 * lost, or the service broke – and only a read by id can tell.
 */
export function deleteOutcome(error: unknown, target: CallScope, api: string): Failed | undefined {
  const said = messageOf(error);
  if (isNotFound(error)) return { kind: 'gone' };
  if (isThrottled(error)) return { kind: 'retry', afterMs: THROTTLED_MS, reason: `AWS throttled ${api}: ${said}` };
  if (isDenied(error)) {
    return refused(`${permissionOf(error, api)} is denied; allow it for ${whoIs(target)}`);
  }
  if (isCredentialsProblem(error)) return refused(`AWS does not accept ${whoIs(target)}: ${said}`);
  if (isInUse(error)) return refused(`in use: ${said}`);
  if (isProtected(error)) return refused(`protected: ${said}`);
  return isClientFault(error) ? refused(said) : undefined;
}

function refused(reason: string): Failed {
  return { kind: 'refused', reason };
}
