import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { StoreError } from '../../../src/core/common/errors.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { NOBODYS_PORT } from '../../support/freePort.ts';
import { oneType } from '../../support/oneType.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';
import { adding, LogBook, markOf, NS } from './support.ts';

let redis: TestRedis;
let log: LogBook;
const opened: RedisConnection[] = [];

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
beforeEach(async () => {
  await redis.flush();
  log = new LogBook();
});
afterEach(async () => {
  for (const connection of opened.splice(0)) await connection.close();
});

/** Such a command fails only where it does not wait for an answer: how quick this machine is decides nothing. */
const NEVER_MS = 1_000_000_000;
/** Only for commands to a Redis that stands still. */
const IMPATIENT_MS = 300;

function open(url: string, commandTimeoutMs = NEVER_MS): RedisConnection {
  const connection = new RedisConnection({ url, log, commandTimeoutMs });
  opened.push(connection);
  return connection;
}

const NOBODY = `redis://127.0.0.1:${NOBODYS_PORT}`;

const errorOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: Error) => error);

describe('when nobody listens', () => {
  test('a command fails at once, and the error names the address, the cause and what to do, but no password', async () => {
    const connection = open(`redis://bob:s3cret@127.0.0.1:${NOBODYS_PORT}`);
    const { marks } = redisState(connection, { log, typesOf: oneType });
    while (log.lines.length === 0) await delay(5);

    const error = await errorOf(marks.get(NS, 'ami-1'));

    expect(error).toBeInstanceOf(StoreError);
    expect(error?.message).toContain(`reading the mark of "ami-1" in ${NS}`);
    expect(error?.message).toContain(NOBODY);
    expect(error?.message).toContain('ECONNREFUSED');
    expect(error?.message).toContain('redis.url');
    expect(JSON.stringify([error?.message, log.lines])).not.toMatch(/s3cret|bob/);
    expect(connection.ready).toBe(false);
  });

  test('one warning says so, however often it is tried', async () => {
    const connection = open(NOBODY);
    let tries = 0;
    connection.client.on('error', () => {
      tries += 1;
    });
    while (tries < 4) await delay(5);

    expect(log.lines).toMatchObject([{ level: 'warn', fields: { problem: expect.stringContaining('ECONNREFUSED') } }]);
  });

  test('waiting for it ends on the signal to stop', async () => {
    const connection = open(NOBODY);
    const reason = new Error('enough');

    await expect(connection.whenReady(AbortSignal.abort(reason))).rejects.toBe(reason);
    const stop = new AbortController();
    const waiting = connection.whenReady(stop.signal);
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  test('waiting for it ends when it is closed', async () => {
    const connection = open(NOBODY);
    const waiting = errorOf(connection.whenReady());

    await connection.close();

    expect(await waiting).toBeInstanceOf(StoreError);
  });
});

test('waiting for Redis ends when it comes up', async () => {
  const late = await startRedis();
  try {
    late.kill('SIGKILL');
    const connection = open(late.url);
    while (log.lines.length === 0) await delay(5);
    const waiting = connection.whenReady();
    await late.restart();

    await waiting;

    await connection.client.ping();
    expect(connection.ready).toBe(true);
    expect(log.lines.at(-1)).toMatchObject({ level: 'info', message: 'Redis is reachable again' });
  } finally {
    await late.stop();
  }
});

test('L25 killed and started again: commands fail at once meanwhile and work afterwards, without a restart of ours', async () => {
  const connection = open(redis.url);
  await connection.whenReady();
  const { marks } = redisState(connection, { log, typesOf: oneType });
  await marks.apply(NS, [adding(markOf('a'))]);

  redis.kill('SIGKILL');
  const error = await errorOf(marks.apply(NS, [adding(markOf('b'))]));
  const again = await errorOf(marks.get(NS, 'a'));
  await redis.restart();
  await connection.whenReady();

  expect(error).toBeInstanceOf(StoreError);
  expect(again).toBeInstanceOf(StoreError);
  expect(await marks.get(NS, 'a')).toEqual(markOf('a'));
  expect(await marks.apply(NS, [adding(markOf('c'))])).toEqual(['applied']);
});

test('L25 a Redis that answers nothing fails every call by the time-out, and works again when it wakes', async () => {
  const connection = open(redis.url, IMPATIENT_MS);
  await connection.whenReady();
  const { marks } = redisState(connection, { log, typesOf: oneType });

  redis.pause();
  const calls = [marks.get(NS, 'a'), marks.apply(NS, [adding(markOf('a'))]), marks.count(NS, 0)];
  const errors = await Promise.all(calls.map(errorOf));
  redis.resume();
  const isApplied = async () =>
    (await marks.apply(NS, [adding(markOf('b'))]).catch((): string[] => [])).includes('applied');
  await until('commands work again', isApplied);

  for (const error of errors) {
    expect(error).toBeInstanceOf(StoreError);
    expect(error?.message).toContain('did not answer in time');
  }
});

describe('a Redis that hangs while nobody asks it anything', () => {
  const isReady = (connection: RedisConnection, ready: boolean) =>
    until(`ready is ${ready}`, () => connection.ready === ready);
  const openAsked = (pingEveryMs: number, commandTimeoutMs = NEVER_MS) => {
    const connection = new RedisConnection({ url: redis.url, log, commandTimeoutMs, pingEveryMs });
    opened.push(connection);
    return connection;
  };

  test('is not ready, says so once, and is ready again when it wakes', async () => {
    // Only a Redis that stands still takes so long.
    const connection = openAsked(50, 5_000);
    await connection.whenReady();

    redis.pause();
    await isReady(connection, false).finally(() => redis.resume());
    await isReady(connection, true);

    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'Redis is not reachable, trying again with back-off'],
      ['info', 'Redis is reachable again'],
    ]);
    expect(log.lines[0]?.fields).toMatchObject({ problem: 'it did not answer in time' });
  });

  test('a Redis that answers with a refusal is ready', async () => {
    const connection = openAsked(20);
    await connection.whenReady();
    const other = openAsked(60_000);
    await other.whenReady();
    await other.client.acl('SETUSER', 'default', '-ping');
    try {
      while (!(await other.client.info('errorstats')).includes('NOPERM')) await delay(5);
      const { client } = connection;
      const before = client.stream;
      await client.get('x');
      expect(connection.ready).toBe(true);
      expect(client.stream).toBe(before);
      expect(log.lines).toEqual([]);
    } finally {
      await other.client.acl('SETUSER', 'default', '+ping');
    }
  });

  test('is closed while it is asked without a warning', async () => {
    const connection = openAsked(20);
    await connection.whenReady();

    redis.pause();
    const closing = connection.close();
    redis.resume();
    await closing;

    expect(connection.ready).toBe(false);
    expect(log.lines).toEqual([]);
  });
});

