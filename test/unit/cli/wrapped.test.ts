import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { wrapped } from '../../../src/cli/text/wrapped.ts';

const text = 'Problems:\n  one two three four five six';

test('a terminal gets lines of its width, and the rest of a line is two deeper', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 20 });
  expect(wrapped(text, terminal)).toBe('Problems:\n  one two three four\n    five six');
});

test('a pipe gets each line whole', () => {
  expect(wrapped(text, new PassThrough())).toBe(text);
});
