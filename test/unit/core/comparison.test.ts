import { describe, expect, test } from '@jest/globals';
import { allOf, type Compared, compare, conditionWords, rangeOf } from '../../../src/core/evaluation/comparison.ts';
import { matchesOnly, matchKeep } from '../../../src/core/evaluation/matcher.ts';
import type { Comparison } from '../../../src/core/policy/condition.ts';
import { readBytes } from '../../../src/core/text/size.ts';
import { NOW, resource, rule, verdict } from '../../support/evaluation.ts';

const DAY = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(NOW - days * DAY).toISOString();
const selected = async (given: Parameters<typeof resource>[1], path: string, comparison: Comparison) =>
  (await verdict(resource('a', given), { when: [[rule('attribute', { where: { [path]: comparison } })]] })).kind ===
  'candidate';

describe('a comparison in `where` selects', () => {
  test.each<[string, unknown, Comparison, boolean]>([
    ['size', 101, { above: 100 }, true],
    ['size', 100, { above: 100 }, false],
    ['size', 100, { below: 100 }, false],
    ['size', 99.5, { below: 100 }, true],
    ['size', 50, { above: 10, below: 100 }, true],
    ['size', '200', { above: 100 }, true],
    ['state', 'available', { is: ['error', 'available'] }, true],
    ['state', 'in-use', { not: ['error', 'available'] }, true],
    ['state', 'available', { not: 'available' }, false],
    ['state', 'available', { not: '/^avail/' }, false],
    ['state', 'available', { matches: '/^avail/' }, true],
    ['public', false, { not: true }, true],
    ['state', null, { not: 'available' }, false],
    ['groups', ['a', 'b'], { not: 'b' }, false],
    ['groups', ['a', 'b'], { is: 'b' }, true],
    ['madeAt', new Date(NOW - 31 * DAY), { olderThan: '30d' }, true],
    ['madeAt', new Date(NOW - 30 * DAY), { olderThan: '30d' }, false],
    ['madeAt', new Date('2026-10-28T23:59:59Z'), { above: '2026-10-28' }, false],
    ['madeAt', new Date('2026-10-29T00:00:00Z'), { above: '2026-10-28' }, true],
    ['madeAt', new Date('2026-10-28T00:00:00Z'), { below: '2026-10-28' }, false],
    ['madeAt', new Date('2026-10-27T23:59:59Z'), { below: '2026-10-28' }, true],
  ])('L39 %s %j against %j: %s', async (path, value, comparison, expected) => {
    expect(await selected({ [path]: value }, path, comparison)).toBe(expected);
  });

  test.each<[Record<string, string>, Comparison, boolean]>([
    [{}, { absent: true }, true],
    [{ env: '' }, { absent: true }, false],
    [{ ENV: 'x' }, { absent: true }, false],
    [{ 'env\u200b': 'x' }, { absent: true }, false],
    [{ ' env': 'x' }, { absent: true }, false],
    [{ env: '' }, { absent: false }, true],
    [{}, { absent: false }, false],
    [{ env: 'dev' }, { not: 'prod' }, true],
    [{ env: 'prod' }, { not: 'prod' }, false],
    [{ env: 'dev', Env: 'prod' }, { not: 'prod' }, false],
    [{ env: 'prod ' }, { not: 'prod' }, false],
    [{ env: 'pro\u200bd' }, { not: ['dev', 'prod'] }, false],
    [{ env: 'dev', 'env ': 'prod' }, { not: 'prod' }, false],
    [{ env: 'prod ' }, { is: 'prod' }, false],
    [{ env: 'Prod' }, { not: 'prod' }, false],
    [{ env: 'PROD' }, { not: ['dev', 'prod'] }, false],
    [{ env: 'Prod' }, { not: '/^prod$/' }, true],
    [{ env: 'Prod' }, { is: 'prod' }, false],
    [{ env: 'PROD' }, { is: 'prod' }, false],
    [{ env: '10' }, { above: 5 }, true],
    [{ env: '500' }, { above: 1000 }, false],
    [{ env: '2GiB' }, { above: '1GB' }, true],
    [{ env: daysAgo(91) }, { olderThan: '90d' }, true],
    [{ env: '2026/02/01' }, { olderThan: '1d' }, false],
    [{ env: '2025-02-31' }, { olderThan: '1d' }, false],
  ])('L39 of the tags %j %j: %s', async (tags, comparison, expected) => {
    expect(await selected({ tags }, 'tag:env', comparison)).toBe(expected);
  });

  test('L39 and its reason says the value and what it is compared with', async () => {
    const when = [[rule('attribute', { where: { size: { above: 100 }, 'tag:env': { absent: true } } })]];
    expect((await verdict(resource('a', { size: 200 }), { when })).reasons).toEqual([
      'size is 200 (above 100), tag:env is absent',
    ]);
  });
});

