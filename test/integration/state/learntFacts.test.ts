/** Facts about providers that all instances share, in a real Redis; and who else may write there. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { KeyedSeal } from '../../../src/core/resource/seal.ts';
import { learntKey } from '../../../src/state/redis/keys.ts';
import { learntBy, stateForAll } from './support.ts';

const HOUR = 3_600_000;
const FACT = 'registry/http://hub/{x}';
const OLD = { id: 'k1', secret: 'one secret of thirty-two letters' };
const NEW = { id: 'k2', secret: 'a new secret that is of 32 chars' };
const SEAL = new KeyedSeal([OLD]);

const state = stateForAll();
beforeEach(() => state.redis.flush());

const stored = async (key = FACT) => (await state.connection.client.get(learntKey(key))) ?? '';
const store = (text: string, key = FACT) => state.connection.client.set(learntKey(key), text);

test('R7 a learnt fact is known to another instance until Redis forgets it', async () => {
  expect(await learntBy(state).get(FACT)).toBeUndefined();
  await learntBy(state).put(FACT, 'alone', HOUR);
  expect(await learntBy(state).get(FACT)).toBe('alone');
  await state.redis.flush();
  expect(await learntBy(state).get(FACT)).toBeUndefined();
});

describe('Law 8 who writes Redis without a key of `signing`', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['changes the fact', async () => store((await stored()).replace('alone', 'other'))],
    ['lets it count for longer', async () => store((await stored()).replace(/"until":\d/, '"until":9'))],
    ['writes it without a checksum', () => store('{"fact":"alone","at":1,"until":9000000000000}')],
    ['writes it as the release before did', () => store('alone')],
    [
      'signs it with another key',
      () => learntBy(state, new KeyedSeal([{ ...OLD, secret: NEW.secret }])).put(FACT, 'x', HOUR),
    ],
    [
      'copies it from another place',
      async () => {
        await learntBy(state, SEAL).put('elsewhere', 'other', HOUR);
        await store(await stored('elsewhere'));
      },
    ],
  ])('%s: nothing is learnt', async (_, forge) => {
    await learntBy(state, SEAL).put(FACT, 'alone', HOUR);
    expect(await learntBy(state, SEAL).get(FACT)).toBe('alone');
    await forge();
    expect(await learntBy(state, SEAL).get(FACT)).toBeUndefined();
  });

  test('keeps a fact for longer than it counts: it is not learnt any more', async () => {
    let now = Date.now();
    await learntBy(state, SEAL, { now: () => now }).put(FACT, 'alone', HOUR);
    await state.connection.client.persist(learntKey(FACT));
    now += HOUR;
    expect(await learntBy(state, SEAL, { now: () => now }).get(FACT)).toBeUndefined();
  });

  test('puts an older fact back, or removes it: who knows the newer one goes on with that', async () => {
    let now = Date.now();
    const one = learntBy(state, SEAL, { now: () => now });
    await one.put(FACT, 'tags', HOUR);
    const older = await stored();
    now += 1;
    await one.put(FACT, 'unproven', HOUR);
    const other = learntBy(state, SEAL, { now: () => now });
    expect(await other.get(FACT)).toBe('unproven');
    await store(older);
    expect([await one.get(FACT), await other.get(FACT)]).toEqual(['unproven', 'unproven']);
    await state.redis.flush();
    expect([await one.get(FACT), await other.get(FACT)]).toEqual(['unproven', 'unproven']);
  });

  test('the keys are rotated: a fact that any key of the list signed is learnt', async () => {
    await learntBy(state, new KeyedSeal([OLD])).put(FACT, 'alone', HOUR);
    expect(await learntBy(state, new KeyedSeal([NEW, OLD])).get(FACT)).toBe('alone');
    expect(await learntBy(state, new KeyedSeal([NEW])).get(FACT)).toBeUndefined();
  });
});
