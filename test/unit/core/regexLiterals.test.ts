import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { compilePattern } from '../../../src/core/evaluation/pattern.ts';
import { literalIn, literalPrefix } from '../../../src/core/evaluation/regexLiterals.ts';
import { runsOf } from '../../support/sampled.ts';

describe('the text that is certainly in what a regex matches', () => {
  test.each([
    ['/^golden-/', 'golden-', 'golden-'],
    ['/^pr-\\d+$/', 'pr-', 'pr-'],
    ['/\\.[0-9a-f]{7}-build$/', undefined, '-build'],
    ['/^a?bc/', undefined, 'bc'],
    ['/^ab*c/', 'a', 'a'],
    ['/^ab+c/', 'a', 'a'],
    ['/^shop\\/web/', 'shop/web', 'shop/web'],
    ['/x{0}y/', undefined, 'y'],
    ['/^abc|def/', undefined, undefined],
    ['/^(abc)?d/', undefined, undefined],
    ['/(?i)abc/', undefined, undefined],
    ['/^abc/i', undefined, undefined],
    ['/\\Qa*\\Ebc/', undefined, undefined],
    ['/[]abc]/', undefined, undefined],
    ['/[a\\]bc]de/', undefined, undefined],
    ['/[[:alpha:]]xyz/', undefined, undefined],
    ['/\\x41bc/', undefined, undefined],
    ['/\\bword\\b/', undefined, 'word'],
    ['/a.c/', undefined, 'a'],
    ['golden', undefined, undefined],
  ])('%s', (source, prefix, anywhere) => {
    expect([literalPrefix(source), literalIn(source)]).toEqual([prefix, anywhere]);
  });

  // A pattern that needs no literal is the same one in a group.
  test.each(['/^ab+c-\\d/', '/x{0}yz/', '/v[0-9]-rc$/', '/a?bc*d/', '/ .b/', '/^pr-\\w+\\.x$/'])(
    '%s matches as it does in a group',
    (source) => {
      const [one, grouped] = [source, `/(${source.slice(1, -1)})/`].map((text) => compilePattern(text));
      if (one?.kind !== 'pattern' || grouped?.kind !== 'pattern') throw new Error('not a pattern');
      const texts = [
        'abc-1',
        'abbbc-2',
        'ac',
        'yz',
        'xyz',
        'v1-rc',
        'v-rc',
        'bd',
        'abccd',
        'cd',
        ' 1b',
        'pr-7.x',
        'pr-.x',
        '',
      ];
      expect(texts.map((text) => one.pattern.matches(text))).toEqual(
        texts.map((text) => grouped.pattern.matches(text)),
      );
    },
  );

  test('whatever the regex, nothing that it matches lacks its literal', () => {
    const atoms = [
      'a',
      'b',
      '-',
      '.',
      '\\.',
      '\\d',
      '\\w',
      '\\b',
      '[ab]',
      '[^a-]',
      '\\/',
      ' ',
      '^',
      '$',
      '_',
      '1',
      'é',
      '\\-',
    ];
    const repeats = ['', '', '', '*', '+', '?', '{0}', '{2}', '{0,1}', '{1,}', '*?', '+?', '??', '{,2}'];
    const part = fc.tuple(fc.constantFrom(...atoms), fc.constantFrom(...repeats)).map((both) => both.join(''));
    const joined = fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));
    const regex = fc.oneof(
      joined,
      fc.tuple(joined, joined).map(([one, other]) => `${one}(${other})?${one}`),
    );
    const text = fc.array(fc.constantFrom(...'ab-.1_ é/x{,2}'), { maxLength: 10 }).map((letters) => letters.join(''));
    let literals = 0;
    let matches = 0;
    const property = fc.property(regex, fc.array(text, { minLength: 20, maxLength: 20 }), (inner, texts) => {
      let compiled: RE2JS;
      try {
        compiled = RE2JS.compile(inner);
      } catch {
        return true;
      }
      const [literal, prefix] = [literalIn(`/${inner}/`), literalPrefix(`/${inner}/`)];
      if (literal !== undefined) literals += 1;
      const matched = texts.filter((one) => compiled.test(one));
      matches += matched.length;
      return matched.every((one) => one.includes(literal ?? '') && (prefix === undefined || one.startsWith(prefix)));
    });
    fc.assert(property, { numRuns: runsOf(3_000, 100_000) });
    expect([literals > 500, matches > 1_000]).toEqual([true, true]);
  });
});