describe('what is not known keeps', () => {
  const unknown: readonly [string, Record<string, unknown>, string, Comparison][] = [
    ['a value that the resource lacks', {}, 'size', { above: 100 }],
    ['a tag that it lacks', {}, 'tag:env', { not: 'prod' }],
    ['a text in place of a number', { tags: { env: 'ten' } }, 'tag:env', { below: 5 }],
    ['a number in place of a date', { tags: { env: '30' } }, 'tag:env', { olderThan: '1d' }],
    [
      'a date whose day is not known to the hour',
      { tags: { env: '2026-05-01' } },
      'tag:env',
      { above: '2026-05-01T10:00:00Z' },
    ],
    ['hexadecimal digits', { tags: { env: '0xFF' } }, 'tag:env', { above: 5 }],
  ];
  const asked = (given: Record<string, unknown>) => ({
    resource: resource('a', given),
    account: 'test',
    owner: undefined,
    now: NOW,
  });

  test.each(unknown)('L39 %s selects nothing', async (_what, given, path, comparison) => {
    expect(await selected(given, path, comparison)).toBe(false);
  });

  test.each(unknown)('L42 %s keeps in `keep`, and says so', (_what, given, path, comparison) => {
    expect(matchKeep({ attribute: { [path]: comparison } }, asked(given))).toMatch(/\(not known\)$/);
  });

  test.each(unknown)('L42 %s is not in the allowlist', (_what, given, path, comparison) => {
    expect(matchesOnly({ attribute: { [path]: comparison } }, asked(given))).toBe(false);
  });

  test('L42 `absent: false` beside it makes it known', () => {
    expect(matchKeep({ tag: { env: { absent: false, not: 'dev' } } }, asked({}))).toBeUndefined();
    expect(matchKeep({ tag: { env: { absent: false, not: 'dev' } } }, asked({ tags: { env: 'prod' } }))).toBe(
      'tag env present, not dev',
    );
  });
});

describe('an owner is the same person in whatever case', () => {
  const of = (owner: string) => ({ resource: resource('a'), account: 'test', owner, now: NOW });

  test.each<[Comparison]>([[{ is: 'Ann@Example.com' }], [{ is: ['bob@example.com', 'Ann@Example.com'] }]])(
    'L42 %j keeps what is theirs',
    (owner) => {
      expect(matchKeep({ owner }, of('ann@example.com'))).toMatch(/^owner is /);
    },
  );

  test('L42 `not` leaves it out of the allowlist, and keeps it in `keep`', () => {
    const owner = { not: 'Ann@Example.com' };
    expect(matchesOnly({ owner }, of('ann@example.com'))).toBe(false);
    expect(matchKeep({ owner }, of('ann@example.com'))).toBe('owner not Ann@Example.com');
    expect(matchesOnly({ owner }, of('bob@example.com'))).toBe(true);
  });
});

