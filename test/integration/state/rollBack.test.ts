/** Redis falls back behind one of several instances: any instance that looks first notices the loss, and remembers how little. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mayHaveForgotten } from '../../../src/core/policy/stateWatch.ts';
import {
  type Endpoint,
  RedisServer,
  startEndpoint,
  startReplicated,
  untilReplicated,
} from '../../support/redisTopologies.ts';
import { addDueMark, askPermit, type Instance, optOut, startInstance, stopInstances } from './instances.ts';
import { auditOf, KEYS, NS, surveyed } from './support.ts';

afterEach(stopInstances);

const switchOff = (state: Instance) =>
  state.control.write({ killed: true }, { ...auditOf('x'), namespace: 'fleet', event: 'control' });

describe('one server that is restored from a backup', () => {
  let server: RedisServer;
  let endpoint: Endpoint;
  /** Remembers facts that the backup lacks. */
  let later: Instance;
  /** Remembers only facts that the backup has too. */
  let earlier: Instance;
  /** How far the time of `later` and of Redis is moved, ms. */
  let shiftMs: number;
  beforeAll(async () => {
    server = await RedisServer.start();
    endpoint = await startEndpoint(server.port);
  });
  afterAll(async () => {
    await endpoint.close();
    await server.stop();
  });
  beforeEach(async () => {
    await server.run();
    await server.ask((client) => client.flushall());
    shiftMs = 0;
    const clock = { now: () => Date.now() + shiftMs };
    later = await startInstance(endpoint.url, { clock, redisTimeShiftMs: () => shiftMs });
    await surveyed(later);
    await addDueMark(later);
    earlier = await startInstance(endpoint.url);
    await earlier.watch.incarnation();
  });

  async function fallBackBehind(change: () => Promise<unknown>): Promise<void> {
    const rollBack = await server.backUp();
    await change();
    await rollBack();
    await Promise.all([later.connection.whenReady(), earlier.connection.whenReady()]);
  }

  test.each(['the one that remembers more', 'the one that remembers less'])(
    'L25 Redis is rolled back and %s looks first → no instance gets a permit before a complete mark pass',
    async (first) => {
      await fallBackBehind(() => optOut(later));
      expect(await later.optOuts.list(NS)).toEqual([]);

      if (first === 'the one that remembers less') await earlier.watch.incarnation();

      expect(await askPermit(later)).toMatch(/^incarnation/);
      expect(await askPermit(earlier)).toMatch(/^incarnation: .*complete mark pass/);
      await surveyed(earlier);
      expect(await askPermit(earlier)).toBe('granted');
    },
  );

  test('L25 Redis is rolled back and the instance that remembers less asks first → it gets no permit before the other has looked', async () => {
    await fallBackBehind(() => optOut(later));

    expect(await askPermit(earlier)).toMatch(/^incarnation: .*1 other instance has not yet compared it/);
    expect(earlier.watch.problem()).toContain('failed over');
    await later.watch.incarnation();
    expect(await askPermit(earlier)).toMatch(/^incarnation: .*complete mark pass/);
  });

  test('L25 Redis is rolled back and a new instance asks first → it gets no permit before the others have looked', async () => {
    await fallBackBehind(() => optOut(later));
    const fresh = await startInstance(endpoint.url);

    expect(await askPermit(fresh)).toMatch(/^incarnation: .*2 other instances have not yet compared it/);
  });

  test('L25 Redis restarts with all data → it gives permits once every instance has looked', async () => {
    await server.halt('SIGKILL');
    await server.run();
    await Promise.all([later.connection.whenReady(), earlier.connection.whenReady()]);
    expect(await askPermit(later)).toMatch(/^incarnation: .*1 other instance/);

    await earlier.watch.incarnation();

    expect(await askPermit(later)).toBe('granted');
  });

  test('L25 restarted, and one instance died with it: deletes wait for that instance for a minute', async () => {
    await server.halt('SIGKILL');
    await server.run();
    await later.connection.whenReady();
    expect(await askPermit(later)).toMatch(/^incarnation/);

    shiftMs = 60_000;

    expect(await askPermit(later)).toBe('granted');
  });

  test('L61 the kill switch is restored although an instance that never saw it looks first', async () => {
    await fallBackBehind(async () => {
      await switchOff(later);
      await later.watch.incarnation();
    });

    await earlier.watch.incarnation();
    await later.watch.incarnation();

    expect((await later.control.read()).killed).toBe(true);
  });

  test('L25 a process without a memory → the server forgot nothing, unless it has restarted since the last beat', async () => {
    const clock = { now: () => Date.now() + shiftMs };
    const next = async () => {
      shiftMs += 2 * 60_000;
      return (await startInstance(endpoint.url, { clock, redisTimeShiftMs: () => shiftMs })).watch.incarnation();
    };
    const before = await later.watch.incarnation();
    const unknown = await next();
    const rollBack = await server.backUp();
    await rollBack();
    const restarted = await next();
    expect([unknown === before, mayHaveForgotten(before, unknown), mayHaveForgotten(unknown, restarted)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('L62 an opt-out whose loss no instance would notice is not confirmed', async () => {
    await server.ask((client) => client.set('holystone:{holystone:control}:members', 'no hash'));

    await expect(optOut(later)).rejects.toThrow();
  });
});

/** How often it is tried: a handful by default; HOLYSTONE_FAILOVERS=50 for more. */
const TRIALS = Number(process.env.HOLYSTONE_FAILOVERS ?? 3);

describe('a replica that lags is promoted', () => {
  test.each(Array.from({ length: TRIALS }, (_, trial) => trial))(
    'L25 Redis loses a confirmed opt-out → no instance gets a permit, in any order of instances: %s',
    async (trial) => {
      const both = await startReplicated();
      try {
        const [ann, bob] = [await startInstance(both.url), await startInstance(both.url)];
        await surveyed(ann);
        await addDueMark(ann);
        await bob.watch.incarnation();
        await untilReplicated(both.primary);
        await both.cutOff();
        // Each bit of the trial decides one thing, so that 32 trials are all there are.
        const [keeper, other] = trial & 1 ? [ann, bob] : [bob, ann];
        if (trial & 2) await other.watch.incarnation();
        await optOut(keeper);
        if (trial & 4) await other.watch.incarnation();

        await both.promote();
        await Promise.all([ann.connection.whenReady(), bob.connection.whenReady()]);
        const looks = trial & 8 ? [other, keeper] : [other];
        if (trial & 16) for (const state of looks) await state.watch.incarnation();
        expect(await ann.connection.client.hlen(KEYS.optOuts)).toBe(0);

        const answers = [await askPermit(other), await askPermit(keeper), await askPermit(other)];

        expect(answers).toEqual([0, 1, 2].map(() => expect.stringMatching(/^incarnation/)));
      } finally {
        await stopInstances();
        await both.stop();
      }
    },
    900_000,
  );
});
