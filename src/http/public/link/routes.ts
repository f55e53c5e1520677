import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { TooManyPatternsError, UnreadableError } from '../../../core/common/errors.ts';
import { type KeepPatternProblem, readKeepPattern } from '../../../core/owner/keepPattern.ts';
import { longerOwn } from '../../../core/owner/longerOwn.ts';
import { longestFirst, type OptOut, type OptOutTarget, outlasts, targetKey } from '../../../core/owner/optOut.ts';
import { addressesOf } from '../../../core/owner/owners.ts';
import type { OptOutStored } from '../../../core/ports/ports.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { invalidField } from '../../app/problem.ts';
import { readableMark } from '../../app/readableMark.ts';
import { undoAudit } from '../../app/undoAudit.ts';
import type { App } from '../../app/validation.ts';
import { type Actions, askPage } from './askPage.tsx';
import { AskQuery, chosenIn, KeepForm, TokenParams, targetOf, UndoForm } from './choice.ts';
import * as pages from './keptPages.tsx';
import { backTo, below, orNotStored, send, withClaims } from './linkPage.ts';
import { reportResourceOpened } from './opening.ts';
import { nameOf } from './parts.tsx';
import { noDayPage, noPatternPage, patternPage, prefixOf } from './patternPages.tsx';
import { decisionsAbout, isOver, type Reader, readDecided, readSubject, type Subject } from './subject.ts';

/**
 * `/o/:token`. GET and HEAD only read, however often a mail scanner follows the link; POST changes state, and reports
 * it only after the store confirmed it (P7, L62).
 */
export function optOutRoutes(app: App, deps: PublicDeps): void {
  app.get('/o/:token', { schema: { params: TokenParams, querystring: AskQuery } }, (request, reply) =>
    withClaims(deps, request.params.token, { request, reply }, async (reader) => {
      const subject = await readSubject(deps, reader);
      reportResourceOpened(deps, request, subject);
      return send(reply, 200, askPage(subject, actionsOf(request.params.token), request.query.scope));
    }),
  );

  app.post('/o/:token', { schema: { params: TokenParams, body: KeepForm } }, (request, reply) =>
    withClaims(deps, request.params.token, { request, reply }, (reader) =>
      orNotStored(deps, reply, { ...reader, back: request.params.token }, () => keep(deps, reply, request, reader)),
    ),
  );

  app.get('/o/:token/undo', { schema: { params: TokenParams } }, (request, reply) =>
    reply.redirect(backTo(request.params.token), 303),
  );

  app.post('/o/:token/undo', { schema: { params: TokenParams, body: UndoForm } }, (request, reply) =>
    withClaims(deps, request.params.token, { request, reply }, (reader) =>
      orNotStored(deps, reply, { ...reader, back: backTo(request.params.token) }, () =>
        undo(deps, reply, request, reader),
      ),
    ),
  );
}

type Posted<Body> = { readonly params: { readonly token: string }; readonly body: Body };

async function keep(deps: PublicDeps, reply: FastifyReply, { params, body }: Posted<KeepForm>, reader: Reader) {
  const { claims } = reader;
  const { scope } = body;
  const chosen = chosenIn(body, claims, deps.clock.now());
  if (chosen === undefined) return send(reply, 400, noDayPage(reader.catalogue, params.token));
  if (scope !== 'pattern')
    return store(deps, reply, params.token, { target: targetOf(claims, scope), ...chosen }, reader);
  const subject = await readSubject(deps, reader);
  const read = readPattern(subject, body.pattern);
  if (read.kind === 'refused') return send(reply, 400, noPatternPage(subject, read.problem, params.token));
  try {
    if (body.sure !== undefined) return await store(deps, reply, params.token, { target: read, ...chosen }, reader);
    const preview = await deps.optOuts.preview(claims.namespace, read.value);
    return send(reply, 200, patternPage(subject, { form: body, chosen, value: read.value, preview }));
  } catch (error) {
    if (!(error instanceof TooManyPatternsError)) throw error;
    return send(reply, 409, noPatternPage(subject, 'tooMany', params.token));
  }
}

