/** Somebody begins to use an asset of CDK after the check before its deletion, and before the request. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { afterCheck } from '../../support/afterCheck.ts';
import { DAY, namespaceOf, World } from '../../support/awsWorld.ts';
import { hashOf } from '../../support/cdkEnvironment.ts';
import { assetOptions, assetWorld, keyOf, updateStack, WITHOUT_NOTICE } from '../../support/cdkWorld.ts';

const OBJECTS = namespaceOf('cdkS3Asset');
const IMAGES = namespaceOf('cdkEcrImage');
let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

/** The due assets are deleted, and somebody acts in between. */
async function deleting(type: 'cdkS3Asset' | 'cdkEcrImage', act: () => void) {
  await world.configure({ ...assetOptions({ more: WITHOUT_NOTICE, type }), swap: afterCheck(act) });
  return world.pass('delete', namespaceOf(type));
}

describe('K8 a deployment after the check', () => {
  test.each(['UPDATE_IN_PROGRESS', 'UPDATE_COMPLETE'] as const)(
    'K8 that updates a stack (%s) keeps the file that it names; the others of the request go',
    async (status) => {
      const { keys, put, stack } = await assetWorld(world, { more: WITHOUT_NOTICE });
      for (const name of ['named', 'old']) put(name);
      stack('shop', 'other');
      await world.pass('mark', OBJECTS);
      world.clock.advance(11 * DAY);
      const { counts } = await deleting('cdkS3Asset', () => updateStack(world, 'shop', status, 'named'));
      expect([keys(), counts]).toEqual([[keyOf('named')], expect.objectContaining({ deleted: 1, retried: 1 })]);
    },
  );

  test('K8 that makes a stack keeps the image that it names', async () => {
    const { imageTags, push, stack } = await assetWorld(world, { more: WITHOUT_NOTICE, type: 'cdkEcrImage' });
    for (const name of ['named', 'old']) push([hashOf(name)]);
    stack('shop', 'other');
    await world.pass('mark', IMAGES);
    world.clock.advance(11 * DAY);
    await deleting('cdkEcrImage', () => stack('late', 'named'));
    expect(imageTags()).toEqual([hashOf('named')]);
  });

  test('K8 whose template cannot be read keeps everything', async () => {
    const { keys, put, stack } = await assetWorld(world, { more: WITHOUT_NOTICE });
    put('old');
    stack('shop', 'other');
    await world.pass('mark', OBJECTS);
    world.clock.advance(11 * DAY);
    await deleting('cdkS3Asset', () => {
      updateStack(world, 'shop', 'UPDATE_COMPLETE', 'another');
      world.deny('cloudformation:GetTemplate');
    });
    expect(keys()).toEqual([keyOf('old')]);
    expect((await world.marks(OBJECTS))[0]?.problem).toMatch(/not sent: .*template/);
  });
});

test('Law 7 an image gets another tag after its notice → it goes only after a notice that names this one, too', async () => {
  const { imageTags, push, stack } = await assetWorld(world, { type: 'cdkEcrImage' });
  const digest = push([hashOf('old')]);
  stack('shop', 'other');
  await world.pass('mark', IMAGES);
  await world.notify(IMAGES);
  world.clock.advance(11 * DAY);
  push([hashOf('old'), hashOf('new')]);
  await world.pass('delete', IMAGES);
  expect(imageTags()).toEqual([hashOf('old'), hashOf('new')].sort());
  const mark = await world.markOf(digest, IMAGES);
  expect(mark?.notice).toBeUndefined();
  expect(mark?.projectedDeletionAt).toBeGreaterThanOrEqual(world.clock.now() + 10 * DAY);

  await world.pass('mark', IMAGES);
  await world.notify(IMAGES);
  expect(world.messages().at(-1)?.text).toContain(hashOf('new'));
  world.clock.advance(11 * DAY);
  await world.pass('delete', IMAGES);
  expect(imageTags()).toEqual([]);
});

describe('K6 an image after the check', () => {
  test.each([
    ['gets a tag by hand', () => 'production'],
    ['gets the tag of another asset', () => hashOf('new')],
  ])('%s → it stays', async (_what, tag) => {
    const { imageTags, push, stack } = await assetWorld(world, { more: WITHOUT_NOTICE, type: 'cdkEcrImage' });
    push([hashOf('old')]);
    stack('shop', 'other');
    await world.pass('mark', IMAGES);
    world.clock.advance(11 * DAY);
    await deleting('cdkEcrImage', () => push([hashOf('old'), tag()]));
    expect(imageTags()).toEqual([hashOf('old'), tag()].sort());
  });
});
