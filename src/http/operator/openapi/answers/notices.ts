/** The answers of the API about messages to owners. */
import { z } from 'zod';
import { MARK_STATES } from '../../../../core/mark/mark.ts';
import { NOTICE_STATES } from '../../../../core/notice/sentNotices.ts';
import { Count, Event, Instant, pageOf, Strings } from './common.ts';

const Refusal = z.strictObject({
  since: Instant,
  attempts: Count,
  problem: z.string(),
  permanent: z.boolean(),
  nextAttemptAt: Instant,
});

export const WaitingNotices = pageOf(
  z.strictObject({
    owner: z.string(),
    resources: Count,
    namespaces: Strings,
    lastSentAt: Instant.optional(),
    notBefore: Instant.optional().describe('Absent: at the next tick in the window, or never.'),
    refused: Refusal.optional(),
  }),
);

const Repeats = z
  .strictObject({ messageId: z.string(), actor: z.string() })
  .describe('An operator sent that message again: this one is no notice.');

const SentNotice = z.strictObject({
  messageId: z.string(),
  owner: z.string(),
  sentAt: Instant.describe('Of a refused message: the last attempt.'),
  state: z.enum(NOTICE_STATES),
  subject: z.string().optional(),
  transport: z.string().optional(),
  resources: Count,
  isReminder: z.boolean(),
  repeats: Repeats.optional(),
  refusedBecause: z.string().optional().describe('The answer of the transport.'),
  bounce: z.strictObject({ at: Instant, why: z.string(), permanent: z.boolean(), actor: z.string() }).optional(),
  openedAt: Instant.optional().describe('When a link was opened first, by a person or by a mail scanner.'),
});

export const Notices = pageOf(SentNotice);

export const Notice = z.strictObject({
  messageId: z.string(),
  owner: z.string(),
  namespaces: Strings,
  notice: SentNotice.optional().describe('Absent: the list of sent messages has it no more.'),
  items: z
    .array(
      z.strictObject({
        namespace: z.string(),
        id: z.string(),
        mark: z
          .strictObject({
            name: z.string(),
            state: z.enum(MARK_STATES),
            owner: z.string().optional(),
            generation: z.string(),
            projectedDeletionAt: Instant,
          })
          .optional()
          .describe('Absent: it is not marked any more.'),
        lastEvent: Event.optional().describe('Of a resource without a mark, as far as its history is known.'),
      }),
    )
    .describe('The resources of the message, as they are today.'),
  next: z.int().optional().describe('The `from` of the next part; absent on the last one.'),
});

export const Preview = z.strictObject({
  owner: z.string(),
  message: z
    .strictObject({ subject: z.string(), text: z.string(), resources: Count })
    .nullable()
    .describe('Its links decide nothing. null: no message waits.'),
});

export const SentAgain = z.strictObject({
  messageId: z.string().describe('Of the new message.'),
  repeats: z.string(),
  owner: z.string(),
  resources: Count,
});

export const Bounce = z.strictObject({
  messageId: z.string(),
  countsForOwner: z.boolean().describe('false: the bounced message was only a copy.'),
  noticesWithdrawn: Count,
});
