import { describe, expect, test } from '@jest/globals';
import { byCost, totalOf } from '../../../src/core/prices.ts';

describe('what several cost together', () => {
  test('A13 what has no figure is counted, and never taken for zero', () => {
    expect(totalOf([undefined, undefined])).toEqual({ unpriced: 2 });
    expect(totalOf([{ amount: 1.1 }, undefined, { amount: 2.2 }])).toEqual({ amount: 3.3, unpriced: 1 });
  });

  test('A13 a snapshot is never added to its image: what stays is told apart', () => {
    const image = { amount: 5, upTo: true, stays: true } as const;
    const snapshot = { amount: 4, upTo: true } as const;
    expect(totalOf([image, snapshot, { amount: 1 }])).toEqual({ amount: 5, upTo: true, staying: 5, unpriced: 0 });
    expect(totalOf([image])).toEqual({ staying: 5, unpriced: 0 });
  });

  test('A13 one that may be less makes the sum one that may be less', () => {
    expect(totalOf([{ amount: 1 }, { amount: 2, upTo: true }])).toEqual({ amount: 3, upTo: true, unpriced: 0 });
  });

  test('P4 the costliest first, what has no figure last', () => {
    const sorted = [undefined, { amount: 1 }, { amount: 0.5 }, { amount: 3, upTo: true } as const].toSorted(byCost);
    expect(sorted.map((cost) => cost?.amount)).toEqual([3, 1, 0.5, undefined]);
  });
});
