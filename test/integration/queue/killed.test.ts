import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { WorkItem } from '../../../src/core/work.ts';
import { RedisConnection } from '../../../src/state/connection.ts';
import { CountingRunner, collectingLogger, completePass, Instance, LOCK_TTL_MS, World } from '../../support/fleet.ts';
import { ManualClock, namespace } from '../../support/queue.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';
import { startWorker, type WorkerProcess } from '../../support/workerProcess.ts';

const NOW = Date.UTC(2026, 0, 6, 18, 0);
const IMAGES = namespace('aws:test:us-east-1:image');
const GROUPS = namespace('aws:test:us-east-1:autoscalinggroup');
const mark: WorkItem = { kind: 'pass', namespace: IMAGES, action: 'mark' };
const markGroups: WorkItem = { kind: 'pass', namespace: GROUPS, action: 'mark' };
const IDS = ['ami-1', 'ami-2', 'ami-3', 'ami-4', 'ami-5'];

describe('a worker that is killed in the middle of an item', () => {
  let server: TestRedis;
  let redis: RedisConnection;
  let world: World;
  let clock: ManualClock;
  const workers: WorkerProcess[] = [];
  const instances: Instance[] = [];

  beforeEach(async () => {
    server = await startRedis();
    redis = new RedisConnection({ url: server.url, log: collectingLogger([]) });
    await redis.whenReady();
    clock = new ManualClock(NOW);
    world = new World([IMAGES, GROUPS]);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    await Promise.all(instances.splice(0).map((one) => one.stop(1_000)));
    await redis.close();
    await server.stop();
  });

  function worker(stopAfter: number): WorkerProcess {
    const started = startWorker(server.url, LOCK_TTL_MS, stopAfter, [IMAGES]);
    workers.push(started);
    return started;
  }

  function instance(runner: CountingRunner): Instance {
    const made = new Instance({ url: server.url, world, clock, runner });
    instances.push(made);
    return made;
  }

  test('L18 another runs it again within the time of the lock, and the end is that of one clean run', async () => {
    await redis.client.sadd('resources', ...IDS);
    const done = completePass(world, clock);
    let startedAt = 0;
    const runner = new CountingRunner(async (...args) => {
      startedAt = performance.now();
      for (const id of await redis.client.smembers('resources')) {
        if ((await redis.client.srem('resources', id)) === 1) await redis.client.rpush('removed', id);
      }
      return done(...args);
    });
    const one = instance(runner);
    await one.queue.add([mark]);
    const victim = worker(2);
    await victim.half;
    one.processor.start();
    const killedAt = performance.now();
    await victim.kill();
    await until('the work is done', () => world.pass(IMAGES, 'mark') !== undefined);
    expect({
      removed: (await redis.client.lrange('removed', 0, -1)).sort(),
      inTime: startedAt - killedAt < LOCK_TTL_MS + 1_000,
      runs: runner.runs,
      overlaps: runner.overlaps,
    }).toEqual({ removed: IDS, inTime: true, runs: [`mark ${IMAGES}`], overlaps: [] });
  });

  test('L18 killed three times it is parked with an alert; other namespaces go on and the next slot tries again', async () => {
    const runner = new CountingRunner(completePass(world, clock));
    const one = instance(runner);
    await one.queue.add([mark]);
    for (let kills = 0; kills < 3; kills++) {
      const victim = worker(0);
      await victim.half;
      await victim.kill();
    }
    await one.queue.add([markGroups]);
    one.processor.start();
    await until('the other namespace is done and this one parked', () => one.ends('parked').length === 1);
    await until('the other namespace is done', () => world.pass(GROUPS, 'mark')?.outcome === 'complete');
    const parked = world.pass(IMAGES, 'mark');
    clock.advance(6 * 3_600_000);
    world.nothingMarked();
    await one.manager.tick();
    await until('the next slot has tried again', () => runner.runs.includes(`mark ${IMAGES}`));
    expect({
      parked: parked?.outcome,
      alert: one.log.filter((line) => line.level === 'error' && line.message.includes('parked')).length,
      end: world.pass(IMAGES, 'mark')?.outcome,
    }).toEqual({ parked: 'failed', alert: 1, end: 'complete' });
  });
});
