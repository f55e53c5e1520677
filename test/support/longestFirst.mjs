/**
 * Jest's order of the test files, but those that start processes come first: they mostly wait, and at the end of a run
 * the other workers would have nothing left to do meanwhile. Without times of an earlier run Jest would start them late,
 * because their files are small.
 *
 * Before them the walks: a debugger steps through them, and looks at every module that the worker keeps.
 */
import { createRequire } from 'node:module';

// A part of Jest's own; this package does not depend on it directly.
const jest = createRequire(createRequire(import.meta.url).resolve('@jest/core'));
const { default: Sequencer } = jest('@jest/test-sequencer');

const FIRST = [/[/\\]test[/\\]e2e[/\\]/, /[/\\]integration[/\\]walks\.test\.ts$/];

export default class LongestFirst extends Sequencer {
  /** @override */
  sort(tests) {
    const sorted = super.sort(tests);
    const rankOf = ({ path }) => FIRST.findIndex((first) => first.test(path));
    return sorted.toSorted((one, other) => rankOf(other) - rankOf(one));
  }
}
