import { z } from 'zod';
import { parseDuration } from '../../../core/common/duration.ts';
import { inForce, type OptOut, type OptOutTarget } from '../../../core/owner/optOut.ts';
import { addDuration, type Window } from '../../../core/policy/window.ts';
import { MarkCosts } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { invalidField, Problem } from '../../app/problem.ts';
import { undoAudit } from '../../app/undoAudit.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace, NamespaceAndId } from './known.ts';
import { markView, optOutView } from './views.ts';

const PutOptOut = z
  .strictObject({
    /** `forever` (the default), an ISO date and time, or a duration from now. */
    until: z.string().default('forever'),
    reason: z.string().trim().min(1).max(500).optional(),
    /** The id is a group's: the opt-out keeps all of the group. */
    group: z.boolean().default(false),
  })
  .nullish()
  .transform((body) => body ?? { until: 'forever', reason: undefined, group: false });

const DeleteQuery = z.strictObject({
  group: z.stringbool().default(false),
  /** The person whose decision it is; absent = all persons. */
  actor: z.string().optional(),
});

/** `GET opt-outs/:namespace`; `PUT` and `DELETE opt-outs/:namespace/:id`. */
export function optOutApiRoutes(app: App, deps: OperatorDeps): void {
  app.get('/opt-outs/:namespace', { schema: { params: NamespaceAndId.pick({ namespace: true }) } }, async (request) => {
    const { namespace } = knownNamespace(deps, request.params.namespace);
    const now = deps.clock.now();
    const all = await deps.optOuts.list(namespace);
    return { items: all.map((optOut) => ({ ...optOutView(optOut), inForce: inForce(optOut, now) })) };
  });

  app.put(
    '/opt-outs/:namespace/:id',
    { schema: { params: NamespaceAndId, body: PutOptOut }, config: { perAccount: true } },
    async (request) => {
      const { params, body, actor } = request;
      const { namespace, window } = knownNamespace(deps, params.namespace);
      requireChange(request, namespace);
      const at = deps.clock.now();
      const optOut: OptOut = {
        target: targetOf(params.id, body.group),
        until: untilOf(body.until, at, window),
        actor,
        at,
        ...(body.reason === undefined ? {} : { reason: body.reason }),
      };
      const { removed, deletionBegun, outlastedBy } = await deps.optOuts.optOut(namespace, optOut);
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
      const { params, query, actor } = request;
      const { namespace } = knownNamespace(deps, params.namespace);
      requireChange(request, namespace);
      const target = targetOf(params.id, query.group);
      const takenBack: OptOut[] = [];
      for (const optOut of await deps.optOuts.list(namespace, target)) {
        const whose = optOut.actor;
        if (query.actor !== undefined && query.actor !== whose) continue;
        const audit = undoAudit(namespace, target, { actor, at: deps.clock.now(), whose });
        if (await deps.optOuts.undo(namespace, target, audit, whose)) takenBack.push(optOut);
      }
      if (takenBack.length === 0) {
        const by = query.actor === undefined ? '' : ` by ${query.actor}`;
        throw new Problem('unknownId', `There is no opt-out for "${params.id}"${by} in ${namespace}.`);
      }
      return { namespace, id: params.id, undone: true, takenBack: takenBack.map(optOutView) };
    },
  );
}

function targetOf(value: string, group: boolean): OptOutTarget {
  return { kind: group ? 'group' : 'id', value };
}

function untilOf(text: string, now: number, window: Window | undefined): number | 'forever' {
  if (text === 'forever') return 'forever';
  const duration = parseDuration(text);
  if (duration) return addDuration(now, duration, window);
  const instant = z.iso.datetime({ offset: true }).safeParse(text);
  if (!instant.success) {
    throw invalidField('body.until', 'must be "forever", a duration like 30d, or an ISO date and time with zone');
  }
  const until = Date.parse(instant.data);
  if (until <= now) throw invalidField('body.until', 'must be in the future');
  return until;
}
