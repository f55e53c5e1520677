/** The table of marks in the memory of a process: it follows the marks whoever changes them, and decides nothing. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Mark } from '../../../src/core/mark/mark.ts';
import { MARK_SORTS, type MarkRows } from '../../../src/core/mark/markTable.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { MARK_NEWS, MONEY, namespaceKeys } from '../../../src/state/redis/keys.ts';
import { MarkNews } from '../../../src/state/redis/markNews.ts';
import { RedisMarkTable } from '../../../src/state/redis/markTable.ts';
import { encodeMark } from '../../../src/state/redis/markValue.ts';
import { type RedisState, redisState } from '../../../src/state/redis/redisState.ts';
import { oneType } from '../../support/oneType.ts';
import { PATIENT_MS } from '../../support/redis.ts';
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
  removing,
  type StateFixture,
} from './support.ts';

const BOTH = [NS, OTHER_NS];
const MINUTE = 60_000;
let state: StateFixture;
/** Another process on the same Redis. */
let other: RedisState;
let connection: RedisConnection;

beforeEach(async () => {
  state = await openState({ clock: { now: () => NOW } });
  connection = new RedisConnection({ url: state.redis.url, log: state.log, commandTimeoutMs: PATIENT_MS });
  await connection.whenReady();
  other = redisState(connection, { log: state.log, typesOf: oneType, clock: { now: () => NOW } });
});
afterEach(async () => {
  await connection.close();
  await state.close();
});

async function rowsOf(table: RedisState['markTable'], namespaces: readonly Namespace[] = BOTH): Promise<MarkRows> {
  const read = await table.read(namespaces);
  if ('most' in read) throw new Error(`${read.marked} marks are too many`);
  return read;
}

async function ids(table: RedisState['markTable'], sort: (typeof MARK_SORTS)[number] = 'date') {
  const rows = await (await rowsOf(table)).sorted({ name: 'all', sort, has: () => true });
  return rows.map(({ id }) => id);
}

const elsewhere = (mark: Mark) => ({
  ...adding({ ...mark, namespace: OTHER_NS }),
  audit: { ...auditOf(mark.id), namespace: OTHER_NS },
});

/** As a process writes that announces nothing: of an earlier version, or one that ended in between. */
const writeSilently = (mark: Mark) =>
  state.connection.client.hset(namespaceKeys(mark.namespace).marks, mark.id, encodeMark(mark));

test('marks of all namespaces are in order of their dates, their times, their costs and their names', async () => {
  const a = { ...markOf('a', { at: NOW + 3 * DAY }), markedAt: NOW - 1 };
  const named = (mark: Mark, name: string, amount: number): Mark => ({
    ...mark,
    resource: { ...mark.resource, name, ...(amount > 0 ? { monthlyCost: { amount } } : {}) },
  });
  const b = { ...markOf('b', { at: NOW + DAY }), markedAt: NOW - 2 };
  const c = { ...markOf('c', { at: NOW + 2 * DAY }), markedAt: NOW - 3 };
  await state.marks.apply(NS, [adding(named(a, 'Zebra', 5)), adding(named(c, 'Beta', 0))]);
  await state.marks.apply(OTHER_NS, [elsewhere(named(b, 'alpha', 0.25))]);
  const orders = await Promise.all(MARK_SORTS.map(async (sort) => (await ids(state.markTable, sort)).join('')));
  expect(orders).toEqual(['bca', 'cba', 'cba', 'bca']);
});

test('a process hears of each change that another one made', async () => {
  await state.marks.apply(NS, [adding(markOf('a')), adding(markOf('b', { group: 'g' }))]);
  expect(await ids(other.markTable)).toEqual(['a', 'b']);
  const a = await state.marks.get(NS, 'a');
  if (!a) throw new Error('no mark');
  await state.marks.apply(NS, [changing(a, { projectedDeletionAt: NOW + 20 * DAY }), adding(markOf('c'))]);
  await state.optOuts.optOut(NS, { target: { kind: 'group', value: 'g' }, until: 'forever', actor: 'ann', at: NOW });
  await state.markTable.settled();
  expect(await ids(other.markTable)).toEqual(['c', 'a']);
});

test('a process shows its own change at once', async () => {
  expect(await ids(state.markTable)).toEqual([]);
  await state.marks.apply(NS, [adding(markOf('a'))]);
  expect(await ids(state.markTable)).toEqual(['a']);
  await state.marks.apply(NS, [removing(markOf('a'))]);
  expect(await ids(state.markTable)).toEqual([]);
});

