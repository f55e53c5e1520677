import { z } from 'zod';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { frameTexts } from '../texts/frame.ts';
import type { ReadFrame } from './frameState.ts';
import { noticePage } from './noticePage.tsx';
import { sendPage } from './sendPage.ts';

const Reason = z.string().trim().min(1, 'say why: the reason is kept with the change').max(500);
const Body = z.object({ reason: Reason });

/** `POST stop` and `POST resume`: the kill switch of the fleet. */
export function controlForms(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  for (const [path, killed] of [
    ['/stop', true],
    ['/resume', false],
  ] as const) {
    app.post(path, { schema: { body: Body } }, async (request, reply) => {
      const { actor, body } = request;
      const done = await deps.changeControl({ change: { killed }, actor, reason: body.reason });
      if (done.acknowledged) return reply.redirect('./', 303);
      const { frame } = await readFrame(request, './');
      const { title, text } = frameTexts.disobedient;
      reply.code(202);
      return sendPage(reply, noticePage({ frame, title, tone: 'bad', lines: [text(done.waitingFor)] }));
    });
  }
}
