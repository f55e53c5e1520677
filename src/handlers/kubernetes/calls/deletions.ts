/** Requests that delete one object, or try it with a dry run, and the answers of the API server. Each is sent once. */

import type { WireAnswer } from '../../http/exchange.ts';
import { retryAfterMs } from '../../http/retryAfter.ts';
import { idOf } from '../objects/reference.ts';
import { type Call, type CallScope, rightTo } from '../wire/call.ts';
import { call } from '../wire/client.ts';
import { saidBy, saysGone } from '../wire/readError.ts';
import type { ServedKind } from './discovery.ts';
import { pathTo } from './objects.ts';

/** The fate of the objects that an object owns: they go first, they go afterwards, or they stay. */
export type Propagation = 'Foreground' | 'Background' | 'Orphan';

/** The object as it was read and judged; another one of its name, or another version of it, is not deleted. */
export interface Deletion {
  readonly kind: ServedKind;
  /** `undefined` for an object of the whole cluster. */
  readonly namespace: string | undefined;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly propagation: Propagation;
}

/** The API server's answer to a request to delete, or to a dry run of it (`dryRun=All`). */
export type Answered =
  /** It is gone by this request. */
  | { readonly kind: 'deleted'; readonly requestId: string }
  /** Its deletion has begun; in a dry run: it would begin. */
  | { readonly kind: 'accepted'; readonly requestId: string }
  /** The API server itself says that there is no such object. */
  | { readonly kind: 'gone' }
  /** It is not the object that was read, or has changed since. */
  | { readonly kind: 'changed'; readonly reason: string }
  /** `mayHaveDeleted`: after a 5xx. */
  | { readonly kind: 'busy'; readonly afterMs: number; readonly reason: string; readonly mayHaveDeleted: boolean }
  | { readonly kind: 'refused'; readonly reason: string };

const DEFAULT_WAIT_MS = 30_000;

/** @throws PermitError when it was not sent; ReadError when its answer is lost */
export async function deleteObject(target: CallScope, deletion: Deletion, isDryRun: boolean): Promise<Answered> {
  const { kind, namespace, name, uid, resourceVersion, propagation } = deletion;
  const options = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: propagation,
    preconditions: { uid, resourceVersion },
    ...(isDryRun ? { dryRun: ['All'] } : {}),
  };
  const request: Call = {
    method: 'DELETE',
    path: `${pathTo(kind, namespace, name)}${isDryRun ? '?dryRun=All' : ''}`,
    content: { type: 'application/json', body: JSON.stringify(options) },
    deletes: idOf({ ...kind, namespace: namespace ?? '', name }),
    what: `${isDryRun ? 'dry run of deleting' : 'deleting'} ${kind.resource}/${name}`,
    permission: rightTo('delete', kind),
  };
  return answered(await call(target, request), name, request);
}

function answered(answer: WireAnswer, name: string, { permission }: Call): Answered {
  const { status, headers } = answer;
  const reason = `the API server answers ${status}${saidBy(answer)}`;
  if (status >= 200 && status < 300) {
    const requestId = `${headers['audit-id'] ?? `status ${status}`}`;
    return { kind: isSuccess(answer) ? 'deleted' : 'accepted', requestId };
  }
  if (saysGone(answer, name)) return { kind: 'gone' };
  if (status === 409) return { kind: 'changed', reason: `it changed since it was read: ${reason}` };
  if (status === 429 || status >= 500) {
    return { kind: 'busy', afterMs: retryAfterMs(answer) ?? DEFAULT_WAIT_MS, reason, mayHaveDeleted: status !== 429 };
  }
  if (status === 403) return { kind: 'refused', reason: `${reason}; it needs \`${permission}\`` };
  return { kind: 'refused', reason };
}

/** A deletion that is done is answered with a `Status`; one that goes on, with the object. */
function isSuccess({ body }: WireAnswer): boolean {
  try {
    const { kind, status } = JSON.parse(body.toString('utf8')) as {
      readonly kind?: unknown;
      readonly status?: unknown;
    };
    return kind === 'Status' && status === 'Success';
  } catch {
    return false;
  }
}
