import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Logger } from '../../../src/core/common/logger.ts';
import type { SendResult } from '../../../src/core/notice/digest.ts';
import type { Transport } from '../../../src/notify/message/transport.ts';
import { createNotifiers } from '../../../src/notify/notifiers.ts';
import { createWebhook, type WebhookOptions, type WebhookSettings } from '../../../src/notify/webhook/webhook.ts';
import { drop, hang, type Received, startWebhook, status, type WebhookServer } from '../../support/webhookServer.ts';
import { day, digest, preparedAt, prices, row } from '../../unit/notify/digests.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const KEY = { id: 'k1', secret: 'a secret of the tests, long enough' };
const SECRET_PART = 'secret-of-the-hook';

let server: WebhookServer;
let lines: string[];
const open: Transport[] = [];
beforeEach(async () => {
  server = await startWebhook();
  lines = [];
});
afterEach(async () => {
  for (const transport of open.splice(0)) await transport.close();
  await server.close();
});

const write = (fields: object, message: string) => void lines.push(JSON.stringify({ message, ...fields }));
const log: Logger = { debug: write, info: write, warn: write, error: write, child: () => log };

function webhook(settings: Partial<WebhookSettings> = {}, options: Partial<WebhookOptions> = {}): Transport {
  const transport = createWebhook(
    { type: 'webhook', name: 'tickets', url: server.url, links: true, key: KEY, ...settings },
    { log, now: () => NOW, isRequired: true, backOffMs: 1, ...options },
  );
  open.push(transport);
  return transport;
}

const bodies = () => server.received.map(({ body }) => JSON.parse(body));
const words = (result: SendResult) => ('why' in result ? result.why : result.response);

describe('the signed webhook', () => {
  test('P6 the webhook posts the notice, with a signature that its receiver can check', async () => {
    expect((await webhook().send(digest([row()]))).kind).toBe('accepted');
    const [request] = server.received;
    const { headers = {}, body = '' }: Partial<Received> = request ?? {};
    const expected = createHmac('sha256', KEY.secret).update(`${headers['holystone-timestamp']}.${body}`).digest('hex');
    expect(headers['holystone-signature']).toBe(`v1=${expected}`);
    expect(headers).toMatchObject({ 'holystone-key-id': 'k1', 'holystone-timestamp': String(NOW / 1000) });
    expect(headers['holystone-message-id']).toBe('<d-1@holystone>');
    expect(bodies()[0]).toMatchObject({ event: 'notice', messageId: '<d-1@holystone>', owner: digest([row()]).owner });
    expect(bodies()[0].resources).toMatchObject([{ keepUrl: row().keepUrl, name: row().name }]);
  });

  test('P6 with `links: false` the webhook posts no link to keep a resource', async () => {
    await webhook({ links: false }).send(digest([row()]));
    expect(server.received[0]?.body).not.toContain(row().keepUrl);
  });

  test('P2 A13 the webhook posts the cost of each resource and the sum as numbers', async () => {
    const monthlyCost = { amount: 5.4, upTo: true } as const;
    await webhook().send(digest([row({ monthlyCost }), row({ id: 'ami-2' })], { prices }));
    const [body] = bodies();
    expect(body.monthlyCost).toEqual({ currency: 'USD', date: '2026-05-01', amount: 5.4, upTo: true, unpriced: 1 });
    expect(body.resources.map((one: { monthlyCost?: unknown }) => one.monthlyCost)).toEqual([
      { amount: 5.4, upTo: true, currency: 'USD' },
      undefined,
    ]);
  });

  test('L45 the webhook posts a large notice in numbered parts below the size limit, however long names and reasons are', async () => {
    const words = '"\\<☃'.repeat(250_000);
    const filled = { name: words, group: words, reasons: Array.from({ length: 99 }, () => words) };
    const all = Array.from({ length: 30 }, (_, index) => row({ ...filled, id: `ami-${index}` }));
    await webhook({ maxBytes: 65_536 }).send(digest(all));
    const ids = bodies().flatMap(({ resources }) => resources.map(({ id }: { id: string }) => id));
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(Math.max(...server.received.map(({ body }) => Buffer.byteLength(body)))).toBeLessThanOrEqual(65_536);
    const count = server.received.length;
    expect(bodies().map(({ part, parts }) => [part, parts])).toEqual(
      Array.from({ length: count }, (_, index) => [index + 1, count]),
    );
  });

  test('P6 the webhook marks a reminder, and posts the links for all resources only with `links`', async () => {
    const urls = {
      keepAllUrl: 'https://holystone.example.com/m/all',
      preferencesUrl: 'https://holystone.example.com/p',
    };
    await webhook().send(digest([row({ reminder: true }), row({ id: 'ami-2' })], urls));
    await webhook({ links: false }).send(digest([row()], urls));
    expect(bodies()[0]).toMatchObject({
      ...urls,
      resources: [{ reminder: true }, expect.not.objectContaining({ reminder: true })],
    });
    expect(server.received[1]?.body).not.toContain('https://');
  });

  test('P6 the webhook signs each attempt anew, with the time of the attempt', async () => {
    server.answers.push(status(500));
    let now = NOW;
    await webhook({}, { now: () => (now += 1000) }).send(digest([row()]));
    const [first, second] = server.received.map(({ headers }) => headers['holystone-signature']);
    expect(first).not.toBe(second);
  });
});

