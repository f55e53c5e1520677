import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newestOf } from '../../../src/core/evaluation/newest.ts';
import type { Row } from '../../../src/core/evaluation/rule.ts';

const rows = fc.uniqueArray(
  fc.record({ id: fc.string(), family: fc.constantFrom('a', 'b'), at: fc.constantFrom(1, 2, 3, Number.NaN) }),
  { selector: ({ id }) => id, maxLength: 40 },
);

/** All of a family sorted, and the first of them taken. */
function plainly(all: readonly Row[], count: number): ReadonlySet<string> {
  const dateOf = ({ at }: Row) => (at === undefined || Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at);
  const sorted = all.toSorted((a, b) => (dateOf(a) === dateOf(b) ? a.id.localeCompare(b.id) : dateOf(b) - dateOf(a)));
  const newest = (family: string) => sorted.filter((row) => row.family === family).slice(0, count);
  return new Set(['a', 'b'].flatMap(newest).map(({ id }) => id));
}

test('the newest of each family are kept, in any order of the listing', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 5 }), (all, count) => {
      expect(new Set(newestOf(all, count).keys())).toEqual(plainly(all, count));
    }),
    { seed: 11 },
  );
});
