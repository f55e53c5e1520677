/**
 * SES's report about a message, as a notification of an identity (`notificationType`) or as an event of a
 * configuration set (`eventType`). https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 */
import { z } from 'zod';
import { shorten, visible } from '../../../core/text/visible.ts';

const text = z.string().max(5_000);

const Mail = z.object({
  commonHeaders: z.object({ messageId: text.optional() }).optional(),
  headers: z
    .array(z.object({ name: text, value: text }))
    .max(1_000)
    .optional(),
});

const Notification = z.union([
  z.object({
    what: z.literal('Bounce'),
    mail: Mail,
    bounce: z.object({
      bounceType: text,
      bounceSubType: text.optional(),
      bouncedRecipients: z.array(z.object({ emailAddress: text, diagnosticCode: text.optional() })).max(1_000),
    }),
  }),
  z.object({
    what: z.literal('Complaint'),
    mail: Mail,
    complaint: z.object({
      complaintFeedbackType: text.nullish(),
      complainedRecipients: z.array(z.object({ emailAddress: text })).max(1_000),
    }),
  }),
]);

/** A recipient whom SES could not reach, or who complained. */
export interface FailedRecipient {
  readonly recipient: string;
  readonly why: string;
  readonly permanent: boolean;
}

/** An event of SES, as far as Holystone uses it. */
export type SesNotification =
  | {
      readonly kind: 'failed';
      /** Our own Message-ID, with its angle brackets; absent when SES is not set to include the original headers. */
      readonly messageId: string | undefined;
      readonly recipients: readonly FailedRecipient[];
    }
  /** A delivery, a click: no event that withdraws a notice. */
  | { readonly kind: 'other' };

/** `undefined` when the JSON is no notification of SES. */
export function readSesNotification(json: string): SesNotification | undefined {
  const notification = parse(json);
  if (typeof notification !== 'object' || notification === null) return undefined;
  const { notificationType, eventType } = notification as { notificationType?: unknown; eventType?: unknown };
  const what = notificationType ?? eventType;
  if (typeof what !== 'string') return undefined;
  if (what !== 'Bounce' && what !== 'Complaint') return { kind: 'other' };
  const { success, data } = Notification.safeParse({ ...notification, what });
  if (!success) return undefined;
  return { kind: 'failed', messageId: messageIdOf(data.mail), recipients: recipientsOf(data) };
}

function recipientsOf(data: z.output<typeof Notification>): readonly FailedRecipient[] {
  if (data.what === 'Complaint') {
    const { complainedRecipients, complaintFeedbackType } = data.complaint;
    const why = shorten(visible(`complaint: ${complaintFeedbackType ?? 'no reason given'}`), 500);
    return complainedRecipients.map(({ emailAddress }) => ({ recipient: bare(emailAddress), why, permanent: true }));
  }
  const { bouncedRecipients, bounceType, bounceSubType = '' } = data.bounce;
  return bouncedRecipients.map(({ emailAddress, diagnosticCode = 'no details' }) => ({
    recipient: bare(emailAddress),
    why: shorten(visible(`${bounceType} ${bounceSubType}: ${diagnosticCode}`), 500),
    permanent: bounceType === 'Permanent',
  }));
}

/** SES adds its own message id, so ours is read from the headers. */
function messageIdOf({ commonHeaders, headers = [] }: z.output<typeof Mail>): string | undefined {
  const header = headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value;
  const messageId = (commonHeaders?.messageId ?? header)?.trim();
  return messageId !== undefined && /^<[^<>\s]+>$/.test(messageId) ? messageId : undefined;
}

/** `Ann <ann@example.com>` → `ann@example.com` */
function bare(address: string): string {
  return /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
