/** The lists of the index of marks: in parts, each with one kind of marks, always what the marks are. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Mark } from '../../../src/core/mark/mark.ts';
import { type IndexList, MARK_SORTS, type MarkSort, type Order } from '../../../src/core/mark/markIndex.ts';
import { adding, auditOf, changing, DAY, markOf, NOW, NS, openState, removing, type StateFixture } from './support.ts';

let state: StateFixture;

beforeEach(async () => {
  state = await openState({ currencyOf: () => 'USD', clock: { now: () => NOW } });
});
afterEach(() => state.close());

const index = () => state.markIndex;

async function ids(list: IndexList | undefined, sort: MarkSort, order: Order = 'asc', limit = 500) {
  const all: string[] = [];
  for (let after: { score: string; member: string } | undefined; ; ) {
    const given = { ...(after ? { after } : {}), ...(list ? { list } : {}) };
    const page = await index().page({ sort, order, limit, namespaces: [NS], ...given });
    all.push(...page.entries.map(({ id }) => id));
    after = page.entries.at(-1);
    if (page.isLast) return all;
  }
}

/** @param n decides everything about the mark */
function numbered(n: number): Mark {
  const mark = markOf(`r-${n}`, {
    at: NOW + (n % 7) * DAY,
    owner: n % 3 === 0 ? 'Ann|%@example.com' : 'bob@example.com',
  });
  const monthlyCost = { amount: n % 5 };
  return {
    ...mark,
    markedAt: NOW + n,
    resource: { ...mark.resource, name: `${'x'.repeat(60)}${n % 11}`, monthlyCost },
  };
}

const LISTS: readonly (readonly [string, IndexList, (mark: Mark) => boolean])[] = [
  ['of an owner', { of: 'owner', value: 'ANN|%@example.com' }, ({ owner }) => owner?.startsWith('Ann') === true],
  ['of the other owner', { of: 'owner', value: 'bob@example.com' }, ({ owner }) => owner?.startsWith('bob') === true],
  ['of the account', { of: 'account', value: 'te:ST/{1}' }, () => true],
  ['of another account', { of: 'account', value: 'te:st' }, () => false],
  ['of the location', { of: 'location', value: 'us-east-1' }, () => true],
  ['of the type', { of: 'type', value: 'Image' }, () => true],
  ['of deletions under way', { of: 'deleting' }, (mark) => mark.state === 'deleting'],
  ['of marks without an owner', { of: 'unowned' }, ({ owner }) => owner === undefined],
];

const KEY_OF: Readonly<Record<MarkSort, (mark: Mark) => number>> = {
  date: ({ projectedDeletionAt }) => projectedDeletionAt,
  marked: ({ markedAt }) => markedAt,
  cost: ({ resource }) => resource.monthlyCost?.amount ?? 0,
  // Names of one start are equal here: their order is that of their first bytes.
  name: () => 0,
};

/** Every list has the marks of its kind, once, in every order and in both directions. */
async function expectLists(marks: readonly Mark[]): Promise<void> {
  const byId = new Map(marks.map((mark) => [mark.id, mark]));
  const all = [['of all', undefined, () => true] as const, ...LISTS];
  for (const [, list, isIn] of all) {
    const own = marks.filter(isIn).map(({ id }) => id);
    for (const sort of MARK_SORTS) {
      const up = await ids(list, sort, 'asc', 61);
      expect(up.toSorted()).toEqual(own.toSorted());
      const keys = up.map((id) => KEY_OF[sort](byId.get(id) as Mark));
      expect(keys).toEqual(keys.toSorted((a, b) => a - b));
      expect(await ids(list, sort, 'desc', 200)).toEqual(up.toReversed());
    }
    if (list) expect(await index().lengths([list])).toEqual([own.length]);
  }
}

test('every list has its marks in every order while thousands of entries come, move and go', async () => {
  let marks = Array.from({ length: 700 }, (_, n) => numbered((n * 367) % 700));
  await state.marks.apply(NS, marks.map(adding));
  await index().settled();
  await expectLists(marks);

  const changes = marks.map((mark, i): Partial<Mark> => {
    if (i % 4 === 0) return { projectedDeletionAt: mark.projectedDeletionAt + 3 * DAY, state: 'deleting' };
    return i % 4 === 1 ? { owner: 'Ann|%@example.com' } : { attempts: 1 };
  });
  await state.marks.apply(
    NS,
    marks.map((mark, i) => changing(mark, changes[i] ?? {})),
  );
  await index().settled();
  marks = marks.map((mark, i) => ({ ...mark, ...changes[i], revision: 2 }));
  await expectLists(marks);

  const [gone, left] = [marks.filter((_, i) => i % 10 !== 0), marks.filter((_, i) => i % 10 === 0)];
  await state.marks.apply(NS, gone.map(removing));
  await index().settled();
  await expectLists(left);
});

