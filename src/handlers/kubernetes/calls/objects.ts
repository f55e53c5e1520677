/** Reads of one object by its name. */
import { type Call, type CallScope, rightTo } from '../wire/call.ts';
import { call, objectIn } from '../wire/client.ts';
import { refused, saysGone } from '../wire/readError.ts';
import type { ServedKind } from './discovery.ts';
import { pathOf } from './lists.ts';

/**
 * @param namespace `undefined` for an object of the whole cluster
 * @returns `undefined` only if the API server itself says that there is no such object (law 2)
 * @throws ReadError
 */
export async function readObject(
  target: CallScope,
  kind: ServedKind,
  namespace: string | undefined,
  name: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { resource } = kind;
  const request: Call = {
    method: 'GET',
    path: pathTo(kind, namespace, name),
    what: `reading ${resource}/${name}${namespace === undefined ? '' : ` in ${namespace}`}`,
    permission: rightTo('get', kind),
  };
  const answer = await call(target, request);
  if (saysGone(answer, name)) return undefined;
  if (answer.status !== 200) throw refused(answer, request, target.account.name);
  return objectIn(answer, request, target.account.name);
}

/** `/apis/apps/v1/namespaces/shop/deployments/web` */
export function pathTo(kind: ServedKind, namespace: string | undefined, name: string): string {
  return `${pathOf(kind, namespace)}/${encodeURIComponent(name)}`;
}
