import { beforeEach, expect, test } from '@jest/globals';
import type { OptOut, OptOutTarget } from '../../../src/core/owner/optOut.ts';
import { type Namespace, namespaceOf } from '../../../src/core/resource/namespace.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { oneType } from '../../support/oneType.ts';
import { ALLOWED, adding, allMarks, DAY, markOf, NOW, stateForAll, surveyed } from './support.ts';

const BALANCER = 'loadBalancerV2';
const TARGET = 'targetGroup';
const at = (resourceType: string, change: { account?: string; location?: string; provider?: string } = {}): Namespace =>
  namespaceOf({ provider: 'aws', account: 'shop', location: 'eu-west-1', resourceType, ...change });
const [BALANCERS, TARGETS, LATER] = [at(BALANCER), at(TARGET), at('volume')];
const CLUSTER: OptOutTarget = { kind: 'group', value: 'cluster/shop' };
const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const keeping = (change: Partial<OptOut> = {}): OptOut => {
  return { target: CLUSTER, until: 'forever', actor: ANN, at: NOW, ...change };
};

const state = stateForAll({ typesOf: (provider) => (provider === 'aws' ? [BALANCER, TARGET] : []) });
beforeEach(async () => {
  await state.redis.flush();
  state.log.lines.length = 0;
});

const member = (namespace: Namespace, id: string, change: Parameters<typeof markOf>[1] = {}) => {
  const { group = CLUSTER.value, ...rest } = change;
  return { ...markOf(id, { group, ...rest }), namespace };
};
const mark = (namespace: Namespace, id: string, change: Parameters<typeof markOf>[1] = {}) =>
  state.marks.apply(namespace, [adding(member(namespace, id, change))]);
const marksOf = async (namespace: Namespace) => [...(await allMarks(state, namespace)).keys()];
const undo = (namespace: Namespace, actor = ANN) =>
  state.optOuts.undo(namespace, CLUSTER, { at: NOW, namespace, event: 'optOutUndone', actor, reason: 'a test' });
const events = () =>
  state.log.lines.filter(({ message }) => message === 'audit').map(({ fields }) => (fields as { event: string }).event);

test('L63 C10 a group kept through one type loses its marks in all types, and gets no new ones', async () => {
  await mark(TARGETS, 'targets');
  await mark(BALANCERS, 'balancer');
  await mark(BALANCERS, 'other', { group: 'cluster/other' });

  await state.optOuts.optOut(TARGETS, keeping());

  expect([await marksOf(TARGETS), await marksOf(BALANCERS)]).toEqual([[], ['other']]);
  expect(await mark(BALANCERS, 'balancer')).toEqual(['optedOut']);
  expect((await state.optOuts.all(BALANCERS)).get('group:cluster/shop')).toEqual(keeping());
});

test('L63 C10 a group kept through one type gets no permit in another', async () => {
  const due = member(BALANCERS, 'balancer', { at: NOW - DAY });
  await state.marks.apply(BALANCERS, [adding(due)]);
  await surveyed(state, BALANCERS);
  await state.connection.client.set(namespaceKeys(BALANCERS).lock, 'mine', 'PX', 60_000);
  const { identity } = due;
  const asked = { mark: due, passId: 'p', now: NOW, identity, group: CLUSTER.value, deletesPerDay: 9 };
  const ask = () =>
    state.permits.request(BALANCERS, { ...asked, ...ALLOWED, noticeRequired: false }, { token: 'mine' });
  // Of another cluster: the permit would be given otherwise.
  await state.optOuts.optOut(TARGETS, keeping({ target: { kind: 'group', value: 'cluster/other' } }));
  await state.optOuts.optOut(TARGETS, keeping());
  expect(await ask()).toMatchObject({ kind: 'denied', clause: 'optedOut' });

  await undo(TARGETS);
  await state.marks.apply(BALANCERS, [adding(due)]);
  expect(await ask()).toMatchObject({ kind: 'granted' });
});

test('L63 an opt-out of a resource counts for its own type alone', async () => {
  await state.optOuts.optOut(TARGETS, keeping({ target: { kind: 'id', value: 'a' } }));
  expect(await state.optOuts.all(BALANCERS)).toEqual(new Map());
});

