/** Stages and canaries where permits are given: whatever a pass believes, the script has the last word. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ControlChange } from '../../../src/core/policy/fleet.ts';
import { CANARY_DELETES, CANARY_PAUSE_MS, type Stage, stageUnitOf } from '../../../src/core/policy/stage.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { CONTROL, namespaceKeys } from '../../../src/state/redis/keys.ts';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { oneType } from '../../support/oneType.ts';
import { ALLOWED, adding, dueMark, dump, NOW, NS, stateForAll, surveyed } from './support.ts';

const FENCE = { token: 'mine' };
const ELSEWHERE = namespaceOf({ provider: 'aws', account: 'Te:st/{1}', location: 'eu-west-1', resourceType: 'image' });
const UNIT = stageUnitOf(NS);

const state = stateForAll();
beforeEach(async () => {
  await state.redis.flush();
  for (const namespace of [NS, ELSEWHERE]) {
    await surveyed(state, namespace);
    await state.connection.client.set(namespaceKeys(namespace).lock, FENCE.token, 'PX', 60_000);
  }
  // The words of the test before are remembered, and were put back.
  await state.connection.client.hdel(CONTROL.control, `stage:${UNIT}`, `stage:${NS}`, `canary:${UNIT}`);
  await state.watch.incarnation();
  state.log.lines.length = 0;
});

const set = (stage: Stage | null) =>
  state.control.write({ stages: { [UNIT]: stage } }, { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga' });

async function mark(id: string, namespace = NS) {
  const due = { ...dueMark(id), namespace };
  await state.marks.apply(namespace, [adding(due)]);
  return due;
}

/** Asks for the permit of a new mark. */
async function ask(id: string, given: { start?: Stage; namespace?: typeof NS; permits?: typeof state.permits } = {}) {
  return permitOf(await mark(id, given.namespace), given);
}

function permitOf(
  due: Awaited<ReturnType<typeof mark>>,
  { start = 'live', namespace = NS, permits = state.permits }: Parameters<typeof ask>[1] = {},
) {
  const request = { mark: due, passId: 'pass-1', now: NOW, identity: due.identity, deletesPerDay: 100 };
  return permits.request(namespace, { ...request, ...ALLOWED, startStage: start }, FENCE);
}

const canary = async () => (await state.control.read()).canaries[UNIT];

