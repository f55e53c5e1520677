/** The machine of an instance sleeps between the permit and the request: by then others may act for it. */
import { beforeEach, expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import { HERE, worldForAll } from '../../support/awsWorld.ts';
import { longestOf } from '../../support/longestOf.ts';

/** Longer than a permit. */
const SLEEP_MS = 40_000;

const world = worldForAll();
let image: string;
beforeEach(async () => {
  await world.reset();
  [image = ''] = world.addImages(1);
  await world.untilDue();
});

const requests = () => world.writes().filter(({ operation }) => operation === 'DeregisterImage').length;

/** It sleeps once, directly after a permit: its steady clock stands still, its wall clock goes on. */
function sleeping(parts: Parts): Parts {
  let sleptMs = 0;
  const steady = { monotonicMs: () => world.clock.monotonicMs() - sleptMs };
  const monotonic = longestOf(steady, world.clock);
  const permits: Parts['permits'] = {
    request: async (...asked) => {
      const answer = await parts.permits.request(...asked);
      if (sleptMs === 0) world.clock.advance(SLEEP_MS);
      sleptMs = SLEEP_MS;
      return answer;
    },
  };
  return { ...parts, steady, monotonic, permits };
}

test('L59 the machine sleeps between permit and request → nothing leaves when it wakes; Holystone checks again and then deletes', async () => {
  await world.configure({ swap: sleeping });
  await world.pass('delete');
  expect(world.events(image)).toEqual(['marked', 'noticed', 'permitted', 'deferred', 'permitted', 'deleted']);
  expect(requests()).toBe(1);
});

/** Its instance stops for good after the permit. */
const dying = (parts: Parts): Parts => ({
  ...parts,
  permits: {
    request: async (...asked) => {
      await parts.permits.request(...asked);
      throw new Error('the instance is gone');
    },
  },
});

test('L59 an instance is silent after its permit → another leaves the intent alone until no request of it can leave, then checks again', async () => {
  await world.configure({ swap: dying });
  await world.pass('delete');
  await world.configure();
  const looks: unknown[] = [];
  for (const laterMs of [35_000, 54_000]) {
    world.clock.advance(laterMs);
    const { counts, underWay } = await world.pass('delete');
    looks.push([(await world.markOf(image))?.state, counts.deleted, underWay]);
  }
  expect(looks).toEqual([
    ['deleting', 0, true],
    ['deleting', 0, true],
  ]);
  world.clock.advance(2_000);
  await world.pass('delete');
  expect([world.deregistered(), requests()]).toEqual([[image], 1]);
});

test('L65 in that time the image gets a user, and the owner keeps it → it stays, and nothing is asked of AWS', async () => {
  await world.configure({ swap: dying });
  await world.pass('delete');
  await world.configure();
  world.sandbox.control.addInstances(HERE, [{ ImageId: image }]);
  world.clock.advance(100_000);
  await world.pass('delete');
  expect([await world.marks(), requests()]).toEqual([[], 0]);
});
