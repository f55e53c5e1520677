/** Redis loses one index key in the middle of a cycle: after the notice, before the date. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { MARK_NEWS, namespaceKeys } from '../../../src/state/redis/keys.ts';
import { DAY, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => world.reset({ defaults: 'tripwires: { markedShare: 100%, dueShare: 100% }' }));

const { schedule, retry } = namespaceKeys(IMAGES);

describe('L69 an index is lost', () => {
  test.each([
    ['the dates of the marks', schedule],
    ['the next attempts', retry],
    ['the index of owners with messages', 'holystone:{outboxes}:index'],
    ['the changes of marks', MARK_NEWS],
  ])('L69 %s → after the next survey the marks agree with it, and are deleted on their dates', async (_what, key) => {
    const images = world.addImages(3);
    await world.pass('mark');
    await world.notify();
    await world.connection.client.del(key);
    world.clock.advance(DAY);
    await world.pass('mark');
    expect(await world.wired.deps.marks.count(IMAGES, world.clock.now())).toMatchObject({ marked: 3, due: 0 });
    world.clock.advance(9 * DAY + HOUR);
    await world.pass('delete');
    expect([...world.deregistered()].sort()).toEqual([...images].sort());
  });
});