describe('L80 a namespace under review', () => {
  const changed = (change: ControlChange) =>
    state.control.write(change, { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga' });
  const stored = () => state.connection.client.hget(CONTROL.control, `stage:${NS}`);

  test('keeps its stage beside the review, and each changes without the other', async () => {
    const seen: (string | null)[] = [];
    for (const change of [
      { reviews: { [NS]: true } },
      { stages: { [NS]: 'live' } },
      { stages: { [UNIT]: 'notify' } },
      { stages: { [NS]: 'canary' } },
      { reviews: { [NS]: null } },
    ] as const) {
      await changed(change);
      seen.push(await stored());
    }
    expect(seen).toEqual(['review', 'review-live', 'review', 'review-canary', 'canary']);
  });

  test.each([
    [{ [UNIT]: 'live' }, 'granted'],
    [{ [UNIT]: 'live', [NS]: 'notify' }, 'denied'],
    [{ [UNIT]: 'notify', [NS]: 'live' }, 'granted'],
  ] as const)('with %j deletes as without a review', async (stages, kind) => {
    await changed({ stages, reviews: { [NS]: true } });
    expect((await ask('x-1')).kind).toBe(kind);
  });
});

describe('the stage of a type in an account', () => {
  test.each(['plan', 'notify'] as const)('at stage %s Redis gives no permit, and writes nothing', async (stage) => {
    await set(stage);
    const due = await mark('x-0');
    const before = await dump(state);
    expect(await permitOf(due)).toMatchObject({ kind: 'denied', clause: 'stage', why: expect.stringContaining(stage) });
    expect(await dump(state)).toEqual(before);
  });

  test('the stage of the configuration counts until an operator sets another, and again after the operator withdraws it', async () => {
    expect(await ask('x-1', { start: 'notify' })).toMatchObject({ clause: 'stage' });
    await set('live');
    expect(await ask('x-2', { start: 'notify' })).toMatchObject({ kind: 'granted' });
    await set(null);
    expect(await ask('x-3', { start: 'notify' })).toMatchObject({ clause: 'stage' });
  });

  const choose = (stages: Readonly<Record<string, Stage | null>>) =>
    state.control.write({ stages }, { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga' });

  test('R18 a namespace that was chosen deletes, and the others of its type do not', async () => {
    await choose({ [UNIT]: 'notify' });
    await choose({ [NS]: 'live' });
    const answers = [await ask('x-1'), await ask('x-2', { namespace: ELSEWHERE })];
    expect(answers).toMatchObject([{ kind: 'granted' }, { clause: 'stage' }]);
  });

  test('R18 a stage for the whole type ends the stages of single namespaces', async () => {
    await choose({ [NS]: 'live' });
    await choose({ [UNIT]: 'plan' });
    expect(await ask('x-1')).toMatchObject({ clause: 'stage' });
    expect((await state.control.read()).stages).toEqual({ [UNIT]: 'plan' });
  });

  test('an unreadable stage gives no permit, and reads as the lowest', async () => {
    await state.connection.client.hset(CONTROL.control, `stage:${UNIT}`, 'LIVE');
    expect(await ask('x-1')).toMatchObject({ clause: 'stage', why: expect.stringContaining('cannot be read') });
    expect((await state.control.read()).stages).toEqual({ [UNIT]: 'plan' });
  });

  test('a change of a stage is one entry of the audit log, with the stage before and after', async () => {
    await set('canary');
    expect(state.log.lines.at(-1)?.fields).toMatchObject({
      event: 'control',
      actor: 'olga',
      before: expect.stringContaining(`${UNIT} as configured`),
      after: expect.stringContaining(`${UNIT} canary`),
    });
  });
});

describe('a canary', () => {
  const several = (count: number, given = {}) =>
    Promise.all(Array.from({ length: count }, (_, i) => ask(`x-${i}`, { start: 'canary', ...given })));

  test('a canary permits five of 24 that ask at once, through two instances and in two locations', async () => {
    const other = redisState(state.connection, { log: state.log, typesOf: oneType }).permits;
    const began = Date.now();
    const answers = await Promise.all([
      ...Array.from({ length: 24 }, (_, i) =>
        ask(`x-${i}`, {
          start: 'canary',
          namespace: i % 2 === 0 ? NS : ELSEWHERE,
          permits: i % 3 === 0 ? other : state.permits,
        }),
      ),
    ]);
    expect(answers.filter(({ kind }) => kind === 'granted')).toHaveLength(CANARY_DELETES);
    const denied = answers.find(({ kind }) => kind === 'denied');
    expect(denied).toMatchObject({ clause: 'canary', why: expect.stringMatching(/5 deletions were permitted/) });
    const { at = 0 } = (await canary()) ?? {};
    expect(denied).toMatchObject({ until: at + CANARY_PAUSE_MS });
    expect(at).toBeGreaterThan(began - 1_000);
    expect(at).toBeLessThan(Date.now() + 1_000);
  });

  test('a permit that Redis denies for another reason takes no place of the canary', async () => {
    const due = await mark('x-0');
    const request = { mark: due, passId: 'pass-1', now: NOW, identity: 'another', deletesPerDay: 100 };
    for (let i = 0; i < 7; i++) {
      const answer = await state.permits.request(NS, { ...request, ...ALLOWED, startStage: 'canary' }, FENCE);
      expect(answer).toMatchObject({ clause: 'identity' });
    }
    expect(await canary()).toMatchObject({ used: 0 });
    expect((await several(6)).filter(({ kind }) => kind === 'granted')).toHaveLength(CANARY_DELETES);
  });

  test('L56 a refused request gives its place back, in the canary and in the budget of the fleet', async () => {
    await state.control.write({ deletesPerDay: 2 }, { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga' });
    for (let i = 0; i < 7; i++) {
      const answer = await ask(`x-${i}`, { start: 'canary' });
      expect(answer).toMatchObject({ kind: 'granted' });
      if (answer.kind === 'granted') await answer.giveBack();
    }
    expect(await canary()).toMatchObject({ used: 0 });
    await state.control.write(
      { deletesPerDay: null },
      { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga' },
    );
    await state.watch.incarnation();
  });

  test('L25 a place of the canary that was reserved before Redis lost data is not given back', async () => {
    const answer = await ask('x-0', { start: 'canary' });
    await state.connection.client.hset(CONTROL.control, 'incarnation', 'another');

    if (answer.kind === 'granted') await answer.giveBack();

    expect(await canary()).toMatchObject({ used: 1 });
  });

  test('a canary does not count at live, and its day continues when an operator sets canary again', async () => {
    await several(CANARY_DELETES);
    for (const stage of ['notify', 'canary', null, 'canary'] as const) await set(stage);
    expect(await ask('y-1')).toMatchObject({ clause: 'canary' });
    await set('live');
    expect(await ask('y-2')).toMatchObject({ kind: 'granted' });
    expect(await canary()).toMatchObject({ used: CANARY_DELETES });
    await set('canary');
    expect(await ask('y-3')).toMatchObject({ clause: 'canary' });
  });

  test('Redis gives no permit for a canary whose count is unreadable', async () => {
    await state.connection.client.hset(CONTROL.control, `canary:${UNIT}`, 'none');
    expect(await ask('x-1', { start: 'canary' })).toMatchObject({ clause: 'canary' });
    expect(await canary()).toMatchObject({ used: CANARY_DELETES });
  });
});

describe('a Redis that lost data', () => {
  test('L25 Redis is emptied → an instance restores the stage, the audit log says so, and the day of a canary begins again', async () => {
    await set('canary');
    await ask('x-1');
    await state.watch.incarnation();
    const emptied = Date.now();
    await state.redis.flush();
    await state.watch.incarnation();
    expect((await state.control.read()).stages).toEqual({ [UNIT]: 'canary' });
    expect(await canary()).toMatchObject({ used: CANARY_DELETES });
    expect((await canary())?.at).toBeGreaterThan(emptied - 1_000);
    const line = state.log.lines.find(({ fields }) => 'reason' in fields && String(fields.reason).includes('restored'));
    expect(line?.fields).toMatchObject({ reason: expect.stringContaining(`stage:${UNIT} canary`) });
    const [entry] = await state.connection.client.xrange(CONTROL.audit, '-', '+');
    expect(JSON.parse(entry?.[1]?.[3] ?? '')).toMatchObject({ reason: expect.stringContaining(`${UNIT} canary`) });
  });

  test.each([
    ['live', 'notify', 'notify'],
    ['notify', 'live', 'notify'],
  ] as const)('rolled back: of the words %s, remembered, and %s, found, %s holds', async (remembered, found, holds) => {
    await set(remembered);
    await state.watch.incarnation();
    await state.connection.client.hset(CONTROL.control, 'beat', '1', `stage:${UNIT}`, found);
    await state.watch.incarnation();
    expect((await state.control.read()).stages).toEqual({ [UNIT]: holds });
  });

  const write = (stages: Readonly<Record<string, Stage | null>>) =>
    state.control.write({ stages }, { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga' });

  test('R18 L25 Redis is emptied → an instance restores the chosen namespaces with their stages', async () => {
    await write({ [UNIT]: 'notify' });
    await write({ [NS]: 'live' });
    await state.watch.incarnation();
    await state.redis.flush();
    await state.watch.incarnation();
    expect((await state.control.read()).stages).toEqual({ [UNIT]: 'notify', [NS]: 'live' });
  });

  test('R18 L25 rolled back: a choice of namespaces that had ended does not begin again', async () => {
    await write({ [UNIT]: 'notify' });
    await write({ [NS]: 'live' });
    await set('notify');
    await state.watch.incarnation();
    await state.connection.client.hset(CONTROL.control, 'beat', '1', `stage:${NS}`, 'live');
    await state.watch.incarnation();
    expect((await state.control.read()).stages).toEqual({ [UNIT]: 'notify' });
    expect(await ask('x-1')).toMatchObject({ clause: 'stage' });
  });
});
