/** Is Redis to be trusted with a deletion: does it keep its writes, is it still the same one, is its clock right? */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { StoreError } from '../../../src/core/common/errors.ts';
import type { AuditEntry } from '../../../src/core/resource/audit.ts';
import { CONTROL } from '../../../src/state/redis/keys.ts';
import {
  type Endpoint,
  RedisServer,
  type Replicated,
  startEndpoint,
  startReplicated,
  untilReplicated,
} from '../../support/redisTopologies.ts';
import { until } from '../../support/until.ts';
import { addDueMark, askPermit, type Instance, optOut, startInstance, stopInstances } from './instances.ts';
import { adding, auditOf, markOf, NS, removing, surveyed } from './support.ts';

afterEach(stopInstances);

const PUT_BACK = /^Redis lost .* restored: deletesPerDay 7, killed yes$/;

/** Marks it, and asks whether it may be deleted. */
async function ask(state: Instance, id = 'ami-1'): Promise<string> {
  await addDueMark(state, id);
  return askPermit(state, id);
}

/** A replica has half a second to confirm a write; on a busy machine it may need another attempt. */
const untilStored = (what: string, write: () => Promise<unknown>) =>
  until(
    `the replica has ${what}`,
    () =>
      write().then(
        () => true,
        () => false,
      ),
    420_000,
  );

async function surveyAndPermit(state: Instance, id: string): Promise<void> {
  await surveyed(state);
  expect(await ask(state, id)).toBe('granted');
}

