/** Members of one fleet on a real Redis; their beats are the test's. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { controlForbids } from '../../../src/core/policy/control.ts';
import { type ControlChange, INSTANCE_TTL_MS } from '../../../src/core/policy/fleet.ts';
import { stageUnitOf } from '../../../src/core/policy/stage.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { changeControl, FleetMember } from '../../../src/lifecycle/index.ts';
import { CONTROL } from '../../../src/state/redis/keys.ts';
import { namespace, workConfiguration } from '../../support/queue.ts';
import { ageInstances } from '../../support/redis.ts';
import { until } from '../../support/until.ts';
import { auditOf, stateForAll } from '../state/support.ts';

const store = stateForAll();
beforeEach(async () => {
  await store.redis.flush();
  await ageInstances(store.redis);
  store.log.lines.length = 0;
});

const HERE = workConfiguration({ hash: 'a' });
const THERE = workConfiguration({ namespace: namespace('aws:test:eu-west-1:image'), hash: 'a' });
const clock = { now: () => 0 };

/** A member that runs with these, which may be replaced. */
function join(name: string, ...wcs: WorkConfiguration[]) {
  return joinWith('one program', name, ...wcs);
}

function joinWith(program: string, name: string, ...wcs: WorkConfiguration[]) {
  const running = { wcs: wcs as readonly WorkConfiguration[] };
  const { control, instances, log } = store;
  const monotonic = { monotonicMs: () => performance.now() };
  const member = new FleetMember(
    { control, instances, monotonic, log, now: clock.now, workConfigurations: () => running.wcs, program },
    { id: `id of ${name}`, name },
  );
  return { member, running };
}

const changes: Promise<unknown>[] = [];
// A test that fails half-way does not wait for them.
afterEach(() => Promise.allSettled(changes.splice(0)));

function change(given: ControlChange, patienceMs = 600_000) {
  const answer = changeControl({ ...store, clock }, { change: given, actor: 'olga' }, patienceMs);
  changes.push(answer);
  return answer;
}

/** The change, while the member beats. */
async function obeyed(member: FleetMember, given: ControlChange) {
  let done = false;
  const answer = change(given).finally(() => {
    done = true;
  });
  await until('it is obeyed', async () => {
    await member.heartbeat();
    return done;
  });
  return answer;
}

