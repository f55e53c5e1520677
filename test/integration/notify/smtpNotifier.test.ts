import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { MailFault } from '../../../sandbox/mail/faults.ts';
import { type MailSink, type MailSinkOptions, startMailSink } from '../../../sandbox/mail/mailSink.ts';
import type { Logger } from '../../../src/core/common/logger.ts';
import type { SendResult } from '../../../src/core/notice/digest.ts';
import { createSmtpNotifier, type SmtpNotifierOptions } from '../../../src/notify/mail/smtpNotifier.ts';
import { digest, preparedAt, row, rows } from '../../unit/notify/digests.ts';

const releasers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releasers.splice(0).reverse()) await release();
});

function recorder(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const write = (fields: object, message: string) => void lines.push(JSON.stringify({ message, ...fields }));
  const log: Logger = { debug: write, info: write, warn: write, error: write, child: () => log };
  return { log, lines };
}

async function startSink(options: MailSinkOptions = {}, faults: readonly MailFault[] = []): Promise<MailSink> {
  const sink = await startMailSink(options);
  releasers.push(() => sink.close());
  for (const fault of faults) sink.faults.add(fault);
  return sink;
}

function notifierFor(url: string, options: Partial<SmtpNotifierOptions> = {}) {
  const { log, lines } = recorder();
  const notifier = createSmtpNotifier({ url, from: 'Holystone <holystone@example.com>', log, ...options });
  releasers.push(() => notifier.close());
  return { notifier, lines };
}

