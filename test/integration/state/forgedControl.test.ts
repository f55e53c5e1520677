/**
 * Somebody who can write to Redis, and has no key of `signing`, forges the control of the fleet, the counters of its limits
 * and the records of passes. An instance that remembers nothing is asked for a permit: what was stopped stays stopped.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ControlChange } from '../../../src/core/policy/fleet.ts';
import { stageUnitOf } from '../../../src/core/policy/stage.ts';
import { stricterControl } from '../../../src/core/policy/stricterControl.ts';
import { CONTROL } from '../../../src/state/redis/keys.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { addDueMark, askPermit, type Instance, startInstance, stopInstances } from './instances.ts';
import { auditOf, KEYS, NOW, NS, surveyed } from './support.ts';

const signingKeys = [{ id: 'k1', secret: 'one secret of thirty-two letters' }];
const UNIT = stageUnitOf(NS);
const TODAY = new Date(NOW).toISOString().slice(0, 10);

let redis: TestRedis;
let first: Instance;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
beforeEach(async () => {
  await redis.flush();
  first = await another();
  await surveyed(first);
  await addDueMark(first);
});
afterEach(stopInstances);

/** Another process, which remembers nothing. */
const another = (keys = signingKeys) => startInstance(redis.url, { signingKeys: keys });
const change = (given: ControlChange, by = first) => by.control.write(given, { ...auditOf('x'), event: 'control' });
const client = () => first.connection.client;

type Forge = () => Promise<unknown>;
const FORGERIES: Readonly<Record<string, Forge>> = {
  'lifts the kill switch': () => client().hset(CONTROL.control, { killed: 'no', service: 'in' }),
  'sets every stage to live': () =>
    client().hset(CONTROL.control, { [`stage:${UNIT}`]: 'live', [`stage:${NS}`]: 'live' }),
  'removes what operators said': () =>
    client().hdel(CONTROL.control, 'killed', 'service', `stage:${UNIT}`, 'deletesPerDay', 'version'),
  'removes it with the checksum': () =>
    client().hdel(CONTROL.control, 'killed', 'service', `stage:${UNIT}`, 'deletesPerDay', 'version', 'seal'),
  'copies the checksum of another value': () =>
    client().hset(CONTROL.control, { killed: 'no', seal: `k1.${'x'.repeat(22)}` }),
  'removes the control': () => client().del(CONTROL.control),
  'removes the control, its members and the passes': () => client().del(CONTROL.control, CONTROL.members, KEYS.pass),
  'removes it, and writes the incarnation again': async () => {
    const { incarnation = '', beat = '' } = await client().hgetall(CONTROL.control);
    await client().del(CONTROL.control);
    await client().hset(CONTROL.control, { incarnation, beat });
  },
};

const STOPS: Readonly<Record<string, ControlChange>> = {
  'the kill switch is on': { killed: true },
  'the fleet is out of service': { service: 'out' },
  'the stage is plan': { stages: { [UNIT]: 'plan' } },
};

describe.each(Object.entries(STOPS))('%s', (_, stop) => {
  test.each(Object.keys(FORGERIES))('Law 8 somebody without a key %s: no permit', async (kind) => {
    await change(stop);
    await FORGERIES[kind]?.();
    expect(await askPermit(await another())).not.toBe('granted');
  });
});

test('Law 8 without a forgery, another process gets the permit', async () => {
  expect(await askPermit(await another())).toBe('granted');
});

test('Law 8 an unproven control reads as killed, and says what to do; lifting the kill switch proves it', async () => {
  await change({ stages: { [UNIT]: 'canary' } });
  await client().hset(CONTROL.control, `stage:${UNIT}`, 'live');
  const other = await another();
  expect(await other.control.read()).toMatchObject({ killed: true, unproven: expect.anything() });
  expect(await askPermit(other)).toMatch(/^stage: .*holystone kill --lift/);
  await change({ capacity: 3 }, other);
  expect(await other.control.read()).toMatchObject({ killed: true, unproven: expect.anything(), capacity: 3 });
  await change({ killed: false, stages: { [UNIT]: 'canary' } }, other);
  expect(await askPermit(await another())).toBe('granted');
});

test('Law 8 a process that remembers the control puts all of it back', async () => {
  await change({ killed: true, deletesPerDay: 7 });
  await first.watch.incarnation();
  await client().hset(CONTROL.control, { killed: 'no', deletesPerDay: '9', capacity: '50', version: '0' });
  await first.watch.incarnation();
  const { killed, deletesPerDay, capacity, unproven } = await (await another()).control.read();
  expect({ killed, deletesPerDay, capacity, unproven }).toEqual({
    ...{ killed: true, deletesPerDay: 7, capacity: undefined, unproven: undefined },
  });
});

