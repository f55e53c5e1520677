import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { WorkItem } from '../../../src/core/work/work.ts';
import { CountingRunner, completePass, Instance, LOCK_TTL_MS, World } from '../../support/fleet.ts';
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

/** The lock's time, and as long again as a busy machine may take; the next tick would come only after a minute. */
const IN_TIME_MS = LOCK_TTL_MS + 30_000;

describe('a worker that is killed in the middle of an item', () => {
  let server: TestRedis;
  let world: World;
  let clock: ManualClock;
  const workers: WorkerProcess[] = [];
  const instances: Instance[] = [];

  beforeEach(async () => {
    server = await startRedis();
    clock = new ManualClock(NOW);
    world = await World.open(server, [IMAGES, GROUPS]);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    await Promise.all(instances.splice(0).map((one) => one.stop(1_000)));
    await world.close();
    await server.stop();
  });

  function worker(stopAfter: number): WorkerProcess {
    const started = startWorker(server.url, LOCK_TTL_MS, stopAfter, [IMAGES]);
    workers.push(started);
    return started;
  }

  async function instance(runner: CountingRunner): Promise<Instance> {
    const made = new Instance({ url: server.url, world, clock, runner });
    instances.push(made);
    await made.ready();
    return made;
  }

  test("L18 another worker runs the item again within the lock's time, with the result of one clean run", async () => {
    await world.connection.client.sadd('resources', ...IDS);
    const done = completePass(world, clock);
    let startedAt = 0;
    const runner = new CountingRunner(async (...args) => {
      startedAt = performance.now();
      for (const id of await world.connection.client.smembers('resources')) {
        if ((await world.connection.client.srem('resources', id)) === 1)
          await world.connection.client.rpush('removed', id);
      }
      return done(...args);
    });
    const one = await instance(runner);
    await one.queue.add([mark]);
    const victim = worker(2);
    await victim.half;
    one.processor.start();
    const killedAt = performance.now();
    await victim.kill();
    await until('the work is done', async () => (await world.outcome(IMAGES, 'mark')) !== undefined);
    expect({
      removed: (await world.connection.client.lrange('removed', 0, -1)).sort(),
      inTime: startedAt - killedAt < IN_TIME_MS,
      runs: runner.runs,
      overlaps: runner.overlaps,
    }).toEqual({ removed: IDS, inTime: true, runs: [`mark ${IMAGES}`], overlaps: [] });
  });

  test('R13 the place of a killed worker is free when its lease is over, without anybody who frees it', async () => {
    const one = await instance(new CountingRunner(completePass(world, clock)));
    await one.queue.add([mark]);
    const victim = worker(0);
    await victim.half;
    const busy = (await world.stores.units.look('aws')).busy;
    await victim.kill();
    const other = () => world.stores.units.take('aws', GROUPS, 1);
    const atOnce = await other();
    await until('the other unit has the only place', other);
    expect([[...busy], atOnce]).toEqual([[IMAGES], false]);
  });

  test('L18 killed three times it is parked with an alert; other namespaces go on and the next slot tries again', async () => {
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance(runner);
    await one.queue.add([mark]);
    for (let kills = 0; kills < 3; kills++) {
      const victim = worker(0);
      await victim.half;
      await victim.kill();
    }
    await one.queue.add([markGroups]);
    one.processor.start();
    await until('the other namespace is done and this one parked', () => one.ends('parked').length === 1);
    await until('the other namespace is done', async () => (await world.outcome(GROUPS, 'mark')) === 'complete');
    const parked = await world.outcome(IMAGES, 'mark');
    clock.advance(6 * 3_600_000);
    await one.manager.tick();
    await until('the next slot has tried again', async () => (await world.outcome(IMAGES, 'mark')) === 'complete');
    expect({
      parked,
      alert: one.log.filter((line) => line.level === 'error' && line.message.includes('parked')).length,
    }).toEqual({ parked: 'failed', alert: 1 });
  });
});
