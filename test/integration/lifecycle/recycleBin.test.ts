import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(async () => {
  await world.reset();
  world.sandbox.control.setRecycleBin(HERE, {});
});

/** An image that is marked, noticed and due. */
async function due(): Promise<string> {
  const [id = ''] = world.addImages(1);
  await world.untilDue();
  return id;
}

/** The deletion in the audit: in the log, which is the record, and in the stream. */
async function deletion(id: string) {
  const logged = world.audit.find((entry) => entry.id === id && entry.event === 'deleted');
  const streamed = (await world.wired.deps.audit.history(IMAGES, id)).find(({ event }) => event === 'deleted');
  return { logged, streamed };
}

describe('after a deletion', () => {
  test('A11 the audit entry of a deletion says until when the Recycle Bin has the image, in the log and in Redis', async () => {
    world.sandbox.control.setRecycleBin(HERE, { images: 30 });
    const id = await due();
    const before = Date.now();
    await world.pass('delete');
    const { logged, streamed } = await deletion(id);
    const until = logged?.restorableUntil ?? 0;
    expect(until).toBeGreaterThanOrEqual(before + 30 * DAY);
    expect(until).toBeLessThanOrEqual(Date.now() + 30 * DAY);
    expect(logged?.reason).toContain(`the Recycle Bin has it until ${new Date(until).toISOString()}`);
    expect(streamed).toMatchObject({ restorableUntil: until, reason: logged?.reason });
  });

  test('A11 no rule retains the image → the audit entry says that the Recycle Bin does not have it', async () => {
    const id = await due();
    await world.pass('delete');
    const { logged } = await deletion(id);
    expect(logged?.reason).toContain('the Recycle Bin does not have it');
    expect(logged).not.toHaveProperty('restorableUntil');
  });

  test('A11 AWS denies the read of the Recycle Bin → Holystone still deletes, and the audit entry says that it is unknown', async () => {
    world.sandbox.control.setRecycleBin(HERE, { images: 30 });
    const id = await due();
    world.deny('ec2:ListImagesInRecycleBin');
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 1 } });
    const { logged } = await deletion(id);
    expect(logged?.reason).toMatch(/it is unknown whether .*ec2:ListImagesInRecycleBin is denied/);
    expect(logged).not.toHaveProperty('restorableUntil');
    expect(await world.marks()).toEqual([]);
  });

  test('A11 the Recycle Bin does not answer → Holystone still records the deletion, and the audit entry says so', async () => {
    const id = await due();
    world.sandbox.control.addFault({ kind: 'hang', operation: 'ListImagesInRecycleBin' });
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 1 } });
    expect((await deletion(id)).logged?.reason).toContain('no answer in time');
  });

  test('A11 the answer to the deletion is lost → the audit entry of the next pass says until when the Recycle Bin has the image', async () => {
    world.sandbox.control.setRecycleBin(HERE, { images: 30 });
    const id = await due();
    world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'DeregisterImage', times: 1 });
    await world.pass('delete');
    world.clock.advance(HOUR);
    await world.pass('delete');
    const { logged } = await deletion(id);
    expect(logged?.reason).toMatch(/deletion that Holystone requested; the Recycle Bin has it until /);
    expect(logged?.restorableUntil).toBeGreaterThan(Date.now() + 29 * DAY);
  });
});