test('commands of one turn leave together at its end, in their order', async () => {
  const connection = open(redis.url);
  await connection.whenReady();
  const { stream } = connection.client;

  const lengths = ['a', 'b', 'c'].map((item) =>
    connection.command('appending', (client) => client.rpush('list', item)),
  );
  const held = stream.writableCorked;
  const answers = await Promise.all(lengths);

  expect({ held, answers, left: stream.writableCorked }).toEqual({ held: 1, answers: [1, 2, 3], left: 0 });
});

test('many writers at once get over a broken connection', async () => {
  const connection = open(redis.url);
  await connection.whenReady();
  const { marks } = redisState(connection, { log, typesOf: oneType });

  const other = open(redis.url);
  await other.whenReady();
  // Redis answers no write until all of them are under way.
  await other.client.client('PAUSE', 60_000, 'WRITE');
  const writes = Array.from({ length: 40 }, (_, i) => marks.apply(NS, [adding(markOf(`a${i}`))]));
  while (connection.client.commandQueue.length < 40) await delay(1);
  connection.client.stream.destroy();
  await other.client.client('UNPAUSE');

  expect((await Promise.all(writes)).flat()).toEqual(Array(40).fill('applied'));
});

test('a script that Redis forgot is sent again in full', async () => {
  const connection = open(redis.url);
  await connection.whenReady();
  const { marks } = redisState(connection, { log, typesOf: oneType });
  await marks.apply(NS, [adding(markOf('a'))]);

  await connection.client.script('FLUSH');

  expect(await marks.apply(NS, [adding(markOf('b'))])).toEqual(['applied']);
});

test('an error of Redis is reported in its words, and not retried', async () => {
  const connection = open(redis.url);
  await connection.whenReady();
  await connection.client.set(`holystone:{${NS}}:marks`, 'not a hash');

  await expect(redisState(connection, { log, typesOf: oneType }).marks.get(NS, 'a')).rejects.toThrow(/WRONGTYPE/);
});

test('a wrong password is reported, and the connection keeps trying', async () => {
  const connection = open(redis.url);
  await connection.whenReady();
  await connection.client.config('SET', 'requirepass', 'right');
  try {
    const wrong = open(redis.url.replace('//', '//:wrong@'));
    while (log.lines.length === 0) await delay(5);
    expect(wrong.ready).toBe(false);
    expect(log.lines[0]?.fields).toMatchObject({
      problem: expect.stringMatching(/WRONGPASS/),
      todo: expect.stringMatching(/password/),
    });
    const right = open(redis.url.replace('//', '//:right@'));
    await right.whenReady();
  } finally {
    await connection.client.config('SET', 'requirepass', '');
  }
});

test('a database other than the first is used', async () => {
  const connection = open(`${redis.url}/3`);
  await connection.whenReady();

  await connection.client.set('x', '1');

  expect(await connection.client.info('keyspace')).toContain('db3:keys=1');
});