async function store(deps: PublicDeps, reply: FastifyReply, token: string, wanted: OptOut, reader: Reader) {
  const { claims } = reader;
  const isShared = addressesOf(wanted.actor).length > 1;
  // The data of the page must not block the decision, and no read delays it.
  const [seen, stored] = await Promise.all([
    readableMark(deps.marks, claims.namespace, claims.id).catch(() => undefined),
    deps.optOuts.optOut(claims.namespace, wanted, isShared ? 'longer' : undefined),
  ]);
  if (stored.isShorter) return nothingShorter(deps, reply, token, wanted, reader);
  const subject = await readDecided(deps, reader, stored, seen);
  const isTooLate = wanted.target.kind === 'id' && isOver(subject.ending);
  const page = stored.deletionBegun ? pages.begunPage : isTooLate ? pages.overPage : pages.keptPage;
  const outlasting = whatOutlasts(wanted, stored, subject);
  const decided = { own: wanted, longer: outlasting, marksLeft: stored.marksLeft ?? false };
  return send(reply, 200, page(subject, decided, below(token, 'undo')));
}

/**
 * Several people who own a resource together have one decision: a shorter one of another must not replace it unseen, and only
 * withdrawing ends it.
 */
async function nothingShorter(deps: PublicDeps, reply: FastifyReply, token: string, wanted: OptOut, reader: Reader) {
  const { optOuts } = deps;
  const { target, actor, at } = wanted;
  const decisions = await optOuts.list(reader.claims.namespace, target).catch((error: unknown): readonly OptOut[] => {
    // One that nobody can read keeps for ever.
    if (error instanceof UnreadableError) return [{ target, actor, at, until: 'forever' }];
    throw error;
  });
  const longer = longerOwn(decisions, wanted);
  const subject = await readSubject(deps, reader);
  // A permit or the deletion may have come before the longer one, too: then no page says that it is kept.
  const isTooLate = wanted.target.kind === 'id' && isOver(subject.ending);
  const ended = subject.mark?.state === 'deleting' ? pages.begunPage : isTooLate ? pages.overPage : undefined;
  const decided = { own: longer ?? wanted, longer: undefined, marksLeft: false };
  if (ended) return send(reply, 409, ended(subject, decided, below(token, 'undo')));
  return send(reply, 409, pages.notUndonePage(subject, { target, existing: longer }, token));
}

/** A decision that lasts longer than the new one: about the same target or, from the read before, about the other. */
function whatOutlasts(wanted: OptOut, { outlastedBy }: OptOutStored, { decisions }: Subject): OptOut | undefined {
  const elsewhere = decisions.filter(({ target }) => targetKey(target) !== targetKey(wanted.target));
  const [longest] = longestFirst([...(outlastedBy ? [outlastedBy] : []), ...elsewhere]);
  return longest && outlasts(longest, wanted) ? longest : undefined;
}

async function undo(
  deps: PublicDeps,
  reply: FastifyReply,
  { params, body }: Posted<z.output<typeof UndoForm>>,
  reader: Reader,
) {
  const { claims } = reader;
  const { scope, pattern } = body;
  const target: OptOutTarget = scope === 'pattern' ? { kind: scope, value: pattern } : targetOf(claims, scope);
  const subject = await readSubject(deps, reader);
  // The pattern need not keep the resource of this link.
  const existing =
    scope === 'pattern' ? await deps.optOuts.list(claims.namespace, target) : decisionsAbout(subject, target);
  const back = backTo(params.token);
  const { namespace, owner: actor } = claims;
  if (!existing.some((optOut) => optOut.actor === actor)) {
    return send(reply, 409, pages.notUndonePage(subject, { target, existing: existing[0] }, back));
  }
  const audit = undoAudit(namespace, target, { actor, at: deps.clock.now() });
  const undone = await deps.optOuts.undo(namespace, target, audit);
  if (!undone) return send(reply, 409, pages.notUndonePage(subject, { target, existing: undefined }, back));
  return send(
    reply,
    200,
    pages.undonePage(await readSubject(deps, reader), scope === 'pattern' ? pattern : nameOf(subject), back),
  );
}

function actionsOf(token: string): Actions {
  return { undo: below(token, 'undo'), say: below(token, 'say') };
}

type Read =
  | { readonly kind: 'pattern'; readonly value: string }
  | { readonly kind: 'refused'; readonly problem: KeepPatternProblem };

/**
 * The pattern that the reader wrote, limited to their group.
 * @throws Problem when the resources of the group cannot be separated from others by a pattern
 */
function readPattern(subject: Subject, text: string): Read {
  const prefix = prefixOf(subject);
  if (prefix === undefined) throw invalidField('body.scope', 'this link keeps nothing by a pattern');
  const own = readKeepPattern(text);
  if (own.kind === 'invalid') return { kind: 'refused', problem: own.problem };
  const whole = readKeepPattern(prefix + own.value);
  return whole.kind === 'invalid' ? { kind: 'refused', problem: whole.problem } : whole;
}
