import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { atOnce, LIGHT_STEP } from '../../../src/core/common/steps.ts';
import { newestOf } from '../../../src/core/evaluation/newest.ts';
import type { BoundSetPolicy } from '../../../src/core/evaluation/policy.ts';
import { collectPopulation } from '../../../src/core/evaluation/population.ts';
import type { Row } from '../../../src/core/evaluation/rule.ts';
import { keepingBySetPolicies } from '../../../src/core/evaluation/setPolicies.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { resource } from '../../support/evaluation.ts';

const row = (id: string, at?: number, family = 'base'): Row => ({ id, family, ...(at === undefined ? {} : { at }) });
const named = (name: string, at?: number): Row => ({ ...row(name, at), name });
const earliest = (name: string, at?: number): Row => ({ ...named(name, at), isEarliest: true });
const kept = (rows: readonly Row[], count: number) => [...newestOf(rows, count).keys()].sort();

describe('the newest of each family', () => {
  test('are kept with the reason, however they are listed', () => {
    const rows = [row('c', 3), row('a', 1), row('d', 4), row('b', 2), row('x', 1, 'other')];
    expect([...newestOf(rows, 2)].sort()).toEqual([
      ['c', 'one of the newest 2 of base'],
      ['d', 'one of the newest 2 of base'],
      ['x', 'one of the newest 2 of other'],
    ]);
    expect([...newestOf(rows, 1)].sort()).toEqual([
      ['d', 'the newest of base'],
      ['x', 'the newest of other'],
    ]);
  });

  test('R3 what ties with the last of them stays, and the reason says so', () => {
    const rows = [row('b', 1), row('a', 1), row('c', 1), row('d', 2), row('old', 0)];
    expect(kept(rows, 2)).toEqual(['a', 'b', 'c', 'd']);
    expect(newestOf(rows, 2).get('a')).toBe(
      'one of 4 of base that stay: neither their dates nor numbers in their names say which are the newest 2',
    );
    expect(newestOf([row('a', 1), row('b', 1)], 1).get('a')).toContain('say which is the newest');
  });

  test('R3 a row without a date stays, and takes no place of a dated one', () => {
    expect(kept([row('u'), row('n', Number.NaN), row('old', 1)], 1)).toEqual(['n', 'old', 'u']);
    expect(kept([row('v3'), named('v2', 2), named('v1', 1)], 1)).toEqual(['v2', 'v3']);
  });

  test('R3 without dates, and among equal ones, the numbers in the names decide', () => {
    const versions = Array.from({ length: 20 }, (_, index) => `v1.${index + 1}`);
    const newest = ['v1.18', 'v1.19', 'v1.20'];
    expect(
      kept(
        versions.map((id) => named(id)),
        3,
      ),
    ).toEqual(newest);
    expect(
      kept(
        versions.map((id) => named(id, 7)),
        3,
      ),
    ).toEqual(newest);
    expect(kept([...versions.map((id) => named(id)), named('stable')], 3)).toEqual(['stable', ...newest]);
  });

  test('R3 a date decides before the numbers in the names', () => {
    expect(kept([named('v1.1.9', 3), named('v1.2.0', 2), named('v1.2.1', 1)], 1)).toEqual(['v1.1.9']);
  });

  test('R3 an earliest date is newer than an exact one before it, and never older', () => {
    expect(kept([earliest('built', 3), named('pushed', 2)], 1)).toEqual(['built']);
    expect(kept([earliest('built', 1), named('pushed', 2)], 1)).toEqual(['built', 'pushed']);
    expect(kept([earliest('built', 1), earliest('later', 2)], 1)).toEqual(['later']);
  });

  test('R3 as many dates as are newer leave fewer places to those of one date, which their names order', () => {
    const rows = [named('v1', 1), named('v2', 1), named('x', 2), named('y', 3)];
    expect(kept(rows, 3)).toEqual(['v2', 'x', 'y']);
    expect(newestOf(rows, 3).get('v2')).toBe('one of the newest 3 of base');
    expect(kept([...rows, earliest('e1', 1), earliest('e2', 1), earliest('e3', 2)], 2)).toEqual(['e2', 'e3', 'x', 'y']);
  });

  test('R3 names that say nothing of each other leave each its place', () => {
    expect(kept([named('v01'), named('v1'), named('v001')], 1)).toEqual(['v001', 'v01', 'v1']);
    expect(kept([named('1.2'), named('1.2.9'), named('1.1.9')], 1)).toEqual(['1.2', '1.2.9']);
  });

  describe('R3 the rows of a part', () => {
    const of = (part: string, ...rows: readonly Row[]) => rows.map((one) => ({ ...one, part }));

    test('count once, and stay together by the latest of their dates', () => {
      const rows = [...of('p', row('a', 1), row('b', 3), row('c', 3)), row('d', 2), row('e', 1)];
      expect(kept(rows, 1)).toEqual(['a', 'b', 'c']);
      expect(kept(rows, 2)).toEqual(['a', 'b', 'c', 'd']);
      expect(newestOf(rows, 2).get('a')).toBe('one of the newest 2 of base');
    });

    test('count once where each row has one', () => {
      expect(kept([...of('p', row('b', 3), row('a', 1)), ...of('q', row('c', 2))], 1)).toEqual(['a', 'b']);
      const rows = [...of('p', row('a', 3), row('b', 3)), ...of('q', row('c', 2)), ...of('r', row('d', 1))];
      expect(kept(rows, 2)).toEqual(['a', 'b', 'c']);
    });

    test('go together where other parts are newer; the id of another row is no part', () => {
      expect(kept([...of('p', row('a', 1), row('b', 2)), ...of('q', row('c', 3))], 1)).toEqual(['c']);
      expect(kept([row('p', 1), ...of('p', row('a', 2))], 1)).toEqual(['a']);
    });

    test('have no date where one of them has none: they stay, and take no place', () => {
      expect(kept([...of('p', row('a', 1), row('b')), row('c', 2), row('d', 1)], 1)).toEqual(['a', 'b', 'c']);
    });

    test('have an earliest date where one of them has', () => {
      expect(kept([...of('p', earliest('a', 1), named('b', 0)), named('c', 2)], 1)).toEqual(['a', 'b', 'c']);
      expect(kept([...of('p', named('a', 1), named('b', 0)), named('c', 2)], 1)).toEqual(['c']);
    });

    test('have the order of their names where they have no date, also of an earliest one', () => {
      const undated = of('p', earliest('v1.1', 5), named('v1.2'));
      expect(kept([...undated, named('v1.3')], 1)).toEqual(['v1.3']);
      expect(kept([...of('p', named('v1.1'), named('v1.3')), named('v1.2')], 1)).toEqual(['v1.1', 'v1.3']);
      expect(kept([...of('p', named('v1.1'), named('v1.2')), named('v1.3')], 1)).toEqual(['v1.3']);
    });
  });

  test('R3 of each family at least as many stay, in any order of the listing, and one fewer changes no other to go', () => {
    const rows = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('v', 'v1.', 'rc', 'x-').chain((stem) => fc.nat(12).map((count) => `${stem}${count}`)),
        at: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
        isEarliest: fc.boolean(),
      }),
      { selector: ({ id }) => id, maxLength: 30 },
    );
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 5 }), fc.nat(29), (given, count, index) => {
        const family = given.map(({ id, at, isEarliest }) => (isEarliest ? earliest(id, at) : named(id, at)));
        const stay = kept(family, count);
        expect(stay.length).toBeGreaterThanOrEqual(Math.min(count, family.length));
        expect(kept(family.toReversed(), count)).toEqual(stay);
        const fewer = family.filter((_row, at) => at !== index);
        expect(stay.filter((id) => id !== family[index]?.id && !kept(fewer, count).includes(id))).toEqual([]);
      }),
    );
  });

  // The square of the length would be 400 times as much.
  test.each(['v1.', 'main-1-'])(
    'R3 20 times as many rows of one family (%s) take less than 100 times as long',
    (name) => {
      const cpuOf = (count: number) => {
        const many = Array.from({ length: count }, (_, index) => named(`${name}${index}`));
        const start = process.cpuUsage();
        expect(newestOf(many, 3).size).toBeGreaterThanOrEqual(3);
        return process.cpuUsage(start).user;
      };
      cpuOf(5_000);
      const few = cpuOf(5_000);
      expect(cpuOf(100_000) / few).toBeLessThan(100);
    },
  );
});

