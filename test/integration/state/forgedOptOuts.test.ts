/** Somebody who can write to Redis, and has no key of `signing`, removes decisions to keep; other instances saw them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { OptOut, OptOutTarget } from '../../../src/core/owner/optOut.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { type Instance, startInstance, stopInstances } from './instances.ts';
import { auditOf, DAY, KEYS, NOW, NS } from './support.ts';

const signingKeys = [{ id: 'k1', secret: 'one secret of thirty-two letters' }];
const KINDS: readonly OptOutTarget[] = [
  { kind: 'id', value: 'ami-1' },
  { kind: 'group', value: 'cluster-1' },
  { kind: 'pattern', value: 'ami-*' },
];

let redis: TestRedis;
let first: Instance;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
beforeEach(async () => {
  await redis.flush();
  first = await another();
});
afterEach(stopInstances);

const another = (keys = signingKeys) => startInstance(redis.url, { signingKeys: keys });
const client = () => first.connection.client;
const keep = (target: OptOutTarget, given: Partial<OptOut> = {}, by = first) =>
  by.optOuts.optOut(NS, { target, until: 'forever', actor: 'ann', at: NOW, ...given });
const undo = (target: OptOutTarget, by: Instance, at = NOW + 1) =>
  by.optOuts.undo(NS, target, { ...auditOf('x'), event: 'optOutUndone', actor: 'ann', at });
const kept = async (by: Instance) =>
  [...(await by.optOuts.all(NS)).values()].map(({ target, until }) => [target, until]);

describe.each(KINDS)('a decision about $kind $value', (target) => {
  test.each([
    ['the decision', () => client().hdel(KEYS.optOuts, `${target.kind}:${target.value}`)],
    ['all of them', () => client().del(KEYS.optOuts)],
  ] as const)(
    'Law 8 somebody removes %s: it counts on, and is stored again for the other instances',
    async (_, remove) => {
      await keep(target);
      await kept(first);
      await remove();
      expect(await kept(first)).toEqual([[target, 'forever']]);
      expect(await kept(await another())).toEqual([[target, 'forever']]);
    },
  );

  test('Law 8 somebody puts an older decision of the same person back: the newer one counts', async () => {
    await keep(target, { until: NOW + 2 * DAY });
    const older = (await client().dumpBuffer(KEYS.optOuts)) ?? Buffer.alloc(0);
    await keep(target, { until: NOW + 400 * DAY, at: NOW + 5 });
    await kept(first);
    await client().restore(KEYS.optOuts, 0, older, 'REPLACE');
    expect(await kept(first)).toEqual([[target, NOW + 400 * DAY]]);
  });

  test('the same person undoes it by another instance: it does not come back, and a new one counts again', async () => {
    await keep(target);
    await kept(first);
    expect(await undo(target, await another())).toBe(true);
    expect(await kept(first)).toEqual([]);
    await keep(target, { at: NOW + 9 });
    await kept(first);
    await client().del(KEYS.optOuts);
    expect(await kept(first)).toEqual([[target, 'forever']]);
  });

  test('Law 8 nobody without the key can say that it was undone', async () => {
    await keep(target);
    await kept(first);
    const { undone } = namespaceKeys(NS);
    const field = `ann|${target.kind}:${target.value}`;
    await client().hset(undone, field, JSON.stringify({ at: NOW + DAY, mac: `k1.${'x'.repeat(22)}` }));
    await client().del(KEYS.optOuts);
    expect(await kept(first)).toEqual([[target, 'forever']]);
  });
});

describe('a removed decision', () => {
  test('Law 8 somebody removes the decisions of a namespace: they count on for who saw them', async () => {
    for (const target of KINDS) await keep(target);
    await kept(first);
    await client().del(KEYS.optOuts);
    expect(await kept(first)).toHaveLength(KINDS.length);
  });
});

test('Law 8 somebody removes decisions before anybody has read them: they count on for who stored them', async () => {
  const second = await another();
  for (const target of KINDS) await keep(target);
  await client().del(KEYS.optOuts);
  expect(await kept(first)).toHaveLength(KINDS.length);
  // They are stored again, so that others see them too.
  expect(await kept(second)).toHaveLength(KINDS.length);
});

test('Law 8 a decision that is stored while another is undone counts on, and the undone one does not', async () => {
  const [id, group] = KINDS as readonly [OptOutTarget, OptOutTarget];
  await keep(id);
  await undo(id, first);
  await Promise.all([kept(first), keep(group), kept(first)]);
  await client().del(KEYS.optOuts);
  expect(await kept(first)).toEqual([[group, 'forever']]);
});

test('an opt-out that has ended is forgotten, and does not come back', async () => {
  await keep(KINDS[0] as OptOutTarget, { until: NOW - DAY });
  await kept(first);
  await client().del(KEYS.optOuts);
  expect(await kept(first)).toEqual([]);
});

test('without a key an instance remembers no decision', async () => {
  const unkeyed = await another([]);
  await keep(KINDS[0] as OptOutTarget, {}, unkeyed);
  await kept(unkeyed);
  await client().del(KEYS.optOuts);
  expect(await kept(unkeyed)).toEqual([]);
});

test('Law 8 somebody removes an earlier name of an account: it counts on for who saw it, and is stored again', async () => {
  const account = { provider: 'aws', id: '111111111111', name: 'new' };
  await first.accountNames.remember({ ...account, name: 'old' });
  expect(await first.accountNames.of(account)).toEqual(['old']);
  await client().flushall();
  expect(await first.accountNames.of(account)).toEqual(['old']);
  await first.accountNames.remember(account);
  expect([...(await (await another()).accountNames.of(account))].sort()).toEqual(['new', 'old']);
});
