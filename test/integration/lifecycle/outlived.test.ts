import { beforeEach, expect, test } from '@jest/globals';
import { DAY, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const ANN = 'ann@example.com';

const world = worldForAll();
beforeEach(() => world.reset({}));

const keep = (kind: 'id' | 'group', value: string, until: number | 'forever') =>
  world.wired.deps.optOuts.optOut(IMAGES, { target: { kind, value }, until, actor: ANN, at: world.clock.now() });
const optOuts = async () => [...(await world.wired.deps.optOuts.all(IMAGES)).keys()].sort();

test('an opt-out that ended long ago is removed with its resource; a permanent one, or one of an existing resource, stays', async () => {
  const [here = ''] = world.addImages(1);
  const soon = world.clock.now() + DAY;
  await keep('id', 'ami-gone', soon);
  await keep('group', 'gone', soon);
  await keep('id', 'ami-for-ever', 'forever');
  await keep('id', 'ami-long', world.clock.now() + 300 * DAY);
  await keep('id', here, soon);
  world.clock.advance(80 * DAY);
  await world.pass('mark');
  expect(await optOuts()).toHaveLength(5);
  world.clock.advance(20 * DAY);
  await world.pass('mark');
  expect(await optOuts()).toEqual(['id:ami-for-ever', 'id:ami-long', `id:${here}`].sort());
});
