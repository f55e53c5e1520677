import { createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { StoreError } from '../../../src/core/common/errors.ts';
import type { BounceSink, PublicDeps } from '../../../src/http/app/deps.ts';
import { ManualClock } from '../../support/queue.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { type Listening, NOW, startPublic } from './fixture.ts';

const TOPIC = 'arn:aws:sns:us-east-1:123456789012:bounces';
const CHINA = 'arn:aws-cn:sns:cn-north-1:123456789012:bounces';
const SNS = 'https://sns.us-east-1.amazonaws.com';
const CERTIFICATE = `${SNS}/SimpleNotificationService-0123456789abcdef.pem`;
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/sns/${name}`, import.meta.url), 'utf8');
const [key, certificate] = [fixture('key.pem'), fixture('certificate.pem')];

let store: StateFixture;
let site: Listening;
let ses: NonNullable<PublicDeps['ses']>;
let reads: string[];
let reports: Parameters<BounceSink>[0][];
let isAway: boolean;
const clock = new ManualClock(NOW);
beforeAll(async () => {
  store = await openState();
  const readUrl = async (url: string) => {
    reads.push(url);
    if (isAway) throw new Error('getaddrinfo ENOTFOUND');
    return url.endsWith('.pem') ? certificate : '<ConfirmSubscriptionResponse/>';
  };
  const bounced: BounceSink = async (report) => {
    if (report.messageId === '<store-is-away@example.com>') throw new StoreError('no answer');
    reports.push(report);
    return { kind: 'withdrawn', notices: 1 };
  };
  ses = { topics: [TOPIC, CHINA], readUrl, bounced };
  site = await startPublic(store, { ses, clock, trustedProxies: ['127.0.0.1'] });
});
beforeEach(() => {
  reads = [];
  reports = [];
  isAway = false;
});
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

type Fields = Record<string, unknown>;

const mail = (messageId = '<0123@example.com>') => ({
  messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
  headers: [{ name: 'Message-ID', value: messageId }],
  commonHeaders: { messageId },
});
const bounce = (bounceType = 'Permanent', more: Fields = {}) => ({
  notificationType: 'Bounce',
  mail: mail(),
  bounce: {
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: 'Ann <ann@example.com>', diagnosticCode: 'smtp; 550 5.1.1 no such user' }],
  },
  ...more,
});

function notification(said: unknown, more: Fields = {}): Fields {
  return {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: TOPIC,
    Message: typeof said === 'string' ? said : JSON.stringify(said),
    Timestamp: '2026-06-01T12:00:00.000Z',
    SignatureVersion: '2',
    SigningCertURL: CERTIFICATE,
    ...more,
  };
}

const confirmation = (more: Fields = {}): Fields =>
  notification('You have chosen to subscribe', {
    Type: 'SubscriptionConfirmation',
    Token: '2336412f37',
    SubscribeURL: `${SNS}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37`,
    ...more,
  });

/** As SNS does, from its documentation and not from the program: the signed lines, in their order. */
function signed(fields: Fields, with_: string = key): Fields {
  const names =
    fields.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names.filter((name) => name in fields).map((name) => `${name}\n${fields[name]}\n`);
  const signer = createSign(fields.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(text.join(''));
  return { ...fields, Signature: signer.sign(with_, 'base64') };
}

async function send(
  body: unknown,
  type = 'text/plain; charset=UTF-8',
  { url } = site,
  client = '192.0.2.1',
): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${url}/hooks/ses`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-forwarded-for': client },
    body: text,
  });
  await answer.text();
  return answer.status;
}

const forgedBounce = { ...signed(notification(bounce())), Message: JSON.stringify(bounce('Transient')) };

