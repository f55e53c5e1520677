/** The indexes of marks after Redis lost one, or half of one. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { adding, changing, KEYS, markOf, NOW, NS, stateForAll } from './support.ts';

const state = stateForAll();
beforeEach(async () => {
  await state.redis.flush();
  await state.marks.apply(NS, [adding(markOf('ami-1')), adding(markOf('ami-2', { nextAttemptAt: NOW + 5 }))]);
  const refused = changing(markOf('ami-3'), { refusals: 2, nextAttemptAt: NOW + 7 });
  await state.marks.apply(NS, [adding(markOf('ami-3'))]);
  await state.marks.apply(NS, [refused]);
});

const client = () => state.connection.client;
const indexes = async () =>
  Promise.all([KEYS.schedule, KEYS.retry, KEYS.refused].map((key) => client().zrange(key, '0', '-1', 'WITHSCORES')));

describe('L69 the indexes of marks', () => {
  test.each([
    ['schedule', 3],
    ['retry', 2],
    ['refused', 1],
  ] as const)('L69 Redis lost the %s → it is made again, as it was', async (index, entries) => {
    const before = await indexes();
    expect(before.every((entries) => entries.length > 0)).toBe(true);
    await client().del(KEYS[index]);
    expect(await state.marks.reindex(NS)).toBe(entries);
    expect(await indexes()).toEqual(before);
  });

  test('L69 an index has another score, or an id without a mark → only that is put right', async () => {
    const before = await indexes();
    await client().zadd(KEYS.schedule, 1, 'ami-1', 2, 'gone');
    await client().zadd(KEYS.retry, 9, 'ami-1', 9, 'gone');
    await client().zadd(KEYS.refused, 9, 'ami-1', 9, 'gone too');
    expect(await state.marks.reindex(NS)).toBeGreaterThan(0);
    expect(await indexes()).toEqual(before);
    expect(await state.marks.reindex(NS)).toBe(0);
  });

  test('L69 the marks are gone → no date stays', async () => {
    await client().del(KEYS.marks);
    await state.marks.reindex(NS);
    expect(await indexes()).toEqual([[], [], []]);
  });

  test('L69 a mark that cannot be read keeps its date', async () => {
    const before = await indexes();
    await client().hset(KEYS.marks, 'ami-1', 'nonsense');
    expect(await state.marks.reindex(NS)).toBe(0);
    expect(await indexes()).toEqual(before);
  });

  test('L69 more marks than one read holds → every date is made again', async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => `ami-x${index}`);
    await state.marks.apply(
      NS,
      ids.map((id) => adding(markOf(id))),
    );
    const before = await indexes();
    await client().del(KEYS.schedule);
    expect(await state.marks.reindex(NS)).toBe(1_203);
    expect(await indexes()).toEqual(before);
  });
});

describe('L69 the indexes of decisions', () => {
  const decide = (kind: 'id' | 'pattern', value: string) =>
    state.optOuts.optOut(NS, { target: { kind, value }, until: 'forever', actor: 'ann', at: NOW });
  beforeEach(async () => {
    await decide('id', 'ami-7');
    await decide('pattern', 'ami-8*');
    await decide('pattern', '*-9');
  });
  const pending = async () => (await state.optOuts.pendingTags(NS, Date.now() + 1, 10)).map(({ id }) => id);
  const patterns = async () => (await state.optOuts.patterns(NS)).map(({ target }) => target.value).sort();

  test('L69 Redis lost the keep tags that wait → the next survey finds them again', async () => {
    await client().del(KEYS.pendingTags);
    expect(await pending()).toEqual([]);
    expect(await state.marks.reindex(NS)).toBe(1);
    expect(await pending()).toEqual(['ami-7']);
    expect(await state.marks.reindex(NS)).toBe(0);
  });

  test('L69 a keep tag waits without a decision → it goes', async () => {
    await client().zadd(KEYS.pendingTags, 1, 'ami-0');
    expect(await state.marks.reindex(NS)).toBe(1);
    expect(await client().zrange(KEYS.pendingTags, '0', '-1')).toEqual(['ami-7']);
  });

  test.each([
    ['lost', () => client().hdel(KEYS.optOuts, 'patterns'), 2],
    ['shorter', () => client().hset(KEYS.optOuts, 'patterns', '*-9'), 1],
    ['of others', () => client().hset(KEYS.optOuts, 'patterns', 'x*\n*-9\nami-8*'), 1],
  ] as const)('L69 the list of patterns is %s → it is made again', async (_, lose, entries) => {
    await lose();
    expect(await state.marks.reindex(NS)).toBe(entries);
    expect(await patterns()).toEqual(['*-9', 'ami-8*']);
    expect((await client().hget(KEYS.optOuts, 'patterns'))?.split('\n').sort()).toEqual(['*-9', 'ami-8*']);
  });
});
