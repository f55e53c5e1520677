import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { atOnce, inTurns, LIGHT_STEP, type Stepwise, sorting } from '../../../src/core/common/steps.ts';
import { TurnCounter } from '../../support/turns.ts';

test('strings are sorted in steps as they are sorted at once, however many there are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string(), { maxLength: 50 }),
      fc.integer({ min: 1, max: 3 * LIGHT_STEP }),
      (some, count) => {
        const all = Array.from(
          { length: count },
          (_, index) => `${some[index % some.length] ?? ''}${(index * 7919) % 1000}`,
        );
        expect(atOnce(sorting(all))).toEqual(all.toSorted());
      },
    ),
    { numRuns: 25, seed: 11 },
  );
  expect(atOnce(sorting([]))).toEqual([]);
});

test('work in turns does one step between two turns of the event loop, with the same result as work at once', async () => {
  const turns = new TurnCounter();
  function* work(): Stepwise<string> {
    for (let step = 0; step < 5; step++) {
      turns.unit();
      yield;
    }
    return 'done';
  }
  expect(atOnce(work())).toBe('done');
  turns.start();
  expect(await inTurns(work())).toBe('done');
  expect(turns.stop().turns).toBeGreaterThanOrEqual(4);
});