test('a table that is behind the changes that Redis still has reads all marks again', async () => {
  await state.marks.apply(NS, [adding(markOf('a'))]);
  expect(await ids(state.markTable)).toEqual(['a']);
  await writeSilently(markOf('b'));
  expect(await ids(state.markTable)).toEqual(['a']);
  await state.connection.client.unlink(MARK_NEWS);
  expect(await ids(state.markTable)).toEqual(['a', 'b']);
});

test.each([
  ['no JSON', ['namespace', NS, 'ids', '{']],
  ['no list', ['namespace', NS, 'ids', '7']],
  ['a list of something else', ['namespace', NS, 'ids', '[null]']],
  ['no ids', ['namespace', NS]],
  ['other fields', ['x', 'y']],
])('an entry of the changes with %s is skipped, with one warning', async (_what, fields) => {
  await state.marks.apply(NS, [adding(markOf('a'))]);
  expect(await ids(state.markTable)).toEqual(['a']);
  for (let i = 0; i < 2; i++) await state.connection.client.xadd(MARK_NEWS, '*', ...fields);
  await state.marks.apply(NS, [adding(markOf('b'))]);
  expect(await ids(state.markTable)).toEqual(['a', 'b']);
  expect(state.log.lines.filter(({ message }) => /unreadable/.test(message)).map(({ level }) => level)).toEqual([
    'warn',
  ]);
});

test('a change that nobody announced is there once its namespace is read again, after ten minutes', async () => {
  let now = 0;
  const table = tableAt(() => now);
  await state.marks.apply(NS, [adding(markOf('goes')), adding(markOf('stays'))]);
  expect(await ids(table)).toEqual(['goes', 'stays']);
  await writeSilently(markOf('comes', { at: NOW }));
  await state.connection.client.hdel(namespaceKeys(NS).marks, 'goes');
  now = 9 * MINUTE;
  await ids(table);
  await table.settled();
  expect(await ids(table)).toEqual(['goes', 'stays']);
  now = 11 * MINUTE;
  await ids(table);
  await table.settled();
  expect(await ids(table)).toEqual(['comes', 'stays']);
});

test('what somebody reads corrects the rows at once', async () => {
  await state.marks.apply(NS, [adding(markOf('a')), adding(markOf('b'))]);
  expect(await ids(state.markTable)).toEqual(['a', 'b']);
  const later = { ...markOf('b', { at: NOW - DAY }), revision: 2 };
  state.markTable.saw(NS, ['a', 'b', 'x'], [later]);
  expect(await ids(state.markTable)).toEqual(['b']);
  expect((await rowsOf(state.markTable)).missing).toBe(0);
});

test('more marks than the memory takes are no table, and a part of them is one', async () => {
  const small = redisState(connection, { log: state.log, typesOf: oneType, mostMarksInTable: 3 });
  await state.marks.apply(NS, [adding(markOf('a')), adding(markOf('b'))]);
  await state.marks.apply(OTHER_NS, [elsewhere(markOf('c')), elsewhere(markOf('d'))]);
  expect(await small.markTable.read(BOTH)).toEqual({ marked: 4, most: 3 });
  for (const namespace of [NS, OTHER_NS, NS]) {
    const rows = await rowsOf(small.markTable, [namespace]);
    expect([...rows.of(namespace)]).toHaveLength(2);
  }
});

test('the table of a process that nobody asks is dropped after a quarter of an hour', async () => {
  let now = 0;
  const table = tableAt(() => now);
  await state.marks.apply(NS, [adding(markOf('a'))]);
  await ids(table);
  now = 14 * MINUTE;
  await table.look();
  expect(table.size).toBe(1);
  now = 16 * MINUTE;
  await table.look();
  expect(table.size).toBe(0);
  await state.marks.apply(NS, [adding(markOf('b'))]);
  expect(await ids(table)).toEqual(['a', 'b']);
});

test('an unreadable mark has no row', async () => {
  await state.connection.client.hset(namespaceKeys(NS).marks, 'a', 'generation|9|nonsense');
  await state.marks.apply(NS, [adding(markOf('b'))]);
  expect(await ids(state.markTable)).toEqual(['b']);
});

test('a change that cannot be announced fails no change of a mark', async () => {
  await state.connection.client.set(MARK_NEWS, 'not a stream');
  expect(await state.marks.apply(NS, [adding(markOf('a'))])).toEqual(['applied']);
  await state.markTable.settled();
  expect(state.log.lines.filter(({ message }) => /follow some changes late/.test(message))).toHaveLength(1);
});

