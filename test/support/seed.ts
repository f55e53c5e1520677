/**
 * Properties use the same values every time, so that a failure is due to the change under test. To try other values:
 * `npm run test:explore`, or HOLYSTONE_SEED=random, or a seed from a failure.
 */
import fc from 'fast-check';

const SEED = process.env.HOLYSTONE_SEED ?? '20261121';
if (SEED !== 'random') fc.configureGlobal({ seed: Number(SEED) });