describe('set policies', () => {
  const newest: BoundSetPolicy<Resource> = {
    name: 'keepNewest',
    row: ({ id, name = '', createdAt }) => ({ id, family: name, at: createdAt?.getTime() ?? 0 }),
    keep: (rows) => newestOf(rows, 1),
  };
  const image = (id: string, at: number, name = 'base') => resource(id, { name, createdAt: new Date(at) });
  async function judged(listed: readonly Resource[], subjects: readonly Resource[], setPolicies = [newest]) {
    async function* pages() {
      yield listed;
    }
    const population = await collectPopulation(pages(), setPolicies);
    return atOnce(keepingBySetPolicies({ subjects, population, policy: { setPolicies } }));
  }

  test('law 2 compare a resource that was read by id with the listed ones that no read names', async () => {
    const [old, fresh] = [image('old', 1), image('fresh', 2)];
    expect(await judged([old, fresh], [old])).toEqual(new Map([['fresh', ['keepNewest: the newest of base']]]));
  });

  test('law 2 count a resource that the listing omits', async () => {
    const [old, fresh] = [image('old', 1), image('fresh', 2)];
    expect([...((await judged([old], [fresh])) ?? [])].map(([id]) => id)).toEqual(['fresh']);
  });

  test('law 2 use the read by id, not the listing before it', async () => {
    const renamed = image('fresh', 2, 'other');
    expect(
      [...((await judged([image('old', 1), image('fresh', 2)], [renamed])) ?? [])].map(([id]) => id).sort(),
    ).toEqual(['fresh', 'old']);
  });

  test('each gives its reason', async () => {
    const again = { ...newest, name: 'again' };
    expect((await judged([image('a', 1)], [image('a', 1)], [newest, again]))?.get('a')).toEqual([
      'keepNewest: the newest of base',
      'again: the newest of base',
    ]);
  });

  test('see whole families, of however many resources', async () => {
    const many = Array.from({ length: 3 * LIGHT_STEP }, (_, n) => image(`ami-${n}`, n, `family ${n % 3}`));
    const found = await judged(many, []);
    expect([...(found?.keys() ?? [])].sort()).toEqual(
      many
        .slice(-3)
        .map(({ id }) => id)
        .sort(),
    );
  });

  test('law 1 without a finished listing nothing is known, and while it still runs nothing is kept yet', () => {
    const policy = { setPolicies: [newest] };
    expect(atOnce(keepingBySetPolicies({ subjects: [], policy }))).toBeUndefined();
    expect(atOnce(keepingBySetPolicies({ subjects: [], policy, population: 'later' }))).toEqual(new Map());
  });
});
