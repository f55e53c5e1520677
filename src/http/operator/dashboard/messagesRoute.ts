import { z } from 'zod';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import type { App } from '../../app/validation.ts';
import { ByMessageId } from '../api/messageId.ts';
import { againProblem, knownNotice, Reason, unknownMessage } from '../api/notices.ts';
import { messagesTexts } from '../texts/messages.ts';
import type { ReadFrame } from './frameState.ts';
import { messagePath } from './messageParts.tsx';
import { noticePage } from './noticePage.tsx';
import { sendPage } from './sendPage.ts';
import { previewPage, sentMessagePage } from './sentMessage.tsx';

const Query = z.strictObject({ from: z.coerce.number().int().min(0).max(1_000_000).default(0) });
const Owner = z.strictObject({ owner: z.string().min(1).max(500) });
const Body = z.object({ reason: Reason });

/** `GET notices/:messageId` and its form, and `GET owners/preview`. */
export function messageRoutes(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/notices/:messageId', { schema: { params: ByMessageId, querystring: Query } }, async (request, reply) => {
    const state = await knownNotice(deps, request.params.messageId, request.query.from);
    const { frame, now } = await readFrame(request, '../');
    return sendPage(reply, sentMessagePage({ frame, now, state }));
  });

  app.post(
    '/notices/:messageId/again',
    { schema: { params: ByMessageId, body: Body }, config: { perAccount: true } },
    async (request, reply) => {
      const { messageId } = request.params;
      const message = await deps.messages.get(messageId);
      if (!message) throw unknownMessage(messageId);
      requireChange(request, ...message.namespaces);
      const sent = await deps.sendAgain({ messageId, actor: request.actor, reason: request.body.reason });
      if (sent.kind !== 'sent') throw againProblem(sent, messageId);
      const { frame } = await readFrame(request, '../../');
      const { title, text, show } = messagesTexts.sentAgain;
      const lines = [text(message.owner, sent.resources)];
      const back = { path: messagePath(sent.messageId), words: show };
      return sendPage(reply, noticePage({ frame, title, tone: 'good', here: 'Owners', lines, back }));
    },
  );

  app.get('/owners/preview', { schema: { querystring: Owner } }, async (request, reply) => {
    const { owner } = request.query;
    const [message, { frame }] = await Promise.all([deps.preview(owner), readFrame(request, '../')]);
    return sendPage(reply, previewPage({ frame, owner, message }));
  });
}
