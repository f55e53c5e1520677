import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { RegistryReading } from '../../../src/core/owner/ownerRegistry.ts';
import { ApplicationRegistry } from '../../../src/registry/applicationRegistry.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const SHOP = 'applications: [{ app: shop, owner: shop@example.com }]';

let dir: string;
let server: Server | undefined;
let registry: ApplicationRegistry;
let monotonicMs: number;
let warnings: object[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holystone-registry-'));
  registry = new ApplicationRegistry();
  monotonicMs = 1_000_000_000;
  warnings = [];
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((done) => (server ? server.close(done) : done(undefined)));
  server = undefined;
  await rm(dir, { recursive: true, force: true });
});

const log = { debug: () => {}, info: () => {}, warn: (fields: object) => warnings.push(fields), error: () => {} };

/** As a survey asks: read every 15 minutes, an hour old at most. */
function read(from: string, signal = new AbortController().signal): Promise<RegistryReading> {
  const settings = {
    from,
    headers: { authorization: 'Bearer abc' },
    keys: { app: 'app', owner: 'owner' },
    tags: ['app'],
    refresh: 15 * MINUTE,
    maxAge: 60 * MINUTE,
  };
  const bounds = { refreshBefore: monotonicMs - settings.refresh, notBefore: monotonicMs - settings.maxAge };
  const io = { clock: { now: () => NOW }, monotonic: { monotonicMs: () => monotonicMs }, signal };
  return registry.read(settings, bounds, {
    ...io,
    log: { ...log, child: () => ({ ...log, child: undefined as never }) },
  });
}

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/apps?key=hidden`;
}

const owners = { kind: 'read', owners: new Map([['shop', 'shop@example.com']]) };

describe('the application registry', () => {
  test('P1 is read from a file', async () => {
    const path = join(dir, 'apps.yml');
    await writeFile(path, SHOP);
    expect(await read(path)).toEqual(owners);
  });

  test('P1 is read from a URL with its headers, once until it is due again', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end(SHOP);
    });
    expect([await read(url), await read(url)]).toEqual([owners, owners]);
    monotonicMs += 16 * MINUTE;
    await read(url);
    expect(seen).toEqual(['Bearer abc', 'Bearer abc']);
  });

  test('P1 that stops answering counts until it is too old, and is warned about; then it is not relied on', async () => {
    const path = join(dir, 'apps.yml');
    await writeFile(path, SHOP);
    await read(path);
    await rm(path);
    monotonicMs += 59 * MINUTE;
    expect(await read(path)).toEqual(owners);
    expect(warnings).toMatchObject([{ registry: path, why: expect.stringContaining('ENOENT') }]);
    monotonicMs += 2 * MINUTE;
    expect(await read(path)).toMatchObject({
      kind: 'unread',
      why: expect.stringMatching(/is not reliable: .*ENOENT/),
    });
    await writeFile(path, SHOP);
    monotonicMs += MINUTE;
    expect(await read(path)).toEqual(owners);
  });

  test.each<[string, RequestListener, RegExp]>([
    ['refuses', (_request, response) => response.writeHead(403).end(SHOP), /the answer is 403/],
    ['sends elsewhere', (_request, response) => response.writeHead(302, { location: '/other' }).end(), /redirect/],
    ['breaks off', (request, response) => response.write('[', () => request.destroy()), /terminated|closed|socket/],
    ['answers with a page', (_request, response) => response.end('<html>welcome</html>'), /not a list of applications/],
    [
      'is outdated',
      (_request, response) => response.end(`generatedAt: 2026-11-20T10:59:00Z\n${SHOP}`),
      /generated 61 min.* ago/,
    ],
  ])('P1 that %s is not relied on, and its secrets stay out of messages', async (_what, listener, why) => {
    const reading = await read(await serve(listener));
    expect(reading).toMatchObject({ kind: 'unread', why: expect.stringMatching(why) });
    expect(JSON.stringify([reading, warnings])).not.toMatch(/hidden|Bearer/);
  });

  test('P1 that sends without end is cut off', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const url = await serve((_request, response) => {
      const more = () => response.write(chunk, (error) => error || setImmediate(more));
      more();
    });
    expect(await read(url)).toMatchObject({ kind: 'unread', why: expect.stringMatching(/more than 16777216 bytes/) });
  });

  test('P1 that does not answer is waited for once, not by every namespace', async () => {
    const asked: unknown[] = [];
    const url = await serve((request) => asked.push(request.url));
    registry = new ApplicationRegistry(1_000);
    expect(await read(url)).toMatchObject({ kind: 'unread', why: expect.stringMatching(/no answer within 1 s/) });
    expect(await read(url)).toMatchObject({ kind: 'unread' });
    // None: on a busy machine the request may take longer than the time for its answer.
    expect(asked.length).toBeLessThan(2);
  });

  test('a pass that must stop does not wait for it', async () => {
    const stop = new AbortController();
    const url = await serve(() => stop.abort(new Error('stopping')));
    await expect(read(url, stop.signal)).rejects.toThrow('stopping');
    expect(warnings).toEqual([]);
  });
});
