import { describe, expect, test } from '@jest/globals';
import { compilePattern } from '../../../src/core/evaluation/pattern.ts';
import { literalIn, literalPrefix } from '../../../src/core/evaluation/regexLiterals.ts';

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
});
