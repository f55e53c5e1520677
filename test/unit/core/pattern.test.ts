import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compilePattern, matchesPattern, valuePattern } from '../../../src/core/evaluation/pattern.ts';

const whyInvalid = (source: string | number) => {
  const result = compilePattern(source);
  return result.kind === 'invalid' ? result.why : undefined;
};

describe('patterns', () => {
  test.each([
    ['golden-1', 'golden-1', true],
    ['golden-1', 'golden-12', false],
    ['golden-1', 'Golden-1', false],
    ['', '', true],
    ['', 'x', false],
    ['a.c', 'abc', false],
    ['5', 5, true],
    ['true', true, true],
  ])('L39 the text %j matches %j: %s', (pattern, value, expected) => {
    expect(matchesPattern(pattern, value)).toBe(expected);
  });

  test('L39 a text of the longest allowed length matches itself', () => {
    const longest = 'x'.repeat(1000);
    expect([matchesPattern(longest, longest), matchesPattern(longest, `${longest}x`)]).toEqual([true, false]);
  });

  test.each([
    ['/^golden-/', 'golden-1', true],
    ['/^golden-/', 'my-golden-1', false],
    ['/golden-/', 'my-golden-1', true],
    ['/golden-\\d$/', 'golden-1', true],
    ['/golden-\\d$/', 'golden-12', false],
    ['/^GOLDEN/', 'golden', false],
    ['/^GOLDEN/i', 'golden', true],
    ['/^GOLDEN/', 'GOLDEN', true],
    ['/(?i)^golden/', 'GOLDEN', true],
    ['/^a/b/', 'a/b', true],
    ['/^\\d+$/', 12, true],
    ['/^x$/', 'a\nx\nb', false],
    ['/^ä/', 'äx', true],
  ])('L43 %s is anchored as written: %j %s', (pattern, value, expected) => {
    expect(matchesPattern(pattern, value)).toBe(expected);
  });

  test.each([
    [5, 5, true],
    [5, '5', true],
    [5, '5.0', true],
    [5, '55', false],
    [0, '', false],
    [0, ' ', false],
    [0, 'x', false],
    [0, false, false],
    [true, true, true],
    [true, 'True', true],
    [true, 'yes', false],
    [true, 1, false],
    [false, false, true],
    [false, '', false],
    [false, 0, false],
  ])('L39 %j matches %j by value: %s', (pattern, value, expected) => {
    expect(matchesPattern(pattern, value)).toBe(expected);
  });

  test.each(['*', '/.*/', 'undefined', 'null', '', false, 0])('%j never matches an absent value', (pattern) => {
    expect([undefined, null].some((value) => matchesPattern(pattern, value))).toBe(false);
  });

  test('* is any value that is there, the empty one included', () => {
    expect(['', 'x', 0, false].every((value) => matchesPattern('*', value))).toBe(true);
    expect(matchesPattern('*', {})).toBe(false);
  });

  test.each([
    '/^dev-|^test-|/',
    '/dev|/',
    '/|dev/',
    '/^/',
    '/$/',
    '/(?:)/',
    '/^(?:|review)-?/',
    '/(dev)?/',
    '/x*/i',
    '/.*|dev/',
  ])('L109 a file cannot mean every text by %s', (source) => {
    expect(valuePattern.safeParse(source).error?.issues.map(({ message }) => message)).toEqual([
      expect.stringContaining('matches every text'),
    ]);
  });

  test.each(['*', '/.*/', '/^.*$/', '/[\\s\\S]*/', '/./', '/^dev-|^test-/', '/^$/'])('L109 it may say %s', (source) => {
    expect(valuePattern.safeParse(source).success).toBe(true);
  });

  test('a list matches when one of its values does', () => {
    expect(matchesPattern('/^b/', ['a', 'bc'])).toBe(true);
    expect(matchesPattern('*', [])).toBe(false);
  });

  test.each([
    ['/(/', /missing closing/],
    ['/[z-a]/', /range/],
    ['/(?=x)/', /not a regex of RE2/],
    ['/(a)\\1/', /not a regex of RE2/],
    ['/((a{1000}){1000})/', /repeat/],
    ['/^golden-', /ends with "\/"/],
    ['/', /ends with "\/"/],
    ['//', /ends with "\/"/],
    ['/x/g', /ends with "\/"/],
    ['golden-*', /any value/],
    [`/${'('.repeat(400)}${')'.repeat(400)}x{1001}/`, /not a regex/],
    ['x'.repeat(1001), /longer than/],
    [Number.NaN, /finite/],
    [Number.POSITIVE_INFINITY, /finite/],
  ])('L43 %s is a value that says what is wrong, no exception', (source, why) => {
    expect(whyInvalid(source)).toMatch(why);
  });

  test('an invalid one is a problem of the schema, and asking it is an error', () => {
    expect(valuePattern.safeParse('/(/').success).toBe(false);
    expect(valuePattern.safeParse('/x/').success).toBe(true);
    expect(() => matchesPattern('/(/', 'x')).toThrow(/cannot be used/);
  });

  test.each(['/(a+)+$/', '/^(a|a)*$/', '/(a*)*b/', '/(.*a){20}$/', '/^(([a-z])+.)+[A-Z]([a-z])+$/'])(
    'L43 %s cannot hang the process',
    (pattern) => {
      // A hang here never ends.
      expect(matchesPattern(pattern, `${'a'.repeat(50_000)}!`)).toBe(false);
    },
  );

  test('any text at all compiles to a pattern or to a reason', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `/${text}/`),
        ),
        (source) => {
          const result = compilePattern(source);
          return result.kind === 'pattern' ? typeof result.pattern.matches('x') === 'boolean' : result.why.length > 0;
        },
      ),
    );
  });
});
