import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type MailSink, startMailSink } from '../../../sandbox/mail/mailSink.ts';
import { createSmtpNotifier } from '../../../src/notify/mail/smtpNotifier.ts';
import { digest, row, rows } from '../../unit/notify/digests.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };
let sink: MailSink;

beforeEach(async () => {
  sink = await startMailSink();
  const notifier = createSmtpNotifier({ url: sink.smtpUrl, from: 'holystone@example.com', log: silent });
  await notifier.send(digest([row({ name: '<script>alert(1)</script>' })], { messageId: '<first@holystone>' }));
  await notifier.send(digest(rows(3), { messageId: '<second@holystone>', itemsPerMessage: 1 }));
  await notifier.close();
});
afterEach(() => sink.close());

const get = (path: string) => fetch(new URL(path, sink.pageUrl));
const body = async (path: string) => (await get(path)).text();

describe('mailbox', () => {
  test('the list shows every message, the newest first, and runs nothing', async () => {
    const page = await body('/');
    expect(page.match(/href="\/messages\/\d"/g)).toEqual(['href="/messages/2"', 'href="/messages/1"']);
    expect(page).not.toContain('<script');
  });

  test('a message is shown with its headers, its text and its HTML in a sandboxed frame', async () => {
    const page = await body('/messages/1');
    expect(page).toMatch(
      /<iframe [^>]*src="\/messages\/1\/html" sandbox="allow-popups allow-popups-to-escape-sandbox">/,
    );
    expect(page).toContain('<dt>Message-ID</dt><dd>&lt;first@holystone></dd>');
    expect(page).toContain('Keep it:  https://holystone.example.com/keep/token-1');
    expect(page).not.toContain('<script');
  });

  test('the HTML of a message may run no script and load nothing', async () => {
    const response = await get('/messages/1/html');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*; sandbox /);
    expect(await response.text()).toContain('href="https://holystone.example.com/keep/token-1"');
  });

  test('text, source and attachments are plain text', async () => {
    const paths = ['/messages/1/text', '/messages/1/raw', '/messages/2/attachments/0'];
    const types = await Promise.all(paths.map(async (path) => (await get(path)).headers.get('content-type')));
    expect(types).toEqual(paths.map(() => 'text/plain; charset=utf-8'));
    expect(await body('/messages/2/attachments/0')).toContain('keep/token-3');
    expect(await body('/messages/1/raw')).toMatch(/^Message-ID: <first@holystone>\r$/m);
  });

  test('a program reads the same as JSON', async () => {
    const messages = JSON.parse(await body('/api/messages')) as unknown;
    expect(messages).toEqual(sink.messages());
    expect(JSON.parse(await body('/api/messages/2'))).toMatchObject({ number: 2, messageId: '<second@holystone>' });
  });

  test('the mailbox answers 404 for an unknown address, and takes no changes', async () => {
    const paths = ['/messages/3', '/messages/2/attachments/1', '/api/messages/1/html', '/nothing'];
    const found = await Promise.all(paths.map(async (path) => (await get(path)).status));
    expect(found).toEqual([404, 404, 404, 404]);
    expect((await fetch(sink.pageUrl, { method: 'POST' })).status).toBe(405);
  });
});