describe('L61 the kill switch', () => {
  test('L61 once an instance acknowledges the kill switch, its gates let no request through', async () => {
    const { member } = join('one', HERE);
    expect(await member.deleteBlocker(HERE)).toBeUndefined();
    expect(member.denies()).toBeUndefined();
    const acknowledged = change({ killed: true });
    await until('it is stored', async () => (await store.control.read()).killed);
    expect(member.denies()).toBeUndefined();
    await member.heartbeat();
    expect(member.denies()).toMatch(/kill switch/);
    expect(await acknowledged).toMatchObject({ acknowledged: true, waitingFor: [] });
    expect(await member.deleteBlocker(HERE)).toMatch(/kill switch/);
  });

  test('L61 an instance does not acknowledge the kill switch while a request may be on its way', async () => {
    const { member } = join('one', HERE);
    await member.deleteBlocker(HERE);
    const close = member.open();
    const early = await change({ killed: true }, 100);
    await member.heartbeat();
    expect(early).toMatchObject({ acknowledged: false, waitingFor: ['one'] });
    const acknowledged = change({ killed: true });
    await member.heartbeat();
    expect((await store.instances.list()).map(({ obeys }) => obeys)).toEqual([0]);
    close();
    await member.heartbeat();
    await until('the second change is obeyed', async () => {
      await member.heartbeat();
      return (await store.instances.list())[0]?.obeys === 2;
    });
    expect(await acknowledged).toMatchObject({ acknowledged: true });
  });

  test('L61 Redis was emptied → the kill switch is not acknowledged while an instance may be forgotten', async () => {
    const { member } = join('one', HERE);
    await member.deleteBlocker(HERE);
    const close = member.open();
    await store.redis.flush();
    expect(await change({ killed: true }, 100)).toMatchObject({
      acknowledged: false,
      waitingFor: ['instances that Redis may have forgotten'],
    });
    close();
    await ageInstances(store.redis);
    expect(await obeyed(member, { killed: true })).toMatchObject({ acknowledged: true, waitingFor: [] });
  });

  test('L61 Redis restarted → the kill switch is not acknowledged while an instance may be forgotten', async () => {
    await store.redis.restart();
    await store.connection.whenReady();
    expect(await change({ killed: true }, 100)).toMatchObject({ acknowledged: false });
  });

  test('L61 the versions of the control begin anew → an open gate that obeyed a higher one does not obey the new one', async () => {
    const { member } = join('one', HERE);
    for (const capacity of [1, 2, 3]) await store.control.write({ capacity }, auditOf('fleet', 'control'));
    await member.heartbeat();
    await member.deleteBlocker(HERE);
    const close = member.open();
    await store.redis.flush();
    await ageInstances(store.redis);
    await store.control.write({ killed: true }, auditOf('fleet', 'control'));
    await member.heartbeat();
    const { version } = await store.control.read();
    const obeys = async () => (await store.instances.list())[0]?.obeys ?? Number.NaN;
    expect(await obeys()).toBeLessThan(version);
    close();
    await member.heartbeat();
    expect(await obeys()).toBe((await store.control.read()).version);
  });

  test('L61 a permit ends before its instance stops counting as live', async () => {
    const { member } = join('one', HERE);
    await member.deleteBlocker(HERE);
    const left = await store.connection.client.hget(CONTROL.instances, 'id of one');
    const expiresAt = Number(left?.split('|')[0]);
    const [seconds, micros] = await store.connection.client.time();
    const lives = expiresAt - (Number(seconds) * 1000 + Number(micros) / 1000);
    expect(lives).toBeLessThanOrEqual(INSTANCE_TTL_MS);
    expect(member.aliveUntil - performance.now()).toBeLessThan(lives);
  });

  test('L61 Redis is emptied → the instance restores the switches and limits, and the audit log says so', async () => {
    const { member } = join('one', HERE);
    await obeyed(member, { killed: true, service: 'out', deletesPerDay: 7, capacity: 2 });
    await store.redis.flush();
    expect(await member.deleteBlocker(HERE)).toMatch(/kill switch/);
    expect(await store.control.read()).toMatchObject({
      service: 'out',
      killed: true,
      capacity: 2,
      deletesPerDay: 7,
      version: 1,
    });
    expect(store.log.lines.at(-1)?.fields).toMatchObject({ event: 'control', actor: 'holystone' });
  });

  test('L61 Redis is rolled back and has a new change of the same version → the stop stays on', async () => {
    const { member } = join('one', HERE);
    await obeyed(member, { killed: true });
    await store.connection.client.hset(CONTROL.control, 'version', '1', 'killed', 'no', 'capacity', '3');
    expect(await member.deleteBlocker(HERE)).toMatch(/kill switch/);
    expect(await store.control.read()).toMatchObject({ killed: true, capacity: 3 });
  });

  test('L61 Redis is rolled back to looser limits → the lower of each two limits counts', async () => {
    const { member } = join('one', HERE);
    const lowered = { capacity: 0, deletesPerDay: 5, deleteBudgetMs: 60_000, providers: { registry: 0, aws: 4 } };
    await obeyed(member, {
      capacity: 8,
      deletesPerDay: 500,
      deleteBudgetMs: 90_000,
      providers: { registry: 3, aws: 4 },
    });
    const looser = await store.connection.client.hgetall(CONTROL.control);
    await obeyed(member, lowered);
    await member.heartbeat();
    await store.connection.client.hset(CONTROL.control, looser);
    await member.heartbeat();
    expect(await store.control.read()).toMatchObject(lowered);
    expect(store.log.lines.at(-1)?.fields).toMatchObject({ event: 'control', actor: 'holystone' });
  });

  test('L61 Redis is rolled back to stricter limits → these count', async () => {
    const { member } = join('one', HERE);
    await obeyed(member, { capacity: 0, deletesPerDay: 5 });
    const stricter = await store.connection.client.hgetall(CONTROL.control);
    await obeyed(member, { capacity: 8, deletesPerDay: 500 });
    await member.heartbeat();
    await store.connection.client.hset(CONTROL.control, stricter);
    await member.heartbeat();
    expect(await store.control.read()).toMatchObject({ capacity: 0, deletesPerDay: 5, version: 1 });
  });

  test.each([
    ['live', 'canary', {}],
    ['plan', 'canary', { found: 'plan' }],
    ['notify', undefined, {}],
    ['canary', undefined, { found: 'canary' }],
  ] as const)(
    'R18 Redis is rolled back to a choice at %s that had ended, and the type is at %s → the lower stage holds',
    async (found, ofType, kept) => {
      const unit = stageUnitOf(HERE.namespace);
      const { member } = join('one', {
        ...HERE,
        startStage: ofType === undefined && found === 'notify' ? 'plan' : 'canary',
      });
      await obeyed(member, { stages: { [HERE.namespace]: found } });
      await obeyed(member, { stages: { [unit]: ofType ?? null } });
      await store.connection.client.hset(CONTROL.control, 'version', '1', `stage:${HERE.namespace}`, found);
      await member.heartbeat();
      const { stages } = await store.control.read();
      expect([stages[HERE.namespace], stages[unit]]).toEqual(['found' in kept ? kept.found : undefined, ofType]);
    },
  );

  test('L61 an operator lifts the kill switch → it stays off', async () => {
    const { member } = join('one', HERE);
    await obeyed(member, { killed: true });
    await change({ killed: false });
    await member.heartbeat();
    expect(member.denies()).toBeUndefined();
    expect(controlForbids(await store.control.read())).toBeUndefined();
  });

  test('L61 the control cannot be read → the instance deletes nothing', async () => {
    const { member } = join('one', HERE);
    await store.connection.client.set(CONTROL.control, 'nonsense');
    await expect(member.deleteBlocker(HERE)).rejects.toThrow(/control of the fleet/);
  });
});

