/** Listings of one kind, page by page: complete, or a `ReadError`. */
import { z } from 'zod';
import { kindText } from '../objects/groupKind.ts';
import { type Call, type CallScope, rightTo } from '../wire/call.ts';
import { call, objectIn } from '../wire/client.ts';
import { malformed, reasonOf, refused } from '../wire/readError.ts';
import type { ServedKind } from './discovery.ts';

const PAGE = 500;
/** How often a listing is begun again after the server forgot its place. */
const RESTARTS = 2;
/** Labels, annotations, owners and managers of each object, without the rest. */
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

const listed = z.object({
  metadata: z.object({ continue: z.string().optional() }).default({}),
  items: z.array(z.record(z.string(), z.unknown())).nullable(),
});

/** A complete list of one kind, with its filters. */
export interface Listed {
  readonly kind: ServedKind;
  /** As `kubectl -l` has it; absent = every object. */
  readonly labelSelector?: string;
  /** Absent = all namespaces. */
  readonly namespace?: string;
  /** Only the metadata of each object. */
  readonly isMetadataOnly?: true;
}

/** `/apis/apps/v1/namespaces/shop/deployments` */
export function pathOf({ group, version, resource }: ServedKind, namespace?: string): string {
  const base = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return namespace === undefined
    ? `${base}/${resource}`
    : `${base}/namespaces/${encodeURIComponent(namespace)}/${resource}`;
}

/**
 * All objects, as the server has them. After a 410 the listing begins again: the inconsistent token that the server
 * offers then is never used, because objects may be missing between its pages.
 * @throws ReadError unless the listing is complete
 */
export async function listObjects(
  target: CallScope,
  wanted: Listed,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  for (let restarts = 0; ; restarts++) {
    const items = await listOnce(target, wanted, restarts === RESTARTS);
    if (items) return items;
  }
}

/** `undefined`: the server forgot its place, and `isLast` is false. */
async function listOnce(
  target: CallScope,
  { kind, labelSelector, namespace, isMetadataOnly }: Listed,
  isLast: boolean,
): Promise<readonly Readonly<Record<string, unknown>>[] | undefined> {
  const items: Readonly<Record<string, unknown>>[] = [];
  const seen = new Set<string>();
  let next: string | undefined;
  do {
    const query = new URLSearchParams({
      limit: String(PAGE),
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(next === undefined ? {} : { continue: next }),
    });
    const request: Call = {
      method: 'GET',
      path: `${pathOf(kind, namespace)}?${query}`,
      what: `listing ${kindText(kind)}${namespace === undefined ? '' : ` in ${namespace}`}`,
      permission: rightTo('list', kind),
      ...(isMetadataOnly ? { accept: METADATA } : {}),
    };
    const answer = await call(target, request);
    if (answer.status === 410 && reasonOf(answer) === 'Expired' && !isLast) return undefined;
    if (answer.status !== 200) throw refused(answer, request, target.account.name);
    const page = listed.safeParse(objectIn(answer, request, target.account.name));
    if (!page.success) throw malformed(request.what, target.account.name, 'it is no list of objects');
    items.push(...(page.data.items ?? []));
    next = page.data.metadata.continue || undefined;
    if (next !== undefined && seen.has(next)) {
      throw malformed(request.what, target.account.name, 'its pages go round in a circle');
    }
    if (next !== undefined) seen.add(next);
  } while (next !== undefined);
  return items;
}
