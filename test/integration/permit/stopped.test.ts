import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { LOCK_MS, type StopAt, type StoppedWorker, startStoppedWorker } from './stoppedWorker.ts';

const SLOW = 900_000;

const world = worldForAll();
let image: string;
const workers: StoppedWorker[] = [];

beforeEach(async () => {
  await world.reset();
  [image = ''] = world.addImages(1);
  await world.untilDue();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
});

function worker(stopAt: StopAt, sleepMs: number): StoppedWorker {
  const started = startStoppedWorker(world, stopAt, sleepMs);
  workers.push(started);
  return started;
}

/** How often AWS was asked to delete it, successfully or not. */
const requests = () => world.writes().filter(({ operation }) => operation === 'DeregisterImage').length;
/** The time to live of the lock ends in Redis, as it does while a process is stopped for so long. */
async function endLock(): Promise<void> {
  world.clock.advance(LOCK_MS);
  await world.connection.client.del(namespaceKeys(IMAGES).lock);
}
const stateOf = async () => (await world.markOf(image))?.state;

test.each(['permit', 'request'] as const)(
  'L59 stopped for a moment at the %s: one request, once it wakes',
  async (stopAt) => {
    const one = worker(stopAt, 0);
    await one.stopped;
    const before = { state: await stateOf(), requests: requests() };
    one.wake();
    expect({ before, end: await one.ended, requests: requests() }).toMatchObject({
      before: { state: 'deleting', requests: 0 },
      end: { counts: { deleted: 1 } },
      requests: 1,
    });
  },
  SLOW,
);

test(
  'L59 stopped for longer than its lock: sends no request when it wakes, another finishes, once',
  async () => {
    const one = worker('permit', LOCK_MS);
    await one.stopped;
    await endLock();
    one.wake();
    const { error } = await one.ended;
    const woken = { error, requests: requests(), state: await stateOf() };
    const record = await world.pass('delete');
    expect({ woken, record, deregistered: world.deregistered(), marks: await world.marks() }).toMatchObject({
      woken: { error: 'LockLostError', requests: 0, state: 'deleting' },
      record: { outcome: 'complete', counts: { deleted: 1 } },
      deregistered: [image],
      marks: [],
    });
  },
  SLOW,
);

test(
  'L59 stopped while another finishes its work: sends nothing when it wakes, and spoils nothing',
  async () => {
    const one = worker('request', LOCK_MS);
    await one.stopped;
    await endLock();
    const record = await world.pass('delete');
    const [again = ''] = world.addImages(1);
    await world.pass('mark');
    const marks = await world.marks();
    one.wake();
    const { error } = await one.ended;
    expect({ error, record: record.counts.deleted, requests: requests(), marks: await world.marks() }).toEqual({
      error: 'LockLostError',
      record: 1,
      requests: 1,
      marks,
    });
    expect([marks.map(({ id }) => id), world.events(image).filter((event) => event === 'deleted')]).toEqual([
      [again],
      ['deleted'],
    ]);
  },
  SLOW,
);
