import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { csvLine } from '../../../core/text/csv.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace } from '../api/known.ts';
import { takeBack } from '../api/optOutChanges.ts';
import { keptTexts } from '../texts/kept.ts';
import type { ReadFrame } from './frameState.ts';
import { keptPage, targetWords, undoPage } from './kept.tsx';
import { keptDecisionIn } from './keptDecision.ts';
import { type KeptDecision, keptMatching, readKept } from './keptRead.ts';
import { noticePage } from './noticePage.tsx';
import { sendPage } from './sendPage.ts';

const text = z.string().trim().max(500).default('');
const Filter = z.strictObject({ q: text, by: text });
const Query = Filter.extend({ from: z.coerce.number().int().min(0).max(10_000_000).default(0) });
const Decision = z.string().min(1).max(10_000);
const Undo = z.object({ decision: Decision, reason: z.string().trim().max(500).default('') });
const PER_PAGE = 100;
const PEOPLE = 200;

/** `GET kept`, `kept.csv`, `kept/undo`; `POST kept/undo`: what people keep, and the way to undo one of their decisions. */
export function keptRoutes(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/kept', { schema: { querystring: Query } }, async (request, reply) => {
    const { q, by, from } = request.query;
    const [{ frame, now }, { decisions, left }] = await Promise.all([readFrame(request, './'), readKept(deps)]);
    const all = keptMatching(decisions, { q: q || undefined, by: by || undefined, now });
    const people = [...new Set(decisions.map(({ optOut }) => optOut.actor))].toSorted().slice(0, PEOPLE);
    return sendPage(reply, keptPage({ frame, now, q, by, all, from, perPage: PER_PAGE, left, people }));
  });

  app.get('/kept.csv', { schema: { querystring: Filter } }, async ({ query: { q, by } }, reply) => {
    const { decisions } = await readKept(deps);
    const now = deps.clock.now();
    const rows = keptMatching(decisions, { q: q || undefined, by: by || undefined, now }).map(csvOf);
    const head = csvLine(['namespace', 'kind', 'id', 'name', 'kept_by', 'until', 'why', 'since']);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="kept.csv"')
      .send([head, ...rows].join(''));
  });

  app.get('/kept/undo', { schema: { querystring: z.strictObject({ decision: Decision }) } }, async (request, reply) => {
    const decision = await storedDecision(deps, request.query.decision);
    const { frame } = await readFrame(request, '../');
    return sendPage(reply, undoPage({ frame, decision, isReasonMissing: false }));
  });

  app.post('/kept/undo', { schema: { body: Undo }, config: { perAccount: true } }, async (request, reply) => {
    const decision = await decided(deps, request, request.body.decision);
    const { namespace, optOut } = decision;
    const { target, actor, name } = optOut;
    const { frame } = await readFrame(request, '../');
    if (request.body.reason === '') {
      reply.code(400);
      return sendPage(reply, undoPage({ frame, decision, isReasonMissing: true }));
    }
    const kinds = { group: target.kind === 'group', pattern: target.kind === 'pattern' };
    await takeBack(deps, request, { namespace, id: target.value, ...kinds, actor, why: request.body.reason });
    const lines = [keptTexts.undone(targetWords(target, name), shorten(actor, 200)), keptTexts.ask.afterwards];
    const back = { path: 'kept', words: keptTexts.back };
    const title = keptTexts.undoneTitle;
    return sendPage(reply, noticePage({ frame, title, tone: 'plain', here: 'Kept', lines, back }));
  });
}

async function decided(deps: OperatorDeps, request: FastifyRequest, encoded: string): Promise<KeptDecision> {
  requireChange(request, knownNamespace(deps, keptDecisionIn(encoded).namespace).namespace);
  return storedDecision(deps, encoded);
}

/** @throws Problem where nobody keeps it any more */
async function storedDecision(deps: OperatorDeps, encoded: string): Promise<KeptDecision> {
  const { namespace: given, target, actor } = keptDecisionIn(encoded);
  const { namespace } = knownNamespace(deps, given);
  const optOut = (await deps.optOuts.list(namespace, target)).find((one) => one.actor === actor);
  if (optOut) return { namespace, optOut };
  throw new Problem('unknownId', `"${actor}" no longer keeps "${target.value}" in ${namespace}.`);
}

function csvOf({ namespace, optOut: { target, name = '', actor, until, reason = '', at } }: KeptDecision): string {
  const end = until === 'forever' ? until : new Date(until).toISOString();
  return csvLine([namespace, target.kind, target.value, name, actor, end, reason, new Date(at).toISOString()]);
}