describe('messages of SES', () => {
  const REPORT = {
    messageId: '<0123@example.com>',
    recipient: 'ann@example.com',
    why: 'Permanent General: smtp; 550 5.1.1 no such user',
    permanent: true,
    actor: 'amazon-ses',
  };

  test.each(['1', '2'])(
    'L50 SNS reports a bounce with signature version %s → Holystone records that the message came back',
    async (SignatureVersion) => {
      expect(await send(signed(notification(bounce(), { SignatureVersion })))).toBe(200);
      expect(reports).toEqual([REPORT]);
    },
  );

  test('L50 Holystone records a bounce with a subject, and one as an event of a configuration set', async () => {
    const event = bounce('Permanent', { notificationType: undefined, eventType: 'Bounce' });
    expect(await send(signed(notification(event, { Subject: 'Amazon SES Email Event Notification' })))).toBe(200);
    expect(reports).toEqual([REPORT]);
  });

  test('L50 Holystone records a bounce that a topic in China sends', async () => {
    const SigningCertURL = CERTIFICATE.replace('us-east-1.amazonaws.com', 'cn-north-1.amazonaws.com.cn');
    expect(await send(signed(notification(bounce(), { TopicArn: CHINA, SigningCertURL })))).toBe(200);
    expect(reports).toEqual([REPORT]);
  });

  test('L50 Holystone records a transient bounce: it was not delivered either', async () => {
    await send(signed(notification(bounce('Transient'))));
    expect(reports).toMatchObject([{ permanent: false }]);
  });

  test('L50 a complaint counts as a bounce', async () => {
    const complaint = { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress: 'ann@example.com' }] };
    await send(signed(notification({ notificationType: 'Complaint', mail: mail(), complaint })));
    expect(reports).toEqual([{ ...REPORT, why: 'complaint: abuse' }]);
  });

  test('SNS reports a delivery → Holystone records nothing', async () => {
    expect(await send(signed(notification({ notificationType: 'Delivery', mail: mail(), delivery: {} })))).toBe(200);
    expect(reports).toEqual([]);
  });

  test('SNS reports a bounce without the original headers → Holystone records nothing, and the log says what to do', async () => {
    const before = store.log.lines.length;
    expect(await send(signed(notification(bounce('Permanent', { mail: { messageId: 'x' } }))))).toBe(200);
    expect(reports).toEqual([]);
    expect(store.log.lines.slice(before)).toContainEqual(
      expect.objectContaining({ message: 'a bounce names no message' }),
    );
  });

  test('Redis does not answer → 503, and SNS sends it again', async () => {
    const away = bounce('Permanent', { mail: mail('<store-is-away@example.com>') });
    expect(await send(signed(notification(away)))).toBe(503);
  });

  test('Holystone reads the certificate once', async () => {
    const CERT = CERTIFICATE.replace('0123', '4567');
    for (let i = 0; i < 3; i++) await send(signed(notification(bounce(), { SigningCertURL: CERT })));
    expect(reads).toEqual([CERT]);
  });
});

describe('messages that SNS did not send', () => {
  const other = { TopicArn: TOPIC.replace('bounces', 'others') };
  const forged = { ...signed(notification(bounce())), Message: JSON.stringify(bounce('Transient')) };
  const at = (SigningCertURL: string) => signed(notification(bounce(), { SigningCertURL }));

  test.each([
    ['an altered message', forged],
    ['a signature over something else', { ...notification(bounce()), Signature: 'AAAA' }],
    ['another topic', signed(notification(bounce(), other))],
    [
      'a type that was not signed',
      { ...signed(notification(bounce())), Type: 'UnsubscribeConfirmation', Token: 'x', SubscribeURL: 'x' },
    ],
    ['a certificate elsewhere', at('https://example.com/SimpleNotificationService-0.pem')],
    ['a certificate at a bucket', at('https://sns.us-east-1.amazonaws.com.example.com/a.pem')],
    ['a certificate by http', at(CERTIFICATE.replace('https', 'http'))],
    ['a certificate at another port', at(CERTIFICATE.replace('.com/', '.com:8443/'))],
    ['a certificate behind a user', at(CERTIFICATE.replace('https://', 'https://sns@'))],
    ['a path that is no certificate', at(`${SNS}/?Action=GetTopicAttributes`)],
    ['an answer of the API', at(`${CERTIFICATE}?Action=GetTopicAttributes`)],
    ['an empty query', at(`${CERTIFICATE}?`)],
    ['a fragment', at(`${CERTIFICATE}#x`)],
    ['a path behind the certificate', at(`${CERTIFICATE}/..%2fx`)],
    ['a certificate of another name', at(`${SNS}/SimpleNotificationService-xyz.pem`)],
    ['a certificate of another region', at(CERTIFICATE.replace('us-east-1', 'eu-west-1'))],
    ['a certificate of another partition', at(CERTIFICATE.replace('.com/', '.com.cn/'))],
  ])('%s → Holystone answers 403 and records nothing', async (_what, body) => {
    expect(await send(body)).toBe(403);
    expect(reports).toEqual([]);
    expect(reads.filter((url) => url !== CERTIFICATE)).toEqual([]);
  });

  test.each(['', '{', '[]', 'null', '{"Type":"Notification"}', JSON.stringify(bounce())])(
    'the body is %s → Holystone answers 400',
    async (body) => {
      expect(await send(body)).toBe(400);
    },
  );

  test('the request body is larger than any SNS message → Holystone answers 413', async () => {
    expect(await send(signed(notification('x'.repeat(400_000))))).toBe(413);
  });

  test('SNS signs a deeply nested, meaningless message → Holystone answers 200 and records nothing', async () => {
    expect(await send(signed(notification('['.repeat(50_000))))).toBe(200);
    expect(await send(signed(notification({ notificationType: 'Bounce', mail: 7 })))).toBe(200);
    expect(reports).toEqual([]);
  });

  test('the certificate cannot be read → 502, and SNS sends it again', async () => {
    isAway = true;
    expect(await send(at(CERTIFICATE.replace('0123', '89ab')))).toBe(502);
    expect(reports).toEqual([]);
  });

  test('the hook refuses forms, and the pages refuse this type of content', async () => {
    expect(await send('a=b', 'application/x-www-form-urlencoded')).toBe(400);
    const page = await fetch(`${site.url}/o/x`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'x',
    });
    expect(page.status).toBe(415);
  });
});

