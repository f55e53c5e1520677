import { beforeEach, describe, expect, test } from '@jest/globals';
import { dueItemsOf } from '../../../src/queue/dueItems.ts';
import { DAY, HOUR, worldForAll } from '../../support/awsWorld.ts';

const CLEANUP =
  '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, retention: 10d, ' +
  'notice: { remindBefore: 2d } }]';

const world = worldForAll();
beforeEach(() => world.reset({ cleanup: CLEANUP }));

/** Marked and noticed; then the clock stands where its reminder is due. */
async function due(): Promise<string> {
  const [id = ''] = world.addImages(1);
  await world.pass('mark');
  await world.notify();
  world.clock.advance(8 * DAY + HOUR);
  return id;
}

const subjects = () => world.messages().map(({ subject }) => subject);

describe('reminder', () => {
  test('P4 Holystone sends one reminder `remindBefore` the deletion, and moves no date', async () => {
    const id = await due();
    const before = await world.markOf(id);
    await world.notify();
    await world.notify();
    world.clock.advance(DAY);
    await world.notify();
    expect(subjects()).toHaveLength(2);
    expect(subjects()[1]).toMatch(/^\[[^\]]+\] Reminder: 1 resource will be deleted on /);
    const after = await world.markOf(id);
    const [notice, reminder] = world.messages();
    expect(after?.projectedDeletionAt).toBe(before?.projectedDeletionAt);
    expect(after?.notice).toEqual({ ...before?.notice, remindedBy: reminder?.messageId });
    expect(reminder?.messageId).not.toBe(notice?.messageId);
    expect(reminder?.html).toContain(
      `datetime="${new Date(before?.projectedDeletionAt ?? 0).toISOString().slice(0, 19)}`,
    );
    expect(world.events(id)).toEqual(['marked', 'noticed', 'reminded']);
  });

  test('P4 Holystone sends no reminder before its time', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    await world.notify();
    world.clock.advance(8 * DAY - HOUR);
    await world.notify();
    expect([subjects().length, (await world.markOf(id))?.notice?.remindedBy]).toEqual([1, undefined]);
  });

  test('P4 the scheduler begins a notify pass when a reminder is due, and no pass in between', async () => {
    const actions = async () => {
      const { deps } = world.wired;
      const [wc] = world.configuration.workConfigurations;
      if (!wc) throw new Error('nothing is configured');
      const items = await dueItemsOf(deps, wc, world.clock.now());
      return items.flatMap((item) => (item.kind === 'pass' ? [item.action] : []));
    };
    world.addImages(1);
    await world.pass('mark');
    await world.notify();
    world.clock.advance(7 * DAY);
    expect(await actions()).toContain('notify');
    const quiet = await world.pass('notify');
    expect([quiet.outcome, quiet.counts.queued]).toEqual(['complete', 0]);
    world.clock.advance(HOUR);
    expect(await actions()).not.toContain('notify');
    // Two days before the deletion, less than a day after the pass that notified no owner.
    world.clock.advance(23 * HOUR + 30 * 60_000);
    expect(await actions()).toContain('notify');
    await world.notify();
    expect(subjects()).toHaveLength(2);
  });

  test('P4 a restart sends no second reminder, because the mark stores the first', async () => {
    await due();
    await world.notify();
    await world.configure({ cleanup: CLEANUP });
    await world.notify();
    expect(subjects()).toHaveLength(2);
  });

  test('P4 one message has new notices and reminders', async () => {
    const old = await due();
    const [fresh = ''] = world.addImages(1);
    await world.pass('mark');
    await world.notify();
    const [, message, ...more] = world.messages();
    expect(more).toEqual([]);
    expect(message?.subject).toMatch(/^\[[^\]]+\] 2 resources/);
    const [, notified = '', added = ''] = (message?.text ?? '').split(/^\d\. /m);
    expect([notified.includes(old), notified.includes('Reminder:')]).toEqual([true, true]);
    expect([added.includes(fresh), added.includes('Reminder:')]).toEqual([true, false]);
    expect((await world.markOf(fresh))?.notice?.messageId).toBe(message?.messageId);
  });

  test('P4 the mail server refuses the reminder → Holystone records none, and sends it later', async () => {
    const id = await due();
    world.mail.faults.add({ step: 'recipient', fault: { kind: 'refuse', code: 451, text: 'later' } });
    await expect(world.notify()).rejects.toThrow('not accepted');
    expect((await world.markOf(id))?.notice?.remindedBy).toBeUndefined();
    world.mail.faults.clear();
    await world.notify();
    expect(subjects()).toHaveLength(2);
  });

  test('P4 without `remindBefore` Holystone sends no reminder', async () => {
    await world.reset({ cleanup: CLEANUP.replace('remindBefore: 2d', 'per: item') });
    await due();
    await world.notify();
    expect(subjects()).toHaveLength(1);
  });
});
