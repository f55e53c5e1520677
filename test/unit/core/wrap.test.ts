import { describe, expect, test } from '@jest/globals';
import { wrap } from '../../../src/core/text/wrap.ts';

describe('wrap', () => {
  test('a text that fits stays one line', () => {
    expect(wrap('nothing uses it', { width: 40, indent: 2 })).toEqual(['  nothing uses it']);
  });

  test('a longer one is broken at spaces, the later lines with their own indent', () => {
    expect(wrap('it has no instances and no load balancer', { width: 22, indent: 2, hanging: 4 })).toEqual([
      '  it has no instances',
      '    and no load',
      '    balancer',
    ]);
  });

  test('a word that is longer than the line is broken, never within a character', () => {
    expect(wrap('a 😀😀😀😀😀😀😀😀😀😀😀 b', { width: 12, indent: 2 })).toEqual([
      '  a',
      '  😀😀😀😀😀😀😀😀😀😀',
      '  😀 b',
    ]);
  });

  test('without a width no line is broken, and an empty text is one empty line', () => {
    const long = 'word '.repeat(200).trim();
    expect(wrap(long, { width: Number.POSITIVE_INFINITY, indent: 0 })).toEqual([long]);
    expect(wrap('', { width: 10, indent: 4 })).toEqual(['']);
  });
});