test.each([
  ['account', at(BALANCER, { account: 'other' })],
  ['location', at(BALANCER, { location: 'eu-west-2' })],
  ['provider', at(BALANCER, { provider: 'files' })],
])('L66 a group kept in one place is not kept in another %s', async (_what, elsewhere) => {
  await state.optOuts.optOut(TARGETS, keeping());
  expect(await state.optOuts.all(elsewhere)).toEqual(new Map());
  expect(await mark(elsewhere, 'balancer')).toEqual(['applied']);
});

test('L64 a group is not kept in any type after its opt-out is withdrawn through another type', async () => {
  await state.optOuts.optOut(TARGETS, keeping());
  expect(await undo(BALANCERS)).toBe(true);
  for (const namespace of [TARGETS, BALANCERS]) {
    expect(await state.optOuts.list(namespace)).toEqual([]);
    expect(await mark(namespace, 'a')).toEqual(['applied']);
  }
  expect(await undo(BALANCERS)).toBe(false);
});

test("L64 a withdrawal leaves another person's opt-out of the group in all types", async () => {
  await state.optOuts.optOut(TARGETS, keeping());
  await state.optOuts.optOut(BALANCERS, keeping({ actor: BOB, until: NOW + DAY * 90 }));
  await undo(TARGETS);
  for (const namespace of [TARGETS, BALANCERS]) {
    expect((await state.optOuts.list(namespace, CLUSTER)).map(({ actor }) => actor)).toEqual([BOB]);
  }
});

test('law 4 a group whose opt-out was withdrawn in one type only is kept in all types', async () => {
  await state.optOuts.optOut(TARGETS, keeping());
  // The process died here, or Redis did.
  await state.connection.client.hdel(namespaceKeys(BALANCERS).optOuts, 'group:cluster/shop');

  expect((await state.optOuts.all(BALANCERS)).get('group:cluster/shop')).toEqual(keeping());
  expect(await state.optOuts.list(BALANCERS)).toEqual([keeping()]);
  expect(await state.optOuts.list(BALANCERS, CLUSTER)).toEqual([keeping()]);

  expect(await undo(BALANCERS)).toBe(true);
  expect(events().at(-1)).toBe('optOutUndone');
  expect([await state.optOuts.all(TARGETS), await state.optOuts.all(BALANCERS)]).toEqual([new Map(), new Map()]);
});

test('law 4 the last decision of a person counts, wherever it was stored', async () => {
  const first = keeping({ until: NOW + DAY });
  await state.optOuts.optOut(TARGETS, first);
  const alone = redisState(state.connection, { log: state.log, typesOf: oneType }).optOuts;
  const last = keeping({ at: NOW + 1 });
  await alone.optOut(BALANCERS, last);
  expect(await state.optOuts.list(TARGETS, CLUSTER)).toEqual([last]);
  expect((await state.optOuts.all(TARGETS)).get('group:cluster/shop')).toEqual(last);
});

test('law 4 a group kept before Holystone knew a type is kept in that type', async () => {
  await state.optOuts.optOut(TARGETS, keeping());
  const typesOf = () => [BALANCER, TARGET, 'volume'];
  const later = redisState(state.connection, { log: state.log, typesOf }).optOuts;
  expect((await later.all(LATER)).get('group:cluster/shop')).toEqual(keeping());
});

test('law 1 an unreadable opt-out of a group keeps it in all types', async () => {
  await state.connection.client.hset(namespaceKeys(TARGETS).optOuts, 'group:cluster/shop', 'nonsense');
  expect((await state.optOuts.all(BALANCERS)).get('group:cluster/shop')).toMatchObject({ until: 'forever' });
});

test('L65 an opt-out of a group says that the deletion of a member of another type had begun', async () => {
  const begun = member(BALANCERS, 'balancer', { state: 'deleting', intent: { passId: 'p', at: NOW } });
  await state.marks.apply(BALANCERS, [adding(begun)]);
  await mark(TARGETS, 'targets');

  const stored = await state.optOuts.optOut(TARGETS, keeping());

  expect(stored).toMatchObject({ deletionBegun: true, removed: { id: 'targets' } });
  expect(await marksOf(BALANCERS)).toEqual(['balancer']);
});

