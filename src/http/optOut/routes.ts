import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { StoreError } from '../../core/errors.ts';
import { longestFirst, type OptOut, outlasts, targetKey } from '../../core/optOut.ts';
import { type OptOutClaims, verify } from '../../core/optOutToken.ts';
import type { OptOutStored } from '../../core/ports.ts';
import type { PublicDeps } from '../deps.ts';
import { undoAudit } from '../undoAudit.ts';
import type { App } from '../validation.ts';
import { KeepForm, optOutFrom, targetOf, UndoForm } from './choice.ts';
import * as pages from './pages.ts';
import { decisionsAbout, isOver, readEnding, readSubject, type Subject } from './subject.ts';

const Params = z.object({ token: z.string() });

/**
 * `/o/:token`. GET and HEAD only read, however often a mail scanner follows the link; POST changes state, and says so
 * only when the store confirmed it (P7, L62).
 */
export function optOutRoutes(app: App, deps: PublicDeps): void {
  app.get('/o/:token', { schema: { params: Params } }, (request, reply) =>
    withClaims(deps, request.params.token, reply, async (claims) => {
      const subject = await readSubject(deps, claims);
      return send(reply, 200, pages.askPage(subject, undoAction(request.params.token)));
    }),
  );

  app.post('/o/:token', { schema: { params: Params, body: KeepForm } }, (request, reply) =>
    withClaims(deps, request.params.token, reply, (claims) =>
      orNotStored(deps, reply, request.params.token, () => keep(deps, reply, request, claims)),
    ),
  );

  app.get('/o/:token/undo', { schema: { params: Params } }, (request, reply) =>
    reply.redirect(backFromUndo(request.params.token), 303),
  );

  app.post('/o/:token/undo', { schema: { params: Params, body: UndoForm } }, (request, reply) =>
    withClaims(deps, request.params.token, reply, (claims) =>
      orNotStored(deps, reply, backFromUndo(request.params.token), () => undo(deps, reply, request, claims)),
    ),
  );
}

type Asked<Body> = { readonly params: { readonly token: string }; readonly body: Body };

async function keep(deps: PublicDeps, reply: FastifyReply, { params, body }: Asked<KeepForm>, claims: OptOutClaims) {
  const wanted = optOutFrom(body, claims, deps.clock.now());
  const subject = await readSubject(deps, claims);
  const stored = await deps.optOuts.optOut(claims.namespace, wanted);
  const ending = stored.removed || stored.deletionBegun ? undefined : await readEnding(deps, claims);
  const page = stored.deletionBegun ? pages.begunPage : isOver(ending) ? pages.overPage : pages.keptPage;
  const longer = whatOutlasts(wanted, stored, subject);
  return send(reply, 200, page({ ...subject, ending }, { own: wanted, longer }, undoAction(params.token)));
}

/** What keeps it longer than the decision just stored: about the same target or, as read before, about the other. */
function whatOutlasts(wanted: OptOut, { outlastedBy }: OptOutStored, { decisions }: Subject): OptOut | undefined {
  const elsewhere = decisions.filter(({ target }) => targetKey(target) !== targetKey(wanted.target));
  const [longest] = longestFirst([...(outlastedBy ? [outlastedBy] : []), ...elsewhere]);
  return longest && outlasts(longest, wanted) ? longest : undefined;
}

async function undo(
  deps: PublicDeps,
  reply: FastifyReply,
  { params, body }: Asked<z.output<typeof UndoForm>>,
  claims: OptOutClaims,
) {
  const target = targetOf(claims, body.scope);
  const subject = await readSubject(deps, claims);
  const existing = decisionsAbout(subject, target);
  const back = backFromUndo(params.token);
  const { namespace, owner: actor } = claims;
  if (!existing.some((optOut) => optOut.actor === actor)) {
    return send(reply, 409, pages.notUndonePage(existing[0], back));
  }
  const audit = undoAudit(namespace, target, { actor, at: deps.clock.now() });
  const undone = await deps.optOuts.undo(namespace, target, audit);
  if (!undone) return send(reply, 409, pages.notUndonePage(undefined, back));
  return send(reply, 200, pages.undonePage(await readSubject(deps, claims), back));
}

/** Calls back only for a token that we signed and that is still valid. */
async function withClaims(
  deps: PublicDeps,
  token: string,
  reply: FastifyReply,
  answer: (claims: OptOutClaims) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const checked = verify(token, deps.keys, deps.clock.now());
  if (checked.kind === 'valid') return answer(checked.claims);
  return send(reply, checked.kind === 'expired' ? 410 : 400, pages.refusedPage(checked.kind, checked.why));
}

/** A change that the store did not confirm is never told as done. */
async function orNotStored(
  { log }: PublicDeps,
  reply: FastifyReply,
  back: string,
  change: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.warn({ problem: error.message }, 'an opt-out was not confirmed by the store');
    return send(reply.header('retry-after', '30'), 503, pages.notStoredPage(back));
  }
}

/** Addresses are relative, so that the pages work below any path of a reverse proxy. */
function undoAction(token: string): string {
  return `${token}/undo`;
}

function backFromUndo(token: string): string {
  return `../${encodeURIComponent(token)}`;
}

function send(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}
