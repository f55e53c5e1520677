import { describe, expect, test } from '@jest/globals';
import {
  byCost,
  COSTS_NOTHING,
  knownCost,
  type PriceList,
  statedPrices,
  totalOf,
} from '../../../src/core/resource/prices.ts';
import { totalWords } from '../../../src/core/text/money.ts';

describe('the cost of several together', () => {
  test('A13 a resource without a figure is counted, and never counts as zero', () => {
    expect(totalOf([undefined, undefined])).toEqual({ unpriced: 2 });
    expect(totalOf([{ amount: 1.1 }, undefined, { amount: 2.2 }])).toEqual({ amount: 3.3, unpriced: 1 });
  });

  test('A13 a type without costs of its own has a figure, also without prices', () => {
    expect(totalOf([COSTS_NOTHING, { amount: 2 }, undefined])).toEqual({ amount: 2, unpriced: 1 });
    expect(totalOf([COSTS_NOTHING])).toEqual({ amount: 0, unpriced: 0 });
    expect(knownCost({ costsNothing: true }, undefined)).toEqual(COSTS_NOTHING);
    expect(knownCost({ costsNothing: true }, { amount: 3 })).toEqual(COSTS_NOTHING);
    expect(knownCost({}, { amount: 3 })).toBeUndefined();
  });

  test('A13 in words: *nothing* only if every resource has a figure', () => {
    expect(totalWords({ amount: 0, unpriced: 0 }, 'USD')).toBe('nothing');
    expect(totalWords({ amount: 0, unpriced: 2 }, 'USD')).toBeUndefined();
    expect(totalWords({ amount: 0, staying: 5, unpriced: 0 }, 'USD')).toMatch(/^up to \$5\.00 a month/);
  });

  test('A13 in words: how many have no list price, only if there are any', () => {
    expect(totalWords({ amount: 12, unpriced: 0 }, 'USD')).toBe('$12.00 a month');
    expect(totalWords({ amount: 12, upTo: true, staying: 5, unpriced: 3 }, 'USD')).toBe(
      'up to $12.00 a month, and up to $5.00 in snapshots, which are kept; no list price for 3',
    );
  });

  test('A13 of several price lists the oldest is named, and whether it is too old', () => {
    const list = (date: string, staleAt: number) => ({ currency: 'USD', date, staleAt }) as PriceList;
    const [old, fresh] = [list('2026-01-01', 10), list('2026-02-01', 20)];
    expect(statedPrices([fresh, old], 9)).toEqual({ currency: 'USD', date: '2026-01-01' });
    expect(statedPrices([old, fresh], 10)).toEqual({ currency: 'USD', date: '2026-01-01', old: true });
    expect(statedPrices([], 0)).toBeUndefined();
  });

  test('A13 a sum never adds a snapshot to its image: costs that stay are separate', () => {
    const image = { amount: 5, upTo: true, stays: true } as const;
    const snapshot = { amount: 4, upTo: true } as const;
    expect(totalOf([image, snapshot, { amount: 1 }])).toEqual({ amount: 5, upTo: true, staying: 5, unpriced: 0 });
    expect(totalOf([image])).toEqual({ staying: 5, unpriced: 0 });
  });

  test('A13 one "up to" makes the sum an "up to"', () => {
    expect(totalOf([{ amount: 1 }, { amount: 2, upTo: true }])).toEqual({ amount: 3, upTo: true, unpriced: 0 });
  });

  test('P4 the most expensive first, resources without a figure last', () => {
    const sorted = [
      undefined,
      COSTS_NOTHING,
      { amount: 1 },
      { amount: 0.5 },
      { amount: 3, upTo: true } as const,
    ].toSorted(byCost);
    expect(sorted.map((cost) => cost?.amount)).toEqual([3, 1, 0.5, 0, undefined]);
  });
});
