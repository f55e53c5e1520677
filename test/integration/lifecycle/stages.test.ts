/** Stages as a pass meets them, and the changes that may happen in between. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import { CANARY_DELETES, type Stage } from '../../../src/core/policy/stage.ts';
import { DAY, HOUR, IMAGES, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';
import { writing } from '../../support/definitions.ts';

const flat = (text = '') => text.replace(/\s+/g, ' ');
const UNIT = 'aws:test:*:image';
const BULK = { defaults: 'tripwires: { markedShare: 100%, dueShare: 100% }' };

const world = worldForAll();
beforeEach(() => world.reset(BULK));

const at = (rollout: Stage): WorldOptions => ({
  ...BULK,
  cleanup: `[{ type: image, accounts: [test], live: true, rollout: ${rollout}, when: [{ rule: unused }], keepNewest: off }]`,
});

const set = (stage: Stage | null) =>
  world.wired.deps.control.write(
    { stages: { [UNIT]: stage } },
    { at: 0, namespace: 'fleet', event: 'control', actor: 'olga' },
  );

async function due(count: number): Promise<readonly string[]> {
  const images = world.addImages(count);
  await world.untilDue();
  return images;
}

describe('plan', () => {
  test('at stage plan Holystone surveys and counts candidates, and neither marks, notifies nor deletes', async () => {
    await world.reset(at('plan'));
    world.addImages(2);
    expect(await world.pass('mark')).toMatchObject({ outcome: 'complete', counts: { candidate: 2, wouldMark: 2 } });
    await world.notify();
    expect(await world.marks()).toEqual([]);
    expect(world.messages()).toEqual([]);
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 0 } });
  });

  test('an operator sets plan while a message is prepared → Holystone sends it only after the stage is withdrawn', async () => {
    world.addImages(1);
    await world.pass('mark');
    await world.pass('notify');
    await set('plan');
    await world.notify();
    expect(world.messages()).toEqual([]);
    await set(null);
    await world.notify();
    expect(world.messages()).toHaveLength(1);
  });
});

describe('notify', () => {
  test('at stage notify Holystone marks and notifies, and the delete pass sends no call and leaves due marks', async () => {
    await world.reset(at('notify'));
    await due(2);
    expect(world.messages()).toHaveLength(1);
    const before = world.sandbox.control.calls().length;
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 0 } });
    expect(world.sandbox.control.calls()).toHaveLength(before);
    expect(await world.marks()).toHaveLength(2);
  });

  test('at stage notify a message says that Holystone deletes nothing', async () => {
    await world.reset(at('notify'));
    world.addImages(1);
    await world.pass('mark');
    await world.notify();
    const [message] = world.messages();
    expect(message?.subject).toMatch(/^\[[^\]]+\] 1 resource would be deleted on /);
    expect(flat(message?.text)).toContain('Holystone deletes nothing at this stage.');
    expect(flat(message?.text)).not.toMatch(/will be deleted|will delete|is deleted on/);
  });

  test.each(['canary', 'live'] as const)(
    'L50 an operator raises notify to %s → Holystone does not delete before the date in the notice, and sends no other message',
    async (stage) => {
      await world.reset(at('notify'));
      const [id = ''] = world.addImages(1);
      await world.pass('mark');
      await world.notify();
      const mark = await world.markOf(id);
      const { shownAt = 0 } = mark?.notice ?? {};
      expect(mark?.projectedDeletionAt).toBeGreaterThanOrEqual(shownAt);
      await set(stage);
      world.clock.advance(shownAt - world.clock.now() - 1);
      expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 0 } });
      expect(world.deregistered()).toEqual([]);
      world.clock.advance((mark?.projectedDeletionAt ?? 0) - world.clock.now() + HOUR);
      expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 1 } });
      expect(world.messages()).toHaveLength(1);
    },
  );

  test('L50 an operator raises notify to live after the notice expired → Holystone sends a new notice, and deletes only after the full retention', async () => {
    await world.reset(at('notify'));
    const [id = ''] = await due(1);
    world.clock.advance(400 * DAY);
    await set('live');
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 0 } });
    await world.pass('mark');
    await world.notify();
    const [, anew] = world.messages();
    expect(anew?.subject).toMatch(/^\[[^\]]+\] 1 resource will be deleted on /);
    expect((await world.markOf(id))?.projectedDeletionAt).toBeGreaterThanOrEqual(world.clock.now() + 9 * DAY);
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 0 } });
    expect(world.deregistered()).toEqual([]);
  });

  test('a message that was prepared at another stage has the text of the present stage', async () => {
    world.addImages(1);
    await world.pass('mark');
    world.mail.faults.add({ step: 'data', fault: { kind: 'refuse', code: 451, text: 'later' }, times: 1 });
    await expect(world.notify()).rejects.toThrow(/not accepted/);
    await set('notify');
    world.clock.advance(DAY);
    await world.notify();
    expect(world.messages()).toMatchObject([
      { subject: expect.stringMatching(/^\[[^\]]+\] 1 resource would be deleted on /) },
    ]);
  });

  test('an operator raises notify to live → Holystone deletes the due resources without a second notice', async () => {
    await world.reset(at('notify'));
    const images = await due(2);
    await set('live');
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 2 } });
    expect([...world.deregistered()].sort()).toEqual([...images].sort());
    expect(world.messages()).toHaveLength(1);
  });
});

describe('canary', () => {
  test('at stage canary Holystone deletes five a day; at live it deletes the rest', async () => {
    await world.reset(at('canary'));
    await due(12);
    const first = await world.pass('delete');
    expect(first).toMatchObject({ outcome: 'paced', counts: { deleted: 5 }, problem: expect.stringMatching(/canary/) });
    expect(first.nextDueAt - world.clock.now()).toBeLessThan(HOUR);
    world.clock.advance(DAY - HOUR);
    const before = world.sandbox.control.calls().length;
    expect(await world.pass('delete')).toMatchObject({ outcome: 'paced', counts: { deleted: 0 } });
    expect(world.sandbox.control.calls()).toHaveLength(before);
    world.clock.advance(2 * HOUR);
    expect(await world.pass('delete')).toMatchObject({ outcome: 'paced', counts: { deleted: 5 } });
    await set('live');
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 2 } });
  });

  test('a worker dies between permit and request → the permit counts in the canary', async () => {
    const dying = new Error('killed');
    const swap = (parts: Parts): Parts => ({
      ...parts,
      permits: {
        async request(namespace, request, fence) {
          await parts.permits.request(namespace, request, fence);
          throw dying;
        },
      },
    });
    await world.reset(at('canary'));
    await due(CANARY_DELETES + 1);
    await world.configure({ ...at('canary'), swap });
    expect(await world.pass('delete')).toMatchObject({ outcome: 'failed' });
    await world.configure(at('canary'));
    expect(await world.pass('delete')).toMatchObject({ outcome: 'paced' });
    expect(world.deregistered()).toHaveLength(CANARY_DELETES - 1);
  });
});

describe('a stage that is lowered during a pass', () => {
  test('L61 an operator lowers the stage during a pass → Holystone deletes no more, and the other marks stay', async () => {
    await due(6);
    let written = 0;
    const swap = (parts: Parts): Parts => ({
      ...parts,
      definitions: writing(async (definition) => {
        if (++written === 3) await set('notify');
        await parts.definitions.write(definition);
      }),
    });
    await world.configure({ ...BULK, swap });
    expect(await world.pass('delete')).toMatchObject({ outcome: 'unfinished', counts: { deleted: 2 } });
    expect(world.deregistered()).toHaveLength(2);
    expect(await world.marks()).toHaveLength(4);
  });

  /** Once a permit is given and before its request leaves. */
  async function loweredInBetween(id: string, stage: Stage): Promise<void> {
    const swap = (parts: Parts): Parts => ({
      ...parts,
      pacer: {
        throttled: (bucket) => parts.pacer.throttled(bucket),
        async take(bucket, signal) {
          if (bucket.api === 'ec2:DeregisterImage' && (await world.markOf(id))?.state === 'deleting') {
            await set(stage);
            await world.wired.fleet.heartbeat();
          }
          await parts.pacer.take(bucket, signal);
        },
      },
    });
    await world.configure({ ...BULK, swap });
    await world.pass('delete');
  }

  test.each(['plan', 'notify'] as const)(
    'L61 an operator lowers the stage to %s after the permit → Holystone sends no request',
    async (stage) => {
      const [id = ''] = await due(1);
      await loweredInBetween(id, stage);
      expect(world.deregistered()).toEqual([]);
      expect(world.events(id).slice(-2)).toEqual(['permitted', 'deferred']);
      await world.configure(BULK);
      await set('live');
      world.clock.advance(HOUR);
      await world.pass('delete');
      expect(world.deregistered()).toEqual([id]);
    },
  );

  test('L61 an operator lowers the stage to canary after the permit → Holystone asks for another permit, which the canary counts', async () => {
    const [id = ''] = await due(1);
    await loweredInBetween(id, 'canary');
    expect(world.events(id).slice(-4)).toEqual(['permitted', 'deferred', 'permitted', 'deleted']);
    expect((await world.wired.deps.control.read()).canaries[UNIT]).toMatchObject({ used: 1 });
  });
});

describe('an emptied Redis', () => {
  test('L25 Redis is emptied and no instance remembers → the type has the stage of its configuration', async () => {
    await world.reset(at('notify'));
    await set('live');
    await world.reset(at('notify'));
    await due(1);
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 0 } });
    expect(world.deregistered()).toEqual([]);
  });

  test('L25 Redis is emptied and an instance remembers → a lowered stage stays lowered', async () => {
    await set('notify');
    await world.wired.fleet.heartbeat();
    await world.redis.flush();
    await due(1);
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 0 } });
    expect((await world.wired.deps.control.read()).stages).toEqual({ [UNIT]: 'notify' });
    expect((await world.marks(IMAGES)).length).toBe(1);
  });
});