describe('subscriptions', () => {
  const confirmations = () => reads.filter((url) => !url.endsWith('.pem'));

  test('Holystone confirms a subscription of the topic', async () => {
    expect(await send(signed(confirmation()))).toBe(200);
    expect(confirmations()).toEqual([`${SNS}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37`]);
  });

  test.each([
    ['elsewhere', `https://example.com/?TopicArn=${TOPIC}`],
    ['for another topic', `${SNS}/?Action=ConfirmSubscription&TopicArn=${TOPIC}-2`],
    ['in another region', `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}`],
  ])('Holystone does not confirm a subscription: %s', async (_where, SubscribeURL) => {
    expect(await send(signed(confirmation({ SubscribeURL })))).toBe(403);
    expect(confirmations()).toEqual([]);
  });

  test('a subscription of another topic causes no request', async () => {
    expect(await send(signed(confirmation({ TopicArn: `${TOPIC}-2` })))).toBe(403);
    expect(confirmations()).toEqual([]);
  });

  test('an ended subscription causes no request, and the log warns that bounces are lost', async () => {
    const before = store.log.lines.length;
    expect(await send(signed(confirmation({ Type: 'UnsubscribeConfirmation' })))).toBe(200);
    expect(confirmations()).toEqual([]);
    expect(store.log.lines.slice(before)).toContainEqual(
      expect.objectContaining({ level: 'warn', message: 'a subscription for bounces has ended' }),
    );
  });
});

test('L50 junk from the same address, here or elsewhere, keeps no signed bounce out', async () => {
  const few = await startPublic(store, { ses, rateLimit: { max: 2, windowMs: 60_000 } });
  const junk: number[] = [];
  for (let i = 0; i < 3; i++) junk.push((await fetch(`${few.url}/o/x`, { method: 'POST', body: 'x' })).status);
  for (let i = 0; i < 50; i++) junk.push(await send(i % 2 ? 'junk' : forgedBounce, undefined, few));
  const taken = await send(signed(notification(bounce())), undefined, few);
  await few.app.close();
  expect([junk[2], junk.slice(3).filter((status) => status !== 400 && status !== 403)]).toEqual([429, []]);
  expect([taken, reports.length]).toEqual([200, 1]);
});

describe('the certificate', () => {
  const fresh = (name: string) => CERTIFICATE.replace('0123456789abcdef', name);
  const from = (url: string) => signed(notification(bounce(), { SigningCertURL: url }));

  test('Holystone reads a certificate once, however many messages need it at the same time, forged ones too', async () => {
    const url = fresh('aaaa');
    const bodies = Array.from({ length: 10 }, (_, i) => (i % 2 ? from(url) : { ...from(url), Signature: 'AAAA' }));
    const answers = await Promise.all(bodies.map((body) => send(body)));
    expect([reads, answers.filter((status) => status === 200).length]).toEqual([[url], 5]);
  });

  test('Holystone does not ask again within a minute for a certificate that it cannot read', async () => {
    isAway = true;
    const first = [await send(from(fresh('bbbb'))), await send(from(fresh('bbbb')))];
    isAway = false;
    const second = await send(from(fresh('bbbb')));
    expect([first, second, reads]).toEqual([[502, 502], 502, [fresh('bbbb')]]);
    clock.advance(61_000);
    expect(await send(from(fresh('bbbb')))).toBe(200);
  });

  test("of many certificate addresses ten a minute are read; a known one still serves, and SNS's new one is read", async () => {
    clock.advance(61_000);
    await send(from(fresh('cccc')));
    isAway = true;
    for (let i = 0; i < 60; i++) await send(from(fresh(`d${i.toString(16)}`)));
    expect([reads.length, await send(from(fresh('cccc')))]).toEqual([10, 200]);
    isAway = false;
    const genuine = await send(from(fresh('eeee')), undefined, site, '198.51.100.7');
    expect([genuine, reports.length]).toEqual([200, 2 + 1]);
    clock.advance(61_000);
  });
});

test('without a topic in the configuration the hook does not exist', async () => {
  const plain = await startPublic(store);
  const answer = await fetch(`${plain.url}/hooks/ses`, { method: 'POST', body: '{}' });
  await plain.app.close();
  expect(answer.status).toBe(404);
});
