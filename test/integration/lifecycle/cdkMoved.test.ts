/** The bootstrap stack changes between the mark and the deletion, so that its bucket or repository is another one. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, HERE, namespaceOf, World } from '../../support/awsWorld.ts';
import { bootstrap, hashOf } from '../../support/cdkEnvironment.ts';
import { assetWorld, keyOf, WITHOUT_NOTICE } from '../../support/cdkWorld.ts';

const OBJECTS = namespaceOf('cdkS3Asset');
const IMAGES = namespaceOf('cdkEcrImage');
let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

/** The bootstrap stack has these outputs from now on. */
function bootstrapAgain(qualifier: string) {
  const { control } = world.sandbox;
  control.remove(HERE, 'stack', 'CDKToolkit');
  return bootstrap(control, HERE, { qualifier });
}

describe('Law 3 the environment is another one after the notice', () => {
  test('K9 a copy of the file with the same date, as replication makes it, has a retention of its own', async () => {
    const { bucket, keys, put, stack } = await assetWorld(world, { more: WITHOUT_NOTICE });
    put('old');
    stack('shop', 'other');
    await world.pass('mark', OBJECTS);
    world.clock.advance(11 * DAY);
    const { control } = world.sandbox;
    const lastModified = new Date(world.clock.now() - 111 * DAY);
    const moved = bootstrapAgain('moved');
    control.addObjects(moved.bucket, [{ key: keyOf('old'), lastModified }]);
    await world.pass('delete', OBJECTS);
    expect([bucket === moved.bucket, keys(), Object.keys(control.objects(moved.bucket))]).toEqual([
      false,
      [keyOf('old')],
      [keyOf('old')],
    ]);
  });

  test('K9 a copy of the image with the same date has a retention of its own', async () => {
    const { imageTags, push, stack } = await assetWorld(world, { more: WITHOUT_NOTICE, type: 'cdkEcrImage' });
    push([hashOf('old')]);
    stack('shop', 'other');
    await world.pass('mark', IMAGES);
    world.clock.advance(11 * DAY);
    const { repository } = bootstrapAgain('moved');
    const pushedAt = new Date(world.clock.now() - 111 * DAY);
    world.sandbox.control.addEcrTags(HERE, [{ repository, tag: hashOf('old'), salt: hashOf('old'), pushedAt }]);
    await world.pass('delete', IMAGES);
    expect(imageTags()).toEqual([hashOf('old'), hashOf('old')]);
  });
});
