import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Lease } from '../../../src/core/ports/ports.ts';
import { RedisNamespaceLock } from '../../../src/queue/lock.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { PATIENT_MS } from '../../support/redis.ts';
import { endsOfEachKind } from '../../support/sampled.ts';
import { type Fate, type LossyProxy, startLossyProxy } from '../state/lossyProxy.ts';

/** A text in the requests whose replies get lost: every request begins with `*`. */
const ANY_REQUEST = '*';
const ANY_SCRIPT = 'evalsha';
const SLOW = 900_000;

const world = worldForAll({ keepsAnswers: false });
let direct: RedisConnection;
let proxy: LossyProxy;

beforeAll(async () => {
  // A read that is not sent asks Redis for no place in its rate, and each such request counts here.

  direct = world.connection;
});
beforeEach(async () => {
  proxy = await startLossyProxy(world.redis.port);
});
afterEach(async () => {
  world.connection = direct;
  await world.configure();
  await proxy.close();
});

/** An image that is due, and a lifecycle that reaches Redis through the proxy. */
async function dueBehindProxy(): Promise<{ image: string; connection: RedisConnection }> {
  world.connection = direct;
  await world.reset();
  const [image = ''] = world.addImages(1);
  await world.untilDue();
  const connection = new RedisConnection({ url: proxy.url, log: world.log, commandTimeoutMs: PATIENT_MS });
  await connection.whenReady();
  world.connection = connection;
  await world.configure({ pacedByRedis: true });
  return { image, connection };
}

/**
 * The pass whose replies get lost; the lock's own are not, or its time would have to run out first.
 * @returns the commands of the requests, in order
 */
async function losingPass(requests: string, fates: readonly Fate[]): Promise<readonly string[]> {
  const lease = (await new RedisNamespaceLock(direct).acquire(IMAGES)) as Lease;
  proxy.onRequest(requests, fates);
  try {
    await world.wired.lifecycle.pass(IMAGES, 'delete', lease, new AbortController().signal);
  } catch {
    // Whatever it throws: only the state afterwards matters.
  }
  const { commands } = proxy;
  proxy.onRequest(requests, []);
  await lease.release();
  return commands;
}

/** The state that another instance finds, some hours later. */
async function finish(): Promise<void> {
  world.connection = direct;
  await world.configure();
  for (let hours = 0; hours < 3; hours++) {
    world.clock.advance(HOUR);
    await world.pass('delete');
  }
}

/** How often its deletion is on record: in Redis, and as a line of the log. */
async function records(id: string): Promise<{ stored: number; said: number }> {
  const deleted = (event: string) => event === 'deleted';
  const history = await world.wired.deps.audit.history(IMAGES, id);
  return {
    stored: history.filter(({ event }) => deleted(event)).length,
    said: world.events(id).filter(deleted).length,
  };
}

test.each([
  ['reply', 'once', ANY_REQUEST, ['break']],
  ['script’s reply', 'as often as it is asked for', ANY_SCRIPT, ['break', 'break', 'break']],
] as const)(
  'L56 any %s of a delete pass is cut off, %s: no request is sent twice, no record is lost',
  async (_what, _often, requests, lost) => {
    const first = await dueBehindProxy();
    const commands = await losingPass(requests, []);
    await first.connection.close();
    expect(world.deregistered()).toHaveLength(1);
    const wrong: object[] = [];
    // In CI the first and the last request of each command and of each script; in .ci/nightly every one.
    const places = endsOfEachKind([...commands.keys()], (place) => commands[place] ?? '');
    for (const place of places) {
      const { image, connection } = await dueBehindProxy();
      await losingPass(requests, [...Array<Fate>(place).fill('pass'), ...lost]);
      await connection.close();
      await finish();
      const { stored, said } = await records(image);
      const end = { requested: world.deregistered(), marks: await world.marks(), stored };
      const right = JSON.stringify(end) === JSON.stringify({ requested: [image], marks: [], stored: 1 });
      // Who gives up does not know whether it is done, and says so in the log instead.
      if (!right || said > 1 || (said === 0 && lost.length < 3)) wrong.push({ place, ...end, said });
    }
    expect({ wrong, places: places.length >= 3 }).toEqual({ wrong: [], places: true });
  },
  SLOW,
);
