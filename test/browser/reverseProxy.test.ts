/** docs/nginx.conf in a real nginx: Debian's `nginx`, or $NGINX_PATH. Only ports, files and certificates are replaced. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Listening, link, mark, startPublic } from '../integration/http/fixture.ts';
import { openState, type StateFixture } from '../integration/state/support.ts';
import { onFreePort } from '../support/freePort.ts';
import { until } from '../support/until.ts';

const LIMIT = 20;
let store: StateFixture;
let site: Listening;
let nginx: ChildProcess;
let dir: string;
let port: number;

beforeAll(async () => {
  store = await openState();
  site = await startPublic(store, { trustedProxies: ['127.0.0.1'], rateLimit: { max: LIMIT, windowMs: 60_000 } });
  dir = await mkdtemp(join(tmpdir(), 'holystone-nginx-'));
  await onFreePort(serveOn);
});
afterAll(async () => {
  if (nginx && nginx.exitCode === null) {
    const ended = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await ended;
  }
  await site?.app.close();
  await store?.close();
  if (dir) await rm(dir, { recursive: true, force: true });
});

async function serveOn(free: number): Promise<void> {
  port = free;
  await writeFile(join(dir, 'nginx.conf'), await configuration());
  nginx = spawn(nginxPath(), ['-e', join(dir, 'start.log'), '-p', dir, '-c', join(dir, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until('nginx answers', async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx ended: ${await readFile(join(dir, 'start.log'), 'utf8')}`);
    return (await visit('/health/live').catch(() => 0)) === 200;
  });
}

/** The example as it stands, in a main file that needs no root and stays in the foreground. */
async function configuration(): Promise<string> {
  const certificates = resolve('test/fixtures/sns');
  const example = (await readFile('docs/nginx.conf', 'utf8'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('127.0.0.1:8080', new URL(site.url).host)
    .replace(/^ *server 127\.0\.0\.1:8090;\n/m, '')
    .replace('/etc/nginx/tls/holystone.pem', join(certificates, 'certificate.pem'))
    .replace('/etc/nginx/tls/holystone.key', join(certificates, 'key.pem'))
    .replaceAll('/var/log/nginx/', `${dir}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${dir}/${what};`,
  );
  return `daemon off;\nmaster_process off;\npid ${dir}/pid;\nevents {}\nhttp {\n${temporary.join('\n')}\n${example}}\n`;
}

function nginxPath(): string {
  const path = [process.env.NGINX_PATH, '/usr/sbin/nginx', '/opt/homebrew/bin/nginx', '/usr/bin/nginx'].find(
    (one) => one !== undefined && existsSync(one),
  );
  if (path === undefined) throw new Error('nginx is needed: install it, or say where it is in NGINX_PATH');
  return path;
}

interface Visit {
  /** One of the loopback addresses, each a client of its own. */
  readonly from?: string;
  readonly method?: string;
  readonly forwarded?: string;
}

/** @returns the status */
async function visit(path: string, { from = '127.0.0.1', method = 'GET', forwarded }: Visit = {}): Promise<number> {
  const headers = {
    host: 'holystone.example.com',
    'content-type': 'application/x-www-form-urlencoded',
    ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
  };
  const options = { host: '127.0.0.1', port, path, method, headers, localAddress: from, rejectUnauthorized: false };
  const asked = request(options);
  asked.end(method === 'POST' ? 'keep=7d' : undefined);
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

test('P7 a link works through the example for nginx, and no log of the proxy holds it', async () => {
  await mark(store, 'ami-1');
  const path = link('ami-1', { generation: 'generation of ami-1' });
  const statuses = [await visit(path), await visit(path, { method: 'POST' })];
  const refused = await visit(`/o/${'x'.repeat(40_000)}`);
  const logs = await Promise.all(
    ['holystone.log', 'holystone-error.log', 'start.log'].map((name) =>
      readFile(join(dir, name), 'utf8').catch(() => ''),
    ),
  );
  expect([statuses, refused]).toEqual([[200, 200], 414]);
  expect(logs[0]).toMatch(/^127\.0\.0\.1 \S+ POST 200 /m);
  expect(logs.join('')).not.toContain(path.slice(0, 20));
});

test('P11 a browser that came through the example for nginx comes back over https only', async () => {
  const asked = request({ host: '127.0.0.1', port, path: '/o/x', rejectUnauthorized: false });
  asked.end();
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  response.resume();
  await once(response, 'end');
  expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
});

test('P12 through the example for nginx each client has a limit of its own, and cannot choose another', async () => {
  const flooded: number[] = [];
  for (let i = 0; i <= LIMIT; i++) {
    flooded.push(await visit('/o/x', { from: '127.0.0.2', forwarded: `203.0.113.${i}` }));
  }
  expect(flooded.at(-1)).toBe(429);
  expect(await visit('/o/x', { from: '127.0.0.3' })).toBe(400);
});