test.each([
  ['kill', { killed: true }],
  ['service out', { service: 'out' }],
] as const)(
  'L61 a person without the key says `%s`: an instance that knows the last control does not undo it',
  async (_, stop) => {
    await change({ capacity: 4, stages: { [UNIT]: 'canary' } });
    const before = await first.control.read();
    await change({ ...stop, stages: { [UNIT]: 'plan' } }, await another([]));
    const read = await first.control.read();
    await change(stricterControl(before, read));
    expect(await first.control.read()).toMatchObject({ capacity: 4, ...stop, stages: { [UNIT]: 'plan' } });
    expect((await first.control.read()).unproven).toBeUndefined();
  },
);

test('Law 8 an older control that is put back lifts nothing for a process that remembers the newer one', async () => {
  const older = await client().dumpBuffer(CONTROL.control);
  await change({ killed: true });
  await first.watch.incarnation();
  await client().restore(CONTROL.control, 0, older ?? Buffer.alloc(0), 'REPLACE');
  await first.watch.incarnation();
  expect((await (await another()).control.read()).killed).toBe(true);
});

test('L80 an older control that is put back, and one without a checksum, end no review for a process that remembers it', async () => {
  const older = await client().dumpBuffer(CONTROL.control);
  await change({ reviews: { [NS]: true } });
  await first.watch.incarnation();
  await client().restore(CONTROL.control, 0, older ?? Buffer.alloc(0), 'REPLACE');
  await first.watch.incarnation();
  const before = await (await another()).control.read();
  expect(before.reviews).toEqual({ [NS]: true });
  await change({ reviews: { [NS]: null } }, await another([]));
  await change(stricterControl(before, await first.control.read()));
  expect(await first.control.read()).toMatchObject({ reviews: { [NS]: true } });
});

test('a control that was stored before the first key stops deletions until an operator lifts that', async () => {
  await redis.flush();
  const unkeyed = await another([]);
  await surveyed(unkeyed);
  expect((await unkeyed.control.read()).killed).toBe(false);
  expect(await (await another()).control.read()).toMatchObject({ killed: true, unproven: expect.anything() });
});

test('a control that is signed with a key of before counts, as long as that key is in the list', async () => {
  await change({ capacity: 4 });
  const next = { id: 'k2', secret: 'another secret of thirty-two letters' };
  expect(await (await another([next, ...signingKeys])).control.read()).toMatchObject({ killed: false, capacity: 4 });
  expect(await (await another([next])).control.read()).toMatchObject({ killed: true, unproven: expect.anything() });
});

describe('the limits of a day', () => {
  test.each([
    ['of the namespace', 'budget', () => client().del(KEYS.budget(TODAY)), {}, 5],
    ['of the fleet', 'fleetBudget', () => client().del(CONTROL.budget(TODAY)), { deletesPerDay: 5 }, 500],
    [
      'of the canary',
      'canary',
      () => client().hdel(CONTROL.control, `canary:${UNIT}`),
      { stages: { [UNIT]: 'canary' } },
      500,
    ],
  ] as const)(
    'Law 8 somebody removes the counter %s: the instance that counted goes on with its count',
    async (_, clause, forge, limit, deletesPerDay) => {
      await change(limit);
      const answers: string[] = [];
      for (let at = 0; at < 6; at++) {
        await addDueMark(first, `ami-${at}`);
        answers.push((await askPermit(first, `ami-${at}`, deletesPerDay)).split(':')[0] ?? '');
        await forge();
      }
      expect(answers).toEqual([...Array(5).fill('granted'), clause]);
    },
  );
});

describe('the record of the last mark pass', () => {
  const record = async () => JSON.parse((await client().hget(KEYS.pass, 'mark')) ?? '{}');

  test('Law 8 somebody writes it, or moves it from another place: its baseline says nothing, and owners are notified anew', async () => {
    const { mac: _mac, ...plain } = await record();
    const forged = JSON.stringify({ ...plain, baseline: { listed: 1, findings: {} } });
    await client().hset(KEYS.pass, 'mark', forged);
    expect(await first.passes.get(NS, 'mark')).toMatchObject({ incarnation: '', nextDueAt: 0 });
    expect((await first.passes.get(NS, 'mark'))?.baseline).toBeUndefined();
    expect(await askPermit(first)).toMatch(/^incarnation/);
  });

  test('Law 8 a new incarnation: nobody without a key can say that a mark pass was complete in it', async () => {
    await client().hset(CONTROL.control, 'beat', '1');
    const incarnation = (await first.watch.incarnation()) ?? '';
    await client().hset(KEYS.pass, { incarnation, mark: JSON.stringify({ ...(await record()), incarnation }) });
    expect(await askPermit(first)).toMatch(/^incarnation/);
    await surveyed(first);
    expect(await askPermit(first)).toBe('granted');
  });
});
