import { z } from 'zod';
import { csvLine } from '../../../core/text/csv.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { readBlocked } from '../api/blocked.ts';
import { knownNamespace } from '../api/known.ts';
import { blockedTexts } from '../texts/blocked.ts';
import { blockedPage } from './blocked.tsx';
import { blockedListPage } from './blockedList.tsx';
import type { FrameState, ReadFrame } from './frameState.ts';
import { noticePage } from './noticePage.tsx';
import { sendPage } from './sendPage.ts';
import { stoppedPasses } from './stoppedPasses.ts';

const Params = z.object({ namespace: z.string(), passId: z.string().min(1).max(500) });
const Page = z.strictObject({ from: z.coerce.number().int().min(0).max(1_000_000).default(0) });
const Body = z.object({ typed: z.string().trim().max(50), size: z.string().max(50) });
const ROOT = '../../';

/** `GET blocked`, `GET` and `POST blocked/:namespace/:passId`: approves exactly the set that the page showed. */
export function blockedRoutes(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/blocked', async (request, reply) => sendPage(reply, blockedListPage(await readFrame(request, './'))));

  app.get('/blocked/:namespace/:passId', { schema: { params: Params, querystring: Page } }, async (request, reply) => {
    const { params, query } = request;
    const state = await readFrame(request, ROOT);
    const record = recordOf(state, params);
    return sendPage(reply, blockedPage({ ...state, ...query, record, ...(await membersOf(deps, params)) }));
  });

  app.get('/blocked/:namespace/:passId/changes.csv', { schema: { params: Params } }, async ({ params }, reply) => {
    const { changes } = await readBlocked(deps, params);
    const rows = (changes?.changes ?? []).map(({ change, id, name = '', owner = '', reason = '', ...one }) => {
      const created = one.createdAt === undefined ? '' : new Date(one.createdAt).toISOString();
      return csvLine([change, id, name, owner, reason, created, one.monthlyCost ? String(one.monthlyCost.amount) : '']);
    });
    const head = csvLine(['change', 'id', 'name', 'owner', 'why', 'created_at', 'monthly_cost']);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="changes.csv"')
      .send([head, ...rows].join(''));
  });

  app.post(
    '/blocked/:namespace/:passId',
    { schema: { params: Params, body: Body }, config: { perAccount: true } },
    async (request, reply) => {
      const { params, body, actor } = request;
      const { namespace } = knownNamespace(deps, params.namespace);
      requireChange(request, namespace);
      const state = await readFrame(request, ROOT);
      const record = recordOf(state, params);
      const { blocked, action } = record;
      const { frame } = state;
      // Both: the number that the page showed is still the number of the set, and a person typed it.
      if (body.typed !== String(blocked.size) || body.size !== String(blocked.size)) {
        reply.code(400);
        const refusal = blockedTexts.refused(body.typed, blocked.size);
        return sendPage(
          reply,
          blockedPage({ ...state, record, refusal, typed: body.typed, ...(await membersOf(deps, params)) }),
        );
      }
      const approved = await deps.approve(namespace, action, params.passId, actor);
      if (approved.kind !== 'approved') throw new Problem('conflict', approved.why);
      const { title, text } = blockedTexts.approved;
      const lines = [text(approved.size, action, namespace)];
      const back = { path: 'blocked', words: blockedTexts.title };
      return sendPage(reply, noticePage({ frame, title, tone: 'good', here: 'Blocked', lines, back }));
    },
  );
}

async function membersOf(deps: OperatorDeps, asked: z.infer<typeof Params>) {
  const { changes, difference, approval } = await readBlocked(deps, asked);
  return { changes, difference, approval };
}

/** @throws Problem when another pass ended meanwhile: its set may be another one */
function recordOf(state: FrameState, { namespace, passId }: z.infer<typeof Params>) {
  const found = stoppedPasses(state).find((one) => one.passId === passId && one.namespace === namespace.toLowerCase());
  if (found) return found;
  throw new Problem('conflict', `The pass ${passId} of ${namespace} is not blocked, or a later pass took its place.`);
}
