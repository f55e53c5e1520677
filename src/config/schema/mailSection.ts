import { z } from 'zod';
import { LANGUAGES } from '../../core/common/language.ts';
import { hasScheme, name, readText, uniqueList } from '../../core/common/textSettings.ts';
import { ADDRESS_PATTERN, address } from '../../core/owner/addressSettings.ts';
import { parseAddress } from '../../core/text/address.ts';

/** One line that people read; invisible signs would hide what it says. */
const sentence = (what: string) =>
  name(what).refine((text) => text.length <= 300 && !/[\p{Cc}\p{Cf}]/u.test(text), {
    error: `${what}, of one line and at most 300 characters`,
  });

export const mailSection = z.strictObject({
  smtp: readText(
    'a URL that begins with smtp:// or smtps://',
    (text) => (hasScheme(text, ['smtp:', 'smtps:']) ? text : undefined),
    ['smtp://mail.example.com:587'],
    '^\\s*[Ss][Mm][Tt][Pp][Ss]?:',
  ).describe('The mail server, with user and password if it needs them.'),
  from: readText(
    'an address such as holystone@example.com, or Holystone <holystone@example.com>',
    (text) => {
      const bare = /^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(text.trim())?.[1] ?? text;
      return parseAddress(bare) === undefined ? undefined : text.trim();
    },
    ['holystone@example.com'],
    `^(?:[^<>]*<\\s*${ADDRESS_PATTERN}\\s*>|\\s*${ADDRESS_PATTERN})\\s*$`,
  ).describe('The sender of every notice.'),
  language: z
    .enum(LANGUAGES)
    .default('en')
    .describe('The language of every notice, and of the pages behind its links.'),
  intro: sentence('a sentence, such as "Cloud Operations of Acme cleans up unused resources."')
    .optional()
    .describe('Who writes, as the first sentence of every message; default: Holystone cleans up these accounts.'),
  contact: sentence('an address, a channel or a page')
    .optional()
    .describe('Whom owners ask: stands behind the first sentence of every message.'),
  copyTo: uniqueList(address, 'addresses')
    .optional()
    .describe(
      'An address that gets a copy of every notice, as a separate message without links; it never counts as notice.',
    ),
  caFile: name('a file')
    .optional()
    .describe("PEM of the authority that issued the mail server's certificate; default: the public authorities."),
  dkim: z
    .strictObject({
      domain: name('a domain').describe('The signing domain, usually that of `from`.'),
      selector: name('a selector').describe('The selector of its public key: `selector._domainkey.domain`.'),
      privateKeyFile: name('a file').describe('PEM of the private key.'),
    })
    .optional()
    .describe('Signs every message with DKIM, if the mail server does not.'),
  sesTopics: uniqueList(
    z.string().regex(/^arn:aws(-[a-z]+)*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}$/, {
      error: 'the ARN of an SNS topic: arn:aws:sns:us-east-1:123456789012:bounces',
    }),
    'ARNs of SNS topics',
  )
    .optional()
    .describe('Topics through which Amazon SES reports bounces to `/hooks/ses` of the public listener.'),
});
