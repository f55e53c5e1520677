import type { FastifyReply } from 'fastify';
import type { PublicDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { SayForm, TokenParams } from './choice.ts';
import { backTo, orNotStored, send, withClaims } from './linkPage.ts';
import { notHeardPage, saidPage, surePage } from './responsePages.tsx';
import { type Reader, readSubject } from './subject.ts';

/** `/o/:token/say`: an owner's response other than "keep it". An early deletion needs a second confirmation. */
export function responseRoutes(app: App, deps: PublicDeps): void {
  app.get('/o/:token/say', { schema: { params: TokenParams } }, (request, reply) =>
    reply.redirect(backTo(request.params.token), 303),
  );

  app.post('/o/:token/say', { schema: { params: TokenParams, body: SayForm } }, (request, reply) => {
    const { token } = request.params;
    const back = backTo(token);
    return withClaims(deps, token, { request, reply }, (reader) =>
      orNotStored(deps, reply, { ...reader, back }, () => say(deps, reply, request.body, reader, back)),
    );
  });
}

async function say(deps: PublicDeps, reply: FastifyReply, form: SayForm, reader: Reader, back: string) {
  const subject = await readSubject(deps, reader);
  const { statement, reason, sure } = form;
  if (statement === 'deleteEarly' && sure === undefined) {
    if (subject.mark?.unowned) return send(reply, 409, notHeardPage(subject, { because: 'noOwner' }, back));
    return send(reply, 200, surePage(subject, reason, back));
  }
  const { expiresAt: _expiresAt, language: _language, ...about } = reader.claims;
  const { generation } = reader.claims;
  const result = await deps.storeResponse({ ...about, generation, statement, ...(reason ? { reason } : {}) });
  if (result.kind === 'nothing') return send(reply, 409, notHeardPage(subject, result, back));
  return send(reply, 200, saidPage(subject, statement, result.mark, back));
}
