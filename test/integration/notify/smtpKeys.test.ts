/** A mail server that wants STARTTLS and a login, with a certificate of a private authority; messages are signed. */
import { createPublicKey, createVerify } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import type { Logger } from '../../../src/core/common/logger.ts';
import { type MailSettings, openNotifiers } from '../../../src/notify/openNotifiers.ts';
import { digest, row } from '../../unit/notify/digests.ts';

const path = (name: string) => fileURLToPath(new URL(`../../fixtures/smtp/${name}`, import.meta.url));
const [key, cert] = [readFileSync(path('key.pem')), readFileSync(path('certificate.pem'))];
const silent = () => {};
const log: Logger = { debug: silent, info: silent, warn: silent, error: silent, child: () => log };

let server: SMTPServer;
let raw: string[];
let isSecure: boolean[];
let dir: string;
const open: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holystone-smtp-'));
  [raw, isSecure] = [[], []];
  server = new SMTPServer({
    key,
    cert,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      username === 'u' && password === 'p' ? done(null, { user: 'u' }) : done(new Error('no')),
    onData(stream, session, done) {
      isSecure.push(session.secure);
      stream.toArray().then((chunks) => {
        raw.push(Buffer.concat(chunks).toString());
        done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await new Promise<void>((resolve) => server.close(resolve));
  await rm(dir, { recursive: true, force: true });
});

function send(more: Partial<MailSettings> = {}, login = 'u:p@') {
  const { port } = server.server.address() as AddressInfo;
  const smtp = `smtp://${login}localhost:${port}?requireTLS=true`;
  const mail = { smtp, from: 'Holystone <holystone@example.com>', ...more };
  const notify = { required: 'smtp', transports: [] };
  const { notifiers } = openNotifiers({ mail, notify }, { log, now: () => 0 });
  if (!notifiers) throw new Error('the mail server is not the one that counts');
  open.push(notifiers);
  return notifiers.send(digest([row()]));
}

describe('STARTTLS, a login and a private authority', () => {
  test('P6 the authority in mail.caFile signed the certificate of the server → the message is sent encrypted', async () => {
    expect((await send({ caFile: path('certificate.pem') })).kind).toBe('accepted');
    expect(isSecure).toEqual([true]);
  });

  test('P6 no authority signed the certificate → a failure, and no message is sent', async () => {
    expect(await send()).toMatchObject({ kind: 'failed', why: expect.stringContaining('self-signed') });
    expect(raw).toEqual([]);
  });

  test('P6 the server wants a login and none is configured → the notifier reports a failure to repair, not a refused message', async () => {
    expect((await send({ caFile: path('certificate.pem') }, '')).kind).toBe('failed');
    expect(raw).toEqual([]);
  });
});

describe('DKIM', () => {
  const dkim = { domain: 'example.com', selector: 'h1', privateKeyFile: path('key.pem') };

  test('P6 a message is signed with the key of the file', async () => {
    expect((await send({ caFile: path('certificate.pem'), dkim })).kind).toBe('accepted');
    const [message = ''] = raw;
    const header = /^DKIM-Signature: ((?:.|\r\n[ \t])*)/m.exec(message)?.[1] ?? '';
    const tags = Object.fromEntries(
      header
        .replace(/\s+/g, '')
        .split(';')
        .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
    );
    expect(tags).toMatchObject({ a: 'rsa-sha256', d: 'example.com', s: 'h1' });
    expect(tags.h?.split(':')).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'message-id']));
    const verifier = createVerify('RSA-SHA256').update(signedHeaders(message, header, tags.h ?? ''));
    expect(verifier.verify(createPublicKey(cert), tags.b ?? '', 'base64')).toBe(true);
  });

  test.each([
    ['is not there', undefined, /^mail\.dkim\.privateKeyFile cannot be read: /],
    ['is no key', 'hush-hush-hush', /^mail\.dkim\.privateKeyFile: .* has no PEM of that kind$/],
  ])('a key file that %s stops the start, and is not shown', async (_what, text, message) => {
    const privateKeyFile = join(dir, 'key.pem');
    if (text !== undefined) await writeFile(privateKeyFile, text);
    expect(() => send({ dkim: { ...dkim, privateKeyFile } })).toThrow(message);
    expect(() => send({ dkim: { ...dkim, privateKeyFile } })).not.toThrow(/hush/);
  });
});

/** RFC 6376 §3.4.2, §3.7: the headers in the order of `h`, relaxed, then the signature's own with an empty `b`. */
function signedHeaders(message: string, signature: string, h: string): string {
  const head = message.slice(0, message.indexOf('\r\n\r\n'));
  const fields = head
    .split(/\r\n(?![ \t])/)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const);
  const relaxed = (name: string, value: string) => `${name.toLowerCase()}:${value.replace(/\s+/g, ' ').trim()}`;
  const signed = h.split(':').flatMap((name) => {
    const field = fields.findLast(([own]) => own.toLowerCase() === name.toLowerCase());
    return field ? [`${relaxed(name, field[1])}\r\n`] : [];
  });
  const own = relaxed('dkim-signature', signature).replace(/(;\s*b=)[^;]*/, '$1');
  return signed.join('') + own;
}
