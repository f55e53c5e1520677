/** What the rules of every type nominate, at their limits; what is not known nominates nothing (law 1). */
import { describe, expect, test } from '@jest/globals';
import type { Facts } from '../../../src/core/evaluation/rule.ts';
import { age, spanOrZero, spanParameter } from '../../../src/core/evaluation/rules/age.ts';
import { attribute } from '../../../src/core/evaluation/rules/attribute.ts';
import { expired } from '../../../src/core/evaluation/rules/expired.ts';
import { genericRules } from '../../../src/core/evaluation/rules/index.ts';
import { unused } from '../../../src/core/evaluation/rules/unused.ts';
import { DAY, NOW, resource, usedBy } from '../../support/evaluation.ts';

const facts = (more: Partial<Facts> = {}): Facts => ({ now: NOW, findings: [], createdAt: NOW - 400 * DAY, ...more });
const { createdAt: _none, ...undated } = facts();

test('the rules of every type have these names in the configuration', () => {
  expect(genericRules.map(({ name }) => name)).toEqual(['age', 'attribute', 'expired', 'unused']);
});

describe('age', () => {
  const nominated = (createdAt: number) =>
    age.matches(resource('a') as never, { moreThan: 6 * DAY }, facts({ createdAt }));

  test('L39 nominates what is older, and says how old', () => {
    expect(nominated(NOW - 7 * DAY)).toEqual({
      code: 'older',
      values: { age: { count: 7, unit: 'day' }, moreThan: { count: 6, unit: 'day' } },
    });
    expect(nominated(NOW - 6 * DAY - 1)).toBeDefined();
  });

  test('Law 1 nominates nothing that is just as old, of the future, or without a date', () => {
    expect([nominated(NOW - 6 * DAY), nominated(NOW + DAY)]).toEqual([undefined, undefined]);
    expect(age.matches(resource('a') as never, { moreThan: 1 }, undated)).toBeUndefined();
  });

  test('takes a span of exact time', () => {
    expect(age.parameters.parse({ moreThan: '36h' })).toEqual({ moreThan: 36 * 3_600_000 });
    expect([spanParameter.parse('90d'), spanOrZero.parse('0d'), spanOrZero.parse('2w')]).toEqual([
      90 * DAY,
      0,
      14 * DAY,
    ]);
  });

  test.each(['0d', '5bd', '5 business days', 'soon', '', '-1d', 90])(
    'Law 15 refuses %j, and says what it takes',
    (moreThan) => {
      const { error } = age.parameters.safeParse({ moreThan });
      expect(error?.issues[0]?.message).toMatch(/a span of time above zero: 36h, 90d, 2w$/);
      expect(age.parameters.safeParse({}).success).toBe(false);
    },
  );

  test('Law 15 refuses a key that it does not know', () => {
    expect(age.parameters.safeParse({ moreThan: '90d', lessThan: '1d' }).success).toBe(false);
    expect(spanOrZero.safeParse('0h').error?.issues[0]?.message).toMatch(/^0d, or a span of time above zero/);
  });
});

describe('unused', () => {
  const because = (more: Partial<Facts>) => unused.matches(resource('a') as never, {}, facts(more));

  test.each<[string, Partial<Facts>, object]>([
    ['nobody uses', {}, {}],
    ['nobody uses by our own record', { isByOurRecord: true }, { isByRecord: true }],
    ['nobody else uses, than users that are deleted first', { isHeld: true }, { isElse: true }],
    ['nobody else uses by our own record', { isHeld: true, isByOurRecord: true }, { isElse: true, isByRecord: true }],
    ['was used once', { findings: [{ ...usedBy('a', 'job'), says: 'lastUsed', at: NOW - 90 * DAY }] }, {}],
  ])('L26 nominates what %s', (_what, more, values) => {
    expect(because(more)).toEqual({ code: 'unused', values });
  });

  test('Law 4 nominates nothing that is used, whatever else is known', () => {
    const findings = [{ ...usedBy('a', 'job'), says: 'lastUsed' as const, at: NOW }, usedBy('a', 'instance i-1')];
    for (const more of [{}, { isHeld: true }, { isByOurRecord: true }] as const) {
      expect(because({ ...more, findings })).toBeUndefined();
    }
  });

  test('Law 15 takes no parameters', () => {
    expect([unused, expired].map(({ parameters }) => parameters.safeParse({ after: '1d' }).success)).toEqual([
      false,
      false,
    ]);
  });
});

describe('expired', () => {
  const because = (tags: Record<string, string>, more: Partial<Facts> = {}) =>
    expired.matches(resource('a', { tags }), {}, facts(more));

  test('L40 nominates what is past its tag, and not at that very instant', () => {
    const tags = { expires: '2026-06-01T11:59:59Z' };
    expect(because(tags)).toEqual({ code: 'expired', values: { tag: 'expires', value: '2026-06-01T11:59:59Z' } });
    expect(because({ expires: '2026-06-01T12:00:00Z' })).toBeUndefined();
    expect(because({ expires: '2026-06-01T12:00:01Z' })).toBeUndefined();
  });

  test.each([{}, { ttl: 'never' }, { ttl: 'some day' }, { ttl: '1d', expires: 'never' }])(
    'Law 1 nominates nothing by the tags %j',
    (tags) => {
      expect(because(tags)).toBeUndefined();
    },
  );

  test('L41 counts a time from the creation, and reads the tags that the configuration names', () => {
    expect(because({ ttl: '399d' })).toBeDefined();
    expect(because({ ttl: '401d' })).toBeUndefined();
    expect(expired.matches(resource('a', { tags: { ttl: '1d' } }), {}, undated)).toBeUndefined();
    expect(because({ until: '2020-01-01' })).toBeUndefined();
    expect(because({ until: '2020-01-01' }, { expiry: { keys: ['until'] } })).toBeDefined();
  });
});

describe('attribute', () => {
  const subject = resource('a', { state: 'available', size: 120, tags: { team: 'shop' } });
  const because = (where: Record<string, unknown>) =>
    attribute.matches(subject, attribute.parameters.parse({ where }), facts());

  test('L39 nominates what has every attribute, and names each with its value', () => {
    expect(because({ state: 'available', size: { above: 100 }, 'tag:owner': { absent: true } })).toEqual({
      code: 'attributes',
      values: {
        facts: [
          { path: 'state', value: 'available' },
          { path: 'size', value: '120', compared: 'above 100' },
          { path: 'tag:owner' },
        ],
      },
    });
  });

  test.each([
    { state: 'available', size: { above: 200 } },
    { state: 'in-use', size: { above: 100 } },
    { missing: 'x' },
    { 'tag:owner': { not: 'ann' } },
  ])('Law 1 nominates nothing by %j', (where) => {
    expect(because(where)).toBeUndefined();
  });

  test.each([{}, { where: {} }, { where: { size: { above: 1, below: 0 } } }, { where: { state: 'x' }, other: 1 }])(
    'Law 15 refuses %j',
    (parameters) => {
      expect(attribute.parameters.safeParse(parameters).success).toBe(false);
    },
  );
});
