/** One message in the sink: the data from the wire, and the view of a mail client. */
import PostalMime from 'postal-mime';

interface SunkAttachment {
  readonly filename: string;
  readonly contentType: string;
  /** Decoded as UTF-8. */
  readonly content: string;
}

export interface SunkMessage {
  /** Counts from 1 in the order of arrival. */
  readonly number: number;
  /** ms since the epoch. */
  readonly receivedAt: number;
  /** From the envelope, not from the header. */
  readonly sender: string;
  /** The accepted recipients of the envelope. */
  readonly recipients: readonly string[];
  readonly subject: string;
  /** With its angle brackets. */
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly attachments: readonly SunkAttachment[];
  /** As received. */
  readonly raw: string;
}

export interface Arrival {
  readonly number: number;
  readonly receivedAt: number;
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly raw: string;
}

export async function parseMessage(arrival: Arrival): Promise<SunkMessage> {
  const mail = await PostalMime.parse(arrival.raw, { attachmentEncoding: 'utf8' });
  return {
    ...arrival,
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? 'attachment',
      contentType: mimeType,
      content: String(content),
    })),
  };
}
