import { describe, expect, test } from '@jest/globals';
import { IdSet } from '../../../src/core/common/idSet.ts';
import { collectPopulation } from '../../../src/core/evaluation/population.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { resource } from '../../support/evaluation.ts';

async function* pages(...all: readonly (readonly string[])[]): AsyncGenerator<readonly Resource[]> {
  for (const ids of all) yield ids.map((id) => resource(id));
}

/** The order is by id. */
const byId = { name: 'byId', row: ({ id }: Resource) => ({ id, family: 'all' }) };
const nothing = { name: 'nothing', row: () => undefined };

describe('a population', () => {
  test('A6 has everything of all pages, and the rows of each set policy', async () => {
    const looked: string[][] = [];
    const { size, rows } = await collectPopulation(pages(['a', 'b'], [], ['c']), [byId, nothing], (page) => {
      looked.push(page.map(({ id }) => id));
    });
    expect([size, looked]).toEqual([3, [['a', 'b'], ['c']]]);
    expect(rows.get('byId')?.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect([rows.get('nothing'), rows.get('other')]).toEqual([[], undefined]);
  });

  test('a resource that moved between pages and was listed twice counts once', async () => {
    const looked: string[] = [];
    const { size, rows } = await collectPopulation(pages(['a', 'b'], ['b', 'c'], ['a']), [byId], (page) => {
      looked.push(...page.map(({ id }) => id));
    });
    expect([size, looked, rows.get('byId')?.length]).toEqual([3, ['a', 'b', 'c'], 3]);
  });

  test('Law 1 there is none of a listing that failed, on its last page or while it was looked at', async () => {
    async function* broken() {
      yield* pages(['a']);
      throw new Error('the last page');
    }
    await expect(collectPopulation(broken(), [])).rejects.toThrow('the last page');
    const looking = collectPopulation(pages(['a']), [], () => Promise.reject(new Error('the look')));
    await expect(looking).rejects.toThrow('the look');
  });
});

describe('IdSet', () => {
  test('a population has exactly the added resources while it grows', () => {
    const seen = new IdSet();
    const ids = Array.from({ length: 20_000 }, (_, index) => `snap-${index.toString(16).padStart(17, '0')}`);
    const added = ids.filter((id) => seen.add(id));
    const again = ids.filter((id) => seen.add(id));
    expect([added.length, again.length]).toEqual([20_000, 0]);
  });

  test.each([
    ['one letter', 'a', 'b'],
    ['the order', 'ab', 'ba'],
    ['a blank', 'a', 'a '],
    ['nothing', '', '0'],
  ])('distinguishes what differs by %s', (_by, one, other) => {
    const seen = new IdSet();
    expect([seen.add(one), seen.add(other), seen.add(one)]).toEqual([true, true, false]);
  });
});
