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

  test('of equal dates the earlier id is kept, and a row without a date takes no place of a dated one', () => {
    expect(kept([row('b', 1), row('a', 1), row('c', 1)], 2)).toEqual(['a', 'b']);
    expect(kept([row('u'), row('n', Number.NaN), row('old', 1)], 1)).toEqual(['old']);
    expect(kept([row('u'), row('old', 1)], 2)).toEqual(['old', 'u']);
  });

  test('are those that come first when the whole family is sorted', () => {
    const rows = fc.uniqueArray(
      fc.record({
        id: fc.stringMatching(/^[a-z]{1,3}$/),
        at: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
      }),
      { selector: ({ id }) => id, maxLength: 40 },
    );
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 12 }), (family, count) => {
        const date = ({ at = -1 }: { at: number | undefined }) => at;
        const sorted = family.toSorted((a, b) => date(b) - date(a) || a.id.localeCompare(b.id));
        const expected = sorted.slice(0, count).map(({ id }) => id);
        expect(
          kept(
            family.map(({ id, at }) => row(id, at)),
            count,
          ),
        ).toEqual(expected.sort());
      }),
    );
  });
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
