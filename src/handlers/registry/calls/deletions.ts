/** Requests that delete a manifest, by tag or by digest, and the registry's answers. Each is sent once. */

import type { WireAnswer } from '../../http/exchange.ts';
import { retryAfterMs } from '../../http/retryAfter.ts';
import { hostOf } from '../wire/account.ts';
import type { Call, CallScope } from '../wire/call.ts';
import { call } from '../wire/client.ts';
import { codesOf } from '../wire/readError.ts';
import { isGone } from './manifests.ts';

/** A registry's answer to a request to delete, by its status and its error code. */
export type Answered =
  | { readonly kind: 'accepted'; readonly requestId: string }
  /** The registry itself says that there is no such tag, manifest or repository. */
  | { readonly kind: 'absent' }
  /** It never deletes by such a reference. */
  | { readonly kind: 'unsupported'; readonly reason: string }
  /** It may be asked again. `mayHaveDeleted`: after a 5xx. */
  | { readonly kind: 'busy'; readonly afterMs: number; readonly reason: string; readonly mayHaveDeleted: boolean }
  /** `isForbidden`: 403, by the user's rights or a protection of the tag. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isForbidden?: true };

/** Debian's registry 2.8 answers 400 DIGEST_INVALID to a tag; where deletion is off, 405 UNSUPPORTED to a digest. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['DIGEST_INVALID', 'UNSUPPORTED', 'TAG_INVALID']);
const DEFAULT_WAIT_MS = 30_000;
const MAX_BYTES = 64 * 1024;

/**
 * @param reference a tag or a digest
 * @param deletes every tag that may go with it
 * @throws PermitError when it was not sent; ReadError when its answer is lost
 */
export async function deleteManifest(
  target: CallScope,
  repository: string,
  reference: string,
  deletes: readonly string[],
): Promise<Answered> {
  const request: Call = {
    method: 'DELETE',
    path: `/v2/${repository}/manifests/${reference}`,
    scope: `repository:${repository}:delete`,
    maxBytes: MAX_BYTES,
    what: `deleting ${repository}${reference.includes(':') ? `@${reference.slice(0, 19)}` : `:${reference}`}`,
    permission: 'registry:DeleteManifest',
    deletes,
  };
  const answer = await call(target, request);
  return answered(answer, `the registry ${hostOf(target.account)} answers ${words(answer)}`);
}

/** The answer of another API; a 404 may also mean that the user must not know, so a read of the registry decides. */
export function answeredBy(answer: WireAnswer, api: string, right: string): Answered {
  const { status, headers } = answer;
  const reason = `${api} answers ${words(answer)}`;
  const idOfRequest = headers['x-request-id'] ?? headers['x-github-request-id'];
  if (status >= 200 && status < 300)
    return { kind: 'accepted', requestId: [idOfRequest ?? `status ${status}`].flat().join() };
  if (status === 404) return { kind: 'absent' };
  if (status === 429 || status >= 500) return busy(answer, reason);
  if (status === 401 || status === 403)
    return { kind: 'refused', reason: `${reason}: it needs ${right}`, isForbidden: true };
  return { kind: 'refused', reason };
}

function busy(answer: WireAnswer, reason: string): Answered {
  const mayHaveDeleted = answer.status !== 429;
  return { kind: 'busy', afterMs: retryAfterMs(answer) ?? DEFAULT_WAIT_MS, reason, mayHaveDeleted };
}

function answered(answer: WireAnswer, reason: string): Answered {
  const { status, headers } = answer;
  const idOfRequest = headers['x-request-id'] ?? headers['docker-content-digest'];
  if (status >= 200 && status < 300)
    return { kind: 'accepted', requestId: [idOfRequest ?? `status ${status}`].flat().join() };
  if (isGone(answer)) return { kind: 'absent' };
  if (status === 405 || (status === 400 && codesOf(answer).some((code) => UNSUPPORTED.has(code))))
    return { kind: 'unsupported', reason };
  if (status === 429 || status >= 500) return busy(answer, reason);
  if (status === 403) {
    const advice = 'allow registry:DeleteManifest for the user, unless the tag is protected';
    return { kind: 'refused', reason: `${reason}: ${advice}`, isForbidden: true };
  }
  return { kind: 'refused', reason };
}

function words(answer: WireAnswer): string {
  const codes = codesOf(answer);
  return codes.length === 0 ? String(answer.status) : `${answer.status} (${codes.join(', ')})`;
}
