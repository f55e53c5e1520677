import { beforeEach, describe, expect, test } from '@jest/globals';
import { copyIdOf } from '../../../src/core/notice/sentMessage.ts';
import { bounced } from '../../../src/lifecycle/notice/bounce.ts';
import { sendDigest } from '../../../src/lifecycle/notice/digest.ts';
import { dueDigests } from '../../../src/queue/dueItems.ts';
import { DAY, GROUPS, HERE, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const CAME_BACK = {
  recipient: 'Ann@example.com',
  why: '550 5.1.1 no such user',
  permanent: true,
  actor: 'postmaster',
};

const world = worldForAll();
beforeEach(() => world.reset());

const WELL_AFTER = 10 * DAY + HOUR;

/** An image that is marked and noticed. */
async function noticed(): Promise<string> {
  const [id = ''] = world.addImages(1);
  await world.pass('mark');
  await world.notify();
  expect((await world.markOf(id))?.state).toBe('noticed');
  return id;
}

describe('a notice that is not valid any more', () => {
  test('L50 a noticed image is unmarked and marked again → Holystone deletes it only after a new notice', async () => {
    const id = await noticed();
    const [instance = ''] = world.sandbox.control.addInstances(HERE, [{ ImageId: id }]);
    world.clock.advance(7 * HOUR);
    await world.pass('mark');
    expect(await world.markOf(id)).toBeUndefined();
    // Another user keeps the evidence from being empty.
    world.sandbox.control.addInstances(
      HERE,
      world.addImages(1).map((ImageId) => ({ ImageId })),
    );
    await world.pass('mark');
    world.sandbox.control.remove(HERE, 'instance', instance);
    for (let quarters = 0; quarters < 15 * 4; quarters++) {
      world.clock.advance(DAY / 4);
      await world.wired.deps.lastUsed.surveyed(IMAGES, world.clock.now());
    }
    await world.pass('mark');
    expect(await world.markOf(id)).toMatchObject({ state: 'marked' });
    world.clock.advance(WELL_AFTER);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    await world.notify();
    world.clock.advance(WELL_AFTER);
    await world.pass('delete');
    expect([world.deregistered(), world.messages().length]).toEqual([[id], 2]);
  });

  test('L50 the owner changed → the new owner gets a notice, and retention begins again', async () => {
    const id = await noticed();
    world.clock.advance(9 * DAY);
    world.sandbox.control.update(HERE, 'image', id, { Tags: [{ Key: 'owner', Value: 'bob@example.com' }] });
    await world.pass('mark');
    await world.notify();
    expect(world.messages().map(({ recipients }) => recipients)).toEqual([['ann@example.com'], ['bob@example.com']]);
    world.clock.advance(9 * DAY);
    await world.pass('delete');
    const before = world.deregistered();
    world.clock.advance(2 * DAY);
    await world.pass('delete');
    expect([before, world.deregistered()]).toEqual([[], [id]]);
  });

  test('L50 a notice is older than `validFor` after its date → Holystone notifies again before it deletes, also when `delete` is switched on since', async () => {
    const cleanup = (actions: string) =>
      `[{ type: image, accounts: [test], live: true, actions: [${actions}], when: [{ rule: unused }], keepNewest: off, notice: { validFor: 14d } }]`;
    await world.reset({ cleanup: cleanup('mark, notify') });
    const id = await noticed();
    world.clock.advance(25 * DAY);
    await world.configure({ cleanup: cleanup('mark, notify, delete') });
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    await world.notify();
    expect(world.messages()).toHaveLength(2);
    world.clock.advance(9 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    world.clock.advance(2 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
  });

  test('L50 retention is lowered after the notice → Holystone does not delete before the date in the notice', async () => {
    const id = await noticed();
    await world.configure({ defaults: 'retention: 1d' });
    world.clock.advance(9 * DAY);
    await world.pass('mark');
    await world.pass('delete');
    const before = world.deregistered();
    world.clock.advance(DAY + HOUR);
    await world.pass('delete');
    expect([before, world.deregistered()]).toEqual([[], [id]]);
  });

  test('L50 the mail bounces → Holystone withdraws all its notices, and deletes only after a new message', async () => {
    const [first = '', second = ''] = world.addImages(2);
    await world.pass('mark');
    await world.notify();
    const messageId = world.messages()[0]?.messageId ?? '';
    world.clock.advance(9 * DAY);
    const bounce = { ...CAME_BACK, messageId };
    expect(await bounced(world.wired.deps, { ...bounce, messageId: '<other@example.com>' })).toEqual({
      kind: 'unknown',
    });
    expect(await bounced(world.wired.deps, bounce)).toEqual({ kind: 'withdrawn', notices: 2 });
    expect(await bounced(world.wired.deps, bounce)).toEqual({ kind: 'withdrawn', notices: 0 });
    world.clock.advance(2 * DAY);
    await world.pass('delete');
    expect([world.deregistered(), (await world.markOf(first))?.state]).toEqual([[], 'marked']);
    world.clock.advance(DAY + HOUR);
    await world.notify();
    world.clock.advance(WELL_AFTER);
    await world.pass('delete');
    expect([...world.deregistered()].sort()).toEqual([first, second].sort());
    expect(world.audit.find(({ event }) => event === 'refreshed')).toMatchObject({
      actor: 'postmaster',
      reason: expect.stringContaining('bounced: 550 5.1.1 no such user'),
    });
  });

  test('L106 each message to one of two people bounces → the other gets one a week', async () => {
    const owner = 'ann@example.com bob@example.com';
    const [id = ''] = world.addImages(1, { tags: { owner } });
    await world.pass('mark');
    for (let day = 0; day < 20; day++) {
      await world.pass('notify');
      await sendDue();
      const messageId = (await world.markOf(id))?.notice?.messageId;
      if (messageId) await bounced(world.wired.deps, { ...CAME_BACK, recipient: 'bob@example.com', messageId });
      await world.watched(1, IMAGES);
    }
    expect(world.messages().map(({ recipients }) => recipients.includes('ann@example.com'))).toEqual([
      true,
      true,
      true,
    ]);

    async function sendDue(): Promise<void> {
      const { deps } = world.wired;
      const wcs = [deps.workConfigurationOf(IMAGES)].filter((one) => one !== undefined);
      for (const one of await dueDigests(deps.outbox, wcs, world.clock.now())) {
        if (one.kind === 'digest') await sendDigest(deps, one.owner);
      }
    }
  });

  test('L50 the mail bounces at a forwarding address → Holystone deletes nothing; a bounce of a copy changes nothing', async () => {
    const id = await noticed();
    const report = { ...CAME_BACK, messageId: (await world.markOf(id))?.notice?.messageId ?? '' };
    const { deps } = world.wired;
    expect(await bounced(deps, { ...report, messageId: copyIdOf(report.messageId) })).toEqual({ kind: 'copy' });
    expect((await world.markOf(id))?.state).toBe('noticed');
    expect(await bounced(deps, { ...report, recipient: 'a.smith@mail.example.org' })).toMatchObject({ notices: 1 });
    world.clock.advance(WELL_AFTER);
    await world.pass('delete');
    expect([world.deregistered(), (await world.markOf(id))?.state]).toEqual([[], 'marked']);
  });

  test('L50 the mail bounces during a dry run → its notices do not count when the type is live again', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    await world.notify();
    const messageId = (await world.markOf(id))?.notice?.messageId ?? '';
    await world.configure({ dryRun: true });
    await bounced(world.wired.deps, { ...CAME_BACK, messageId });
    await world.configure();
    world.clock.advance(20 * DAY);
    await world.pass('delete');
    expect([world.deregistered(), (await world.markOf(id))?.state]).toEqual([[], 'marked']);
  });
});

describe('deleted and made again under the same name', () => {
  const cleanup = '[{ type: autoScalingGroup, accounts: [test], live: true, when: [{ rule: zeroInstances }] }]';
  beforeEach(() => world.reset({ cleanup }));

  const make = () =>
    world.sandbox.control.addAutoScalingGroups(HERE, [
      {
        AutoScalingGroupName: 'web',
        MinSize: 0,
        MaxSize: 0,
        DesiredCapacity: 0,
        CreatedTime: new Date(world.clock.now() - 90 * DAY).toISOString(),
        tags: { owner: 'ann@example.com' },
      },
    ]);
  const makeAgain = () => {
    world.sandbox.control.remove(HERE, 'autoScalingGroup', 'web');
    make();
  };

  test('L35 a survey finds another identity under the name → the new mark has no notice, and Holystone does not delete at the old date', async () => {
    make();
    await world.pass('mark', GROUPS);
    await world.notify(GROUPS);
    const old = await world.markOf('web', GROUPS);
    makeAgain();
    world.clock.advance(7 * HOUR);
    await world.pass('mark', GROUPS);
    const mark = await world.markOf('web', GROUPS);
    expect(mark).toMatchObject({ state: 'marked', projectedDeletionAt: world.clock.now() + 10 * DAY });
    expect(mark).not.toHaveProperty('notice');
    expect([mark?.identity === old?.identity, mark?.generation === old?.generation]).toEqual([false, false]);
    world.clock.advance(WELL_AFTER);
    await world.pass('delete', GROUPS);
    expect(world.writes()).toEqual([]);
  });

  test('L35 the delete pass finds another identity under the name → Holystone unmarks it and does not delete', async () => {
    make();
    await world.pass('mark', GROUPS);
    await world.notify(GROUPS);
    world.clock.advance(WELL_AFTER);
    makeAgain();
    expect(await world.pass('delete', GROUPS)).toMatchObject({ counts: { unmarked: 1, deleted: 0 } });
    expect([world.writes(), await world.marks(GROUPS)]).toEqual([[], []]);
  });

  test('L35 an opt-out also keeps the next resource of the same name', async () => {
    make();
    const target = { kind: 'id', value: 'web' } as const;
    const optOut = { target, until: 'forever', actor: 'ann@example.com', at: world.clock.now() } as const;
    await world.wired.deps.optOuts.optOut(GROUPS, optOut);
    makeAgain();
    expect(await world.pass('mark', GROUPS)).toMatchObject({ counts: { listed: 1, keep: 1 } });
    expect(await world.marks(GROUPS)).toEqual([]);
  });
});
