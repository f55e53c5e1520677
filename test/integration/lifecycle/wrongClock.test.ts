/** One instance's clock was a year ahead. Its instants count as absent, with a warning; nothing waits for that year. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { canaryPause } from '../../../src/core/policy/stage.ts';
import { sendDigest } from '../../../src/lifecycle/index.ts';
import { dueDigests, dueItemsOf } from '../../../src/queue/dueItems.ts';
import { DAY, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const YEAR = 365 * DAY;
const world = worldForAll();
beforeEach(() => world.reset());

/** While its clock is a year ahead. */
async function ahead<T>(act: () => Promise<T>): Promise<T> {
  world.clock.advance(YEAR);
  const result = await act();
  world.clock.advance(-YEAR);
  return result;
}

async function dueActionsNow(): Promise<readonly string[]> {
  const { parts } = world.wired;
  const wc = parts.workConfigurations().find(({ namespace }) => namespace === IMAGES);
  if (!wc) throw new Error('no such namespace');
  const items = await dueItemsOf(parts, wc, world.clock.now());
  return items.flatMap((item) => (item.kind === 'pass' ? [item.action] : [item.kind]));
}

describe('L15 a clock a year ahead', () => {
  test('a survey ran with a clock a year ahead → the next one is due at once, corrects the date of the mark, and logs that', async () => {
    const [id = ''] = world.addImages(1);
    await ahead(() => world.pass('mark'));
    expect(await dueActionsNow()).toContain('mark');
    await world.pass('mark');
    expect((await world.markOf(id))?.projectedDeletionAt).toBeLessThan(world.clock.now() + 31 * DAY);
    expect(world.logs).toContainEqual(
      expect.objectContaining({ level: 'warn', message: 'a stored time lies in the future' }),
    );
    expect(await dueActionsNow()).not.toContain('mark');
  });

  test('L44 a message was sent with a clock a year ahead → the next one does not wait for a year', async () => {
    world.addImages(1);
    await world.pass('mark');
    await world.pass('notify');
    await ahead(() => sendDigest(world.wired.deps, 'ann@example.com'));
    world.addImages(1);
    await world.pass('mark');
    await world.pass('notify');
    const { outbox, workConfigurations } = world.wired.parts;
    expect(await dueDigests(outbox, workConfigurations(), world.clock.now())).toHaveLength(1);
  });

  test('L62 an opt-out was stored with a clock a year ahead → Holystone writes the keep tag now', async () => {
    const [id = ''] = world.addImages(1);
    const optOut = { target: { kind: 'id', value: id }, until: 'forever', actor: 'ann@example.com' } as const;
    await ahead(() => world.wired.deps.optOuts.optOut(IMAGES, { ...optOut, at: world.clock.now() } as never));
    expect(await dueActionsNow()).toContain('protect');
    await world.protect();
    expect(world.writes().map(({ operation }) => operation)).toContain('CreateTags');
  });

  test('L54 a mark waits for an attempt in a year → the next survey corrects it, and Holystone deletes', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    await world.notify();
    const before = await world.markOf(id);
    if (!before) throw new Error('no mark');
    const after = { ...before, nextAttemptAt: world.clock.now() + YEAR, revision: before.revision + 1 };
    const audit = { at: world.clock.now(), namespace: IMAGES, id, event: 'deferred', actor: 'holystone' } as const;
    await world.wired.deps.marks.apply(IMAGES, [{ id, before, after, audit }]);
    world.clock.advance(10 * DAY + HOUR);
    await world.pass('mark');
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 1 } });
  });

  test('Law 1 a last use in a year counts as a use of now', async () => {
    const [id = ''] = world.addImages(1);
    await world.wired.deps.lastUsed.seen(IMAGES, [id], world.clock.now() + YEAR);
    await world.pass('mark');
    expect(await world.markOf(id)).toBeUndefined();
    await world.watched(15, IMAGES);
    await world.pass('mark');
    expect(await world.markOf(id)).toBeDefined();
  });

  test('Law 1 a year without surveys by a wrong clock ends with the first survey by a right clock', async () => {
    const [id = ''] = world.addImages(1);
    await world.wired.deps.lastUsed.seen(IMAGES, [id], world.clock.now());
    await world.pass('mark');
    await ahead(() => world.pass('mark'));
    await world.watched(10, IMAGES);
    await world.pass('mark');
    const early = await world.markOf(id);
    await world.watched(5, IMAGES);
    await world.pass('mark');
    expect([early, (await world.markOf(id))?.id]).toEqual([undefined, id]);
  });

  test('a canary that began in a year holds nothing back', () => {
    const canary = { used: 5, at: world.clock.now() + YEAR };
    expect(canaryPause('aws:test:*:image', { stage: 'canary', canary }, world.clock.now())).toBeUndefined();
  });
});