describe('one server', () => {
  let server: RedisServer;
  let endpoint: Endpoint;
  let state: Instance;
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
    state = await startInstance(endpoint.url);
    await surveyed(state);
  });

  describe('settings', () => {
    afterEach(async () => {
      await server.ask((client) => client.acl('SETUSER', 'default', '+config'));
      const right = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' };
      for (const [name, value] of Object.entries(right))
        await server.ask((client) => client.config('SET', name, value));
    });

    test('L61 Redis has durable settings → it gives a permit', async () => {
      expect(await ask(state)).toBe('granted');
      expect(state.watch.problem()).toBeUndefined();
    });

    test.each([
      ['appendonly', 'no'],
      ['appendfsync', 'everysec'],
      ['maxmemory-policy', 'allkeys-lru'],
    ])('L61 Redis has %s %s → it gives no permit, and the reason names the right setting', async (name, value) => {
      await server.ask((client) => client.config('SET', name, value));

      expect(await ask(state)).toMatch(
        new RegExp(`^durability: .*set ${name} (yes|always|noeviction) \\(it is ${value}`),
      );
      expect(state.watch.problem()).toContain(`set ${name}`);
    });

    test('L61 Redis denies CONFIG → it gives no permit, unless `redis.durability` is `trusted`', async () => {
      await server.ask((client) => client.acl('SETUSER', 'default', '-config'));

      expect(await ask(state)).toMatch(/^durability: .*redis\.durability: trusted/);
      const trusting = await startInstance(endpoint.url, { durability: 'trusted' });
      expect(await ask(trusting, 'ami-2')).toBe('granted');
    });

    test('L61 the watch finds wrong settings at intervals, without a request for a permit', async () => {
      await server.ask((client) => client.config('SET', 'appendfsync', 'no'));
      state.watch.start(20);

      await until('the problem is seen', () => state.watch.problem() !== undefined);

      expect(state.watch.problem()).toContain('appendfsync');
    });
  });

  describe('incarnations', () => {
    let dir: string;
    beforeEach(async () => {
      dir = await mkdtemp(join(tmpdir(), 'holystone-beat-'));
    });
    afterEach(() => rm(dir, { recursive: true, force: true }));

    test('L25 Redis gives no permit after an incomplete mark pass, and gives one after a complete one', async () => {
      await server.ask((client) => client.flushall());
      const { passes, watch } = state;
      const record = { passId: 'p', namespace: NS, action: 'mark', startedAt: 0, endedAt: 0, nextDueAt: 0 } as const;
      const incarnation = (await watch.incarnation()) ?? '';
      await passes.record({ ...record, incarnation, outcome: 'incomplete', counts: {}, failures: 0 });

      expect(await ask(state)).toMatch(/^incarnation: .*complete mark pass/);
      await surveyed(state);
      expect(await ask(state)).toBe('granted');
    });

    test('L25 Redis is emptied → it gives no permit before a complete mark pass of the namespace', async () => {
      expect(await ask(state)).toBe('granted');
      await server.ask((client) => client.flushall());

      expect(await ask(state)).toMatch(/^incarnation/);
      await surveyed(state);
      expect(await ask(state, 'ami-2')).toBe('granted');
    });

    test('L25 Redis is rolled back → no instance gets a permit before a complete mark pass of the namespace', async () => {
      const other = await startInstance(endpoint.url);
      await other.watch.incarnation();
      const rollBack = await server.backUp();
      await optOut(state);
      await state.watch.incarnation();

      await rollBack();
      await Promise.all([state.connection.whenReady(), other.connection.whenReady()]);

      expect(await ask(state)).toMatch(/^incarnation/);
      expect(await ask(other)).toMatch(/^incarnation/);
      await surveyed(other);
      expect(await ask(state, 'ami-2')).toBe('granted');
      expect(state.log.lines.map(({ message }) => message)).toContain('Redis lost data: a new incarnation begins');
    });

    test('L25 Redis is killed and returns with all data → it gives a permit without another mark pass', async () => {
      await state.watch.incarnation();
      await server.halt('SIGKILL');
      await expect(ask(state)).rejects.toThrow(StoreError);
      await server.run();
      await state.connection.whenReady();

      expect(await ask(state)).toBe('granted');
    });

    test('L25 Redis is rolled back while no instance runs → an instance with a beat file gets no permit', async () => {
      const beatFile = join(dir, 'definitions', 'redis-beat.json');
      const before = await startInstance(endpoint.url, { beatFile });
      const rollBack = await server.backUp();
      await before.watch.incarnation();
      await before.connection.close();
      await state.connection.close();

      await rollBack();

      expect(await ask(await startInstance(endpoint.url, { beatFile }))).toMatch(/^incarnation/);
    });

    test('L25 an instance restarts and Redis has all data → the instance gets a permit without another mark pass', async () => {
      const beatFile = join(dir, 'redis-beat.json');
      await (await startInstance(endpoint.url, { beatFile })).watch.incarnation();

      expect(await ask(await startInstance(endpoint.url, { beatFile }))).toBe('granted');
    });

    test.each([
      ['fresh, because others live', -1_000, /^granted$/],
      ['stale', -3_600_000, /^incarnation/],
    ])('L25 an instance without a memory of Redis starts where the beat in Redis is %s', async (_what, ageMs, says) => {
      await server.ask((client) => client.hset('holystone:control', 'beat', Date.now() + ageMs));

      expect(await ask(await startInstance(endpoint.url))).toMatch(says);
    });

    test('L25 an instance ignores a damaged beat file, and writes a new one', async () => {
      const beatFile = join(dir, 'redis-beat.json');
      await writeFile(beatFile, '{"beat":');
      const restarted = await startInstance(endpoint.url, { beatFile });

      expect(await ask(restarted)).toBe('granted');
      expect(JSON.parse(await readFile(beatFile, 'utf8'))).toMatchObject({ beat: expect.any(Number) });
    });

    test('L25 an instance cannot write its beat file → it logs that once, and still gets a permit', async () => {
      await writeFile(join(dir, 'file'), '');
      const restarted = await startInstance(endpoint.url, { beatFile: join(dir, 'file', 'redis-beat.json') });
      await restarted.watch.incarnation();

      expect(await ask(restarted)).toBe('granted');
      expect(
        restarted.log.lines.filter(({ message }) => message === 'the heartbeat file cannot be written'),
      ).toHaveLength(1);
    });

    test.each(['emptied', 'rolled back'])(
      'L61 Redis is %s → the instance restores the kill switch and the service that is out',
      async (how) => {
        const flush = () => server.ask((client) => client.flushall());
        const lose = how === 'emptied' ? flush : await server.backUp();
        await state.control.write({ killed: true, service: 'out' }, { ...auditOf('x'), event: 'control' });
        await state.watch.incarnation();

        await lose();
        await state.connection.whenReady();
        await state.watch.incarnation();

        expect(await state.control.read()).toMatchObject({ killed: true, service: 'out' });
      },
    );

    test.each(['emptied', 'rolled back'])(
      'L61 Redis is %s → the audit log has one entry about the restored control',
      async (how) => {
        const flush = () => server.ask((client) => client.flushall());
        const lose = how === 'emptied' ? flush : await server.backUp();
        await state.control.write({ killed: true, deletesPerDay: 7 }, { ...auditOf('x'), event: 'control' });
        await state.watch.incarnation();

        await lose();
        await state.connection.whenReady();
        await state.watch.incarnation();
        await state.watch.incarnation();

        const entry = {
          namespace: 'fleet',
          event: 'control',
          actor: 'holystone',
          reason: expect.stringMatching(PUT_BACK),
        };
        const stream = await state.connection.client.xrange(CONTROL.audit, '-', '+');
        const stored = stream.map(([, fields]) => JSON.parse(fields[3] ?? '') as AuditEntry);
        expect(stored).toEqual([{ ...entry, at: expect.any(Number) }]);
        const logged = state.log.lines.filter(({ message }) => message === 'audit').map(({ fields }) => fields);
        expect(logged.filter((fields) => (fields as AuditEntry).actor === 'holystone' && !('id' in fields))).toEqual(
          stored,
        );
      },
    );

    test('L61 Redis is emptied while no stop is on → the audit log has no entry', async () => {
      await state.watch.incarnation();
      await server.ask((client) => client.flushall());
      await state.watch.incarnation();

      expect(await state.connection.client.exists(CONTROL.audit)).toBe(0);
    });

    test('L61 Redis is emptied → a new instance restores the kill switch from the beat file', async () => {
      const beatFile = join(dir, 'redis-beat.json');
      const before = await startInstance(endpoint.url, { beatFile });
      await before.control.write({ killed: true }, { ...auditOf('x'), event: 'control' });
      await before.watch.incarnation();
      await server.ask((client) => client.flushall());

      const after = await startInstance(endpoint.url, { beatFile });
      await after.watch.incarnation();

      expect((await after.control.read()).killed).toBe(true);
    });
  });

  describe('time', () => {
    test.each([
      ['ahead', 61_000],
      ['behind', -61_000],
    ])(
      'L25 the clock of Redis is %s by more than a minute → no permit, and the problem names NTP',
      async (which, ms) => {
        const moved = await startInstance(endpoint.url, { redisTimeShiftMs: () => ms });

        expect(await ask(moved)).toMatch(new RegExp(`^clock: .*6[0-9] s ${which}`));
        expect(moved.watch.problem()).toContain('NTP');
      },
    );

    test.each([
      ['ahead', 50_000, 50_000, 0],
      ['behind', -50_000, 0, -50_000],
    ])(
      'L25 the clock of Redis is %s by less than a minute → a retention starts by the later clock, and a deletion goes by the earlier',
      async (_which, ms, latest, earliest) => {
        const now = Date.now();
        const moved = await startInstance(endpoint.url, {
          clock: { now: () => now },
          redisTimeShiftMs: () => ms + now - Date.now(),
        });
        expect(await ask(moved)).toBe('granted');

        expect(Math.round((moved.watch.latest() - now) / 1000)).toBe(latest / 1000);
        expect(Math.round((moved.watch.earliest() - now) / 1000)).toBe(earliest / 1000);
      },
    );
  });
});