describe('a stage that is lowered', () => {
  const LOWERED = { stages: { 'aws:test:*:image': 'notify' } } as const;
  const GROUPS = workConfiguration({ namespace: namespace('aws:test:us-east-1:autoScalingGroup'), hash: 'a' });

  test('an instance acknowledges a lowered stage when the gates of that type and account are closed; others stay open', async () => {
    const { member } = join('one', HERE, GROUPS);
    expect(await member.deleteBlocker(HERE)).toBeUndefined();
    const [images, groups] = [member.deleteGateOf(HERE), member.deleteGateOf(GROUPS)];
    const closes = [images.open(), groups.open()];
    expect(await change(LOWERED, 100)).toMatchObject({ acknowledged: false, waitingFor: ['one'] });
    await member.heartbeat();
    expect(images.denies()).toMatch(/its stage is notify/);
    expect(groups.denies()).toBeUndefined();
    expect((await store.instances.list()).map(({ obeys }) => obeys)).toEqual([0]);
    closes[0]?.();
    expect(await obeyed(member, LOWERED)).toMatchObject({ acknowledged: true });
    expect(await member.deleteBlocker(HERE)).toMatch(/its stage is notify/);
    expect(await member.deleteBlocker(GROUPS)).toBeUndefined();
  });

  test('Redis is rolled back → the lower of the two stages counts', async () => {
    const { member } = join('one', HERE);
    await obeyed(member, { stages: { 'aws:test:*:image': 'live' } });
    await obeyed(member, LOWERED);
    await store.connection.client.hset(CONTROL.control, 'version', '1', 'stage:aws:test:*:image', 'live');
    expect(await member.deleteBlocker(HERE)).toMatch(/its stage is notify/);
    expect((await store.control.read()).stages).toEqual(LOWERED.stages);
  });
});

describe('L12 drift', () => {
  test('L12 instances with different configurations delete nothing in exactly the namespaces that differ, until they are equal', async () => {
    const one = join('one', HERE, THERE);
    const two = join('two', { ...HERE, hash: 'b' }, THERE);
    await Promise.all([one.member.heartbeat(), two.member.heartbeat()]);
    expect(await one.member.deleteBlocker(HERE)).toMatch(/^two runs with another configuration/);
    expect(await two.member.deleteBlocker({ ...HERE, hash: 'b' })).toMatch(/^one runs with another configuration/);
    expect(await one.member.deleteBlocker(THERE)).toBeUndefined();
    await one.member.heartbeat();
    expect([...one.member.drift.keys()]).toEqual([HERE.namespace]);

    two.running.wcs = [HERE, THERE];
    expect(await two.member.deleteBlocker(HERE)).toBeUndefined();
    expect(await one.member.deleteBlocker(HERE)).toBeUndefined();
    await one.member.heartbeat();
    expect(one.member.drift.size).toBe(0);
  });

  test('L12 an instance lacks a namespace → the others delete nothing in it', async () => {
    const one = join('one', HERE, THERE);
    await join('two', THERE).member.heartbeat();
    expect(await one.member.deleteBlocker(HERE)).toMatch(/two runs with another/);
    expect(await one.member.deleteBlocker(THERE)).toBeUndefined();
  });

  test('L12 an instance left, or sent no heartbeat for long → its configuration does not count', async () => {
    const one = join('one', HERE);
    const two = join('two', { ...HERE, hash: 'b' });
    const three = join('three', { ...HERE, hash: 'c' });
    await Promise.all([two.member.heartbeat(), three.member.heartbeat()]);
    expect(await one.member.deleteBlocker(HERE)).toMatch(/^three, two run with another/);
    await two.member.stop();
    const spoken = await store.connection.client.hget(CONTROL.instances, 'id of three');
    await store.connection.client.hset(CONTROL.instances, 'id of three', `1|${spoken?.split('|')[1]}`);
    expect(await one.member.deleteBlocker(HERE)).toBeUndefined();
  });

  test('L12 an instance has an unreadable configuration → the others delete nothing', async () => {
    const one = join('one', HERE);
    await store.instances.announce({
      ...{ id: 'x', name: 'x', program: 'one program' },
      ...{ configuration: 'never published', obeys: 0 },
    });
    expect(await one.member.deleteBlocker(HERE)).toMatch(/^x runs with another/);
  });

  test('L12 the configuration changes during a pass → the pass gets no permit', async () => {
    const one = join('one', HERE);
    expect(await one.member.deleteBlocker(HERE)).toBeUndefined();
    one.running.wcs = [{ ...HERE, hash: 'b' }];
    expect(await one.member.deleteBlocker(HERE)).toMatch(/changed meanwhile/);
    one.running.wcs = [];
    expect(await one.member.deleteBlocker(HERE)).toMatch(/changed meanwhile/);
  });
});

