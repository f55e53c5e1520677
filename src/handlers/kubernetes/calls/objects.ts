/** Reads of one object by its name. */
import type { Call, Target } from '../wire/call.ts';
import { call, objectIn } from '../wire/client.ts';
import { reasonOf, refused } from '../wire/readError.ts';
import type { ServedKind } from './discovery.ts';
import { pathOf } from './lists.ts';

/**
 * @param namespace `undefined` for an object of the whole cluster
 * @returns `undefined` only if the API server itself says that there is no such object (law 2)
 * @throws ReadError
 */
export async function readObject(
  target: Target,
  kind: ServedKind,
  namespace: string | undefined,
  name: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { group, resource } = kind;
  const asked: Call = {
    method: 'GET',
    path: `${pathOf(kind, namespace)}/${encodeURIComponent(name)}`,
    what: `reading ${resource}/${name}${namespace === undefined ? '' : ` in ${namespace}`}`,
    permission: `get ${group === '' ? resource : `${resource}.${group}`}`,
  };
  const answer = await call(target, asked);
  if (answer.status === 404 && reasonOf(answer) === 'NotFound') return undefined;
  if (answer.status !== 200) throw refused(answer, asked, target.account.name);
  return objectIn(answer, asked, target.account.name);
}