describe('a primary with a replica', () => {
  let both: Replicated;
  beforeEach(async () => {
    both = await startReplicated();
  });
  afterEach(() => both.stop());

  test('L25 a replica that lags is promoted → no permit before a complete mark pass', async () => {
    const state = await startInstance(both.url);
    await surveyed(state);
    await untilReplicated(both.primary);
    await both.cutOff();
    await optOut(state);
    await state.watch.incarnation();

    await both.promote();
    await state.connection.whenReady();

    expect(await ask(state)).toMatch(/^incarnation/);
    await surveyed(state);
    expect(await ask(state, 'ami-2')).toBe('granted');
  });

  test('L62 the replica is connected → Redis stores an opt-out, which survives the promotion of the replica', async () => {
    const state = await startInstance(both.url, { replicas: 1 });
    await untilStored('a permit', () => surveyAndPermit(state, 'ami-2'));
    await untilStored('the opt-out', () => optOut(state));

    await both.promote();
    await state.connection.whenReady();

    expect(await state.optOuts.list(NS)).toHaveLength(1);
    await state.watch.incarnation();
    expect(await ask(await startInstance(both.url))).toMatch(/^optedOut/);
  }, 900_000);

  test('L62 the replica does not answer → Redis confirms no opt-out and gives no permit; when it answers again, both succeed', async () => {
    const state = await startInstance(both.url, { replicas: 1 });
    await surveyed(state);
    both.replica.signal('SIGSTOP');

    await expect(optOut(state)).rejects.toThrow(/not safely stored: 0 of 1 replicas.*try again/);
    await expect(optOut(state)).rejects.toThrow(StoreError);
    await state.marks.apply(NS, [adding(markOf('ami-9'))]);
    await expect(state.marks.apply(NS, [removing(markOf('ami-9'))])).rejects.toThrow(/0 of 1 replicas/);
    expect(await ask(state, 'ami-2')).toMatch(/^durability: .*0 of 1 replicas/);
    await expect(state.control.write({ killed: true }, { ...auditOf('x'), event: 'control' })).rejects.toThrow(
      StoreError,
    );

    both.replica.signal('SIGCONT');
    await untilStored('an opt-out', () => optOut(state));
    const working = { ...auditOf('x'), event: 'control' as const };
    await untilStored('the control', () => state.control.write({ killed: false }, working));
    await untilStored('a permit', () => surveyAndPermit(state, 'ami-3'));
  }, 900_000);
});
