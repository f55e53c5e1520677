// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the configuration
import { describe, expect, test } from '@jest/globals';
import { ACCOUNTS, problemsOf } from './load.ts';

const VALID = `${ACCOUNTS}cleanup:\n  - { type: widget, when: [{ rule: unused }] }\n`;

/** Ten levels, each ten times the one before. */
const bomb = (between: string) => {
  const levels = Array.from({ length: 10 }, (_, level) =>
    level === 0
      ? 'a0: &a0 [lol, lol]'
      : `a${level}: &a${level} [${`*a${level - 1}${between}`.repeat(9)}*a${level - 1}]`,
  );
  return `${levels.join('\n')}\n${VALID}`;
};

describe('YAML that cannot be used', () => {
  test('an alias bomb is one line', () => {
    expect(problemsOf(bomb(', '))).toEqual(['h.yaml:1:1: more than 20000 values, aliases counted in full']);
  });

  test('an alias that contains itself is an error at its place', () => {
    expect(problemsOf(`${VALID}defaults: &a\n  keep: [*a]\n`)).toContainEqual(
      expect.stringMatching(/^h\.yaml:7:10: .* contains itself; text that begins with "\*" must be in quotes$/),
    );
  });

  test('an alias without anchor is an error', () => {
    expect(problemsOf(`${VALID}window: *nowhere\n`)).toEqual([
      expect.stringMatching(/^h\.yaml:6:9: an alias \(`\*name`\) .*must be in quotes$/),
    ]);
  });

  test('an anchor and its aliases are fine', () => {
    const window = '{ days: [Mon], from: "09:00", to: "17:00", timeZone: UTC }';
    expect(
      problemsOf(
        VALID.replace('type: widget', 'type: widget, window: *w').replace(
          'accounts:',
          `window: &w ${window}\naccounts:`,
        ),
      ),
    ).toEqual([]);
  });

  test.each([
    ['lists', (depth: number) => `x: ${'['.repeat(depth)}${']'.repeat(depth)}`],
    ['lists that never end', (depth: number) => '['.repeat(depth)],
    ['mappings', (depth: number) => `x: ${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`],
    ['mappings that never end', (depth: number) => '{a: '.repeat(depth)],
    ['compact lists', (depth: number) => `${'- '.repeat(depth)}x`],
    ['explicit keys', (depth: number) => `${'? '.repeat(depth)}x`],
    [
      'blocks',
      (depth: number) => Array.from({ length: Math.min(depth, 1000) }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
    ],
  ])('%s nested 5,000 and 200,000 deep are one line', (_what, nest) => {
    for (const depth of [5000, 200_000]) {
      expect(problemsOf(nest(depth))).toEqual([
        expect.stringMatching(/^h\.yaml:\d+:\d+: nested deeper than 40 levels$/),
      ]);
    }
  });

  test('nesting through aliases is found as well', () => {
    const levels = Array.from({ length: 60 }, (_, i) => (i === 0 ? 'a0: &a0 x' : `a${i}: &a${i} [*a${i - 1}]`));
    expect(problemsOf(levels.join('\n'))).toEqual(['h.yaml:1:1: nested deeper than 40 levels, aliases included']);
  });

  test('a file above 1 MiB is one line', () => {
    expect(problemsOf(`${VALID}# ${'x'.repeat(1024 * 1024)}\n`)).toEqual([
      'h.yaml:1:1: the file is larger than 1024 KiB',
    ]);
  });

  test('a file of very many keys is one line', () => {
    const keys = Array.from({ length: 40_000 }, (_, index) => `k${index}:`).join('\n');
    expect(problemsOf(keys)).toEqual(['h.yaml:1:1: more than 20000 values, aliases counted in full']);
  });

  test.each([
    ['commas', `[0${','.repeat(900_000)}`],
    ['quotes', '"'.repeat(900_000)],
    ['closing brackets', ']'.repeat(900_000)],
    ['words', 'a: b\n'.repeat(200_000)],
  ])('a file of very many %s gives one problem, and is not parsed further', (_what, text) => {
    expect(problemsOf(text)).toEqual([
      expect.stringMatching(/^h\.yaml:1:\d+: (more than 200000 words|not valid YAML$)/),
    ]);
  });

  test.each([
    ['commas', `[0${','.repeat(10_000)}`],
    ['anchors', '&a '.repeat(10_000)],
    ['escapes', `"${'\\q'.repeat(100_000)}"`],
    ['tags', `[${'!x a, '.repeat(1_000)}]`],
  ])('the library is stopped after a hundred faults, here of %s', (_what, text) => {
    const problems = problemsOf(text);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(101);
  });

  test('the loader lists a hundred of very many problems, and says that there are more', () => {
    const problems = problemsOf(Array.from({ length: 500 }, (_, index) => `k${index}: 1`).join('\n'));
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toContain('there are more problems; the first 100 that were found are listed');
  });

  test.each([
    [
      'too far to the right',
      'defaults:\n  retention: 10d\n   minimumAge: 3d\n  unusedFor: 1d',
      '3:4',
      /indented further/,
    ],
    ['too far to the left', 'defaults:\n   retention: 10d\n  minimumAge: 3d\n  unusedFor: 1d', '3:3', /same column/],
    ['in the column of no list', 'accounts:\n  - name: a\n   provider: aws\n    id: 1', '3:4', /neither the list nor/],
    ['of tabs', 'window:\n\tdays: [Mon]\n\tfrom: "09:00"', '2:1', /with a tab; use spaces/],
    ['of a bracket that is not closed', 'a: [1, 2\nb: 3\nc: 4', '2:1', /a "\[" is not closed/],
  ])('indentation %s is one error, where it is to be mended', (_what, text, place, words) => {
    const [problem = '', ...others] = problemsOf(text);
    expect([problem.startsWith(`h.yaml:${place}: not valid YAML: `), others]).toEqual([true, []]);
    expect(problem).toMatch(words);
  });

  test('a merge key is one error, and the keys under it are not missing too', () => {
    const merged = `${VALID.replace('- { type', '- &first { accounts: [test], type')}  - { <<: *first, accounts: [Prod], locations: [eu-west-1] }\n`;
    expect(problemsOf(merged)).toEqual([expect.stringContaining('merge keys (`<<`) are not allowed')]);
  });

  test.each([
    ['a key without its colon', 'window\n  days: [Mon]', 'a key without its colon'],
    ['a bracket that is not closed', 'window: { days: [Mon] \nlog: {}', 'a "{" is not closed'],
    ['a quote that is not closed', 'log: { level: "info }\nwork: {}', 'a double quote has no closing quote'],
  ])('%s is one error, in the words of the configuration', (_what, text, words) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(words)]);
  });

  test('a variable without quotes is one error, and so is each of several', () => {
    expect(problemsOf('redis: { url: ${X} }\nb: 1')).toEqual([expect.stringMatching(/^h\.yaml:1:15: .*in quotes/)]);
  });

  test('a text with ": " gives the advice to quote it', () => {
    expect(problemsOf('a: b: c\nd: e')).toEqual([expect.stringMatching(/^h\.yaml:1:4: .*must be in quotes$/)]);
  });

  test('a key that is given twice is an error at the second', () => {
    expect(problemsOf(`${VALID}dryRun: true\ndryRun: false\n`)).toEqual([
      'h.yaml:7:1: the key "dryRun" is given twice',
    ]);
    expect(problemsOf(VALID.replace('type: widget', 'type: widget, "type": widget'))).toEqual([
      'h.yaml:5:21: the key "type" is given twice',
    ]);
  });

  test.each([
    ['a tag', 'window: !special {}', /6:9: .*allowed: plain YAML without tags/],
    ['a binary tag', 'window: !!binary aGk=', /6:9: .*allowed: plain YAML without tags/],
    ['a complex key', '? [a]\n: b', /6:3: a key must be a plain text/],
    ['a second document', '---\na: 1', /: allowed: one document per file/],
    ['an open quote', 'window: "', /: not valid YAML: /],
    ['a tab', 'window:\n\tdays: [Mon]', /7:1: not valid YAML: indentation with a tab/],
    ['wrong indentation', 'window: [\nMon', /: not valid YAML: /],
    ['an unquoted variable in braces', 'redis: { url: ${X} }', /6:15: .*in quotes/],
    ['__proto__', '__proto__: { dryRun: false }', /6:1: the key "__proto__" is not allowed/],
    ['half a character', 'log: { level: "\\ud800" }', /6:15: has half of a character/],
    ['a merge key', '<<: { dryRun: false }', /6:1: <<: merge keys \(`<<`\) are not allowed; write the keys here/],
    ['constructor', 'constructor: x', /6:1: .*unknown key "constructor"/],
  ])('%s is an error at its place', (_what, more, expected) => {
    const problems = problemsOf(`${VALID}${more}\n`);
    expect(problems[0]).toMatch(expected);
    expect(problems.join('\n').split('\n')).toHaveLength(problems.length);
  });

  test.each([
    '*S3CR3T',
    '!S3CR3T',
    '"a" S3CR3T',
    '[S3CR3T',
    '{ S3CR3T',
    '%S3CR3T',
    '@S3CR3T',
    '"\\S3CR3T"',
    '"S3CR3T',
    '|S3CR3T',
    '] S3CR3T',
  ])('L9 a secret that is not valid YAML (%s) is not in the error', (secret) => {
    const problems = problemsOf(`${VALID}optOut: { keys: [{ id: k1, secret: ${secret} }] }\nx:\n  secret: ${secret}\n`);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).not.toContain('3CR3T');
  });

  test('YAML 1.1 is refused: it would read `no` as false', () => {
    expect(problemsOf(`%YAML 1.1\n---\n${VALID}`)).toEqual(['h.yaml:1:1: allowed: YAML 1.2']);
  });

  test('a byte order mark and Windows line ends are fine', () => {
    expect(problemsOf(`\uFEFF${VALID.replaceAll('\n', '\r\n')}`)).toEqual([]);
    expect(problemsOf(`${VALID}window: 5\n`.replaceAll('\n', '\r\n'))).toEqual([
      expect.stringMatching(/^h\.yaml:6:9: /),
    ]);
  });
});