test('a repair removes the keys of the index that release 0.2 kept, and only those', async () => {
  const { client } = state.connection;
  await state.marks.apply(NS, [adding(markOf('a'))]);
  await state.markTable.settled();
  const kept = (await client.keys('*')).toSorted();
  const names = ['by-date|', 'by-cost|owner:a|x', 'by-name|type:image|', 'by-marked|', `versions:${NS}`, 'records:7'];
  for (const name of [...names, 'counts', 'days', 'owners', 'namespaces', 'last-number'])
    await client.set(`holystone:{marks}:${name}`, 'x');
  await client.hset(MONEY.before, 'saved|2026-01|USD', '5');
  expect(await state.marks.removeOutdated(NS)).toBe(12);
  expect((await client.keys('*')).toSorted()).toEqual([...kept, MONEY.months].toSorted());
  expect(await client.hgetall(MONEY.months)).toEqual({ 'saved|2026-01|USD': '5' });
  expect(await state.marks.removeOutdated(NS)).toBe(0);
});

function tableAt(monotonicMs: () => number): RedisMarkTable {
  const deps = { connection: state.connection, log: state.log };
  return new RedisMarkTable({
    ...deps,
    marks: state.marks,
    news: new MarkNews(deps),
    monotonic: { monotonicMs },
    isOn: true,
  });
}

interface Step {
  readonly id: string;
  readonly by: 'this' | 'other';
  readonly does: 'mark' | 'move' | 'give' | 'unmark' | 'keep' | 'lose' | 'ask';
  readonly days: number;
}
const steps = fc.array(
  fc.record<Step>({
    id: fc.constantFrom('a', 'B', 'c|d', 'ü', '\0x', 'l'.repeat(200)),
    by: fc.constantFrom('this', 'other'),
    does: fc.constantFrom('mark', 'mark', 'move', 'give', 'unmark', 'keep', 'lose', 'ask'),
    days: fc.integer({ min: 0, max: 5 }),
  }),
  { maxLength: 25 },
);

test('after any changes of two processes both tables have the marks, each once', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await Promise.all([state.markTable.settled(), other.markTable.settled()]);
      await state.connection.client.flushall();
      await nextMillisecond();
      for (const [i, step] of all.entries()) await take(step, i);
      await Promise.all([state.markTable.settled(), other.markTable.settled()]);
      const truth = [...(await allMarks(state)).values()].toSorted(
        (x, y) => x.projectedDeletionAt - y.projectedDeletionAt || (x.id < y.id ? -1 : 1),
      );
      for (const table of [state.markTable, other.markTable]) {
        const rows = await (await rowsOf(table)).sorted({ name: 'all', sort: 'date', has: () => true });
        expect(rows.map(({ id, owner, projectedDeletionAt }) => [id, owner, projectedDeletionAt])).toEqual(
          truth.map(({ id, owner, projectedDeletionAt }) => [id, owner, projectedDeletionAt]),
        );
      }
    }),
    { numRuns: 25 },
  );
});

async function take({ id, by, does, days }: Step, at: number): Promise<void> {
  const { marks, optOuts, markTable } = by === 'this' ? state : other;
  const before = await marks.get(NS, id);
  if (does === 'mark' && !before)
    await marks.apply(NS, [adding({ ...markOf(id, { at: NOW + days * DAY }), generation: `generation ${at}` })]);
  if (does === 'move' && before)
    await marks.apply(NS, [changing(before, { state: 'deleting', projectedDeletionAt: NOW + days * DAY })]);
  if (does === 'give' && before) await marks.apply(NS, [changing(before, { owner: `o${days}@example.com` })]);
  if (does === 'unmark' && before) await marks.apply(NS, [removing(before)]);
  if (does === 'keep')
    await optOuts.optOut(NS, { target: { kind: 'id', value: id }, until: NOW - 1, actor: 'a', at: NOW - 2 });
  // Redis loses what was announced.
  if (does === 'lose') {
    await state.connection.client.unlink(MARK_NEWS);
    await nextMillisecond();
  }
  if (does === 'ask') await rowsOf(markTable);
}

/** Redis numbers what is announced by its millisecond: in the same one a new stream would repeat numbers of the lost one. */
async function nextMillisecond(): Promise<void> {
  const now = async () => Math.floor(Number((await state.connection.client.time())[1]) / 1000);
  const before = await now();
  while ((await now()) === before);
}
