import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Mark } from '../../../src/core/mark/mark.ts';
import { MARK_SORTS, type MarkSort, ORDERS, type Order } from '../../../src/core/mark/markIndex.ts';
import type { OptOut } from '../../../src/core/owner/optOut.ts';
import { NO_SEAL } from '../../../src/core/resource/seal.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { RedisMarkIndex } from '../../../src/state/redis/markIndex.ts';
import { encodeMark } from '../../../src/state/redis/markValue.ts';
import { ScriptRunner } from '../../../src/state/redis/script.ts';
import {
  adding,
  allMarks,
  auditOf,
  changing,
  DAY,
  markOf,
  NOW,
  NS,
  OTHER_NS,
  openState,
  type StateFixture,
} from './support.ts';

const BOTH = [NS, OTHER_NS];
const MONTH = new Date(NOW).toISOString().slice(0, 7);
let state: StateFixture;

beforeEach(async () => {
  state = await openState({ currencyOf: () => 'USD', clock: { now: () => NOW } });
});
afterEach(() => state.close());

const index = () => state.markIndex;

/** Waits for the index, which then counts so many marks. */
async function counted(marks: number): Promise<void> {
  await index().settled();
  expect(await index().count({ of: 'all' })).toBe(marks);
}

async function ids(sort: MarkSort, order: Order = 'asc', limit = 500): Promise<readonly string[]> {
  const all: string[] = [];
  for (let after: { score: string; member: string } | undefined; ; ) {
    const page = await index().page({ sort, order, limit, namespaces: BOTH, ...(after ? { after } : {}) });
    all.push(...page.entries.map(({ id }) => id));
    after = page.entries.at(-1);
    if (page.isLast) return all;
  }
}

const priced = (mark: Mark, amount: number): Mark => ({
  ...mark,
  resource: { ...mark.resource, monthlyCost: { amount } },
});
const named = (mark: Mark, name: string): Mark => ({ ...mark, resource: { ...mark.resource, name } });

const elsewhere = (mark: Mark): Mark => ({ ...mark, namespace: OTHER_NS });
const addingElsewhere = (mark: Mark) => ({
  ...adding(elsewhere(mark)),
  audit: { ...auditOf(mark.id), namespace: OTHER_NS },
});

async function repaired(): Promise<void> {
  for (const namespace of BOTH) index().repair(namespace);
  await index().settled();
}

test('marks of all namespaces are in order of their dates, their times, their costs and their names', async () => {
  const a = { ...named(priced(markOf('a', { at: NOW + 3 * DAY }), 5), 'Zebra'), markedAt: NOW - 1 };
  const b = { ...elsewhere(named(priced(markOf('b', { at: NOW + DAY }), 0.25), 'alpha')), markedAt: NOW - 2 };
  const c = { ...named(markOf('c', { at: NOW + 2 * DAY }), 'Beta'), markedAt: NOW - 3 };
  await state.marks.apply(NS, [adding(a), adding(c)]);
  await state.marks.apply(OTHER_NS, [addingElsewhere(b)]);
  await counted(3);
  const orders = await Promise.all(MARK_SORTS.map((sort) => ids(sort)));
  expect(Object.fromEntries(MARK_SORTS.map((sort, i) => [sort, orders[i]?.join('')]))).toEqual({
    date: 'bca',
    marked: 'cba',
    cost: 'cba',
    name: 'bca',
  });
  expect(await Promise.all(MARK_SORTS.map(async (sort) => (await ids(sort, 'desc')).join('')))).toEqual([
    'acb',
    'abc',
    'abc',
    'acb',
  ]);
});

test('pages among equal scores show each mark once, in both directions, however small they are', async () => {
  const all = Array.from({ length: 23 }, (_, i) => `r-${i % 3 === 0 ? 'Ü' : 'x'}-${String(i).padStart(2, '0')}`);
  await state.marks.apply(
    NS,
    all.map((id) => adding(markOf(id))),
  );
  await counted(23);
  for (const sort of MARK_SORTS) {
    for (const order of ORDERS) {
      for (const limit of [1, 7]) expect([...(await ids(sort, order, limit))].toSorted()).toEqual(all.toSorted());
    }
  }
});

test('a mark that moves or goes between two pages leaves the others in their places', async () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'];
  await state.marks.apply(
    NS,
    all.map((id, i) => adding(markOf(id, { at: NOW + i * DAY }))),
  );
  await counted(6);
  const first = await index().page({ sort: 'date', order: 'asc', limit: 3, namespaces: BOTH });
  // The last one of the page goes, one before it moves behind the page.
  const after = first.entries.at(-1);
  const [b, c] = [await state.marks.get(NS, 'b'), await state.marks.get(NS, 'c')];
  if (!b || !c || !after) throw new Error('no marks');
  await state.marks.apply(NS, [
    { id: 'c', before: c, after: undefined, audit: auditOf('c', 'unmarked') },
    changing(b, { projectedDeletionAt: NOW + 9 * DAY }),
  ]);
  await counted(5);
  const second = await index().page({ sort: 'date', order: 'asc', limit: 9, namespaces: BOTH, after });
  expect(second.entries.map(({ id }) => id)).toEqual(['d', 'e', 'f', 'b']);
});

