/** Redis goes back to a state without a later decision of a person, and no tag on the resource shows that decision. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { HOUR, World } from '../../support/awsWorld.ts';
import { addImage, hubOptions, TAGS, tagsIn, untilDue } from '../../support/hubWorld.ts';

let world: World;
let hub: RunningRegistry;
beforeAll(async () => {
  world = await World.start();
  hub = await startRegistry();
});
afterAll(async () => {
  await world.stop();
  await hub.close();
});
beforeEach(async () => {
  await world.reset(hubOptions(hub));
  addImage(hub, world, 'v1', 120);
  addImage(hub, world, 'v9', 90);
  await untilDue(world);
});

const keep = () =>
  world.wired.deps.optOuts.optOut(TAGS, {
    target: { kind: 'id', value: 'v1' },
    until: 'forever',
    actor: 'ann@example.com',
    at: world.clock.now(),
  });

async function goBackBehind(change: () => Promise<unknown>): Promise<void> {
  const goBack = await world.redis.backUp();
  await change();
  await goBack();
  await world.connection.whenReady();
}

test('L25 L62 a tag that its owner kept before Redis was rolled back is not deleted on the notice of before', async () => {
  await goBackBehind(keep);
  await world.pass('mark', TAGS);
  await world.pass('delete', TAGS);
  expect(tagsIn(hub)).toEqual(['v1', 'v9']);
});

test('L25 the owner gets a new message, and the tag goes a whole retention after it', async () => {
  await goBackBehind(keep);
  await world.pass('mark', TAGS);
  const before = world.messages().length;
  await world.notify(TAGS);
  expect(world.messages().length).toBe(before + 1);
  await world.watched(9, TAGS);
  await world.pass('delete', TAGS);
  expect(tagsIn(hub)).toEqual(['v1', 'v9']);
  await world.watched(2, TAGS);
  world.clock.advance(HOUR);
  await world.pass('delete', TAGS);
  expect(tagsIn(hub)).toEqual(['v9']);
});

test('L25 Redis restarts with all data: the notice counts', async () => {
  await world.redis.restart();
  await world.connection.whenReady();
  await world.pass('mark', TAGS);
  await world.pass('delete', TAGS);
  expect(tagsIn(hub)).toEqual(['v9']);
});
