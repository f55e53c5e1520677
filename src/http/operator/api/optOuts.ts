import { z } from 'zod';
import { inForce, type OptOut } from '../../../core/owner/optOut.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import { MarkCosts } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace, NamespaceAndId, sortedConfigurations } from './known.ts';
import { keep, patternIn, Reason, takeBack, Unseen, Until } from './optOutChanges.ts';
import { cursorOf, inOrder, keyIn, PageQuery, pageOf } from './paging.ts';
import { markView, optOutView } from './views.ts';

const PutOptOut = z
  .strictObject({
    until: Until,
    reason: Reason,
    /** The id is a group's: the opt-out keeps all of the group. */
    group: z.boolean().default(false),
    /** The id is a pattern of ids and names: `*` is any text. The opt-out keeps all that match, also future ones. */
    pattern: z.boolean().default(false),
    unseen: Unseen,
  })
  .nullish()
  .transform((body) => body ?? { until: 'forever', reason: undefined, group: false, pattern: false, unseen: false });

const DeleteQuery = z.strictObject({
  group: z.stringbool().default(false),
  pattern: z.stringbool().default(false),
  /** The person whose decision it is; absent = all persons. */
  actor: z.string().optional(),
});

const MatchingQuery = z.strictObject({ pattern: z.string() });

/** `GET opt-outs` and `opt-outs/:namespace`, in pages; `PUT` and `DELETE opt-outs/:namespace/:id`. */
export function optOutApiRoutes(app: App, deps: OperatorDeps): void {
  app.get('/opt-outs', { schema: { querystring: PageQuery } }, async ({ query }) => {
    const { items, next } = await optOutsOfAll(deps, query);
    const now = deps.clock.now();
    return { items: items.map(({ namespace, optOut }) => ({ namespace, ...keptView(optOut, now) })), next };
  });

  app.get(
    '/opt-outs/:namespace',
    { schema: { params: NamespaceAndId.pick({ namespace: true }), querystring: PageQuery } },
    async ({ params, query }) => {
      const { namespace } = knownNamespace(deps, params.namespace);
      const now = deps.clock.now();
      const { items, next } = pageOf(inOrder(await deps.optOuts.list(namespace), keyOf), keyOf, query);
      return { items: items.map((optOut) => keptView(optOut, now)), next };
    },
  );

  app.get(
    '/opt-outs/:namespace/matching',
    { schema: { params: NamespaceAndId.pick({ namespace: true }), querystring: MatchingQuery } },
    async ({ params, query }) => {
      const { namespace } = knownNamespace(deps, params.namespace);
      const pattern = patternIn('query.pattern', query.pattern);
      return { namespace, pattern, ...(await deps.optOuts.preview(namespace, pattern)) };
    },
  );

  app.put(
    '/opt-outs/:namespace/:id',
    { schema: { params: NamespaceAndId, body: PutOptOut }, config: { perAccount: true } },
    async (request) => {
      const { params, body } = request;
      const { namespace, stored, optOut } = await keep(deps, request, { ...params, ...body });
      const { removed, deletionBegun, outlastedBy } = stored;
      return {
        namespace,
        optOut: optOutView(optOut),
        removed: removed && markView(removed, new MarkCosts(deps.workConfigurations())),
        deletionBegun,
        /** Another person's decision that keeps it longer. */
        outlastedBy: outlastedBy && optOutView(outlastedBy),
      };
    },
  );

  app.delete(
    '/opt-outs/:namespace/:id',
    { schema: { params: NamespaceAndId, querystring: DeleteQuery }, config: { perAccount: true } },
    async (request) => {
      const { params, query } = request;
      const { namespace, takenBack } = await takeBack(deps, request, { ...params, ...query });
      return { namespace, id: params.id, undone: true, takenBack: takenBack.map(optOutView) };
    },
  );
}

function keptView(optOut: OptOut, now: number) {
  return { ...optOutView(optOut), inForce: inForce(optOut, now) };
}

/** Unique: an id and a name may contain any character, so the key must show where each ends. */
function keyOf({ target, actor }: OptOut): string {
  return JSON.stringify([target.kind, target.value, actor]);
}

/** Most namespaces have none: after so many a page ends, and the next request continues there. */
const NAMESPACES_PER_REQUEST = 2_000;
const AT_ONCE = 100;
/** No namespace, id or actor has it. */
const BETWEEN = '\n';

/** One namespace after the other. A page may have fewer opt-outs than `limit`, even none, before a next one. */
async function optOutsOfAll(
  deps: OperatorDeps,
  { cursor, limit }: z.infer<typeof PageQuery>,
): Promise<{ items: readonly { namespace: Namespace; optOut: OptOut }[]; next?: string }> {
  const [first = '', inFirst = ''] = cursor === undefined ? [] : keyIn(cursor).split(BETWEEN);
  const namespaces = sortedConfigurations(deps).filter(({ namespace }) => namespace >= first);
  const items: { namespace: Namespace; optOut: OptOut }[] = [];
  for (let from = 0; from < Math.min(namespaces.length, NAMESPACES_PER_REQUEST); from += AT_ONCE) {
    const some = namespaces.slice(from, from + AT_ONCE);
    const lists = await Promise.all(some.map(({ namespace }) => deps.optOuts.list(namespace)));
    for (const [at, { namespace }] of some.entries()) {
      const all = inOrder(lists[at] ?? [], keyOf);
      for (const optOut of namespace === first ? all.filter((one) => keyOf(one) > inFirst) : all) {
        const last = items.at(-1);
        if (items.length === limit && last) {
          return { items, next: cursorOf(`${last.namespace}${BETWEEN}${keyOf(last.optOut)}`) };
        }
        items.push({ namespace, optOut });
      }
    }
  }
  const rest = namespaces[NAMESPACES_PER_REQUEST];
  return rest ? { items, next: cursorOf(`${rest.namespace}${BETWEEN}`) } : { items };
}