test('P7 the audit log has a decision about a group once, and each mark that it removes', async () => {
  await mark(TARGETS, 'targets');
  await mark(BALANCERS, 'balancer');
  state.log.lines.length = 0;

  await state.optOuts.optOut(TARGETS, keeping());
  await undo(TARGETS);

  expect(events().sort()).toEqual(['optOutUndone', 'optedOut', 'unmarked', 'unmarked']);
  const streams = [TARGETS, BALANCERS].map((namespace) => state.connection.client.xlen(namespaceKeys(namespace).audit));
  // The mark, the decision, the removed mark, the withdrawal; the mark and the removed mark.
  expect(await Promise.all(streams)).toEqual([4, 2]);
});

test('an opt-out of a group that ended long ago is forgotten in all types, a later decision is not', async () => {
  const other = keeping({ target: { kind: 'group', value: 'cluster/other' }, until: NOW - 100 * DAY });
  await state.optOuts.optOut(TARGETS, keeping({ until: NOW - 100 * DAY }));
  await state.optOuts.optOut(TARGETS, other);
  await state.optOuts.optOut(BALANCERS, { ...other, actor: BOB, until: 'forever' });

  const targets = ['group:cluster/shop', 'group:cluster/other'];
  await state.endedOptOuts.forget(TARGETS, targets, 90 * DAY, NOW);

  for (const namespace of [TARGETS, BALANCERS]) {
    expect([...(await state.optOuts.all(namespace)).keys()]).toEqual(['group:cluster/other']);
  }
});

test.each(['*', 'cluster/[a-z]?', 'group:x', 'a:b|c', 'two\nlines', 'sentinel', 'ünï ✓', '\\'])(
  'L63 a group with the name %j is kept in all types, and no other group is',
  async (value) => {
    const target = { kind: 'group', value } as const;
    const optOut = keeping({ target });
    await state.optOuts.optOut(TARGETS, optOut);
    expect(await state.optOuts.all(BALANCERS)).toEqual(new Map([[`group:${value}`, optOut]]));
    expect(await mark(BALANCERS, 'a', { group: value })).toEqual(['optedOut']);
    expect(await mark(BALANCERS, 'b', { group: 'cluster/b' })).toEqual(['applied']);
    const entry = { at: NOW, namespace: BALANCERS, event: 'optOutUndone', actor: ANN, reason: 'a test' } as const;
    expect(await state.optOuts.undo(BALANCERS, target, entry)).toBe(true);
    expect(await state.optOuts.all(TARGETS)).toEqual(new Map());
  },
);

test('law 4 a shorter decision that was stored half way shortens nothing, and the same click again ends it everywhere', async () => {
  await state.optOuts.optOut(TARGETS, keeping());
  const shorter = keeping({ until: NOW + DAY, at: NOW + 1 });
  const alone = redisState(state.connection, { log: state.log, typesOf: oneType }).optOuts;
  // The process died here, or Redis did.
  await alone.optOut(TARGETS, shorter);
  expect((await state.optOuts.all(TARGETS)).get('group:cluster/shop')).toEqual(keeping());

  const again = { ...shorter, at: NOW + 2 };
  await state.optOuts.optOut(TARGETS, again);
  for (const namespace of [TARGETS, BALANCERS]) {
    expect((await state.optOuts.all(namespace)).get('group:cluster/shop')).toEqual(again);
  }
  expect(events()).toEqual(['optedOut', 'optedOut']);
});

test('law 4 the same click again within a minute stores the copies that the first one did not reach', async () => {
  const alone = redisState(state.connection, { log: state.log, typesOf: oneType }).optOuts;
  // The process died here, or Redis did.
  await alone.optOut(TARGETS, keeping());
  await mark(BALANCERS, 'balancer');
  await state.optOuts.optOut(TARGETS, keeping({ at: NOW + 1 }));
  expect(await marksOf(BALANCERS)).toEqual([]);
  expect(await mark(BALANCERS, 'balancer')).toEqual(['optedOut']);
});

test('law 4 an unreadable opt-out in one type keeps the group, and neither blocks nor loses a decision', async () => {
  await state.connection.client.hset(namespaceKeys(BALANCERS).optOuts, 'group:cluster/shop', 'nonsense');
  await mark(TARGETS, 'targets');
  await state.optOuts.optOut(TARGETS, keeping({ until: NOW + DAY }));
  expect(await marksOf(TARGETS)).toEqual([]);
  expect((await state.optOuts.all(TARGETS)).get('group:cluster/shop')).toMatchObject({ until: 'forever' });
});
