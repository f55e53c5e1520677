/** A registry behind HTTPS whose certificate only its own authority signs. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { AS_WRITTEN, ago, candidates, planned } from './fixture.ts';

const CERTIFICATE = resolve('test/fixtures/smtp/certificate.pem');
const KEY = resolve('test/fixtures/smtp/key.pem');

let hub: RunningRegistry;
let server: Server;
let url: string;
beforeEach(async () => {
  hub = await startRegistry({ password: 'secret' });
  for (const [tag, days] of [
    ['v1', 100],
    ['v2', 3],
  ] as const)
    hub.store.image('shop/web', tag, { salt: tag, created: ago(days) });
  const tls = { cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) };
  server = createServer(tls, (asked, answered) => {
    const { method, headers, url: path = '/' } = asked;
    asked.pipe(
      request(new URL(path, hub.url), { method, headers }, (answer) => {
        answered.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(answered);
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await hub.close();
});

const CREDENTIALS = 'credentials: { username: user, password: secret }, ';
const withKeys = (keys: string) => planned(url, AS_WRITTEN.replace('locations:', `${CREDENTIALS}${keys}locations:`));

test('R8 the certificate in `ca` is trusted for this registry', async () => {
  expect(candidates(await withKeys(`ca: ${CERTIFICATE}, `))).toEqual(['v1']);
});

test('R8 without it the plan is incomplete, and neither a name nor a password was sent', async () => {
  const { code, output } = await withKeys('');
  expect(code).toBe(3);
  expect(output).toMatch(/self-signed certificate|unable to verify/);
  expect(hub.requests).toEqual([]);
});

test('R8 a file of certificates that cannot be read is named', async () => {
  const { code, output } = await withKeys('ca: ./none.pem, ');
  expect([code, output.includes('the certificates in ./none.pem cannot be read')]).toEqual([3, true]);
});