describe('an answer is yes, no or not known', () => {
  const answer = (comparison: Comparison, values: readonly unknown[], how: Partial<Compared> = {}) =>
    compare(comparison, { values, of: 'any', now: NOW, ...how });
  const [BIG, SMALL, ODD] = [200, 50, 'ten'];

  test('of several conditions one no decides, else one that is not known', () => {
    expect([allOf([]), allOf([true]), allOf([true, undefined]), allOf([undefined, false])]).toEqual([
      true,
      true,
      undefined,
      false,
    ]);
    expect(answer({ above: 100, not: 200 }, [BIG])).toBe(false);
    expect(answer({ above: 100, is: 'ten' }, [ODD])).toBeUndefined();
  });

  test('of several values one yes decides where any has to fit, and one no where all have to', () => {
    const above = { above: 100 };
    expect([answer(above, [SMALL, ODD, BIG]), answer(above, [SMALL, ODD]), answer(above, [SMALL])]).toEqual([
      true,
      undefined,
      false,
    ]);
    const all = (values: readonly unknown[]) => answer(above, values, { of: 'all' });
    expect([all([BIG, ODD, SMALL]), all([BIG, ODD]), all([BIG])]).toEqual([false, undefined, true]);
  });

  test('L39 what is absent is known to be absent, and nothing else is known of it', () => {
    expect([answer({ absent: true }, []), answer({ absent: false }, [])]).toEqual([true, false]);
    expect([answer({ absent: true }, [SMALL]), answer({ absent: false }, [SMALL])]).toEqual([false, true]);
    expect([answer({ above: 100 }, []), answer({ above: 100, absent: false }, [])]).toEqual([undefined, false]);
    expect([answer({ absent: true }, [null, undefined]), answer({ is: 'x' }, [null])]).toEqual([true, undefined]);
  });

  test('Law 1 a value that looks like another one counts only where that keeps', () => {
    const resembles = () => true;
    const [is, not] = [{ is: 'prod' }, { not: 'prod' }];
    expect([answer(is, ['Prod'], { resembles }), answer(is, ['Prod'], { resembles, of: 'all' })]).toEqual([
      true,
      false,
    ]);
    expect([answer(not, ['Prod'], { resembles }), answer(not, ['Prod'], { resembles, of: 'all' })]).toEqual([
      true,
      false,
    ]);
  });

  const day = Date.parse('2026-10-28');
  test.each([
    [5, { unit: 'number', first: 5, last: 5 }],
    [' -5.5 ', { unit: 'number', first: -5.5, last: -5.5 }],
    ['5.25', { unit: 'number', first: 5.25, last: 5.25 }],
    [[5], undefined],
    ['2KiB', { unit: 'bytes', first: 2048, last: 2048 }],
    ['2026-10-28', { unit: 'time', first: day, last: day + DAY - 1 }],
    ['2026-10-28T00:00:00Z', { unit: 'time', first: day, last: day }],
    ['1e9', undefined],
    ['5 apples', undefined],
    [true, undefined],
    [new Date(day), undefined],
  ])('L39 %j has the range %j', (value, range) => {
    expect(rangeOf(value)).toEqual(range);
  });

  test.each<[Comparison, unknown, boolean | undefined]>([
    // A day has many instants: only what is after or before all of them is known.
    [{ above: '2026-10-28' }, '2026-10-29', true],
    [{ above: '2026-10-28' }, '2026-10-28', false],
    [{ above: '2026-10-28T12:00:00Z' }, '2026-10-28', undefined],
    [{ below: '2026-10-28T12:00:00Z' }, '2026-10-28', undefined],
    [{ below: '2026-10-28' }, '2026-10-27', true],
    [{ below: '2026-10-28' }, '2026-10-28', false],
    [{ above: '2026-10-28T12:00:00Z' }, '2026-10-28T12:00:00Z', false],
    [{ below: '2026-10-28T12:00:00Z' }, '2026-10-28T12:00:00Z', false],
    [{ above: 5 }, '5GiB', undefined],
    [{ below: '5GiB' }, 5, undefined],
    [{ above: 'much' }, 5, undefined],
    [{ below: 'much' }, 5, undefined],
    [{ matches: '/^avail/' }, 'available', true],
    [{ matches: '/^avail/' }, 'unavailable', false],
    [{ olderThan: '30d' }, '2026-05-01', true],
    // Its last instant counts.
    [{ olderThan: '30d' }, '2026-05-02', false],
    [{ olderThan: '5bd' }, '2020-01-01', undefined],
    [{ olderThan: '30d' }, 5, undefined],
  ])('L39 %j of %j is %s', (comparison, value, known) => {
    expect(answer(comparison, [value])).toBe(known);
  });
});

test.each([
  ['prod', 'prod'],
  [5, '5'],
  [{ above: 100, not: 'prod' }, 'above 100, not prod'],
  [{ is: ['a', 'b'] }, 'is a or b'],
  [{ olderThan: '30d' }, 'older than 30d'],
  [{ absent: true }, 'absent'],
  [{ absent: false, matches: '/a/' }, 'present, matches /a/'],
])('the condition %j is "%s" for people', (condition, words) => {
  expect(conditionWords(condition)).toBe(words);
});

test.each([
  ['100GiB', 100 * 1024 ** 3],
  ['1.5 TB', 1.5e12],
  ['8Gi', 8 * 1024 ** 3],
  ['512b', 512],
  ['100', undefined],
  ['100G', undefined],
  ['GiB', undefined],
  ['1e3MB', undefined],
])('L39 the size %j has %p bytes', (text, bytes) => {
  expect(readBytes(text)).toBe(bytes);
});
