// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of both files
import { describe, expect, test } from '@jest/globals';
import { substitute } from '../../../../src/config/yaml/substitute.ts';
import { translateRegex } from '../../../../tools/import-swabbie/javaRegex.ts';
import { readPlaceholders } from '../../../../tools/import-swabbie/placeholder.ts';
import { normalise } from '../../../../tools/import-swabbie/relaxed.ts';

describe('placeholders', () => {
  test.each([
    ['none', 'none', 'none'],
    ['a ${X:b} c', 'a ${X:-b} c', 'a b c'],
    ['${X:}', '${X:-}', ''],
    ['${X:a:b}', '${X:-a:b}', 'a:b'],
    ['${my.retention-days:5}', '${MY_RETENTIONDAYS:-5}', '5'],
    ['${X}', '${X}', undefined],
    ['a ${ b', 'a $${ b', 'a ${ b'],
  ])('L9 %s → %s', (text, native, plain) => {
    expect(readPlaceholders(text)).toMatchObject({ native, plain });
    expect(readPlaceholders(text)).not.toHaveProperty('lossy');
  });

  test.each([
    ['${A:${B:x}}', '${A:-x}'],
    ['$${A:x}', '$x'],
    ['${A:{x}}', '{x}'],
    ['${:x}', 'x'],
  ])('L9 %s says more than %s', (text, native) => {
    expect(readPlaceholders(text)).toMatchObject({ native, lossy: expect.any(String) });
  });

  test('L9 the file’s own property stands in for the default', () => {
    const lookup = (name: string) => (name === 'days' ? '30' : undefined);
    expect(readPlaceholders('${days:5}', lookup).native).toBe('${days:-30}');
  });

  test('L9 a property that names itself ends', () => {
    expect(readPlaceholders('${a}', () => '${a}').plain).toBeUndefined();
  });

  test.each(['a ${ b', '$${', '$$', '${X:b}', 'x$${', '${A:{x}}', '$${A:x}'])('L9 %s is read back as it is', (text) => {
    const { native, plain } = readPlaceholders(text);
    expect(substitute(native, {})).toMatchObject({ text: plain, problems: [] });
  });
});

describe('regexes', () => {
  test.each(['^a.*b$', '(a|b)+?', '(?:x)', '(?i)x', '[a-z_.-]{2,3}', '[^/]+', '\\d\\.\\w', 'a{2}', '\\$\\{x', ''])(
    'L43 %s is the same in RE2',
    (regex) => {
      expect(translateRegex(regex)).toEqual({ kind: 'same' });
    },
  );

  const different = [
    '(?!x)',
    '(?<=x)',
    '(?<n>x)',
    '(?>x)',
    '(a)\\1',
    'a++',
    'a{2}+',
    '[a&&b]',
    '[a[b]]',
    '[]a]',
    '\\v',
  ];
  test.each([...different, '\\p{Alpha}', '\\Qx\\E', '\\Z', 'x{', '(?x)a', '(?U)a', '[a', '\\', '[\\b]'])(
    'L43 %s is not translated',
    (regex) => {
      expect(translateRegex(regex).kind).toBe('unknown');
    },
  );

  test.each(['a)', '(a', '((a)'])('L43 %s is none', (regex) => {
    expect(translateRegex(regex).kind).toBe('invalid');
  });
});

describe('keys', () => {
  test.each([
    ['dots', { 'a.b': 1, 'a.c': 2 }, { a: { b: 1, c: 2 } }],
    ['indexes', { 'a[0].b': 1, 'a[1].b': 2 }, { a: [{ b: 1 }, { b: 2 }] }],
    ['lists as mappings', { a: { 1: 'y', 0: 'x', 10: 'z' } }, { a: ['x', 'y', 'z'] }],
    ['merge keys', { '<<': { a: 1, b: 2 }, b: 3 }, { a: 1, b: 3 }],
    ['several merge keys, the first wins', { '<<': [{ a: 1 }, { a: 2, c: 3 }] }, { a: 1, c: 3 }],
    ['a merged key in another spelling', { '<<': { maxAge: 1 }, 'max-age': 2 }, { 'max-age': 2 }],
    ['dots beside a mapping', { a: { b: 1 }, 'a.c': 2 }, { a: { b: 1, c: 2 } }],
    ['no keys of Spring', { 'a..b': 1, 'a[x]': 2, '.': 3 }, { 'a..b': 1, 'a[x]': 2, '.': 3 }],
    ['far too many dots', { [`a${'.a'.repeat(500)}`]: 1 }, { [`a${'.a'.repeat(500)}`]: 1 }],
  ])('%s', (_what, given, expected) => {
    expect(JSON.parse(JSON.stringify(normalise(given)))).toEqual(expected);
  });
});
