import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AccessToken } from '../../../src/http/app/deps.ts';
import { stateForAll } from '../state/support.ts';
import { IMAGES, type Listening, siteForAll, startOperator } from './fixture.ts';

const READER: AccessToken = { name: 'grafana', access: 'reader', secret: 'a reader’s secret: with a colon' };
const OPERATOR: AccessToken = { name: 'bob', access: 'operator', secret: 'operator-secret' };
const KEEP = `/api/v1/opt-outs/${encodeURIComponent(IMAGES)}/ami-1`;

const store = stateForAll();
const open = siteForAll(() => startOperator(store));
const closed = siteForAll(() => startOperator(store, { tokens: [READER, OPERATOR] }));

beforeEach(() => store.redis.flush());

const bearer = ({ secret }: AccessToken) => ({ authorization: `Bearer ${secret}` });
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const put = (site: Listening, headers: Record<string, string>) => fetch(site.url + KEEP, { method: 'PUT', headers });

describe('with tokens', () => {
  test.each(['/', '/metrics', '/api/v1/namespaces', '/api/v1/nowhere'])('P11 %s without a token: 401', async (path) => {
    const answer = await fetch(closed.url + path);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic .*Bearer/);
  });

  test.each([
    ['an unknown token', { authorization: 'Bearer nonsense' }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Digest ${OPERATOR.secret}` }],
    ['a token with something behind it', { authorization: `Bearer ${OPERATOR.secret}x` }],
    ['a token as the user', basic(OPERATOR.secret, '')],
  ])('P11 %s: 401', async (_what, headers) => {
    expect((await fetch(`${closed.url}/api/v1/service`, { headers })).status).toBe(401);
    expect((await put(closed, headers)).status).toBe(401);
    expect((await store.optOuts.all(IMAGES)).size).toBe(0);
  });

  test('P11 a reader reads and does not change', async () => {
    const headers = basic('', READER.secret);
    expect((await fetch(`${closed.url}/api/v1/service`, { headers })).status).toBe(200);
    expect((await fetch(`${closed.url}/metrics`, { headers })).status).toBe(200);
    const answer = await put(closed, headers);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('grafana') });
    expect((await store.optOuts.all(IMAGES)).size).toBe(0);
  });

  test('P11 an operator changes, and its name is the actor', async () => {
    expect((await put(closed, bearer(OPERATOR))).status).toBe(200);
    expect([...(await store.optOuts.all(IMAGES)).values()]).toMatchObject([{ actor: 'bob' }]);
  });

  test('P11 a browser sends the token as the password, with any user name', async () => {
    const headers = { ...basic('me', OPERATOR.secret), accept: 'text/html' };
    const answer = await fetch(closed.url, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  });

  test('P11 no token reaches the log', async () => {
    await fetch(`${closed.url}/api/v1/service`, { headers: basic('', READER.secret) });
    await fetch(`${closed.url}/api/v1/nowhere`, { headers: { authorization: `Bearer ${OPERATOR.secret}x` } });
    await put(closed, bearer(OPERATOR));
    const logged = JSON.stringify(store.log.lines);
    expect(logged).toContain('"actor":"bob"');
    for (const { secret } of [READER, OPERATOR]) expect(logged).not.toContain(secret);
  });
});

describe('without tokens', () => {
  test('P11 every client on this machine is operator@loopback', async () => {
    expect((await put(open, {})).status).toBe(200);
    expect([...(await store.optOuts.all(IMAGES)).values()]).toMatchObject([{ actor: 'operator@loopback' }]);
  });

  test.each(['evil.example.com', 'localhost.evil.example.com', '10.0.0.1', ''])(
    'P11 without tokens the listener refuses a request for the host "%s", which may be a name that points to this machine',
    async (host) => {
      const { statusCode } = await ask(open, { path: '/', headers: { host } });
      expect(statusCode).toBe(403);
    },
  );

  test.each(['localhost', 'LOCALHOST:9999', '127.0.0.1:80', '[::1]:80'])(
    'P11 without tokens the listener answers a request for the host "%s"',
    async (host) => {
      expect((await ask(open, { path: '/', headers: { host } })).statusCode).toBe(200);
    },
  );
});

describe('a page of another site', () => {
  const token = basic('me', OPERATOR.secret);

  test.each([
    ['says cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['says same-site, which is another subdomain', { 'sec-fetch-site': 'same-site' }],
    ['has another origin', { origin: 'https://evil.example.com' }],
    ['hides its origin', { origin: 'null' }],
  ])('P11 a page of another site that %s changes nothing', async (_what, headers) => {
    const answer = await put(closed, { ...token, ...headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'crossSite' });
    expect((await store.optOuts.all(IMAGES)).size).toBe(0);
  });

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'P11 the listener refuses a plain form as %s',
    async (type) => {
      const headers = { ...token, 'content-type': type };
      const body = '{"namespace":"x","passId":"x"}';
      const answer = await fetch(`${closed.url}/api/v1/approvals`, { method: 'POST', headers, body });
      expect(answer.status).toBe(403);
    },
  );

  test('P11 a page of the listener itself may change something', async () => {
    expect((await put(closed, { ...token, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await put(closed, { ...token, origin: closed.url })).status).toBe(200);
  });
});

/** `fetch` does not let a caller choose the host. */
function ask({ url }: Listening, options: { path: string; headers: Record<string, string> }): Promise<IncomingMessage> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, ...options, setHost: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('P12 an address with another method', () => {
  test.each([
    ['TRACE', '/api/v1/service', 'GET, HEAD, PUT'],
    ['PATCH', `/api/v1/marks/${encodeURIComponent(IMAGES)}/ami-1`, 'GET, HEAD'],
    ['DELETE', '/api/v1/opt-outs', 'GET, HEAD'],
    ['DELETE', '/', 'GET, HEAD'],
  ])('%s %s: 405 with the methods that it takes', async (method, path, allowed) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      // `fetch` refuses to send TRACE.
      request(open.url + path, { method }, resolve)
        .on('error', reject)
        .end(),
    );
    answer.resume();
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allowed]);
  });

  test('an address that nothing has: 404, without a list of methods', async () => {
    const answer = await fetch(`${open.url}/api/v1/nowhere`, { method: 'PUT' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
  });
});

describe('P12 a request that is not readable as HTTP', () => {
  /** All that the listener sends to these bytes before it ends the connection. */
  async function answerTo(bytes: string): Promise<string> {
    const { hostname, port } = new URL(open.url);
    const socket = connect(Number(port), hostname);
    socket.end(bytes);
    return text(socket);
  }

  test.each([
    ['an address beyond the limit', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, 431],
    ['a header beyond the limit', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['nonsense', 'nonsense\r\n\r\n', 400],
  ])('%s: a problem document', async (_what, bytes, status) => {
    const answer = await answerTo(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\ncontent-type: application/problem\\+json\r\n`));
    expect(JSON.parse(body)).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) });
  });
});
