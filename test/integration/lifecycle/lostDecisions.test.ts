/** Redis goes back to a state without a later decision of a person, and no tag on the resource shows that decision. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { handlers, providers } from '../../../src/handlers/index.ts';
import { DAY, HOUR, World } from '../../support/awsWorld.ts';

const TAGS = 'registry:hub:shop%2Fweb:tag' as Namespace;
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
  const account = `{ name: hub, provider: registry, id: "${new URL(hub.url).host}", url: "${hub.url}", locations: [shop/web], owner: ann@example.com }`;
  await world.reset({
    known: { providers, handlers, accounts: `  - ${account}` },
    cleanup:
      '[{ type: tag, live: true, nameRegexDelete: "v.*", keepN: 1, olderThan: 30d, timestampSource: image-created }]',
  });
  for (const [tag, days] of Object.entries({ v1: 120, v9: 90 })) {
    const created = new Date(world.clock.now() - days * DAY).toISOString();
    hub.store.image('shop/web', tag, { created, salt: tag });
  }
  await world.pass('mark', TAGS);
  await world.notify(TAGS);
  await world.watched(15, TAGS);
});

const tags = () => [...hub.store.repository('shop/web').tags.keys()].sort();
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
  expect(tags()).toEqual(['v1', 'v9']);
});

test('L25 the owner gets a new message, and the tag goes a whole retention after it', async () => {
  await goBackBehind(keep);
  await world.pass('mark', TAGS);
  const before = world.messages().length;
  await world.notify(TAGS);
  expect(world.messages().length).toBe(before + 1);
  await world.watched(9, TAGS);
  await world.pass('delete', TAGS);
  expect(tags()).toEqual(['v1', 'v9']);
  await world.watched(2, TAGS);
  world.clock.advance(HOUR);
  await world.pass('delete', TAGS);
  expect(tags()).toEqual(['v9']);
});

test('L25 Redis restarts with all data: the notice counts', async () => {
  await world.redis.restart();
  await world.connection.whenReady();
  await world.pass('mark', TAGS);
  await world.pass('delete', TAGS);
  expect(tags()).toEqual(['v9']);
});
