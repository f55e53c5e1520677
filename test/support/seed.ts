/**
 * Before each test file: the settings of the process that the program itself makes (src/main.ts), arrays of two lengths
 * are never equal, and fast-check's seed.
 *
 * Properties use the same values every time, so that a failure is due to the change under test. To try other values:
 * `npm run test:explore`, or HOLYSTONE_SEED=random, or a seed from a failure.
 */
import { setMaxListeners } from 'node:events';
import { expect } from '@jest/globals';
import fc from 'fast-check';

// As many requests as are under way listen to one and the same signal.
setMaxListeners(0);

/** For Jest's `toEqual`, `undefined` at the end of an array is nothing: `[undefined]` would equal `[]`. */
function differInLength(a: unknown, b: unknown): false | undefined {
  return Array.isArray(a) && Array.isArray(b) && a.length !== b.length ? false : undefined;
}
expect.addEqualityTesters([differInLength]);

const SEED = process.env.HOLYSTONE_SEED ?? '20261121';
if (SEED !== 'random') fc.configureGlobal({ seed: Number(SEED) });
