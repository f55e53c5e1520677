import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { StopError } from '../../../src/core/policy/stop.ts';
import type { WorkItem, WorkRunner } from '../../../src/core/work/work.ts';
import {
  CountingRunner,
  completePass,
  Instance,
  type InstanceOptions,
  untilAborted,
  World,
} from '../../support/fleet.ts';
import { ManualClock, namespace, passRecord } from '../../support/queue.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

const NOW = Date.UTC(2026, 0, 6, 18, 0);
const IMAGES = namespace('aws:test:us-east-1:image');
const GROUPS = namespace('aws:test:us-east-1:autoscalinggroup');
const mark: WorkItem = { kind: 'pass', namespace: IMAGES, action: 'mark' };
const remove: WorkItem = { kind: 'pass', namespace: IMAGES, action: 'delete' };
const markGroups: WorkItem = { kind: 'pass', namespace: GROUPS, action: 'mark' };

describe('the work processor', () => {
  let server: TestRedis;
  let world: World;
  let clock: ManualClock;
  const instances: Instance[] = [];

  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    clock = new ManualClock(NOW);
    world = await World.open(server, [IMAGES, GROUPS]);
  });
  afterEach(async () => {
    await Promise.all(instances.splice(0).map((one) => one.stop(1_000)));
    await world.close();
  });

  async function instance(runner: WorkRunner, options: Partial<InstanceOptions> = {}): Promise<Instance> {
    const made = new Instance({ url: server.url, world, clock, runner, ...options });
    instances.push(made);
    await made.ready();
    return made;
  }

  const isEmpty = (one: Instance) => async () => {
    const { waiting, active, delayed } = await one.queue.counts();
    return waiting + active + delayed === 0;
  };

  test('L17 mark and delete of one namespace never overlap, over two instances', async () => {
    const done = completePass(world, clock);
    const runner = new CountingRunner(async (...args) => {
      // Long enough for the other instance to try.
      await until('another run was turned away', () => contended() > turnedAway || runner.runs.length === 2);
      return done(...args);
    });
    const fleet = [await instance(runner), await instance(runner)];
    const contended = () =>
      fleet.flatMap((one) => one.ends('givenBack')).filter((event) => JSON.stringify(event).includes('contended'))
        .length;
    const turnedAway = 0;
    await fleet[0]?.queue.add([mark, remove]);
    for (const one of fleet) one.processor.start();
    await until('both are done', isEmpty(fleet[0] as Instance));
    expect({ runs: runner.runs.length, overlaps: runner.overlaps, met: contended() > 0 }).toEqual({
      runs: 2,
      overlaps: [],
      met: true,
    });
  });

  test('L17 different namespaces run side by side', async () => {
    const done = completePass(world, clock);
    const runner = new CountingRunner(async (...args) => {
      await until('the other namespace runs too', () => runner.most === 2);
      return done(...args);
    });
    const one = await instance(runner);
    await one.queue.add([mark, markGroups]);
    one.processor.start();
    await until('both are done', isEmpty(one));
    expect(runner.most).toBe(2);
  });

  test('L22 the fleet never runs more items at once than its capacity', async () => {
    const many = Array.from({ length: 12 }, (_, n) => namespace(`aws:test:us-east-${n}:image`));
    await world.close();
    world = await World.open(server, many);
    const runner = new CountingRunner(completePass(world, clock));
    const fleet = await Promise.all([1, 2, 3].map(() => instance(runner, { capacity: 4, concurrency: 4 })));
    await fleet[0]?.manager.tick();
    for (const one of fleet) one.processor.start();
    await until('all are done', () => runner.runs.length === 12);
    expect(runner.most).toBeLessThanOrEqual(4);
  });

  test('L15 another instance did an item meanwhile → the processor drops it', async () => {
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance(runner);
    await world.record({ namespace: IMAGES, nextDueAt: NOW + 1 });
    await one.queue.add([mark]);
    one.processor.start();
    await until('it is settled', isEmpty(one));
    expect([runner.runs, one.ends('dropped').length]).toEqual([[], 1]);
  });

  test('L13 the window closes while a delete item waits → the processor does not run it', async () => {
    const window = { days: [1, 2, 3, 4, 5], fromMinute: 0, toMinute: 60, timeZone: 'UTC' };
    world.wcs = world.wcs.map((wc) => ({ ...wc, window }));
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance(runner);
    await one.queue.add([remove]);
    one.processor.start();
    await until('it is settled', isEmpty(one));
    expect(runner.runs).toEqual([]);
  });

  test('L12 a namespace leaves the configuration → the processor drops its items', async () => {
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance(runner);
    await one.queue.add([{ ...mark, namespace: namespace('aws:gone:us-east-1:image') } as WorkItem]);
    one.processor.start();
    await until('it is settled', isEmpty(one));
    expect([runner.runs, one.ends('dropped').length]).toEqual([[], 1]);
  });

  test('L19 a pass that throws is tried again with back-off; it is counted, logged once, and visible', async () => {
    const done = completePass(world, clock);
    const seen: (string | undefined)[] = [];
    const runner = new CountingRunner(async (...args) => {
      seen.push(await world.outcome(IMAGES, 'mark'));
      if (seen.length < 4) throw new Error('the cloud is upset');
      return done(...args);
    });
    const one = await instance(runner, { backoffMs: 20 });
    await one.queue.add([mark]);
    one.processor.start();
    await until('it succeeds', isEmpty(one));
    expect({
      seen,
      counted: one.ends('failed').length,
      logged: one.log.filter((line) => line.level === 'error').length,
      end: await world.outcome(IMAGES, 'mark'),
    }).toEqual({ seen: [undefined, 'failed', 'failed', 'failed'], counted: 3, logged: 1, end: 'complete' });
  });

  test('L19 a pass that keeps failing waits for its next date, which moves out; other passes continue', async () => {
    const done = completePass(world, clock);
    const runner = new CountingRunner(async (of, ...rest) => {
      if (of === IMAGES) throw new Error('the cloud is upset');
      return done(of, ...rest);
    });
    const one = await instance(runner, { backoffMs: 5 });
    await one.queue.add([mark, markGroups]);
    one.processor.start();
    await until('it is given up', isEmpty(one));
    const { outcome, failures, problem, nextDueAt } = (await world.pass(IMAGES, 'mark')) ?? passRecord();
    expect({ outcome, failures, problem, later: nextDueAt > NOW, other: await world.outcome(GROUPS, 'mark') }).toEqual({
      outcome: 'failed',
      failures: 5,
      problem: 'the cloud is upset',
      later: true,
      other: 'complete',
    });
  });

  test('L19 a failure that the runner stored itself is not stored twice', async () => {
    const failed = passRecord({
      outcome: 'failed',
      problem: 'denied',
      failures: 1,
      startedAt: NOW,
      nextDueAt: NOW + 1,
    });
    const runner = new CountingRunner(async () => {
      await world.record(failed);
      return failed;
    });
    const one = await instance(runner, { backoffMs: 5 });
    await one.queue.add([mark]);
    one.processor.start();
    await until('it is given up', isEmpty(one));
    expect([one.ends('failed').length, await world.pass(IMAGES, 'mark')]).toEqual([5, failed]);
  });

  test('L19 the deadline ends a pass that never settles, and the process gets the signal to end', async () => {
    const runner = new CountingRunner(() => new Promise(() => {}));
    const one = await instance(runner, { times: { budgetMs: 50, deadlineMs: 100, settleMs: 50 }, backoffMs: 60_000 });
    await one.queue.add([mark, markGroups]);
    one.processor.start();
    await until('both are given up', () => one.stuck.length === 2);
    expect(await world.pass(IMAGES, 'mark')).toMatchObject({
      outcome: 'failed',
      problem: `mark ${IMAGES} did not finish within 0.1 s`,
    });
  });

  test('L19 after its deadline the lock is not ours any more, but closed to others until it has run out', async () => {
    let remaining = -1;
    const runner = new CountingRunner(async (_of, _action, lease) => {
      await untilAborted(lease.signal);
      remaining = lease.remainingMs();
      return new Promise(() => {});
    });
    const one = await instance(runner, { times: { budgetMs: 50, deadlineMs: 100, settleMs: 50 }, backoffMs: 60_000 });
    await one.queue.add([mark]);
    one.processor.start();
    await until('it is given up', () => one.stuck.length === 1);
    expect([remaining, await one.lock.acquire(IMAGES)]).toEqual([0, undefined]);
  });

  test('L23 a pass over its time budget is unfinished and taken up again after the waiting work', async () => {
    const done = completePass(world, clock);
    let unfinished = true;
    const runner = new CountingRunner(async (of, action, lease, signal) => {
      if (of !== IMAGES || !unfinished) return done(of, action, lease, signal);
      await untilAborted(signal);
      unfinished = false;
      return passRecord({ outcome: 'unfinished', problem: String(signal.reason) });
    });
    const one = await instance(runner, { concurrency: 1, times: { budgetMs: 50 } });
    await one.queue.add([mark, markGroups]);
    one.processor.start();
    await until('both are done', isEmpty(one));
    expect(runner.runs).toEqual([`mark ${IMAGES}`, `mark ${GROUPS}`, `mark ${IMAGES}`]);
  });

  test('L17 a pass loses its lock → it gets the signal to stop, and runs again', async () => {
    const done = completePass(world, clock);
    const reasons: string[] = [];
    const runner = new CountingRunner(async (of, action, lease, signal) => {
      if (reasons.length > 0) return done(of, action, lease, signal);
      await takeLock();
      await untilAborted(signal);
      reasons.push(String(signal.reason));
      throw signal.reason;
    });
    const one = await instance(runner);
    const takeLock = () => one.overwriteLock(IMAGES);
    await one.queue.add([mark]);
    one.processor.start();
    await until('it is done', isEmpty(one));
    expect([reasons, one.ends('failed').length, runner.runs.length]).toEqual([['lock'], 0, 2]);
  });

  test('L20 out of service, running passes get the signal to stop; back in service, they continue', async () => {
    const done = completePass(world, clock);
    const reasons: string[] = [];
    const runner = new CountingRunner(async (of, action, lease, signal) => {
      if (reasons.length > 0) return done(of, action, lease, signal);
      await world.setControl({ service: 'out', killed: false });
      await untilAborted(signal);
      reasons.push(String(signal.reason));
      return passRecord({ outcome: 'unfinished' });
    });
    const one = await instance(runner);
    await one.queue.add([mark]);
    one.processor.start();
    await until('it is turned away while out of service', () => one.ends('givenBack').length >= 2);
    const runsWhileOut = runner.runs.length;
    await world.setControl({ service: 'in', killed: false });
    await until('it is done', isEmpty(one));
    expect({ reasons, runsWhileOut, runs: runner.runs.length }).toEqual({
      reasons: ['outOfService'],
      runsWhileOut: 1,
      runs: 2,
    });
  });

  test('L21 stopped, it stops its passes at a safe point, gives them back and frees the lock; another takes it', async () => {
    const done = completePass(world, clock);
    const stopping = new CountingRunner(async (_of, _action, _lease, signal) => {
      await untilAborted(signal);
      return passRecord({ outcome: 'unfinished', problem: String(signal.reason) });
    });
    const runner = new CountingRunner(done);
    const [one, two] = [await instance(stopping), await instance(runner)];
    await one.queue.add([mark]);
    one.processor.start();
    await until('it runs', () => stopping.active === 1);
    const inTime = await one.processor.stop(600_000);
    const free = await two.lock.acquire(IMAGES);
    await free?.release();
    two.processor.start();
    await until('the other has done it', isEmpty(two));
    expect({ inTime, free: free !== undefined, runs: runner.runs }).toEqual({
      inTime: true,
      free: true,
      runs: [`mark ${IMAGES}`],
    });
  });

  test('L21 an item does not stop → the processor aborts it after the grace period', async () => {
    const runner = new CountingRunner(() => new Promise(() => {}));
    const one = await instance(runner);
    await one.queue.add([mark]);
    one.processor.start();
    await until('it runs', () => runner.active === 1);
    expect(await one.processor.stop(50)).toBe(false);
  });

  test('L24 the queue is wiped while a pass runs: no work is lost or done twice', async () => {
    const done = completePass(world, clock);
    let wiped = false;
    const runner = new CountingRunner(async (...args) => {
      await until('the queue was wiped', () => wiped);
      return done(...args);
    });
    const one = await instance(runner);
    await one.manager.tick(NOW);
    one.processor.start();
    await until('both run', () => runner.active === 2);
    await world.wipeQueue();
    wiped = true;
    await until('both are done', () => runner.active === 0);
    await one.manager.tick(NOW + 60_000);
    await until('nothing is left', isEmpty(one));
    expect([...runner.runs].sort()).toEqual([`mark ${GROUPS}`, `mark ${IMAGES}`]);
  });

  test('L25 Redis restarted while items run: no crash, and the work is done', async () => {
    const done = completePass(world, clock);
    let restarted = false;
    const runner = new CountingRunner(async (...args) => {
      await until('Redis was restarted', () => restarted);
      return done(...args);
    });
    const one = await instance(runner);
    await one.queue.add([mark, markGroups]);
    one.processor.start();
    await until('both run', () => runner.active === 2);
    await server.restart();
    restarted = true;
    await until('both are done', isEmpty(one));
    expect([await world.outcome(IMAGES, 'mark'), await world.outcome(GROUPS, 'mark')]).toEqual([
      'complete',
      'complete',
    ]);
  });

  test('L23 a survey that runs out of time gets twice as long each time, until it gets no more', async () => {
    const given: number[] = [];
    const runner = new CountingRunner(async (of, action, lease, signal) => {
      await untilAborted(signal);
      const { overrun } = signal.reason as StopError;
      given.push(overrun?.budgetMs ?? 0);
      const outcome = overrun?.isLongest ? 'incomplete' : 'unfinished';
      const times = { startedAt: NOW, endedAt: NOW, nextDueAt: NOW + 300_000 };
      const record = passRecord({ namespace: of, action, outcome, ...times, ...(overrun ? { overrun } : {}) });
      await world.stores.passes.record(record, lease);
      return record;
    });
    const one = await instance(runner, { times: { budgetMs: 5, deadlineMs: 60_000 } });
    await one.queue.add([mark]);
    one.processor.start();
    // Between two surveys the unit waits for a place, outside the queue.
    await until('the last one ended', async () => (await world.outcome(IMAGES, 'mark')) === 'incomplete');
    await until('the queue is empty', isEmpty(one));
    expect(given).toEqual([5, 10, 20, 40]);
  });
});