test('no part of a list is longer than Redis packs, and nothing is left of marks that are gone', async () => {
  const marks = Array.from({ length: 600 }, (_, n) => numbered(n));
  await state.marks.apply(NS, marks.map(adding));
  await index().settled();
  const { client } = state.connection;
  const parts = (await client.keys('holystone:{marks}:by-*|*|*')).toSorted();
  const encodings = await Promise.all(parts.map((key) => client.object('ENCODING', key)));
  expect(new Set(encodings)).toEqual(new Set(['listpack']));
  const records = await client.keys('holystone:{marks}:records:*');
  expect(new Set(await Promise.all(records.map((key) => client.object('ENCODING', key))))).toEqual(
    new Set(['listpack']),
  );

  await state.marks.apply(NS, marks.map(removing));
  await index().settled();
  const left = await client.keys('holystone:{marks}:*');
  expect(left.toSorted()).toEqual(['last-number', 'months', 'namespaces'].map((name) => `holystone:{marks}:${name}`));
});

test('the marks before an instant are counted to the millisecond, however many a day has', async () => {
  const dates = Array.from({ length: 500 }, (_, n) => NOW + Math.floor(n / 100) * DAY + (n % 7) * 1_000);
  await state.marks.apply(
    NS,
    dates.map((at, n) => adding(markOf(`r-${n}`, { at }))),
  );
  await index().settled();
  for (const at of [0, NOW, NOW + 1, NOW + 3_000, NOW + DAY + 2_500, NOW + 9 * DAY]) {
    expect(await index().countBefore(at)).toBe(dates.filter((date) => date < at).length);
  }
});

test('an index entry keeps ids and names of any length and any letters', async () => {
  const wild = [
    'i'.repeat(63),
    'i'.repeat(64),
    'i'.repeat(500),
    'sha256:'.padEnd(71, 'a'),
    'a|b|c',
    'two\nlines',
    'x\0y',
    'ünï ✓',
  ];
  await state.marks.apply(
    NS,
    wild.map((id) => adding(markOf(id))),
  );
  await index().settled();
  for (const sort of MARK_SORTS) expect((await ids(undefined, sort)).toSorted()).toEqual(wild.toSorted());
  await state.marks.apply(
    NS,
    wild.map((id) => removing(markOf(id))),
  );
  await index().settled();
  expect(await state.connection.client.keys('holystone:{marks}:records:*')).toEqual([]);
});

const steps = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'B', 'c|d', 'ü', 'l'.repeat(200)),
    does: fc.constantFrom('mark', 'mark', 'move', 'give', 'disown', 'unmark'),
    days: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 30 },
);

test('after any changes every list and its length match the marks', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await index().settled();
      await state.connection.client.flushall();
      for (const { id, does, days } of all) {
        const before = await state.marks.get(NS, id);
        if (!before) {
          if (does === 'mark') await state.marks.apply(NS, [adding({ ...numbered(days), id })]);
          continue;
        }
        if (does === 'move') {
          const change = { projectedDeletionAt: NOW + days * DAY, state: days % 2 ? 'deleting' : 'noticed' } as const;
          await state.marks.apply(NS, [changing(before, change)]);
        }
        if (does === 'give')
          await state.marks.apply(NS, [changing(before, { owner: `${days % 2 ? 'Ann|%' : 'bob'}@example.com` })]);
        if (does === 'disown') {
          const { owner: _owner, ...unowned } = before;
          const after = { ...unowned, revision: before.revision + 1 };
          await state.marks.apply(NS, [{ id, before, after, audit: auditOf(id, 'refreshed') }]);
        }
        if (does === 'unmark') await state.marks.apply(NS, [removing(before)]);
        if (days === 0) await index().settled();
      }
      await index().settled();
      await expectLists((await state.marks.page(NS, undefined, 500)).marks);
    }),
    { numRuns: 15 },
  );
});
