import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LIGHT_STEP } from '../../../src/core/common/steps.ts';
import { newMark } from '../../../src/core/mark/mark.ts';
import { comparing, MARK_SORTS, type MarkRow, rowOf } from '../../../src/core/mark/markTable.ts';
import { SortedRows } from '../../../src/core/mark/sortedRows.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { TurnCounter } from '../../support/turns.ts';

const PLACES = ['eu-west-1', 'us-east-1'].map((location) =>
  namespaceOf({ provider: 'aws', account: 'a', location, resourceType: 'image' }),
);

interface Step {
  readonly place: number;
  readonly id: string;
  readonly does: 'put' | 'put again' | 'remove' | 'keep one' | 'drop' | 'ask';
  readonly n: number;
}

const steps = fc.array(
  fc.record<Step>({
    place: fc.integer({ min: 0, max: 1 }),
    id: fc.constantFrom('a', 'B', 'ü', '', '\0'),
    does: fc.constantFrom('put', 'put', 'put again', 'remove', 'keep one', 'drop', 'ask'),
    n: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 40 },
);

function markOf({ place, id, n }: Pick<Step, 'place' | 'id' | 'n'>) {
  const nomination = {
    namespace: PLACES[place] as (typeof PLACES)[number],
    resource: { id, identity: id, name: n === 0 ? '' : `N${n}`, tags: {}, aliases: [id] },
    ...(n === 1 ? {} : { monthlyCost: { amount: n } }),
    reasons: ['unused'],
    owner: n % 2 === 0 ? 'Ann@example.com' : 'bob@example.com',
    ownerVia: 'tag owner',
    projectedDeletionAt: n,
  };
  return newMark(nomination, 'g', 10 - n);
}

const ofAnn = (row: MarkRow) => row.owner === 'Ann@example.com';
const FILTERS = { all: () => true, 'of ann': ofAnn } as const;

test('after any changes every order has the rows that are there, whether or not it was asked for before', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const rows = new SortedRows();
      const truth = new Map<string, MarkRow>();
      const keyOf = (place: number, id: string) => `${place} ${id}`;
      for (const step of all) {
        const { place, id, does } = step;
        const namespace = PLACES[place] as (typeof PLACES)[number];
        if (does === 'put' || does === 'put again') {
          for (let i = does === 'put' ? 1 : 0; i < 2; i++) rows.put(markOf(step));
          truth.set(keyOf(place, id), rowOf(markOf(step)));
        }
        if (does === 'remove') rows.remove(namespace, id);
        if (does === 'remove') truth.delete(keyOf(place, id));
        if (does === 'keep one') rows.removeOthers(namespace, new Set([id]));
        if (does === 'drop') rows.drop(namespace);
        if (does === 'drop' || does === 'keep one')
          for (const key of [...truth.keys()])
            if (key.startsWith(`${place} `) && (does === 'drop' || key !== keyOf(place, id))) truth.delete(key);
        if (does === 'ask') await rows.sorted({ name: 'of ann', sort: 'name', has: ofAnn });
      }
      expect(rows.size).toBe(truth.size);
      for (const sort of MARK_SORTS) {
        for (const [name, has] of Object.entries(FILTERS)) {
          const found = await rows.sorted({ name, sort, has });
          expect(found).toEqual([...truth.values()].filter(has).toSorted(comparing(sort)));
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('a row that is put while an order is being made is in it once, and one that goes is not', async () => {
  const rows = new SortedRows();
  for (let n = 0; n < 3 * LIGHT_STEP; n++) rows.put(markOf({ place: 0, id: String(n), n: n % 4 }));
  const asked = rows.sorted({ name: 'all', sort: 'date', has: () => true });
  rows.put(markOf({ place: 1, id: 'new', n: 0 }));
  rows.put(markOf({ place: 0, id: '1', n: 3 }));
  rows.remove(PLACES[0] as (typeof PLACES)[number], '2');
  await asked;
  const found = await rows.sorted({ name: 'all', sort: 'date', has: () => true });
  expect(found).toEqual([...rows.of(PLACES[0] as never), ...rows.of(PLACES[1] as never)].toSorted(comparing('date')));
  expect(found).toHaveLength(3 * LIGHT_STEP);
});

test('an order of many rows is made in steps, between which other work runs', async () => {
  const rows = new SortedRows();
  for (let n = 0; n < 10 * LIGHT_STEP; n++) rows.put(markOf({ place: 0, id: String(n), n: n % 4 }));
  const turns = new TurnCounter();
  turns.start();
  await rows.sorted({ name: 'all', sort: 'cost', has: () => true });
  expect(turns.stop().turns).toBeGreaterThan(10);
});
