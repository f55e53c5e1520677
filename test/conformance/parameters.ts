import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  parametersBelow,
  valueOfOne,
  valuesOf,
  versionsOf,
} from '../../src/handlers/aws/evidence/references/parameterApi.ts';
import { image } from '../../src/handlers/aws/types/image/handler.ts';
import { provenReader } from '../../src/handlers/aws/wire/places.ts';
import { REGION } from '../integration/handlers/fixture.ts';
import { aParameter, label } from './launchers.ts';
import type { World } from './world.ts';

/** How parameters are read, where finding those that say they are images cannot be compared. */
export function parameters(open: () => Promise<World>): void {
  describe('SSM parameters', () => {
    let world: World;
    beforeEach(async () => {
      world = await open();
      await aParameter(world, '/golden/web', 'one', 'two', 'three');
      await label(world, '/golden/web', 2, 'prod');
    });
    afterEach(() => world.close());

    const reader = () => {
      const scope = world.scope(image.parameters.parse({}));
      return provenReader({ account: 'test', location: REGION }, scope, world.io());
    };

    test('A1 every version is read, and which is labelled', async () => {
      const versions = await versionsOf(await reader(), '/golden/web');
      expect(versions.map(({ number, value, labels }) => [number, value, labels])).toEqual([
        [1, 'one', []],
        [2, 'two', ['prod']],
        [3, 'three', []],
      ]);
    });

    test('A1 a version is read by its number, by its label, and as the current one', async () => {
      const names = ['/golden/web', '/golden/web:1', '/golden/web:prod', '/golden/web:test', '/golden/api'];
      const target = await reader();
      const versions = await Promise.all(names.map((name) => valueOfOne(target, name)));
      expect(versions.map((version) => version?.value)).toEqual(['three', 'one', 'two', undefined, undefined]);
    });

    test('A1 current versions are read many at a time, and one that is not there is left out', async () => {
      const names = ['/golden/web', '/golden/api'];
      const values = await valuesOf(await reader(), names);
      expect(names.map((name) => values.get(name)?.number)).toEqual([3, undefined]);
    });

    test('A14 one that is not there has no versions', async () => {
      expect(await versionsOf(await reader(), '/golden/api')).toEqual([]);
    });

    test('A1 all that are below a path are read, however deep, page by page, and no others', async () => {
      const below = Array.from({ length: 11 }, (_, index) => `/golden/deep/er/${index}`);
      for (const name of [...below, '/goldenrod/web', 'golden']) await aParameter(world, name, 'one');
      const found: string[] = [];
      for await (const { name } of parametersBelow(await reader(), '/golden')) found.push(name);
      expect(found.toSorted()).toEqual([...below, '/golden/web'].toSorted());
    });
  });
}
