/**
 * The messages that Amazon SNS posts to an HTTP endpoint, and the check that SNS wrote them.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
import { verify } from 'node:crypto';
import { z } from 'zod';
import type { Asker, Certificates } from './certificates.ts';

const text = z.string().max(300_000);

const common = {
  MessageId: text,
  TopicArn: text,
  Message: text,
  Timestamp: text,
  SignatureVersion: z.enum(['1', '2']),
  Signature: text,
  SigningCertURL: text,
};

/** Other fields are dropped: they are not signed. */
export const SnsMessage = z.discriminatedUnion('Type', [
  z.object({ Type: z.literal('Notification'), Subject: text.nullish(), ...common }),
  z.object({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: text, Token: text, ...common }),
  z.object({ Type: z.literal('UnsubscribeConfirmation'), SubscribeURL: text, Token: text, ...common }),
]);

/** SNS's JSON after parsing, with its signature unchecked. `Type` distinguishes the three forms. */
export type SnsMessage = z.output<typeof SnsMessage>;

/** The origin of SNS for a topic, without a slash at the end. */
function snsOf(topicArn: string): string {
  const [, partition, , region = ''] = topicArn.split(':');
  return `https://sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
}

/** Is the URL at SNS itself, in the region of the topic? */
export function isSnsUrl(url: string, topicArn: string): boolean {
  return url.startsWith(`${snsOf(topicArn)}/`);
}

/**
 * Compares the text to the last character: the SNS API is on the same host, and with a query it could return a
 * certificate that an attacker put into the name of a resource.
 */
function isCertificateUrl(url: string, topicArn: string): boolean {
  const start = `${snsOf(topicArn)}/SimpleNotificationService-`;
  return url.startsWith(start) && /^[0-9a-f]{1,64}\.pem$/.test(url.slice(start.length));
}

/**
 * `undefined` when SNS has signed exactly this message; else the reason for the doubt.
 */
export async function signatureProblem(
  message: SnsMessage,
  { certificates, asker }: { certificates: Certificates; asker: Asker },
): Promise<string | undefined> {
  const { SigningCertURL: url, SignatureVersion: version, Signature: signature, TopicArn: topic } = message;
  if (!isCertificateUrl(url, topic)) return 'its certificate is not at SNS';
  const { now } = asker;
  const certificate = await certificates.get(url, asker);
  if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo)) {
    return 'its certificate is not valid now';
  }
  const algorithm = version === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  const isSigned = verify(
    algorithm,
    Buffer.from(signedText(message)),
    certificate.publicKey,
    Buffer.from(signature, 'base64'),
  );
  if (!isSigned) return 'its signature is not that of SNS';
  return undefined;
}

/** Keys and values in the order of the keys, each on its own line. */
function signedText(message: SnsMessage): string {
  const { MessageId, TopicArn, Message, Timestamp, Type } = message;
  const more =
    message.Type === 'Notification'
      ? { ...(message.Subject == null ? {} : { Subject: message.Subject }) }
      : { SubscribeURL: message.SubscribeURL, Token: message.Token };
  return Object.entries({ MessageId, TopicArn, Message, Timestamp, Type, ...more })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}\n${value}\n`)
    .join('');
}
