import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import type { App } from '../../app/validation.ts';
import { checkNow } from '../api/check.ts';
import { knownNamespace, NamespaceAndId } from '../api/known.ts';
import { readResourceState, storedState } from '../api/resourceState.ts';
import { marksTexts } from '../texts/marks.ts';
import type { ReadFrame } from './frameState.ts';
import { kept, untilProblem } from './keepOne.ts';
import { noticePage } from './noticePage.tsx';
import { overdueFacts } from './overdue.ts';
import { type ResourceView, resourcePage } from './resource.tsx';
import { sendPage } from './sendPage.ts';

const Query = z.strictObject({ check: z.literal('now').optional() });
const Keep = z.object({
  do: z.enum(['30d', 'until', 'forever']),
  until: z.string().trim().max(40).default(''),
  reason: z.string().trim().max(500).default(''),
});
const ROOT = '../../../';

/**
 * `GET /resources/:namespace/:id`; `?check=now` evaluates it, which reads the cloud and writes nothing; only then a resource
 * of which nothing is stored has a page. `POST` keeps it.
 */
export function resourceRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get(
    '/resources/:namespace/:id',
    { schema: { params: NamespaceAndId, querystring: Query } },
    async (request, reply) => {
      const isChecked = request.query.check !== undefined;
      return sendPage(reply, resourcePage(await readView(request, request.params, isChecked)));
    },
  );

  app.post(
    '/resources/:namespace/:id',
    { schema: { params: NamespaceAndId, body: Keep }, config: { perAccount: true } },
    async (request, reply) => {
      const { params, body } = request;
      const { namespace } = knownNamespace(deps, params.namespace);
      requireChange(request, namespace);
      const error = body.do === 'until' ? dayProblem(body.until, deps.clock.now()) : undefined;
      if (error !== undefined) {
        reply.code(400);
        const view = await readView(request, params, true);
        return sendPage(reply, resourcePage({ ...view, typed: { ...body, error } }));
      }
      const until = body.do === 'until' ? body.until : body.do;
      const { line, isRefused } = await kept(deps, { namespace, id: params.id }, request, { ...body, until });
      const { frame } = await readFrame(request, ROOT);
      reply.code(isRefused ? 409 : 200);
      const { title, back: words } = marksTexts.selected;
      const tone = isRefused ? 'bad' : 'plain';
      const back = { path: 'marks', words };
      return sendPage(reply, noticePage({ frame, title, tone, here: 'Marks', lines: [line], back }));
    },
  );

  async function readView(
    request: FastifyRequest,
    { namespace: name, id }: z.infer<typeof NamespaceAndId>,
    isChecked: boolean,
  ): Promise<ResourceView> {
    const configuration = knownNamespace(deps, name);
    const { namespace } = configuration;
    const checked = isChecked ? await checkNow(deps, namespace, id) : undefined;
    const isThere = checked !== undefined && checked.kind !== 'gone';
    const state = await (isThere ? storedState : readResourceState)(deps, configuration, id);
    const fleet = await readFrame(request, ROOT);
    const { frame, now, control } = fleet;
    const own = fleet.namespaces.find((one) => one.configuration.namespace === namespace);
    const facts = own && overdueFacts(own, fleet);
    const providerPage = deps.providerPage(namespace, id);
    return { frame, control, configuration, facts, id, now, state, providerPage, checked };
  }
}

/** A sentence; `undefined` = it is a day on which a decision may end. */
function dayProblem(until: string, now: number): string | undefined {
  const { refused } = marksTexts;
  if (until === '') return refused.noDay;
  const why = untilProblem(until, now);
  return why === undefined ? undefined : refused.until(why);
}