test('an opt-out that removes a mark removes it from the counts and from every order', async () => {
  await state.marks.apply(NS, [adding(markOf('a')), adding(markOf('b', { group: 'g' }))]);
  await counted(2);
  const optOut = (target: OptOut['target']): OptOut => ({ target, until: 'forever', actor: 'ann', at: NOW });
  await state.optOuts.optOut(NS, optOut({ kind: 'id', value: 'a' }));
  await counted(1);
  await state.optOuts.optOut(NS, optOut({ kind: 'group', value: 'g' }));
  await counted(0);
  for (const sort of MARK_SORTS) expect(await ids(sort)).toEqual([]);
  expect(await index().count({ of: 'owner', value: 'owner+{x}@EXAMPLE.com' })).toBe(0);
});

test('an unreadable mark leaves the index at the next repair', async () => {
  await state.marks.apply(NS, [adding(markOf('a')), adding(markOf('b'))]);
  await counted(2);
  await state.connection.client.hset(namespaceKeys(NS).marks, 'a', 'generation|9|nonsense');
  await repaired();
  expect(await ids('name')).toEqual(['b']);
});

test('an id that comes twice in one repair counts once', async () => {
  const { client } = state.connection;
  const { marks } = namespaceKeys(NS);
  await client.hset(marks, 'a', encodeMark(markOf('a')), 'b', encodeMark(markOf('b')));
  index().recheck(NS, ['a', 'a', 'b']);
  await counted(2);
  await client.hdel(marks, 'a');
  index().recheck(NS, ['a', 'a']);
  await counted(1);
  expect(await ids('name')).toEqual(['b']);
});

test('a repair of marks that nobody indexed leaves the unreadable ones out', async () => {
  const { marks } = namespaceKeys(NS);
  await state.connection.client.hset(marks, 'a', 'generation|9|nonsense', 'b', encodeMark(markOf('b')));
  await repaired();
  await counted(1);
  expect(await ids('name')).toEqual(['b']);
});

test('a repair mends marks that another version changed without the index', async () => {
  const { client } = state.connection;
  const { marks } = namespaceKeys(NS);
  const [goes, moves] = [markOf('goes'), markOf('moves', { at: NOW + DAY })];
  await state.marks.apply(NS, [adding(goes), adding(moves), adding(markOf('stays'))]);
  await counted(3);
  await client.hdel(marks, 'goes');
  await client.hset(marks, 'moves', encodeMark({ ...moves, revision: 2, projectedDeletionAt: NOW + 20 * DAY }));
  await client.hset(marks, 'comes', encodeMark(markOf('comes', { at: NOW })));
  await repaired();
  expect(await ids('date')).toEqual(['comes', 'stays', 'moves']);
  expect(await index().count({ of: 'namespace', value: NS })).toBe(3);
});

test('after Redis lost the index, the namespaces are missing until each was read again', async () => {
  const { client } = state.connection;
  await state.marks.apply(NS, [adding(markOf('a'))]);
  await counted(1);
  const lost = await client.keys('holystone:{marks}:*');
  await client.unlink(...lost);
  expect(await ids('date')).toEqual([]);
  expect(await index().missing(BOTH)).toBe(2);
  await index().settled();
  expect(await index().missing(BOTH)).toBe(0);
  expect(await ids('date')).toEqual(['a']);
});

test('the money of a deletion counts once, in its month, also when its instance ended before it wrote so', async () => {
  const [a, b] = [priced(markOf('a'), 2), priced(markOf('b'), 3)];
  await state.marks.apply(NS, [adding(a), adding(b)]);
  await counted(2);
  const deleted = (mark: Mark) => ({ ...auditOf(mark.id, 'deleted'), at: NOW, generation: mark.generation });
  expect(await index().months()).toEqual([{ month: MONTH, currency: 'USD', saved: 0, waiting: 5 }]);
  await state.marks.apply(NS, [{ id: 'a', before: a, after: undefined, audit: deleted(a) }]);
  await counted(1);
  expect(await index().months()).toEqual([{ month: MONTH, currency: 'USD', saved: 2, waiting: 3 }]);

  // As if the process had ended between the write of the mark and of the index.
  const { client } = state.connection;
  const { marks, schedule, audit } = namespaceKeys(NS);
  await client.hdel(marks, 'b');
  await client.zrem(schedule, 'b');
  await client.xadd(audit, '*', 'id', 'b', 'entry', JSON.stringify(deleted(b)));
  await repaired();
  await repaired();
  state.audit.log(deleted(b));
  state.audit.log(deleted(a));
  await repaired();
  expect(await index().months()).toEqual([{ month: MONTH, currency: 'USD', saved: 5, waiting: 0 }]);
});

