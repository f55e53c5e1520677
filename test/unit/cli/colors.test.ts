import { expect, test } from '@jest/globals';
import { colorsFor } from '../../../src/cli/text/colors.ts';

test.each([
  ['a terminal', {}, true, true],
  ['a pipe', {}, false, false],
  ['NO_COLOR on a terminal', { NO_COLOR: '1' }, true, false],
  ['NO_COLOR without a value', { NO_COLOR: '' }, true, true],
  ['FORCE_COLOR in a pipe', { FORCE_COLOR: '1' }, false, true],
  ['FORCE_COLOR=0 in a pipe', { FORCE_COLOR: '0' }, false, false],
  ['both', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
])('%s', (_what, env, isTTY, isColored) => {
  expect(colorsFor({ env, stdout: { isTTY } }).isColorSupported).toBe(isColored);
});
