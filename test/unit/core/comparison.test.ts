import { describe, expect, test } from '@jest/globals';
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
