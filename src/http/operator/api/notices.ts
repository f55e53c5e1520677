import { z } from 'zod';
import { type KnownNotice, NOTICE_STATES, noticeStateOf, REPEAT_EVERY_MS } from '../../../core/notice/sentNotices.ts';
import type { OperatorDeps, SentAgain } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { Instant } from './markQuery.ts';
import { ByMessageId } from './messageId.ts';
import { type NoticeRow, type NoticeState, readNotice } from './noticeState.ts';
import { cursorOf, keyIn, PageQuery } from './paging.ts';
import { auditView, isoOf } from './views.ts';

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

const address = z.string().min(1).max(500);

const NoticeQuery = PageQuery.extend({
  owner: address.optional().describe('The address of the recipient, exactly.'),
  state: z.enum(NOTICE_STATES).optional(),
  since: Instant.optional().describe('Sent at this instant or later.'),
  before: Instant.optional(),
});

const RowsQuery = z.strictObject({
  from: z.coerce.number().int().min(0).max(1_000_000).default(0).describe('`next` of the part before.'),
});

export const Reason = z.string().trim().min(1, 'say why: the reason is kept with the change').max(500);
const PostAgain = z.strictObject({ reason: Reason });

/** `GET notices` newest first, `GET notices/:messageId`, `GET notices/preview`, `POST notices/:messageId/again`. */
export function noticeRoutes(app: App, deps: OperatorDeps): void {
  app.get('/notices', { schema: { querystring: NoticeQuery } }, async ({ query }) => {
    const { cursor, limit, ...filter } = query;
    const page = await deps.sentNotices.page(filter, cursor === undefined ? undefined : keyIn(cursor), limit);
    return { items: page.notices.map(noticeView), ...(page.next === undefined ? {} : { next: cursorOf(page.next) }) };
  });

  app.get('/notices/preview', { schema: { querystring: z.strictObject({ owner: address }) } }, async ({ query }) => {
    const { owner } = query;
    const message = await deps.preview(owner);
    return { owner, message: message ?? null };
  });

  app.get('/notices/:messageId', { schema: { params: ByMessageId, querystring: RowsQuery } }, async (request) => {
    const { params, query } = request;
    return stateView(await knownNotice(deps, params.messageId, query.from));
  });

  app.post(
    '/notices/:messageId/again',
    { schema: { params: ByMessageId, body: PostAgain }, config: { perAccount: true } },
    async (request) => {
      const { messageId } = request.params;
      const message = await deps.messages.get(messageId);
      if (!message) throw unknownMessage(messageId);
      requireChange(request, ...message.namespaces);
      const { actor, body } = request;
      const sent = await deps.sendAgain({ messageId, actor, reason: body.reason });
      if (sent.kind !== 'sent') throw againProblem(sent, messageId);
      return { messageId: sent.messageId, repeats: messageId, owner: message.owner, resources: sent.resources };
    },
  );
}

/** @throws Problem 404 */
export async function knownNotice(deps: OperatorDeps, messageId: string, from: number): Promise<NoticeState> {
  const state = await readNotice(deps, messageId, from);
  if (!state) throw unknownMessage(messageId);
  return state;
}

/** 404; messages are stored for 90 days. */
export function unknownMessage(messageId: string): Problem {
  return new Problem('unknownId', `No message of the last 90 days has the Message-ID ${messageId}.`);
}

/** `conflict` where nothing is left to say or another operator was first; `upstream` where the transport refused. */
export function againProblem(done: Exclude<SentAgain, { kind: 'sent' }>, messageId: string): Problem {
  if (done.kind === 'unknown') return unknownMessage(messageId);
  if (done.kind === 'notAccepted') return new Problem('upstream', `Nothing was sent: ${done.why}`);
  if (done.kind === 'nothing') return new Problem('conflict', `Nothing was sent. ${done.why}`);
  const next = isoOf(done.at + REPEAT_EVERY_MS);
  const why = `Nothing was sent: "${done.actor}" sent this owner a message again at ${isoOf(done.at)}.`;
  return new Problem('conflict', `${why} The next one is possible at ${next}.`);
}

function noticeView(notice: KnownNotice) {
  const { messageId, owner, at, subject, transport, resources, isReminder, repeats, bounce, refusedBecause } = notice;
  return {
    messageId,
    owner,
    sentAt: isoOf(at),
    state: noticeStateOf(notice),
    subject,
    transport,
    resources,
    isReminder,
    repeats,
    refusedBecause,
    bounce: bounce && { ...bounce, at: isoOf(bounce.at) },
    openedAt: isoOf(notice.openedAt),
  };
}

function stateView({ message, notice, rows, next }: NoticeState) {
  const { messageId, owner, namespaces, bounce } = message;
  return {
    messageId,
    owner,
    namespaces,
    notice: notice && noticeView({ ...notice, ...(bounce ? { bounce } : {}) }),
    items: rows.map(rowView),
    next,
  };
}

function rowView({ namespace, id, mark, last }: NoticeRow) {
  return {
    namespace,
    id,
    mark: mark && {
      name: mark.resource.name,
      state: mark.state,
      owner: mark.owner,
      generation: mark.generation,
      projectedDeletionAt: isoOf(mark.projectedDeletionAt),
    },
    lastEvent: last && auditView(last),
  };
}
