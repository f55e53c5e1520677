import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { WorkItem } from '../../../src/core/work/work.ts';
import type { ItemTimes } from '../../../src/queue/itemRunner.ts';
import { CountingRunner, completePass, Instance, untilAborted, World } from '../../support/fleet.ts';
import { ManualClock, namespace, passRecord, workConfiguration } from '../../support/queue.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

const NOW = Date.UTC(2026, 0, 6, 18, 0);
const UNITS = [1, 2, 3, 4, 5].map((n) => namespace(`aws:test:us-east-${n}:image`));
const [FIRST = namespace('aws:test:us-east-1:image'), SECOND = FIRST] = UNITS;
const OTHER = namespace('registry:hub:shop:tag');

describe('the places of a provider', () => {
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
    world = await World.open(server, [...UNITS, OTHER]);
    world.wcs = world.wcs.map((wc) => ({ ...wc, actions: ['mark'] }));
  });
  afterEach(async () => {
    await Promise.all(instances.splice(0).map((one) => one.stop(1_000)));
    await world.close();
  });

  async function instance(runner: CountingRunner, budgetMs?: number, more: ItemTimes = {}): Promise<Instance> {
    const times = { ...(budgetMs === undefined ? {} : { budgetMs }), ...more };
    const made = new Instance({ url: server.url, world, clock, runner, concurrency: 4, times });
    instances.push(made);
    await made.ready();
    return made;
  }

  test('R13 over two instances no more units of a provider run than its places; other providers have their own', async () => {
    await world.setControl({ providers: { aws: 1 } });
    const done = completePass(world, clock);
    let [running, most] = [0, 0];
    const runner = new CountingRunner(async (...args) => {
      if (args[0] === OTHER) return done(...args);
      most = Math.max(most, ++running);
      return done(...args).finally(() => running--);
    });
    const fleet = [await instance(runner), await instance(runner)];
    await fleet[0]?.manager.tick();
    for (const one of fleet) one.processor.start();
    await until('all six are done', () => runner.runs.length === 6);
    expect(most).toBe(1);
  });

  test('R14 of very many due units the first run while the others are still looked for', async () => {
    const many = Array.from({ length: 1_200 }, (_, n) => namespace(`registry:hub:r${n}:tag`));
    world.wcs = many.map((one) => ({ ...workConfiguration({ namespace: one }), actions: ['mark'] }));
    const steps: string[] = [];
    const one = await instance(new CountingRunner(completePass(world, clock)));
    const turns = {
      add: async (items: readonly WorkItem[]) => {
        steps.push(`${items.length} wait`);
        return items.length;
      },
      dispatch: async () => void steps.push('places are given'),
      awaitsNotify: async () => false,
    };
    const manager = one.managerWith(turns);
    await manager.tick();
    expect(steps[1]).toBe('places are given');
    expect(steps.length).toBeGreaterThan(4);
    expect(steps.filter((step) => step.endsWith('wait')).map((step) => Number.parseInt(step, 10) <= 600)).not.toContain(
      false,
    );
  });

  test('R13 a provider with no place begins nothing until it gets one again', async () => {
    await world.setControl({ providers: { aws: 0 } });
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance(runner);
    one.processor.start();
    await one.manager.tick(NOW);
    await until('the other provider is done', () => runner.runs.length === 1);
    await world.setControl({ providers: { aws: 2 } });
    await one.manager.tick(NOW + 60_000);
    await until('all are done', () => runner.runs.length === 6);
    expect(runner.runs[0]).toBe(`mark ${OTHER}`);
  });

  test('R12 R21 a unit over its budget of time leaves its place to a due one, and continues after it', async () => {
    await world.setControl({ providers: { aws: 1 } });
    world.wcs = world.wcs.filter(({ namespace: name }) => name === FIRST || name === SECOND);
    const done = completePass(world, clock);
    const runner = new CountingRunner(async (name, action, lease, signal) => {
      if (runner.runs.length > 1) return done(name, action, lease, signal);
      await untilAborted(signal);
      const times = { startedAt: NOW, endedAt: NOW, nextDueAt: NOW + 60_000, periodAt: NOW };
      const record = passRecord({ namespace: name, action, outcome: 'unfinished', ...times });
      await world.stores.passes.record(record, lease);
      return record;
    });
    const one = await instance(runner, 50);
    await one.manager.tick(NOW);
    one.processor.start();
    await until('both are done', () => runner.runs.length === 3);
    const [began, between, ended] = runner.runs;
    expect([began === ended, between === began]).toEqual([true, false]);
  });

  test('R14 of two waiting units the one that became due first runs first', async () => {
    await world.setControl({ providers: { aws: 1 } });
    world.wcs = world.wcs.filter(({ namespace: name }) => name === FIRST || name === SECOND);
    await world.record({ namespace: FIRST, nextDueAt: NOW - 1 });
    await world.record({ namespace: SECOND, nextDueAt: NOW - 2 });
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance(runner);
    await one.manager.tick();
    one.processor.start();
    await until('both are done', () => runner.runs.length === 2);
    expect(runner.runs).toEqual([`mark ${SECOND}`, `mark ${FIRST}`]);
  });

  test('R14 a pass meets the lock of its unit, for longer than a place lasts → it keeps its place, and no other pass of the unit goes before it', async () => {
    world.wcs = world.wcs.filter(({ namespace: name }) => name === FIRST);
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance(runner);
    const lease = await one.lock.acquire(FIRST);
    await one.manager.tick();
    await world.stores.units.wait('aws', [{ namespace: FIRST, action: 'delete', since: NOW, kind: 'due' }]);
    one.processor.start();
    const began = performance.now();
    const isLong = () => performance.now() - began > 2 * world.stores.units.leaseMs;
    await until('it met the lock again and again', () => isLong() && one.ends('givenBack').length > 2);
    const { due } = await world.stores.units.look('aws');
    await lease?.release();
    await until('it ran', () => runner.runs.length === 1);
    expect([due.map(({ action }) => action), runner.runs]).toEqual([['delete'], [`mark ${FIRST}`]]);
  });

  test('R14 a pass that met the lock runs as soon as the pass that had it ends', async () => {
    world.wcs = world.wcs
      .filter(({ namespace: name }) => name === FIRST)
      .map((wc) => ({ ...wc, actions: ['mark', 'notify'] }));
    const done = completePass(world, clock);
    let end: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const runner = new CountingRunner(async (...args) => {
      if (runner.runs.length === 1) await ended;
      return done(...args);
    });
    const one = await instance(runner, undefined, { contentionMs: [600_000, 600_000] });
    const pass = (action: 'mark' | 'notify') => ({ kind: 'pass', namespace: FIRST, action }) as const;
    one.processor.start();
    await one.queue.add([pass('mark')]);
    await until('the first one runs', () => runner.runs.length === 1);
    await one.queue.add([pass('notify')]);
    await until('the other met the lock', () => one.ends('givenBack').length === 1);
    end();
    await until('it runs', () => runner.runs.length === 2);
    expect(runner.runs).toEqual([`mark ${FIRST}`, `notify ${FIRST}`]);
  });

  test('R15 a unit whose location vanished while it waited is forgotten, and does not run', async () => {
    await world.setControl({ providers: { aws: 1 } });
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance(runner);
    await one.manager.tick();
    world.wcs = world.wcs.filter(({ namespace: name }) => name === OTHER);
    one.processor.start();
    await until('nothing waits', async () => (await world.stores.units.look('aws')).due.length === 0);
    await until('the other provider is done', () => runner.runs.length === 1);
    expect(runner.runs).toEqual([`mark ${OTHER}`]);
  });

  test('R15 an entry that is disabled while its unit is queued is skipped', async () => {
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance(runner);
    const mark: WorkItem = { kind: 'pass', namespace: FIRST, action: 'mark' };
    await one.queue.add([mark]);
    world.wcs = world.wcs.map((wc) => ({ ...wc, actions: [] }));
    one.processor.start();
    await until('it is dropped', () => one.ends('dropped').length === 1);
    expect(runner.runs).toEqual([]);
  });

  test('R15 a shorter cadence counts from the last pass; another change moves nothing', async () => {
    const everyMs = { mark: 6 * 3_600_000, notify: 1, delete: 1 };
    await world.record({
      namespace: FIRST,
      startedAt: NOW - 3_600_000,
      nextDueAt: NOW + 5 * 3_600_000,
      everyMs: everyMs.mark,
    });
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance(runner);
    const waits = async (change: object) => {
      world.wcs = world.wcs.filter(({ namespace: name }) => name === FIRST).map((wc) => ({ ...wc, ...change }));
      await one.manager.tick(clock.now());
      clock.advance(60_000);
      return one.queue.has({ kind: 'pass', namespace: FIRST, action: 'mark' });
    };
    const edited = await waits({ everyMs, hash: 'another' });
    const shortened = await waits({ everyMs: { ...everyMs, mark: 3_600_000 } });
    expect([edited, shortened]).toEqual([false, true]);
  });
});