test('a deletion that Redis did not store saves nothing', async () => {
  const a = priced(markOf('a'), 2);
  await state.marks.apply(NS, [adding(a)]);
  await counted(1);
  state.audit.log({ ...auditOf('a', 'deleted'), generation: a.generation, unconfirmed: true });
  await state.marks.apply(NS, [adding(markOf('b'))]);
  await counted(2);
  expect(await index().months()).toEqual([{ month: MONTH, currency: 'USD', saved: 0, waiting: 2 }]);
});

test('a failure of the index fails no change of a mark', async () => {
  await state.connection.client.set('holystone:{marks}:by-date|', 'not a list of scores');
  expect(await state.marks.apply(NS, [adding(markOf('a'))])).toEqual(['applied']);
  await index().settled();
  expect(state.log.lines.filter(({ message }) => /index of marks lags/.test(message))).toHaveLength(1);
});

test('a namespace that left the configuration leaves the index after ten minutes', async () => {
  let now = 0;
  const { connection, log, marks, audit } = state;
  const own = new RedisMarkIndex({
    ...{ connection, log, clock: { now: () => NOW }, monotonic: { monotonicMs: () => now } },
    scripts: new ScriptRunner(connection),
    seal: NO_SEAL,
    currencyOf: () => 'USD',
    isOn: true,
    read: (namespace, some) => marks.getMany(namespace, some),
    histories: (namespace, some) => audit.histories(namespace, some),
  });
  await marks.apply(OTHER_NS, [addingElsewhere(markOf('left'))]);
  await marks.apply(NS, [adding(markOf('stays'))]);
  await counted(2);
  await own.missing([NS]);
  now = 5 * 60_000;
  await own.missing([NS]);
  expect(await index().count({ of: 'all' })).toBe(2);
  now = 11 * 60_000;
  await own.missing([NS]);
  await own.settled();
  await counted(1);
  expect(await ids('date')).toEqual(['stays']);
});

interface Step {
  readonly id: string;
  readonly does: 'mark' | 'move' | 'unmark' | 'keep' | 'crash' | 'lose' | 'repair';
  readonly days: number;
}
const steps = fc.array(
  fc.record<Step>({
    id: fc.constantFrom('a', 'B', 'c|d', 'ü', '\0x'),
    does: fc.constantFrom('mark', 'mark', 'move', 'unmark', 'keep', 'crash', 'lose', 'repair'),
    days: fc.integer({ min: 0, max: 5 }),
  }),
  { maxLength: 25 },
);

test('after any changes, crashes and losses, repaired once, the index matches the marks', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await index().settled();
      await state.connection.client.flushall();
      for (const [i, step] of all.entries()) await take(step, i);
      await repaired();
      const truth = [...(await allMarks(state)).values()];
      for (const sort of MARK_SORTS) expect(new Set(await ids(sort))).toEqual(new Set(truth.map(({ id }) => id)));
      const dates = truth.toSorted((x, y) => x.projectedDeletionAt - y.projectedDeletionAt);
      const byId = new Map(truth.map((mark) => [mark.id, mark]));
      expect((await ids('date')).map((id) => byId.get(id)?.projectedDeletionAt)).toEqual(
        dates.map(({ projectedDeletionAt }) => projectedDeletionAt),
      );
      const waiting = truth.reduce((sum, { resource }) => sum + (resource.monthlyCost?.amount ?? 0), 0);
      expect((await index().months()).at(-1)?.waiting ?? 0).toBe(waiting);
      for (const marked of ['marked', 'noticed', 'deleting'] as const) {
        const count = truth.filter((mark) => mark.state === marked).length;
        expect(await index().count({ of: 'state', value: marked })).toBe(count);
      }
      expect(await index().count({ of: 'all' })).toBe(truth.length);
    }),
    { numRuns: 25 },
  );
});

async function take({ id, does, days }: Step, at: number): Promise<void> {
  const { marks, optOuts, connection } = state;
  const before = await marks.get(NS, id);
  const fresh = { ...priced(markOf(id, { at: NOW + days * DAY }), days), generation: `generation ${at}` };
  if (does === 'mark' && !before) await marks.apply(NS, [adding(fresh)]);
  if (does === 'move' && before) {
    const { resource, projectedDeletionAt } = fresh;
    await marks.apply(NS, [changing(before, { state: 'deleting', resource, projectedDeletionAt })]);
  }
  if (does === 'unmark' && before)
    await marks.apply(NS, [{ id, before, after: undefined, audit: auditOf(id, 'unmarked') }]);
  if (does === 'keep')
    await optOuts.optOut(NS, { target: { kind: 'id', value: id }, until: NOW - 1, actor: 'a', at: NOW - 2 });
  // The instance ends between the write of the mark and of the index; or Redis loses a part of the index.
  if (does === 'crash') await connection.client.hdel(namespaceKeys(NS).marks, id);
  if (does === 'lose') await connection.client.unlink('holystone:{marks}:namespaces');
  if (does === 'repair') index().repair(NS);
}
