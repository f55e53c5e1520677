/** The sealed record of the surveys in a real Redis, written by several instances; and who else may write there. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { KeyedSeal } from '../../../src/core/resource/seal.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { RedisLastUsedStore } from '../../../src/state/redis/lastUsed.ts';
import { ScriptRunner } from '../../../src/state/redis/script.ts';
import { KEYS, NOW, NS, OTHER_NS, stateForAll } from './support.ts';

const OLD = { id: 'k1', secret: 'one secret of thirty-two letters' };
const NEW = { id: 'k2', secret: 'a new secret that is of 32 chars' };
const SEAL = new KeyedSeal([OLD]);

const state = stateForAll();
beforeEach(() => state.redis.flush());

const client = () => state.connection.client;

/** An instance that was just started: it remembers nothing. */
function instance(seal = SEAL): RedisLastUsedStore {
  const { connection, log } = state;
  return new RedisLastUsedStore({
    connection,
    log,
    seal,
    scripts: new ScriptRunner(connection),
    recorded: () => undefined,
  });
}

/** One that saw ami-1 in use and ami-2 for the first time, in a survey; then the mark pass was complete. */
async function surveyedBy(one: RedisLastUsedStore, namespace = NS): Promise<void> {
  await one.seen(namespace, ['ami-1'], NOW);
  await one.firstSeen(namespace, ['ami-2'], NOW);
  await one.gone(namespace, ['cluster'], NOW);
  await one.surveyed(namespace, NOW);
  await client().hset(namespaceKeys(namespace).pass, 'completedAt:mark', NOW);
}

async function knownTo(one: RedisLastUsedStore) {
  const [used, seen, gone, surveys] = await Promise.all([
    one.all(NS),
    one.allFirstSeen(NS),
    one.existence(NS),
    one.surveys(NS),
  ]);
  return {
    used: used.size,
    seen: seen.size,
    gone: gone.size,
    lastAt: surveys.lastAt,
    isLost: surveys.lostAt !== undefined,
  };
}

const KNOWN = { used: 1, seen: 1, gone: 1, lastAt: NOW, isLost: false };
const LOST = { used: 0, seen: 0, gone: 0, lastAt: undefined, isLost: true };
const NOTHING = { ...LOST, isLost: false };

test('nothing was ever observed: nothing is known, and nothing lost', async () => {
  expect(await knownTo(instance())).toEqual(NOTHING);
});

test('another instance knows what one observed, and both add to it at the same time', async () => {
  const [one, other] = [instance(), instance()];
  await surveyedBy(one);
  expect(await knownTo(other)).toEqual(KNOWN);
  const ids = Array.from({ length: 20 }, (_, index) => `ami-${index}`);
  await Promise.all(ids.map((id, index) => (index % 2 === 0 ? one : other).seen(NS, [id], NOW + 1)));
  expect([...(await other.all(NS)).keys()].sort()).toEqual(ids.sort());
  expect((await one.all(NS)).get('ami-1')).toBe(NOW + 1);
});

test('changes that are asked for at once are one write', async () => {
  const one = instance();
  const writes = async () => Number(/cmdstat_hset:calls=(\d+)/.exec(await client().info('commandstats'))?.[1] ?? 0);
  const before = await writes();
  await Promise.all(Array.from({ length: 100 }, (_, index) => one.seen(NS, [`ami-${index}`], NOW + index)));
  expect((await writes()) - before).toBe(1);
  expect((await one.all(NS)).size).toBe(100);
});

describe('Law 8 who writes Redis without a key of `signing`', () => {
  const head = async () => `${await client().hget(KEYS.record, 'head')}`;
  test.each<[string, () => Promise<unknown>]>([
    [
      'changes the time of the last survey',
      async () => client().hset(KEYS.record, 'head', (await head()).replace(/"lastAt":\d/, '"lastAt":9')),
    ],
    ['removes the checksum', async () => client().hset(KEYS.record, 'head', (await head()).replace(/,"mac":.*/, '}'))],
    ['removes the head', () => client().hdel(KEYS.record, 'head')],
    ['replaces the data', () => client().hset(KEYS.record, 'data', 'nothing')],
    ['removes the data', () => client().hdel(KEYS.record, 'data')],
    ['stores a text in its place', () => client().multi().unlink(KEYS.record).set(KEYS.record, '{}').exec()],
    ['removes it', () => client().unlink(KEYS.record)],
    [
      'copies it from another namespace',
      async () => {
        await surveyedBy(instance(), OTHER_NS);
        await client().restore(KEYS.record, 0, await client().dumpBuffer(namespaceKeys(OTHER_NS).record), 'REPLACE');
      },
    ],
    [
      'signs it with another key',
      async () => {
        await client().unlink(KEYS.record);
        await surveyedBy(instance(new KeyedSeal([{ ...OLD, secret: NEW.secret }])));
      },
    ],
  ])('%s: until now everything may have been used, and the next observation begins anew', async (_, forge) => {
    await surveyedBy(instance());
    await forge();
    const one = instance();
    expect(await knownTo(one)).toEqual(LOST);
    await one.seen(NS, ['ami-3'], NOW);
    expect(await knownTo(instance())).toEqual({ ...LOST, used: 1 });
  });

  test('puts an older record back: who knows the newer one takes it for lost', async () => {
    const one = instance();
    await surveyedBy(one);
    const older = await client().dumpBuffer(KEYS.record);
    await one.seen(NS, ['ami-9'], NOW);
    await client().restore(KEYS.record, 0, older, 'REPLACE');
    expect(await knownTo(one)).toEqual(LOST);
  });
});

test('Redis is emptied: as at the first start, nothing is known and nothing lost, for each instance', async () => {
  const [one, other] = [instance(), instance()];
  await surveyedBy(one);
  expect(await knownTo(other)).toEqual(KNOWN);
  await state.redis.flush();
  expect(await knownTo(one)).toEqual(NOTHING);
  await surveyedBy(one);
  expect([await knownTo(one), await knownTo(other)]).toEqual([KNOWN, KNOWN]);
});

test('the release before left its records: until the first survey everything may have been used', async () => {
  await client().hset(KEYS.pass, 'completedAt:mark', NOW);
  expect(await knownTo(instance())).toEqual(LOST);
});

test('the keys are rotated: a record that any key of the list signed counts', async () => {
  await surveyedBy(instance(new KeyedSeal([OLD])));
  expect(await knownTo(instance(new KeyedSeal([NEW, OLD])))).toEqual(KNOWN);
  expect(await knownTo(instance(new KeyedSeal([NEW])))).toEqual(LOST);
});
