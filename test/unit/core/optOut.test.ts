import { describe, expect, test } from '@jest/globals';
import {
  findOptOut,
  isAbout,
  isRepeat,
  keepIn,
  keepTagEnd,
  keepTagValue,
  keysThatMayKeep,
  lasts,
  latestOfEach,
  longestFirst,
  longestOfEach,
  mayKeepWords,
  type OptOut,
  outlasts,
  patternsInForce,
  targetKey,
  targetsOf,
  withName,
} from '../../../src/core/owner/optOut.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';

const optOut = (more: Partial<OptOut> = {}): OptOut => ({
  target: { kind: 'id', value: 'ami-1' },
  until: 'forever',
  actor: 'ann@example.com',
  at: NOW,
  ...more,
});
const group = (value: string, more: Partial<OptOut> = {}) => optOut({ target: { kind: 'group', value }, ...more });
const pattern = (value: string, more: Partial<OptOut> = {}) => optOut({ target: { kind: 'pattern', value }, ...more });
const stored = (...all: readonly OptOut[]) => new Map(all.map((one) => [targetKey(one.target), one]));

test.each([
  ['of a type with the usual tag', optOut(), {}, /still has holystone:keep, that keeps it/],
  ['of a type with a key of its own', optOut(), { keepKey: 'a.b/keep' }, /still has a\.b\/keep, that keeps it/],
  ['of a type without one', optOut(), { keepKey: null }, /^$/],
  ['of a group, which gets none', group('shop'), {}, /^$/],
  ['of a pattern, which gets none', pattern('a*'), {}, /^$/],
])(
  'L63 whoever takes back what is not stored hears of the tag that may keep it: %s',
  (_what, { target }, type, words) => {
    expect(mayKeepWords(target, type)).toMatch(words);
  },
);

describe('L63 an opt-out keeps a resource', () => {
  const subject = resource('ami-1', { group: 'shop', keptAs: ['Team/ami-1'] });

  test.each<[string, OptOut]>([
    ['by its id', optOut()],
    ['by its group', group('shop')],
    ['by a pattern', pattern('ami-*')],
    ['until its end', optOut({ until: NOW + 1 })],
    ['by another id of it', optOut({ target: { kind: 'id', value: 'Team/ami-1' } })],
    ['by a pattern of another id of it', pattern('Team/*')],
  ])('%s', (_how, given) => {
    expect(findOptOut(subject, stored(given), NOW)).toBe(given);
  });

  test.each<[string, OptOut]>([
    ['of another id', optOut({ target: { kind: 'id', value: 'ami-2' } })],
    ['of another group', group('web')],
    ['of a group whose name reads like a pattern', group('ami-*')],
    ['of an id that reads like a pattern', optOut({ target: { kind: 'id', value: 'ami-*' } })],
    ['whose pattern does not match', pattern('vol-*')],
    ['by id that has ended', optOut({ until: NOW })],
    ['by group that has ended', group('shop', { until: NOW })],
    ['by pattern that has ended', pattern('ami-*', { until: NOW })],
  ])('but not one %s', (_how, given) => {
    expect(findOptOut(subject, stored(given), NOW)).toBeUndefined();
  });

  test('where one by id has ended and one by group or pattern is in force', () => {
    const ended = optOut({ until: NOW });
    expect(findOptOut(subject, stored(ended, group('shop')), NOW)?.target.kind).toBe('group');
    expect(findOptOut(subject, stored(ended, group('shop', { until: NOW }), pattern('*-1')), NOW)?.target.kind).toBe(
      'pattern',
    );
  });

  test('by the pattern that lasts longest, where several match', () => {
    const patterns = stored(pattern('ami-*', { until: NOW + DAY }), pattern('*-1', { until: NOW + 9 * DAY }));
    expect(findOptOut(subject, patterns, NOW)?.target.value).toBe('*-1');
  });

  test('by the tag that lasts longest, where several spellings are on it', () => {
    const tags = { 'holystone:keep': '2026-06-05', 'Holystone:Keep': '2026-06-09', 'HOLYSTONE:KEEP': '2026-06-07' };
    const found = findOptOut(resource('ami-1', { tags }), new Map(), NOW);
    expect(found).toMatchObject({
      target: { kind: 'id', value: 'ami-1' },
      actor: 'tag',
      reason: 'tag Holystone:Keep=2026-06-09',
    });
  });

  test('but not by a tag that has ended, or by any other tag', () => {
    const tags = { 'holystone:keep': '2026-05-31', keep: 'always', 'holystone:keeper': 'always' };
    expect(findOptOut(resource('ami-1', { tags }), new Map(), NOW)).toBeUndefined();
  });
});

