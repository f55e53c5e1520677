/** The lifecycle when Redis was away, emptied or rolled back: everything real but AWS and the calendar. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => world.reset());

/** Marked, notified, and its date has come. */
async function due(): Promise<string> {
  const [id = ''] = world.addImages(1);
  await world.pass('mark');
  await world.notify();
  world.clock.advance(11 * DAY);
  return id;
}

const marked = async () => (await world.marks()).map(({ id }) => id);

describe('a lost Redis', () => {
  test('L25 Redis is away → the pass deletes nothing; Redis is back → the pass deletes', async () => {
    const id = await due();
    world.redis.kill('SIGKILL');
    await expect(world.pass('delete')).rejects.toThrow(/Redis/);
    expect(world.deregistered()).toEqual([]);

    await world.redis.restart();
    await world.connection.whenReady();

    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 1 } });
    expect(world.deregistered()).toEqual([id]);
  });

  test('L25 Redis is emptied → Holystone marks and notifies again before it deletes, and an image with a keep tag stays', async () => {
    const id = await due();
    const [kept = ''] = world.addImages(1, { tags: { 'holystone:keep': 'always' } });
    await world.redis.flush();

    expect((await world.pass('delete')).problem).toMatch(/complete mark pass/);
    await world.pass('mark');
    expect(await marked()).toEqual([id]);
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 0 } });
    await world.notify();
    expect(world.messages()).toHaveLength(2);
    world.clock.advance(11 * DAY);
    await world.pass('delete');

    expect(world.deregistered()).toEqual([id]);
    expect(world.sandbox.control.state(HERE).images.map(({ ImageId }) => ImageId)).toEqual([kept]);
  });

  test('L25 Redis is rolled back by minutes → Holystone deletes nothing before a complete mark pass, which reads the keep tags again', async () => {
    const id = await due();
    const rollBack = await world.redis.backUp();
    const target = { kind: 'id', value: id } as const;
    world.clock.advance(HOUR / 12);
    const at = world.clock.now();
    await world.wired.deps.optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'ann', at });
    await world.protect();
    await world.wired.deps.watch.incarnation();

    await rollBack();
    await world.connection.whenReady();

    expect(await marked()).toEqual([id]);
    expect(await world.pass('delete')).toMatchObject({
      outcome: 'unfinished',
      counts: { deleted: 0 },
      problem: expect.stringContaining('complete mark pass'),
    });
    await world.pass('mark');
    await world.pass('delete');
    expect(await marked()).toEqual([]);
    expect(world.deregistered()).toEqual([]);
  });

  test('L25 Redis is rolled back and the mark pass is incomplete → Holystone deletes nothing before a complete one', async () => {
    await due();
    const rollBack = await world.redis.backUp();
    await world.wired.deps.watch.incarnation();
    await rollBack();
    await world.connection.whenReady();
    world.deny('ec2:DescribeInstances');

    const begunIn = await world.wired.deps.watch.incarnation();
    expect(await world.pass('mark')).toMatchObject({ outcome: 'incomplete', begunIn });
    world.allow('ec2:DescribeInstances');
    expect((await world.pass('delete')).problem).toMatch(/complete mark pass/);
    await world.pass('mark');
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);

    // Its owner is notified again: Redis may have lost a decision.
    await world.notify();
    await world.watched(11);
    expect((await world.pass('delete')).counts.deleted).toBe(1);
  });
});