describe('the answer of a webhook', () => {
  test('L46 the receiver answers 429 with Retry-After → the webhook waits at least so long and posts again', async () => {
    server.answers.push(status(429, { 'retry-after': '1' }));
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    expect((await webhook({}, { wait, budgetMs: 600_000 }).send(digest([row()]))).kind).toBe('accepted');
    expect(waits).toEqual([1000]);
    expect(server.received).toHaveLength(2);
  });

  test('L46 the receiver answers Retry-After as a date → the webhook waits the time from the receiver’s own Date to it', async () => {
    const headers = { date: 'Sun, 06 Nov 1994 08:49:37 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:49:38 GMT' };
    server.answers.push(status(503, headers));
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    expect((await webhook({}, { wait, budgetMs: 600_000 }).send(digest([row()]))).kind).toBe('accepted');
    expect(waits).toEqual([1000]);
  });

  test('L46 the receiver answers Retry-After of an hour → the webhook reports a failure without a second request', async () => {
    server.answers.push(status(429, { 'retry-after': '3600' }));
    expect((await webhook().send(digest([row()]))).kind).toBe('failed');
    expect(server.received).toHaveLength(1);
  });

  test('L46 the receiver answers 500 each time → the webhook reports a failure after four attempts', async () => {
    server.answers.push(...Array.from({ length: 9 }, () => status(500, {}, 'out of order')));
    const result = await webhook().send(digest([row()]));
    expect([result.kind, server.received.length, words(result)]).toEqual([
      'failed',
      4,
      'tickets did not accept the notice: 500: out of order',
    ]);
  });

  test('L46 the connection breaks → the webhook posts again', async () => {
    server.answers.push(drop);
    expect((await webhook().send(digest([row()]))).kind).toBe('accepted');
  });

  test('L46 the receiver does not answer in time → the webhook reports a failure', async () => {
    server.answers.push(hang);
    const result = await webhook({}, { timeoutMs: 100, budgetMs: 50, backOffMs: 100 }).send(digest([row()]));
    expect(result).toEqual({ kind: 'failed', why: 'tickets did not accept the notice: no answer within 0.1 s' });
  });

  test('P6 the webhook follows no redirect, and reports the notice as rejected', async () => {
    const elsewhere = await startWebhook('/elsewhere');
    server.answers.push(status(307, { location: elsewhere.url }));
    const result = await webhook().send(digest([row()]));
    expect([result.kind, elsewhere.received.length]).toEqual(['rejected', 0]);
    await elsewhere.close();
  });

  test('L46 the receiver answers 404 → the webhook reports the notice as rejected, and does not post again', async () => {
    server.answers.push(status(404));
    expect((await webhook().send(digest([row()]))).kind).toBe('rejected');
    expect(server.received).toHaveLength(1);
  });

  test('P6 the receiver repeats secrets in an answer of a megabyte → neither the result nor the log has the secrets, and the result is short', async () => {
    server.answers.push(status(403, {}, `no ${server.url} ${SECRET_PART} ${KEY.secret} ${'x'.repeat(1_000_000)}`));
    const result = await webhook().send(digest([row()]));
    const said = words(result) + lines.join();
    expect(said).not.toContain(SECRET_PART);
    expect(said).not.toContain(KEY.secret);
    expect(words(result).length).toBeLessThan(300);
  });

  test('P6 no server listens → the webhook reports a failure, and neither it nor the log has the secret address', async () => {
    await server.close();
    const result = await webhook().send(digest([row()]));
    expect(result.kind).toBe('failed');
    expect(words(result) + lines.join()).not.toContain(SECRET_PART);
    server = await startWebhook();
  });

  test('L21 the webhook is closed while it waits to post again → it reports a failure without another request', async () => {
    server.answers.push(status(503, { 'retry-after': '20' }));
    const transport = webhook();
    const sending = transport.send(digest([row()]));
    await new Promise((resolve) => setImmediate(resolve));
    await transport.close();
    expect((await sending).kind).toBe('failed');
  });
});