describe('a decision is about a resource', () => {
  test.each<[OptOut, boolean]>([
    [optOut(), true],
    [optOut({ target: { kind: 'id', value: 'shop' } }), false],
    [group('shop'), true],
    [group('ami-1'), false],
    [pattern('ami-*'), true],
    [pattern('shop*'), false],
    [optOut({ target: { kind: 'id', value: 'ami-*' } }), false],
  ])('%#: %j → %s', (given, is) => {
    expect(isAbout(given, { id: 'ami-1', group: 'shop' })).toBe(is);
  });

  test.each<[OptOut, boolean]>([
    [optOut({ target: { kind: 'id', value: 'Team/ami-1' } }), true],
    [optOut(), true],
    [pattern('Team/*'), true],
    [pattern('ami-*'), true],
    [optOut({ target: { kind: 'id', value: 'Team/ami-2' } }), false],
  ])('that has several ids by any of them: %j → %s', (given, is) => {
    expect(isAbout(given, { id: 'ami-1', keptAs: ['Team/ami-1'] })).toBe(is);
  });

  test('a group is none of a resource without one', () => {
    expect(isAbout(group('shop'), { id: 'ami-1' })).toBe(false);
  });
});

describe('the targets by which a resource is kept', () => {
  test('are its id, its other ids and its group', () => {
    expect(targetsOf({ id: 'ami-1', group: 'shop' })).toEqual(['id:ami-1', 'group:shop']);
    expect(targetsOf({ id: 'ami-1' })).toEqual(['id:ami-1']);
    expect(targetsOf({ id: 'v1', name: 'v1' })).toEqual(['id:v1']);
    expect(targetsOf({ id: 'ami-1', name: '' })).toEqual(['id:ami-1']);
  });

  test('L99 are also its name, by which only patterns keep', () => {
    expect(targetsOf({ id: 'ami-1', name: 'golden-1' })).toEqual(['id:ami-1', 'name:golden-1']);
    expect(isAbout(optOut({ target: { kind: 'id', value: 'golden-1' } }), { id: 'ami-1', name: 'golden-1' })).toBe(
      false,
    );
  });

  test('are also the group of its id, where others go with it: whoever keeps one of them keeps it', () => {
    const template = { id: 'lt-1', group: 'shop', keptAs: ['lt-1/web'] };
    expect(targetsOf(template)).toEqual(['id:lt-1', 'id:lt-1/web', 'group:shop', 'group:lt-1']);
    expect(isAbout(group('lt-1'), template)).toBe(true);
    expect(findOptOut(resource('lt-1', template), stored(group('lt-1')), NOW)?.target.value).toBe('lt-1');
  });

  test('have each a key of their own, so that no group keeps a resource with the same name', () => {
    const keys = [optOut(), group('ami-1'), pattern('ami-1')].map(({ target }) => targetKey(target));
    expect(keys).toEqual(['id:ami-1', 'group:ami-1', 'pattern:ami-1']);
  });
});

describe('the tag on a resource', () => {
  test('has the same end as the decision that wrote it', () => {
    expect([keepTagValue('forever'), keepTagValue(NOW)]).toEqual(['always', '2026-06-01T12:00:00.000Z']);
    expect([keepTagEnd(keepTagValue('forever')), keepTagEnd(keepTagValue(NOW))]).toEqual(['forever', NOW]);
  });

  test('has the key of each type, each once, and none of a type that can carry none', () => {
    expect(keysThatMayKeep([{}, { keepKey: 'a.b/keep' }, { keepKey: null }, { keepKey: 'a.b/keep' }])).toEqual([
      'holystone:keep',
      'a.b/keep',
    ]);
  });

  test.each([
    ['forever', 'forever', true],
    ['forever', NOW, true],
    [NOW, 'forever', false],
    [NOW, NOW, true],
    [NOW + 1, NOW, true],
    [NOW - 1, NOW, false],
  ] as const)('that ends %s is not before %s: %s', (end, until, is) => {
    expect(lasts(end, until)).toBe(is);
  });
});