describe('L68 two programs at once', () => {
  test('L68 the programs of live instances differ → both delete nothing, and say which differ; one leaves → the other deletes', async () => {
    const one = joinWith('aaaaaaaa1', 'one', HERE);
    const two = joinWith('bbbbbbbb2', 'two', HERE);
    await Promise.all([one.member.heartbeat(), two.member.heartbeat()]);
    const why =
      /^the live instances run different versions or builds of Holystone: one \(aaaaaaaa\) and two \(bbbbbbbb\);/;
    expect(await one.member.deleteBlocker(HERE)).toMatch(why);
    expect(await two.member.deleteBlocker(HERE)).toMatch(why);
    await one.member.heartbeat();
    expect(one.member.drift.get(HERE.namespace)).toMatch(why);
    await two.member.stop();
    expect(await one.member.deleteBlocker(HERE)).toBeUndefined();
  });

  test('L68 another program comes while a gate is open → the gate lets no request through', async () => {
    const one = joinWith('a', 'one', HERE);
    expect(await one.member.deleteBlocker(HERE)).toBeUndefined();
    const gate = one.member.deleteGateOf(HERE);
    const close = gate.open();
    expect(gate.denies()).toBeUndefined();
    await joinWith('b', 'two', HERE).member.heartbeat();
    await one.member.heartbeat();
    expect(gate.denies()).toMatch(/different versions/);
    close();
  });

  test('L68 an instance of release 0.2, which announces no program, lives → neither it nor a newer one deletes', async () => {
    // As release 0.2 announces itself, and compares.
    const old = { id: 'id of old', name: 'old', configuration: 'a hash of release 0.2', obeys: 0 };
    await store.instances.publish(old.configuration, new Map([[HERE.namespace, HERE.hash]]));
    await store.instances.announce(old);
    const { member } = join('one', HERE);
    await member.heartbeat();
    expect(await member.deleteBlocker(HERE)).toMatch(/old \(0\.2 or earlier\) and one \(one prog\)/);
    const others = (await store.instances.list()).filter(({ name }) => name === 'one');
    const [newer] = others;
    const seenByOld = await store.instances.hashes(newer?.configuration ?? '');
    expect(seenByOld?.has(HERE.namespace)).toBe(true);
    expect(seenByOld?.get(HERE.namespace)).not.toBe(HERE.hash);
  });
});

test('each instance logs who changed the control, why, and its earlier state, also when a command line did', async () => {
  const { member } = join('one', HERE);
  await member.heartbeat();
  store.log.lines.length = 0;
  const audit = { at: 60_000, namespace: 'fleet', event: 'control', actor: 'olga', reason: 'wrong account' } as const;
  await store.control.write({ killed: true }, audit);
  await store.control.write({ killed: false }, { ...audit, actor: 'ben', reason: 'the right one after all' });

  await member.heartbeat();
  const seen = () => store.log.lines.filter(({ message }) => message === 'control changed').map(({ fields }) => fields);
  await until('both are logged', async () => seen().length === 2);

  expect(seen()).toEqual([
    {
      actor: 'olga',
      reason: 'wrong account',
      before: expect.stringContaining('kill switch off'),
      after: expect.stringContaining('kill switch on'),
      changedAt: '1970-01-01T00:01:00.000Z',
    },
    expect.objectContaining({ actor: 'ben', after: expect.stringContaining('kill switch off') }),
  ]);
  await member.stop();
});