describe('chats', () => {
  const hostile = row({ name: '<!channel> & <https://evil.example|[click](https://evil.example)>\n* ‮' });

  test('P3 Slack shows markup in a name as text, without mentions and links', async () => {
    await webhook({ type: 'slack' }).send(digest([hostile]));
    const [{ text }] = bodies();
    expect(text).toContain(
      '&lt;!channel&gt; &amp; &lt;https[:]//evil[.]example¦[click](https[:]//evil[.]example)&gt;[U+000A]',
    );
    expect(text.match(/<[^>]*>/g)).toEqual([expect.stringContaining(`<${hostile.keepUrl?.replaceAll('&', '&amp;')}|`)]);
  });

  test('P3 Teams gets an Adaptive Card of rich text only, which shows Markdown in a name as text', async () => {
    await webhook({ type: 'teams' }).send(digest([hostile]));
    const [{ type, attachments }] = bodies();
    expect([type, attachments[0].contentType]).toEqual(['message', 'application/vnd.microsoft.card.adaptive']);
    expect(attachments[0].content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
    expect(new Set(attachments[0].content.body.map((one: { type: string }) => one.type))).toEqual(
      new Set(['RichTextBlock']),
    );
    const [, first] = attachments[0].content.body;
    expect(first.inlines[0]).toMatchObject({ selectAction: { type: 'Action.OpenUrl', url: hostile.keepUrl } });
  });

  const many = Array.from({ length: 200 }, (_, index) => row({ id: `ami-${index}`, name: `image number ${index}.` }));
  const hostileMany = many.map((one) => ({ ...one, reasons: ['&<>"|'.repeat(200_000)], group: 'x'.repeat(1_000_000) }));

  test.each([
    ['slack', 'of 200', many],
    ['slack', 'however it has to be written', hostileMany],
    ['teams', 'of 200', many],
    ['teams', 'however it has to be written', hostileMany],
  ] as const)(
    'L45 the required transport %s posts every resource %s, in posts below the size limit',
    async (type, _what, rows) => {
      expect((await webhook({ type }).send(digest(rows))).kind).toBe('accepted');
      const all = server.received.map(({ body }) => body).join();
      expect(rows.filter(({ name }) => !all.includes(name))).toEqual([]);
      // Slack cuts off after 40,000 characters, Teams refuses more than 28 KB.
      const limit = type === 'slack' ? 16_383 : 28_000;
      expect(Math.max(...server.received.map(({ body }) => Buffer.byteLength(body)))).toBeLessThan(limit);
    },
  );

  test('L45 the required Slack refuses the second post → the notice is rejected', async () => {
    server.answers.push(status(200), status(400));
    expect((await webhook({ type: 'slack' }).send(digest(many))).kind).toBe('rejected');
  });

  test.each(['slack', 'teams'] as const)(
    'P6 %s gets a copy in one post, which says how many more resources there are',
    async (type) => {
      await webhook({ type }, { isRequired: false }).send(digest(many));
      expect(server.received).toHaveLength(1);
      expect(server.received[0]?.body).toMatch(/… and \d+ more/);
    },
  );

  const urls = { keepAllUrl: 'https://holystone.example.com/m/all', preferencesUrl: 'https://holystone.example.com/p' };

  test.each(['slack', 'teams'] as const)(
    'P2 the post to %s has the first date, age, reasons and the links for all resources, soonest first',
    async (type) => {
      const later = row({ id: 'ami-2', name: 'second', deletionAt: preparedAt + 12 * day });
      await webhook({ type }).send(digest([later, row()], urls));
      await webhook({ type, links: false }).send(digest([later, row()], urls));
      const [notice = '', copy = ''] = server.received.map(({ body }) => body);
      expect(notice).toContain(
        '2 resources of dana@example.com will be deleted, the first on Thursday 12 November 2026',
      );
      expect(notice.indexOf('ci-runner')).toBeLessThan(notice.indexOf('second'));
      expect(
        [urls.keepAllUrl, urls.preferencesUrl, 'Keep all 2', 'Nothing uses it.', '412 days old'].filter(
          (one) => !notice.includes(one),
        ),
      ).toEqual([]);
      expect(copy).not.toContain('https://holystone');
    },
  );

  test.each(['slack', 'teams'] as const)(
    'P2 A13 the post to %s has the cost of each resource and the sum',
    async (type) => {
      await webhook({ type }).send(digest([row({ monthlyCost: { amount: 5.4 } }), row({ id: 'ami-2' })], { prices }));
      const body = server.received[0]?.body ?? '';
      expect(body).toContain(
        'Deleting them saves $5.40 a month, at list prices of 1 May 2026. 1 resource has no list price.',
      );
      expect(body).toContain(' · Saves: $5.40 a month · ');
    },
  );

  test.each(['slack', 'teams'] as const)('P2 the post to %s is in the language of its channel', async (type) => {
    await webhook({ type, language: 'de' }).send(digest([row()], urls));
    expect(server.received[0]?.body).toContain(
      '1 Ressource von dana@example.com wird am Donnerstag, 12. November 2026',
    );
    expect(server.received[0]?.body).not.toMatch(/will be|Keep|Deletion/);
  });

  test.each(['slack', 'teams'] as const)(
    'L49 the post to %s says that a resource has no owner, and does not name the recipient as its owner',
    async (type) => {
      await webhook({ type }).send(digest([row({ unowned: true }), row({ id: 'ami-2', unowned: true })]));
      await webhook({ type, language: 'de' }).send(digest([row({ unowned: true })]));
      const [english = '', german = ''] = server.received.map(({ body }) => body);
      expect(english).toContain('2 resources without an owner will be deleted, the first on');
      expect(german).toContain('1 Ressource ohne Eigentümer wird am');
      expect(english + german).not.toContain('dana@example.com');
    },
  );

  test('C12 the webhook says since when the deletion of a resource is refused', async () => {
    await webhook().send(digest([row({ reminder: true, inUse: { since: preparedAt } })]));
    const inUseSince = new Date(preparedAt).toISOString();
    expect(bodies()).toMatchObject([{ resources: [{ reminder: true, inUseSince }] }]);
  });

  test.each(['slack', 'teams'] as const)('P4 the post to %s says that a reminder is one', async (type) => {
    await webhook({ type }).send(digest([row({ reminder: true })]));
    await webhook({ type }).send(digest([row({ reminder: true }), row({ id: 'ami-2' })]));
    const [alone = '', mixed = ''] = server.received.map(({ body }) => body);
    expect([
      alone.includes('Reminder: 1 resource'),
      mixed.includes('Reminder: 2'),
      mixed.match(/notified you about it/g)?.length,
    ]).toEqual([true, false, 1]);
  });

  test('L45 a notice of a webhook or chat takes as many resources as twenty posts have room for', async () => {
    const thousands = Array.from({ length: 5_000 }, (_, index) =>
      row({ id: `ami-${index + 10_000}`, name: `image ${index}` }),
    );
    for (const type of ['slack', 'teams', 'webhook'] as const) {
      const transport = webhook({ type, maxBytes: 65_536 });
      const limit = transport.room?.(digest([]).preparedAt);
      const room = thousands.findIndex((one) => limit?.takes(one) === false);
      expect([type, room > 300, room < 5_000]).toEqual([type, true, true]);
      server.received.splice(0);
      await transport.send(digest(thousands.slice(0, room)));
      expect([type, server.received.length]).toEqual([type, 20]);
    }
  });
});

describe('several transports', () => {
  const lost: Transport = {
    name: 'lost',
    send: () => Promise.reject(new Error('a bug')),
    close: async () => {},
  };

  test('P6 the other transport fails → the notice is accepted by the required one, and the failure is counted', async () => {
    server.answers.push(status(404));
    const ends: string[] = [];
    const required: Transport = {
      name: 'smtp',
      send: async () => ({ kind: 'accepted', response: '250' }),
      close: async () => {},
    };
    const others = [webhook({}, { isRequired: false }), lost];
    const notifiers = createNotifiers({ required, others, onNotice: (name, end) => void ends.push(`${name} ${end}`) });
    expect(await notifiers.send(digest([row()]))).toEqual({ kind: 'accepted', response: '250', transport: 'smtp' });
    await notifiers.copy(digest([row()]));
    expect(ends).toEqual(['smtp accepted', 'tickets rejected']);
    expect(lines.join()).toContain('a copy of a notice was not sent');
  });
});
