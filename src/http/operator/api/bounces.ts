import { z } from 'zod';
import type { OperatorDeps } from '../../app/deps.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { ByMessageId } from './messageId.ts';

const PostBounce = z.strictObject({
  recipient: z.string().trim().min(3).max(320).describe('The address that the message did not reach.'),
  reason: z.string().trim().min(1).max(500).describe('The message of the mail system.'),
  permanent: z.boolean().describe('Permanent: another attempt would bounce too.'),
});

/** `POST notices/:messageId/bounce`: a notice bounced, so the owner did not get it; a repeated call changes nothing. */
export function bounceRoutes(app: App, deps: Pick<OperatorDeps, 'bounced'>): void {
  app.post(
    '/notices/:messageId/bounce',
    { schema: { params: ByMessageId, body: PostBounce } },
    async ({ params: { messageId }, body: { recipient, reason, permanent }, actor }) => {
      const done = await deps.bounced({ messageId, recipient, why: reason, permanent, actor });
      if (done.kind === 'unknown') {
        throw new Problem('unknownId', `No message of the last 90 days has the Message-ID ${messageId}.`);
      }
      const isCopy = done.kind === 'copy';
      return { messageId, countsForOwner: !isCopy, noticesWithdrawn: isCopy ? 0 : done.notices };
    },
  );
}
