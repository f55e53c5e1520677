import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { answersNow, answersWithin } from '../../../src/cli/reach.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { createLogger } from '../../../src/telemetry/logger.ts';

const HOUR_MS = 3_600_000;

let connection: RedisConnection;

function connect(url: string): RedisConnection {
  connection = new RedisConnection({ url, log: createLogger({ level: 'silent' }) });
  return connection;
}

afterEach(() => connection.close());

/** A port of this machine on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a command that works without Redis does not wait where nothing listens', async () => {
  const url = `redis://127.0.0.1:${await freePort()}`;
  expect(await answersNow(connect(url), HOUR_MS, new AbortController().signal)).toBe(false);
});

test('a command that needs Redis gives up long before its time limit where nothing listens', async () => {
  const url = `redis://127.0.0.1:${await freePort()}`;
  expect(await answersWithin(connect(url), HOUR_MS, new AbortController().signal)).toBe(false);
});

test('a command that needs Redis waits until a person stops it: Redis may be starting', async () => {
  const stop = new AbortController();
  const waiting = connect(`redis://127.0.0.1:${await freePort()}`);
  const answer = answersWithin(waiting, HOUR_MS, stop.signal);
  await once(waiting.client, 'error');
  await once(waiting.client, 'reconnecting');
  stop.abort();
  expect(await answer).toBe(false);
});
