/** A message as it would be sent, for people to look at; opens no connection. */
import { createTransport } from 'nodemailer';
import type { Digest } from '../../core/notice/digest.ts';
import { addressesOf } from '../../core/owner/owners.ts';
import { headersOf } from './headers.ts';
import { type RenderOptions, renderDigest } from './renderDigest.ts';

/** RFC 5322, with CRLF. */
export async function emlOf(digest: Digest, options: RenderOptions): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { subject, html, text, attachments } = await renderDigest(digest, options);
  const { message } = await transport.sendMail({
    from: options.from,
    to: addressesOf(digest.owner).map((address) => ({ name: '', address })),
    subject,
    html,
    text,
    attachments: [...attachments],
    messageId: digest.messageId,
    date: new Date(digest.preparedAt),
    headers: { ...headersOf(digest) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message.toString();
}
