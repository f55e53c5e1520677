import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CONTROL, namespaceKeys } from '../../../src/state/redis/keys.ts';
import { CountingRunner, completePass, Instance, type InstanceOptions, World } from '../../support/fleet.ts';
import { ManualClock, namespace } from '../../support/queue.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

const NOW = Date.UTC(2026, 0, 6, 18, 0);
const HOUR = 3_600_000;
const NAMESPACES = ['image', 'autoscalinggroup', 'snapshot'].map((type) => namespace(`aws:test:us-east-1:${type}`));
const [IMAGES, GROUPS] = NAMESPACES as [(typeof NAMESPACES)[number], (typeof NAMESPACES)[number]];

describe('the queue manager', () => {
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
    world = await World.open(server, NAMESPACES);
  });
  afterEach(async () => {
    await Promise.all(instances.splice(0).map((instance) => instance.stop()));
    await world.close();
  });

  async function instance(
    options: Partial<
      Pick<InstanceOptions, 'clock' | 'runner' | 'capacity' | 'tick' | 'commandTimeoutMs' | 'weekly'>
    > = {},
  ): Promise<Instance> {
    const runner = options.runner ?? new CountingRunner(completePass(world, clock));
    const made = new Instance({ url: server.url, world, clock, ...options, runner });
    instances.push(made);
    await made.ready();
    return made;
  }

  /** Work items in the queue, and passes that wait for a place. */
  const total = async (one: Instance) => {
    const { waiting, active, delayed } = await one.queue.counts();
    const { due, unfinished, busy } = await world.stores.units.look('aws');
    const items = waiting + active + delayed + due.length + unfinished.length;
    // A unit that just got its place is for a moment in neither.
    return items === 0 ? busy.size : items;
  };

  test('L16 three namespaces with three due actions each give nine items, and still nine at the next tick', async () => {
    await world.mark(NOW);
    const one = await instance();
    await one.manager.tick();
    const first = await total(one);
    clock.advance(60_000);
    await one.manager.tick();
    expect([first, await total(one)]).toEqual([9, 9]);
  });

  test('L15 one mark pass per namespace in 6 h over three instances with clocks seconds apart', async () => {
    const runner = new CountingRunner(completePass(world, clock));
    const clocks = [0, 3_000, -2_000].map((skew) => new ManualClock(NOW + skew));
    const fleet = await Promise.all(clocks.map((own) => instance({ clock: own, runner })));
    for (const one of fleet) one.processor.start();
    for (let minutes = 0; minutes < 6 * 60; minutes += 30) {
      await Promise.all(fleet.map((one) => one.manager.tick()));
      await until('the queue is empty', async () => (await total(fleet[0] as Instance)) === 0);
      for (const each of [clock, ...clocks]) each.advance(30 * 60_000);
    }
    expect([...runner.runs].sort()).toEqual(NAMESPACES.map((one) => `mark ${one}`).sort());
  });

  test('L85 a tick that is ours looks whether the week was told, and no other', async () => {
    let looks = 0;
    const weekly = { look: async () => void looks++ };
    const fleet = await Promise.all([instance({ weekly }), instance({ weekly })]);
    expect((await Promise.all(fleet.map((one) => one.manager.tick()))).toSorted()).toEqual(['notOurs', 'queued']);
    expect(looks).toBe(1);
  });

  test('L15 a tick that comes late, because the machine stood still, queues what is due', async () => {
    const one = await instance();
    expect([await one.manager.tick(NOW - 90_000), await total(one)]).toEqual(['queued', 3]);
  });

  test('L15 all instances restart → a pass is still queued at its stored due time, and not earlier', async () => {
    for (const one of NAMESPACES) await world.record({ namespace: one, nextDueAt: NOW + HOUR });
    const restarted = await instance();
    await restarted.manager.tick();
    const early = await total(restarted);
    clock.advance(HOUR);
    await restarted.manager.tick();
    expect([early, await total(restarted)]).toEqual([0, 3]);
  });

  test('L25 Redis lost data → each live namespace gets one mark pass at once', async () => {
    world.wcs = world.wcs.map((wc) => ({ ...wc, live: wc.namespace !== GROUPS }));
    for (const one of NAMESPACES) await world.record({ namespace: one, nextDueAt: NOW + HOUR, begunIn: 'first' });
    world.incarnation = 'second';
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance({ runner });
    one.processor.start();
    for (let minutes = 0; minutes < 3; minutes++) {
      await one.manager.tick();
      await until('the queue is empty', async () => (await total(one)) === 0);
      clock.advance(60_000);
    }
    const live = NAMESPACES.filter((each) => each !== GROUPS);
    expect([...runner.runs].sort()).toEqual(live.map((each) => `mark ${each}`).sort());
  });

  test.each([
    ['nobody is certain that it did', undefined, {}],
    ['the pass since did not complete and has its own next date', 'second', { begunIn: 'second' }],
    ['the pass failed and has its back-off', 'second', { begunIn: 'first', outcome: 'failed' }],
  ] as const)('L25 Redis lost data → no mark pass at once where %s', async (_what, incarnation, record) => {
    for (const one of NAMESPACES) {
      await world.record({ namespace: one, nextDueAt: NOW + HOUR, begunIn: 'first', outcome: 'incomplete', ...record });
    }
    world.incarnation = incarnation;
    const one = await instance();
    await one.manager.tick();
    expect(await total(one)).toBe(0);
  });

  test('L15 three instances tick at once → one of them claims the slot', async () => {
    const fleet = [await instance(), await instance(), await instance()];
    const ends = await Promise.all(fleet.map((one) => one.manager.tick(NOW)));
    expect(ends.sort()).toEqual(['notOurs', 'notOurs', 'queued']);
  });

  test('L20 out of service or with the kill switch on, a tick queues nothing; back in service, it queues the due passes', async () => {
    await world.mark(NOW);
    const one = await instance();
    await world.setControl({ service: 'out', killed: false });
    await one.manager.tick(NOW);
    await world.setControl({ service: 'in', killed: true });
    await one.manager.tick(NOW + 60_000);
    const held = await total(one);
    await world.setControl({ service: 'in', killed: false });
    await one.manager.tick(NOW + 120_000);
    expect([held, await total(one)]).toEqual([0, 9]);
  });

  test('L20 the control cannot be read → a tick queues nothing, and logs one error', async () => {
    const one = await instance();
    await world.connection.client.set(CONTROL.control, 'damaged');
    const ends = [await one.manager.tick(NOW), await one.manager.tick(NOW + 60_000)];
    expect({ ends, items: await total(one), errors: one.log.filter((line) => line.level === 'error').length }).toEqual({
      ends: ['failed', 'failed'],
      items: 0,
      errors: 1,
    });
  });

  test('L19 one namespace has an unreadable record → a tick queues the passes of the others', async () => {
    await world.mark(NOW);
    const one = await instance();
    await world.connection.client.hset(namespaceKeys(IMAGES).pass, 'mark', 'damaged');
    await one.manager.tick();
    expect(await total(one)).toBe(6);
  });

  test('a tick that comes while the last is still running is skipped', async () => {
    const one = await instance();
    const both = await Promise.all([one.manager.tick(NOW), one.manager.tick(NOW + 1_000)]);
    expect(both).toEqual(['queued', 'overlapped']);
  });

  test('L62 a pending keep tag gives a protect item, except in dry run', async () => {
    world.wcs = world.wcs.map((wc) => ({ ...wc, live: wc.namespace !== GROUPS }));
    for (const one of [IMAGES, GROUPS]) await world.optOut(one, NOW);
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance({ runner });
    await one.manager.tick();
    one.processor.start();
    await until('the queue is empty', async () => (await total(one)) === 0);
    expect(runner.protects).toEqual([IMAGES]);
  });

  test('L44 the digest waits until the notify passes of all namespaces are done', async () => {
    await world.mark(NOW);
    await world.putOwner('ann@example.com', IMAGES);
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance({ runner });
    await one.manager.tick();
    one.processor.start();
    await until('the passes are done', async () => (await total(one)) === 0);
    const before = [...runner.digests];
    clock.advance(60_000);
    await one.manager.tick();
    await until('the digest is sent', () => runner.digests.length > 0);
    expect([before, runner.digests]).toEqual([[], ['ann@example.com']]);
  });

  describe('C10 L44 images have new marks, and the survey of groups, which go after images, follows', () => {
    beforeEach(async () => {
      const later = { nextDueAt: NOW + HOUR, startedAt: NOW - HOUR, endedAt: NOW - HOUR };
      for (const one of NAMESPACES) {
        for (const action of ['mark', 'notify', 'delete'] as const) {
          await world.record({ namespace: one, action, ...later });
        }
      }
      await world.record({ namespace: IMAGES, ...later, endedAt: NOW - 1, counts: { marked: 1 } });
      await world.putOwner('ann@example.com', IMAGES);
    });
    const chained = (live: boolean) =>
      world.wcs.map((wc) => (wc.namespace === GROUPS ? { ...wc, live, after: [IMAGES] } : wc));

    test('the digest waits for it, so that one message names the groups too', async () => {
      world.wcs = chained(true);
      const runner = new CountingRunner(completePass(world, clock));
      const one = await instance({ runner });
      await one.manager.tick();
      one.processor.start();
      await until('the survey is done', async () => (await total(one)) === 0);
      const before = { runs: [...runner.runs], digests: [...runner.digests] };
      clock.advance(60_000);
      await one.manager.tick();
      await until('the digest is sent', () => runner.digests.length > 0);
      expect([before, runner.digests]).toEqual([{ runs: [`mark ${GROUPS}`], digests: [] }, ['ann@example.com']]);
    });

    test('the digest does not wait for ever', async () => {
      world.wcs = chained(true);
      const runner = new CountingRunner(completePass(world, clock));
      const one = await instance({ runner });
      for (let minutes = 0; minutes <= 5; minutes++) {
        await one.manager.tick();
        clock.advance(60_000);
      }
      expect(await total(one)).toBe(2);
    });

    test('the digest does not wait for a survey in a dry run, which adds nothing to it', async () => {
      world.wcs = chained(false);
      const one = await instance();
      await one.manager.tick();
      expect(await total(one)).toBe(2);
    });
  });

  test('L44 in a fleet where a notify pass is always running, owners still get their messages', async () => {
    await world.mark(NOW);
    await world.putOwner('ann@example.com', IMAGES);
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance({ runner });
    for (let minutes = 0; minutes <= 10; minutes++) {
      await one.manager.tick();
      clock.advance(60_000);
    }
    one.processor.start();
    await until('the queue is empty', async () => (await total(one)) === 0);
    expect(runner.digests).toEqual(['ann@example.com']);
  });

  test('L44 an owner gets the next message only when `every.notify` has passed since the last', async () => {
    for (const one of NAMESPACES)
      for (const action of ['mark', 'notify', 'delete'] as const)
        await world.record({ namespace: one, action, nextDueAt: NOW + 100 * HOUR });
    await world.putOwner('early@example.com', IMAGES, NOW - 24 * HOUR + 1);
    await world.putOwner('due@example.com', IMAGES, NOW - 24 * HOUR);
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance({ runner });
    one.processor.start();
    await one.manager.tick();
    await until('the queue is empty', async () => (await total(one)) === 0);
    expect(runner.digests).toEqual(['due@example.com']);
  });

  test('L22 a capacity from control is in force over the fleet, and again after Redis was emptied', async () => {
    await world.setControl({ service: 'in', killed: false, capacity: 1 });
    const runner = new CountingRunner(completePass(world, clock));
    const fleet = [await instance({ runner }), await instance({ runner })];
    for (const one of fleet) one.processor.start();
    await server.flush();
    await world.setControl({ capacity: 1 });
    await (fleet[0] as Instance).manager.tick();
    await until('all three are done', () => runner.runs.length === 3);
    expect(runner.most).toBe(1);
  });

  test('L22 capacity 0 pauses, raising it resumes', async () => {
    await world.setControl({ service: 'in', killed: false, capacity: 0 });
    const runner = new CountingRunner(completePass(world, clock));
    const one = await instance({ runner });
    one.processor.start();
    await one.manager.tick(NOW);
    const paused = { items: await total(one), runs: runner.runs.length };
    await world.setControl({ service: 'in', killed: false, capacity: 4 });
    await one.manager.tick(NOW + 60_000);
    await until('all three are done', () => runner.runs.length === 3);
    expect(paused).toEqual({ items: 3, runs: 0 });
  });

  test('a started manager ticks at once and then by the wall clock, until it is stopped', async () => {
    const one = await instance({ tick: '* * * * * *' });
    const ticks = () => one.events.filter((event) => event.kind === 'tick' && event.end === 'queued').length;
    one.manager.start();
    await until('it has ticked three times', () => ticks() >= 3);
    await one.manager.stop();
    expect(one.manager.nextTickAt).toBeUndefined();
  });

  test('L25 Redis is away → a tick fails and queues nothing; Redis is back → the next tick queues', async () => {
    await world.mark(NOW);
    const one = await instance({ commandTimeoutMs: 500 });
    server.pause();
    const away = await one.manager.tick(NOW);
    server.resume();
    await server.restart();
    const pong = async () => (await world.connection.client.ping().catch(() => '')) === 'PONG';
    await Promise.all([one.ready(), until('the other connection is there again, too', pong)]);
    const back = await one.manager.tick(NOW + 60_000);
    expect([away, back, await total(one)]).toEqual(['failed', 'queued', 9]);
  });

  describe('resources in quarantine', () => {
    const STRANDED = namespace('aws:test:eu-west-1:image');

    test('L20 the kill switch is on → one instance checks the quarantine, without the queue, and nothing else runs', async () => {
      await world.stores.quarantines.add(IMAGES, 'us-east-1', ['ami-1']);
      await world.setControl({ killed: true });
      const runner = new CountingRunner(completePass(world, clock));
      const [one, two] = [await instance({ runner }), await instance({ runner })];
      for (const each of [one, two]) each.processor.start();
      expect([await one.manager.tick(), await two.manager.tick()]).toEqual(['outOfService', 'outOfService']);
      await until('it was looked at', () => runner.releases.length > 0);
      await Promise.all([one.manager.stop(), two.manager.stop()]);
      expect({ releases: runner.releases, runs: runner.runs }).toEqual({ releases: [IMAGES], runs: [] });
    });

    test('L20 the service stays out → an instance checks the quarantine at the next slot, and not at every tick', async () => {
      await world.stores.quarantines.add(IMAGES, 'us-east-1', ['ami-1']);
      await world.setControl({ service: 'out' });
      const runner = new CountingRunner(completePass(world, clock));
      const one = await instance({ runner });
      for (const minutes of [0, 1, 4]) await one.manager.tick(NOW + minutes * 60_000);
      await until('it was looked at', () => runner.releases.length === 1);
      await one.manager.tick(NOW + 5 * 60_000);
      await until('it was looked at again', () => runner.releases.length === 2);
    });

    test('L12 a namespace that left the configuration is queued while a resource of it is in quarantine', async () => {
      await world.stores.quarantines.add(STRANDED, 'eu-west-1', ['ami-1']);
      await world.stores.quarantines.add(IMAGES, 'us-east-1', ['ami-2']);
      const runner = new CountingRunner(completePass(world, clock));
      const one = await instance({ runner });
      one.processor.start();
      await one.manager.tick();
      await until('it was looked at', () => runner.releases.length > 0);
      expect(runner.releases).toEqual([STRANDED]);
    });
  });
});
