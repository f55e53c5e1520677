/** A list of some megabytes, as an owner of very many resources gets it. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import { type MailSink, startMailSink } from '../../../sandbox/mail/mailSink.ts';
import type { Logger } from '../../../src/core/common/logger.ts';
import { streamEachAttempt } from '../../../src/notify/mail/smtpAttachment.ts';
import { createSmtpNotifier } from '../../../src/notify/mail/smtpNotifier.ts';
import { TurnCounter } from '../../support/turns.ts';
import { digest, row, rows } from '../../unit/notify/digests.ts';

const KIB = 1024;
const MANY = 600;
const silent = () => {};
const log: Logger = { debug: silent, info: silent, warn: silent, error: silent, child: () => log };

const releasers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releasers.splice(0).reverse()) await release();
});

async function startSink(): Promise<MailSink> {
  const sink = await startMailSink();
  releasers.push(() => sink.close());
  return sink;
}

function notifierFor(url: string) {
  const notifier = createSmtpNotifier({ url, from: 'Holystone <holystone@example.com>', log });
  releasers.push(() => notifier.close());
  return notifier;
}

/** Its attached list is larger than the buffers between two sockets. */
const long = digest(
  rows(MANY).map((one) => ({ ...one, reasons: ['Nothing uses it. '.repeat(290)] })),
  { messageId: '<long@holystone>', itemsPerMessage: 1 },
);

/** The links in the lists that arrived with the long message, each once. */
function listedIn(sink: MailSink): readonly number[] {
  const messages = sink.messages().filter(({ messageId }) => messageId === long.messageId);
  return messages.map(({ attachments }) => {
    const list = attachments[0]?.content ?? '';
    return list.endsWith('\r\n') ? new Set(list.match(/token-\d+/g)).size : 0;
  });
}

/** Passes everything on to `url`; ends the first connection when so many bytes went to the server. */
async function breakingOnce(url: string, afterBytes: number): Promise<string> {
  const sockets = new Set<Socket>();
  let left = afterBytes;
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', silent);
    }
    upstream.pipe(client);
    client.on('data', (chunk) => {
      if (left > 0) left -= chunk.length;
      if (left <= 0 && left !== Number.NEGATIVE_INFINITY) {
        left = Number.NEGATIVE_INFINITY;
        client.destroy();
        upstream.destroy();
      } else upstream.write(chunk);
    });
    client.on('close', () => upstream.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  releasers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a long list over SMTP', () => {
  test('L45 a kept connection that the server has ended loses no line of the list', async () => {
    const sink = await startSink();
    const notifier = notifierFor(sink.smtpUrl);
    await notifier.send(digest([row()]));
    sink.dropConnections();
    expect((await notifier.send(long)).kind).toBe('accepted');
    expect(listedIn(sink)).toEqual([MANY]);
  });

  test('L46 the connection breaks in the middle of the message → a failure, and the next attempt arrives complete', async () => {
    const sink = await startSink();
    const notifier = notifierFor(await breakingOnce(sink.smtpUrl, 1024 * KIB));
    expect((await notifier.send(long)).kind).toBe('failed');
    expect(listedIn(sink)).toEqual([]);
    expect((await notifier.send(long)).kind).toBe('accepted');
    expect(listedIn(sink)).toEqual([MANY]);
  });
});

describe('the stream of a message', () => {
  /** The halves of its characters stand at the ends of pieces, wherever those are. */
  const list = `"${'🧹'.repeat(256 * KIB)}"\r\n`;

  function composed() {
    const attachments = [{ filename: 'resources.csv', contentType: 'text/csv; charset=utf-8', content: '' }];
    const message = new MailComposer({
      from: 'a@example.com',
      to: 'b@example.com',
      text: 'See.',
      attachments,
    }).compile();
    streamEachAttempt(message, new Map([['resources.csv', list]]));
    return message;
  }

  test('a long list is encoded in pieces, with a turn of the event loop between them', async () => {
    const turns = new TurnCounter().start();
    let bytes = 0;
    for await (const chunk of composed().createReadStream()) {
      for (const before = bytes; bytes < before + chunk.length; bytes += KIB) turns.unit();
    }
    // In base64, which makes four bytes of three.
    expect(bytes).toBeGreaterThan(1400 * KIB);
    expect(turns.stop().mostBetweenTurns).toBeLessThan(600);
  });

  test('a signed list, of which all chunks are ready at once, leaves with turns between them', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const dkim = new DKIM({ domainName: 'example.com', keySelector: 'test', privateKey: pem });
    const message = composed();
    message.processFunc((input) => dkim.sign(input));
    const stream = message.createReadStream();
    await once(stream, 'readable');
    const turns = new TurnCounter().start();
    let [bytes, head] = [0, ''];
    for await (const chunk of stream) {
      if (head === '') head = chunk.toString();
      for (const before = bytes; bytes < before + chunk.length; bytes += KIB) turns.unit();
    }
    expect(head).toContain('DKIM-Signature');
    expect(bytes).toBeGreaterThan(1400 * KIB);
    expect(turns.stop().mostBetweenTurns).toBeLessThan(600);
  });

  test('an attempt after an abandoned one has the whole message', async () => {
    const message = composed();
    const given = message.createReadStream();
    await once(given, 'readable');
    given.destroy();
    await once(given, 'close');
    const whole = await text(message.createReadStream());
    const encoded = whole.split('\r\n\r\n').at(-1)?.split('\r\n--')[0] ?? '';
    expect(Buffer.from(encoded, 'base64').toString() === list).toBe(true);
  });
});