/** Sends one digest to a sink with these faults. */
async function sendWith(faults: readonly MailFault[], options: Partial<SmtpNotifierOptions> = {}) {
  const sink = await startSink({}, faults);
  const { notifier } = notifierFor(sink.smtpUrl, options);
  return { sink, notifier, result: await notifier.send(digest([row()])) };
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const words = (result: SendResult) => ('why' in result ? result.why : result.response);

describe('a message over SMTP', () => {
  test('P2 arrives as HTML and text, with the links in both', async () => {
    const { sink, result } = await sendWith([]);
    expect(result.kind).toBe('accepted');
    const [message] = sink.messages();
    expect(message?.subject).toBe('[AWS test] 1 resource will be deleted on Thu 12 Nov 2026: ci-runner');
    expect(message?.html).toContain('href="https://holystone.example.com/keep/token-1"');
    expect(message?.text).toContain('Keep it:  https://holystone.example.com/keep/token-1');
  });

  test('L48 carries the Message-ID and the date it was prepared with, however often it is sent', async () => {
    const sink = await startSink();
    const { notifier } = notifierFor(sink.smtpUrl);
    const prepared = digest([row()]);
    await notifier.send(prepared);
    await notifier.send(prepared);
    const sent = sink.messages().map(({ messageId, subject, text, html, headers }) => {
      const date = headers.find(({ name }) => name === 'Date')?.value ?? '';
      return { messageId, subject, text, html, date: Date.parse(date) };
    });
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    expect(sent[0]).toMatchObject({ messageId: '<d-1@holystone>', date: preparedAt });
  });

  test('P5 the message is in the thread of its owner, and List-Unsubscribe leads to a page', async () => {
    const sink = await startSink();
    const { notifier } = notifierFor(sink.smtpUrl);
    const threadId = '<thread-of-dana@holystone.example.com>';
    const preferencesUrl = `https://holystone.example.com/preferences?t=h1.${'x'.repeat(300)}`;
    await notifier.send(digest([row()], { threadId, preferencesUrl }));
    const headers = new Map(sink.messages()[0]?.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    expect([headers.get('references'), headers.get('in-reply-to')]).toEqual([threadId, threadId]);
    expect(headers.get('list-unsubscribe')?.replace(/\s/g, '')).toBe(`<${preferencesUrl}>`);
    expect(headers.has('list-unsubscribe-post')).toBe(false);
  });

  test('P5 a page without https is no place to unsubscribe', async () => {
    const sink = await startSink();
    const { notifier } = notifierFor(sink.smtpUrl);
    await notifier.send(digest([row()], { preferencesUrl: 'http://localhost:8080/preferences?t=h1' }));
    expect(sink.messages()[0]?.headers.some(({ name }) => name.toLowerCase() === 'list-unsubscribe')).toBe(false);
  });

  test('P2 asks automatic responders to be quiet', async () => {
    const { sink } = await sendWith([]);
    expect(sink.messages()[0]?.headers).toContainEqual({ name: 'Auto-Submitted', value: 'auto-generated' });
  });

  test('P3 nothing in a name or an owner makes another header or recipient', async () => {
    const sink = await startSink();
    const { notifier } = notifierFor(sink.smtpUrl);
    const plain = await notifier.send(digest([row()]));
    const hostile = await notifier.send(digest([row({ name: 'x\r\nBcc: a@evil.example\r\n\r\n<b>' })]));
    const owner = await notifier.send(digest([row()], { owner: 'dana@example.com\r\nRCPT TO:<a@evil.example>' }));
    expect([plain.kind, hostile.kind, owner.kind]).toEqual(['accepted', 'accepted', 'rejected']);
    const seen = sink.messages().map(({ headers, recipients }) => [headers.map(({ name }) => name), recipients]);
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
  });

  describe('to several people', () => {
    const three = { owner: 'ann@example.com, bob@example.com, cid@example.com' };
    const refuses = (recipient: string, code: number): MailFault => ({
      step: 'recipient',
      recipient,
      fault: { kind: 'refuse', code, text: 'no' },
    });
    const sendTo = async (...faults: readonly MailFault[]) => {
      const sink = await startSink({}, faults);
      const { notifier, lines } = notifierFor(sink.smtpUrl);
      const result = await notifier.send(digest([row()], three));
      return { sink, notifier, lines, result, to: () => sink.messages().map(({ recipients }) => recipients) };
    };

    test('P1 all of them get the same message, which names them all', async () => {
      const { sink, result, to } = await sendTo();
      expect([result.kind, to()]).toEqual(['accepted', [['ann@example.com', 'bob@example.com', 'cid@example.com']]]);
      expect(sink.messages()[0]?.headers.find(({ name }) => name === 'To')?.value).toContain('bob@example.com');
    });

    test('L46 one who is refused for good costs the others nothing, and the log names them', async () => {
      const { result, lines, to } = await sendTo(refuses('bob@example.com', 550));
      expect([result.kind, to()]).toEqual(['accepted', [['ann@example.com', 'cid@example.com']]]);
      expect(lines.join()).toMatch(/one of the people of an owner did not get a notice.*bob@example\.com.*550 no/);
    });

    test('L46 one who is refused for a while: no notice yet, and the next try is for that person alone', async () => {
      const { sink, notifier, result, to } = await sendTo(refuses('bob@example.com', 450));
      expect([result.kind, words(result)]).toEqual(['failed', expect.stringContaining('bob@example.com: 450 no')]);
      expect((await notifier.send(digest([row()], three))).kind).toBe('failed');
      sink.faults.clear();
      expect((await notifier.send(digest([row()], three))).kind).toBe('accepted');
      expect(to()).toEqual([['ann@example.com', 'cid@example.com'], ['bob@example.com']]);
      expect(new Set(sink.messages().map(({ messageId }) => messageId)).size).toBe(1);
    });

    test('L46 nobody is accepted: no notice', async () => {
      const all = ['ann', 'bob', 'cid'].map((name) => refuses(`${name}@example.com`, 550));
      const { result, to } = await sendTo(...all);
      expect([result.kind, to()]).toEqual(['rejected', []]);
    });

    test('L46 some are refused for good and the others for a while: it is tried again', async () => {
      const { result } = await sendTo(
        refuses('ann@example.com', 550),
        refuses('bob@example.com', 550),
        refuses('cid@example.com', 450),
      );
      expect(result.kind).toBe('failed');
    });

    test('L46 the message itself is refused: nobody has it', async () => {
      const { result, to } = await sendTo({ step: 'data', fault: { kind: 'refuse', code: 554, text: 'spam' } });
      expect([result.kind, to()]).toEqual(['rejected', []]);
    });
  });

  test('L45 of 25 resources all are in the attached list', async () => {
    const sink = await startSink();
    const { notifier } = notifierFor(sink.smtpUrl);
    await notifier.send(digest(rows(25), { itemsPerMessage: 10 }));
    const [attachment] = sink.messages()[0]?.attachments ?? [];
    expect(attachment).toMatchObject({ filename: 'resources.csv', contentType: 'text/csv' });
    expect(new Set(attachment?.content.match(/token-\d+/g)).size).toBe(25);
  });

  test('letters of every script arrive as they are', async () => {
    const sink = await startSink();
    const { notifier } = notifierFor(sink.smtpUrl);
    await notifier.send(digest([row({ name: 'größe 東京 שלום 🚀' })]));
    expect(sink.messages()[0]?.subject).toContain('größe 東京 שלום 🚀');
    expect(sink.messages()[0]?.text).toContain('1. \u2068größe 東京 שלום 🚀\u2069\n');
  });
});

describe('a message that does not arrive', () => {
  test.each<[string, MailFault, SendResult['kind'], string]>([
    [
      'the server is busy',
      { step: 'connection', fault: { kind: 'refuse', code: 421, text: 'busy' } },
      'failed',
      '421 busy',
    ],
    [
      'the sender is refused',
      { step: 'sender', fault: { kind: 'refuse', code: 550, text: 'not you' } },
      'rejected',
      '550 not you',
    ],
    [
      'the recipient is unknown',
      { step: 'recipient', fault: { kind: 'refuse', code: 550, text: 'unknown' } },
      'rejected',
      '550 unknown',
    ],
    [
      'the recipient is to be tried later',
      { step: 'recipient', fault: { kind: 'refuse', code: 450, text: 'later' } },
      'failed',
      '450 later',
    ],
    ['the message is refused', { step: 'data', fault: { kind: 'refuse', code: 554, text: 'spam' } }, 'rejected', '554'],
    ['the disk is full', { step: 'data', fault: { kind: 'refuse', code: 452, text: 'full' } }, 'failed', '452 full'],
    ['the connection is dropped', { step: 'connection', fault: { kind: 'drop' } }, 'failed', 'closed'],
    ['the connection breaks in the message', { step: 'data', fault: { kind: 'drop' } }, 'failed', 'closed'],
  ])('L46 %s: nothing is accepted, and it says why', async (_, fault, kind, why) => {
    const { sink, result } = await sendWith([fault]);
    expect({ kind: result.kind, messages: sink.messages().length }).toEqual({ kind, messages: 0 });
    expect(words(result)).toContain(why);
    expect(words(result)).toContain(sink.smtpUrl);
  });

  test('L46 no answer in time is reported as a failure', async () => {
    const fault: MailFault = { step: 'data', fault: { kind: 'delay', ms: 60_000 } };
    const { result } = await sendWith([fault], { timeoutMs: 300 });
    expect(result.kind).toBe('failed');
    expect(words(result)).toContain('no answer within 0.3 s');
  });

  test('L46 no server listens: a failure that names the address', async () => {
    const port = await unusedPort();
    const { notifier } = notifierFor(`smtp://127.0.0.1:${port}`);
    const result = await notifier.send(digest([row()]));
    expect(result.kind).toBe('failed');
    expect(words(result)).toContain(`smtp://127.0.0.1:${port} did not accept the message to dana@example.com`);
    expect(words(result)).toContain('ECONNREFUSED');
  });

  test('L46 after a fault the next try arrives', async () => {
    const fault: MailFault = { step: 'data', fault: { kind: 'drop' }, times: 1 };
    const { sink, notifier } = await sendWith([fault]);
    expect((await notifier.send(digest([row()]))).kind).toBe('accepted');
    expect(sink.messages()).toHaveLength(1);
  });

  test('L48 an answer that is lost is a failure; the same message sent again can be recognised', async () => {
    const fault: MailFault = { step: 'data', fault: { kind: 'keepAndDrop' }, times: 1 };
    const { sink, notifier, result } = await sendWith([fault]);
    expect({ kind: result.kind, arrived: sink.messages().length }).toEqual({ kind: 'failed', arrived: 1 });
    expect((await notifier.send(digest([row()]))).kind).toBe('accepted');
    expect(sink.messages().map(({ messageId }) => messageId)).toEqual(['<d-1@holystone>', '<d-1@holystone>']);
  });

  test('L46 a kept connection that the server has ended does not cost a message', async () => {
    const sink = await startSink();
    const { notifier } = notifierFor(sink.smtpUrl);
    await notifier.send(digest([row()]));
    sink.dropConnections();
    expect((await notifier.send(digest([row()]))).kind).toBe('accepted');
    expect(sink.messages()).toHaveLength(2);
  });
});

describe('a copy for an archive', () => {
  const copyTo = ['archive@example.com', 'Dana@example.com'];
  const URLS = { keepAllUrl: 'https://holystone.example.com/m/all', preferencesUrl: 'https://holystone.example.com/p' };

  async function copied(faults: readonly MailFault[] = []) {
    const sink = await startSink({}, faults);
    const { notifier, lines } = notifierFor(sink.smtpUrl, { copyTo, language: 'en' });
    const sent = digest(rows(25), { ...URLS, itemsPerMessage: 10, owner: 'Dana@example.com' });
    expect((await notifier.send(sent)).kind).toBe('accepted');
    await notifier.copy(sent);
    return { messages: sink.messages(), lines };
  }

  test('L46 the owner’s message goes to the owner alone, and names no other person', async () => {
    const { messages } = await copied();
    expect(messages.map(({ recipients }) => recipients)).toEqual([['Dana@example.com'], ['archive@example.com']]);
    expect(messages[0]?.raw).not.toContain('archive@example.com');
  });

  test('P7 a reader of the copy can decide nothing: it has no link, and names the owner', async () => {
    const [, copy] = (await copied()).messages;
    const all = [copy?.html, copy?.text, ...(copy?.attachments ?? []).map(({ content }) => content), copy?.raw].join();
    expect(all).not.toMatch(/holystone\.example\.com|Keep it:|href=/);
    expect(copy?.text).toContain('a copy of the message to Dana@example.com');
    expect(copy?.subject).toContain('25 resources of Dana@example.com will be deleted');
    expect(new Set(copy?.attachments[0]?.content.match(/ami-\d+/g)).size).toBe(25);
  });

  test('P5 the copy has its own Message-ID, in the thread of the original', async () => {
    const [message, copy] = (await copied()).messages;
    expect(copy?.messageId).toBe('<copy.d-1@holystone>');
    expect(copy?.headers).toContainEqual({ name: 'References', value: message?.messageId });
  });

  test('L46 the archive refuses the copy → the owner has the notice, and the log names the failure', async () => {
    const refuse = { kind: 'refuse', code: 550, text: 'full' } as const;
    const { messages, lines } = await copied([{ step: 'recipient', recipient: 'archive@example.com', fault: refuse }]);
    expect([messages.length, lines.join().includes('a copy of a notice was not sent')]).toEqual([1, true]);
  });
});

describe('login and TLS', () => {
  const login = { user: 'dana', password: 's3cret-pässword' };
  const withLogin = (url: string, password: string) =>
    url.replace('://', `://${login.user}:${encodeURIComponent(password)}@`);

  test('P6 a message is sent over TLS, with login', async () => {
    const sink = await startSink({ secure: true, login });
    const url = `${withLogin(sink.smtpUrl, login.password)}/?tls.rejectUnauthorized=false`;
    expect((await notifierFor(url).notifier.send(digest([row()]))).kind).toBe('accepted');
    expect(sink.messages()).toHaveLength(1);
  });

  test('P6 a certificate of an unknown authority is not accepted', async () => {
    const sink = await startSink({ secure: true });
    const result = await notifierFor(sink.smtpUrl).notifier.send(digest([row()]));
    expect(result.kind).toBe('failed');
    expect(words(result)).toMatch(/certificate/i);
  });

  test('P6 a wrong password is a failure to be repaired, and the password is in no message and no log line', async () => {
    const sink = await startSink({ login });
    const { notifier, lines } = notifierFor(withLogin(sink.smtpUrl, 'wrong-hunter2'));
    const result = await notifier.send(digest([row()]));
    const problem = await notifier.verify();
    expect(result.kind).toBe('failed');
    expect(`${words(result)}${problem}`).toContain('535');
    expect(`${words(result)}${problem}${lines.join()}`).not.toContain('hunter2');
  });

  test('P6 a server that asks for a login and gets none is a failure to be repaired', async () => {
    const sink = await startSink({ login });
    expect((await notifierFor(sink.smtpUrl).notifier.send(digest([row()]))).kind).toBe('failed');
  });
});

describe('at start', () => {
  test('a server that can be used is no problem', async () => {
    const sink = await startSink();
    expect(await notifierFor(sink.smtpUrl).notifier.verify()).toBeUndefined();
  });

  test('a server that cannot be reached is named, with what to do', async () => {
    const port = await unusedPort();
    const problem = await notifierFor(`smtp://127.0.0.1:${port}`).notifier.verify();
    expect(problem).toContain(`The mail server smtp://127.0.0.1:${port} cannot be used`);
    expect(problem).toContain('Check mail.smtp in the configuration');
  });

  test('a silent server is a problem after the time-out', async () => {
    const sink = await startSink({}, [{ step: 'connection', fault: { kind: 'delay', ms: 60_000 } }]);
    const problem = await notifierFor(sink.smtpUrl, { timeoutMs: 200 }).notifier.verify();
    expect(problem).toContain('cannot be used');
  });
});

describe('at the end', () => {
  test('L21 a message on its way is finished before the connections are closed', async () => {
    const sink = await startSink({}, [{ step: 'data', fault: { kind: 'delay', ms: 100 } }]);
    const { notifier } = notifierFor(sink.smtpUrl);
    const sending = notifier.send(digest([row()]));
    await notifier.close();
    expect((await sending).kind).toBe('accepted');
  });

  test('L21 after closing no message is sent', async () => {
    const sink = await startSink();
    const { notifier } = notifierFor(sink.smtpUrl);
    await notifier.close();
    expect((await notifier.send(digest([row()]))).kind).toBe('failed');
    expect(sink.messages()).toHaveLength(0);
  });
});
