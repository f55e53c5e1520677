/** A resource whose only user is marked, and never deleted, by the stage of its type or the actions of its entry, is in use. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { handlers, providers } from '../../../src/handlers/index.ts';
import { DAY, World } from '../../support/awsWorld.ts';
import { Stack, stackProvider } from '../../support/stackProvider.ts';

const [FRONT, POOL] = ['stack:shop:here:front', 'stack:shop:here:pool'] as [Namespace, Namespace];
let world: World;
let stack: Stack;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(() => {
  stack = new Stack();
});

async function begin(front: string): Promise<void> {
  const provider = stackProvider(() => stack);
  await world.reset({
    known: {
      providers: [...providers, provider],
      handlers: [...handlers, ...provider.handlers],
      accounts: '  - { name: shop, provider: stack, id: shop-1, locations: [here] }',
    },
    cleanup: `[{ type: stack.front, live: true, ${front}when: [{ rule: unused }] }, { type: stack.pool, live: true, when: [{ rule: unused }] }]`,
  });
  stack.createdAt = world.clock.now() - 400 * DAY;
  stack.add('front', 'front-1', ['pool-1']);
  stack.add('pool', 'pool-1');
}

test.each([
  ['its user is deleted, too (control)', '', 0],
  ['its user is at the stage notify', 'rollout: notify, ', 1],
  ['the entry of its user has no delete', 'actions: [mark, notify], ', 1],
])('%s: a date that was told is kept, or none is told', async (_what, front, left) => {
  await begin(front);
  for (const namespace of [FRONT, POOL]) await world.pass('mark', namespace);
  await world.notify(FRONT, POOL);
  const about = world.messages().map(({ text }) => text.replaceAll(/\s+/g, ' '));
  const pool = await world.markOf('pool-1', POOL);
  for (let days = 0; days < 40; days += 5) {
    await world.watched(5, FRONT, POOL);
    // The queue runs no delete pass where `actions` has none.
    const runs = front.startsWith('actions') ? [POOL] : [POOL, FRONT, POOL];
    for (const namespace of runs) await world.pass('delete', namespace);
  }
  const isTold = pool?.notice !== undefined && about.some((text) => /will be deleted|will delete/.test(text));
  const isThere = !stack.deletions.includes('pool-1');
  expect({ isThere: isThere ? 1 : 0 }).toEqual({ isThere: left });
  expect(isTold && isThere).toBe(false);
});
