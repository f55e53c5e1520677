import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { answersNow, answersWithin } from '../../../src/cli/reach.ts';
import { noServerListens } from '../../../src/cli/stranded.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { createLogger } from '../../../src/telemetry/logger.ts';
import { NOBODYS_PORT } from '../../support/freePort.ts';

const HOUR_MS = 3_600_000;

let connection: RedisConnection | undefined;

function connect(url: string): RedisConnection {
  const opened = new RedisConnection({ url, log: createLogger({ level: 'silent' }) });
  connection = opened;
  return opened;
}

afterEach(async () => {
  await connection?.close();
  connection = undefined;
});

const NOBODY = `redis://127.0.0.1:${NOBODYS_PORT}`;

test('a command that works without Redis does not wait where nothing listens', async () => {
  expect(await answersNow(connect(NOBODY), HOUR_MS, new AbortController().signal)).toBe(false);
});

test('a command that needs Redis gives up long before its time limit where nothing listens', async () => {
  expect(await answersWithin(connect(NOBODY), HOUR_MS, new AbortController().signal)).toBe(false);
});

test('a command that needs Redis waits until a person stops it: Redis may be starting', async () => {
  const stop = new AbortController();
  const waiting = connect(NOBODY);
  const answer = answersWithin(waiting, HOUR_MS, stop.signal);
  await once(waiting.client, 'error');
  await once(waiting.client, 'reconnecting');
  stop.abort();
  expect(await answer).toBe(false);
});

test('a bare connection shows that nothing listens, without the client of Redis', async () => {
  const url = `redis://:secret@127.0.0.1:${NOBODYS_PORT}/0`;
  expect(await noServerListens(url, HOUR_MS, new AbortController().signal)).toBe(true);
});

test('a server that says nothing, several servers and a stopped command are left to the client', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { signal } = new AbortController();
  expect(await noServerListens(`redis://127.0.0.1:${port}`, HOUR_MS, signal)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await noServerListens(`redis+cluster://127.0.0.1:${port}`, HOUR_MS, signal)).toBe(false);
  expect(await noServerListens(`redis://127.0.0.1:${port}`, HOUR_MS, AbortSignal.abort())).toBe(false);
});