test('L63 a tag keeps until its end, and no longer', () => {
  const tags = { 'holystone:keep': new Date(NOW).toISOString() };
  expect([keepIn(tags, NOW - 1)?.until, keepIn(tags, NOW)]).toEqual([NOW, undefined]);
});

test('L63 the patterns in force are those whose end has not come', () => {
  const decisions = stored(pattern('a*'), pattern('b*', { until: NOW }), pattern('c*', { until: NOW + 1 }), optOut());
  expect([...patternsInForce(decisions, NOW)].sort()).toEqual(['a*', 'c*']);
});

describe('of several decisions', () => {
  test('of several places the one that lasts longest counts for each target, and of equal ends that of the earlier place', () => {
    const [short, long, same] = [optOut({ until: NOW + DAY }), optOut(), optOut({ actor: 'bob@example.com' })];
    for (const places of [
      [stored(short), stored(long, group('shop')), stored(same)],
      [stored(long), stored(short, group('shop'))],
    ]) {
      expect([...longestOfEach(places)]).toEqual([
        ['id:ami-1', long],
        ['group:shop', group('shop')],
      ]);
    }
  });

  test('the last one of each actor counts, in whatever order they come', () => {
    const [first, second] = [optOut({ at: NOW - 2 }), optOut({ at: NOW - 1 })];
    const bob = optOut({ actor: 'bob@example.com', at: NOW - 9 });
    for (const order of [
      [first, second, bob],
      [bob, second, first],
    ]) {
      expect(new Set(latestOfEach(order))).toEqual(new Set([second, bob]));
    }
  });

  test('the one that lasts longest comes first, and of equal ends the earlier', () => {
    const [week, month] = [optOut({ until: NOW + 7 * DAY }), optOut({ until: NOW + 30 * DAY })];
    const [early, late] = [optOut({ at: NOW - 1 }), optOut()];
    expect(longestFirst([week, late, month, early])).toEqual([early, late, month, week]);
    expect([outlasts(month, week), outlasts(week, month), outlasts(early, late)]).toEqual([true, false, false]);
  });
});

describe('a second click', () => {
  const week = optOut({ until: NOW + 7 * DAY, reason: 'why' });

  test.each<[string, Partial<OptOut>, boolean]>([
    ['at the same instant', {}, true],
    ['within a minute', { at: NOW + 60_000, until: NOW + 7 * DAY + 60_000 }, true],
    ['after more than a minute', { at: NOW + 60_001, until: NOW + 7 * DAY + 60_000 }, false],
    ['by a clock that was set back', { at: NOW - 1 }, false],
    ['of somebody else', { actor: 'bob@example.com' }, false],
    ['for another reason', { reason: 'another' }, false],
    ['for another time', { until: NOW + 7 * DAY + 60_001 }, false],
    ['for a shorter time', { until: NOW + 6 * DAY }, false],
    ['for ever', { until: 'forever' }, false],
  ])('is no new decision: one %s', (_what, change, is) => {
    expect(isRepeat(week, { ...week, ...change })).toBe(is);
  });

  test('of two that keep for ever the second is none either', () => {
    expect(isRepeat(optOut(), optOut({ at: NOW + 1 }))).toBe(true);
    expect(isRepeat(optOut(), week)).toBe(false);
  });
});

describe('the name in a decision', () => {
  test('is that of the mark, else that of an earlier decision', () => {
    expect(withName(optOut(), 'golden', [optOut({ name: 'older' })]).name).toBe('golden');
    expect(withName(optOut(), undefined, [optOut(), optOut({ name: 'older' })]).name).toBe('older');
    expect(withName(optOut({ name: 'read' }), undefined, [optOut({ name: 'older' })]).name).toBe('read');
  });

  test('is left out where it is the id, and for a group', () => {
    expect(withName(optOut(), 'ami-1', [])).not.toHaveProperty('name');
    expect(withName(optOut(), undefined, [])).not.toHaveProperty('name');
    expect(withName(group('shop'), 'golden', [])).not.toHaveProperty('name');
  });
});
