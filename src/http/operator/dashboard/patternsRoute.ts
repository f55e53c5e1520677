import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { TooManyPatternsError } from '../../../core/common/errors.ts';
import { readKeepPattern } from '../../../core/owner/keepPattern.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import { endWords } from '../../../core/text/endWords.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace } from '../api/known.ts';
import { keep, takeBack } from '../api/optOutChanges.ts';
import { patternsTexts } from '../texts/patterns.ts';
import { timeOf } from './fate.ts';
import type { ReadFrame } from './frameState.ts';
import { noticePage } from './noticePage.tsx';
import { segment } from './operatorParts.tsx';
import { decisionIn } from './patternDecision.ts';
import { type AskedPattern, patternsPage } from './patternsPage.tsx';
import { sendPage } from './sendPage.ts';

const Params = z.object({ namespace: z.string() });
const Pattern = z.string().max(1_000);
const Query = z.object({ pattern: Pattern.optional() });
const Keep = z.object({
  pattern: Pattern,
  until: z.enum(['30d', '90d', '365d', 'forever']),
  reason: z.string().trim().min(1, 'say why: the reason is kept with the decision').max(500),
});
const Undo = z.object({ decision: z.string().max(10_000) });

/**
 * `GET patterns/:namespace`, with `?pattern=` the marks that it would keep, which changes nothing; its form, which
 * keeps; and the form of each stored pattern, which takes it back.
 */
export function patternRoutes(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/patterns/:namespace', { schema: { params: Params, querystring: Query } }, async (request, reply) => {
    const { namespace } = knownNamespace(deps, request.params.namespace);
    const typed = request.query.pattern === undefined ? undefined : await ask(deps, namespace, request.query.pattern);
    return show(request, reply, namespace, typed);
  });

  app.post(
    '/patterns/:namespace',
    { schema: { params: Params, body: Keep }, config: { perAccount: true } },
    async (request, reply) => {
      const { pattern, until, reason } = request.body;
      const wish = { namespace: request.params.namespace, id: pattern, pattern: true, until, reason };
      try {
        const { namespace, optOut, stored } = await keep(deps, request, wish);
        const { deletionBegun, marksLeft, outlastedBy } = stored;
        const words = endWords[deps.endOf(namespace)];
        return await confirm({ request, reply, root: '../' }, namespace, patternsTexts.kept, [
          patternsTexts.keptLine(optOut.target.value, timeOf(optOut)),
          ...(deletionBegun ? [patternsTexts.begun(words)] : []),
          ...(marksLeft ? [patternsTexts.marksLeft(words)] : []),
          ...(outlastedBy ? [patternsTexts.outlasted(outlastedBy.actor, timeOf(outlastedBy))] : []),
        ]);
      } catch (error) {
        if (!(error instanceof TooManyPatternsError)) throw error;
        const { namespace } = knownNamespace(deps, request.params.namespace);
        return show(request, reply, namespace, { kind: 'tooMany', pattern });
      }
    },
  );

  app.post(
    '/patterns/:namespace/undo',
    { schema: { params: Params, body: Undo }, config: { perAccount: true } },
    async (request, reply) => {
      const { pattern, actor } = decisionIn(request.body.decision);
      const target = { namespace: request.params.namespace, id: pattern, pattern: true, actor };
      const { namespace } = await takeBack(deps, request, target);
      return confirm({ request, reply, root: '../../' }, namespace, patternsTexts.undone, [
        patternsTexts.undoneLine(pattern, actor),
        patternsTexts.undoneNext,
      ]);
    },
  );

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    namespace: Namespace,
    typed: AskedPattern | undefined,
  ) {
    const [{ frame, now }, stored] = await Promise.all([readFrame(request, '../'), deps.optOuts.patterns(namespace)]);
    reply.code(typed?.kind === 'invalid' ? 400 : typed?.kind === 'tooMany' ? 409 : 200);
    return sendPage(reply, patternsPage({ frame, now, namespace, stored, typed }));
  }

  async function confirm(
    { request, reply, root }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly root: string },
    namespace: Namespace,
    title: string,
    sentences: readonly string[],
  ) {
    const { frame } = await readFrame(request, root);
    const back = { path: `patterns/${segment(namespace)}`, words: patternsTexts.back };
    const lines = sentences.map((line) => shorten(line, 1_000));
    return sendPage(reply, noticePage({ frame, title, tone: 'plain', here: 'Namespaces', lines, back }));
  }
}

/** Reads only. */
async function ask({ optOuts }: OperatorDeps, namespace: Namespace, text: string): Promise<AskedPattern> {
  const read = readKeepPattern(text);
  if (read.kind === 'invalid') return { kind: 'invalid', pattern: text, problem: read.problem };
  const pattern = read.value;
  try {
    return { kind: 'preview', pattern, preview: await optOuts.preview(namespace, pattern) };
  } catch (error) {
    if (!(error instanceof TooManyPatternsError)) throw error;
    return { kind: 'tooMany', pattern };
  }
}
