/** Server-side apply of one object. Each request is sent once. */
import type { WireAnswer } from '../../http/exchange.ts';
import { type Call, type CallScope, rightTo } from '../wire/call.ts';
import { call, objectIn } from '../wire/client.ts';
import { refused, saysGone } from '../wire/readError.ts';
import type { ServedKind } from './discovery.ts';
import { pathTo } from './objects.ts';

/** A server-side apply of one object. */
export interface Apply {
  readonly kind: ServedKind;
  /** `undefined` for an object of the whole cluster. */
  readonly namespace: string | undefined;
  readonly name: string;
  /** The owner of the fields afterwards. */
  readonly manager: string;
  /** Takes over the fields that others own with other values; without it such a request is refused. */
  readonly force?: true;
  readonly isDryRun?: true;
  /** In words: `writing the keep annotation on`. */
  readonly operation: string;
  readonly object: object;
}

/** The API server's answer to an apply; a broken exchange throws. */
export type Applied =
  | { readonly kind: 'done'; readonly requestId: string; readonly object: Readonly<Record<string, unknown>> }
  /** The object, or its namespace, does not exist. */
  | { readonly kind: 'gone' }
  /** Another manager owns a field with another value, or it is another object. */
  | { readonly kind: 'conflict'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string };

/** @throws PermitError when it was not sent; ReadError when its answer is lost */
export async function applyObject(target: CallScope, apply: Apply): Promise<Applied> {
  const { kind, namespace, name, manager, force, isDryRun, operation, object } = apply;
  const query = new URLSearchParams({
    fieldManager: manager,
    ...(force ? { force: 'true' } : {}),
    ...(isDryRun ? { dryRun: 'All' } : {}),
  });
  const request: Call = {
    method: 'PATCH',
    path: `${pathTo(kind, namespace, name)}?${query}`,
    content: { type: 'application/apply-patch+yaml', body: JSON.stringify(object) },
    what: `${operation} ${kind.resource}/${name}`,
    permission: rightTo('patch', kind),
  };
  return answered(await call(target, request), request, target, apply);
}

function answered(answer: WireAnswer, request: Call, { account }: CallScope, { name, namespace }: Apply): Applied {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) {
    const object = objectIn(answer, request, account.name);
    return { kind: 'done', requestId: `${headers['audit-id'] ?? `status ${status}`}`, object };
  }
  if (saysGone(answer, name) || (namespace !== undefined && saysGone(answer, namespace))) return { kind: 'gone' };
  const why = refused(answer, request, account.name).message;
  return { kind: status === 409 ? 'conflict' : 'refused', why };
}
