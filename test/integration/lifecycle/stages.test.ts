/** Stages as a pass meets them, and what may happen in between. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import { CANARY_DELETES, type Stage } from '../../../src/core/policy/stage.ts';
import { DAY, HOUR, IMAGES, World, type WorldOptions } from '../../support/awsWorld.ts';
import { writing } from '../../support/definitions.ts';

const flat = (text = '') => text.replace(/\s+/g, ' ');
const UNIT = 'aws:test:*:image';
const BULK = { defaults: 'tripwires: { markedShare: 100%, dueShare: 100% }' };

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
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
  await world.pass('mark');
  await world.notify();
  world.clock.advance(10 * DAY + HOUR);
  return images;
}

describe('plan', () => {
  test('a namespace at plan surveys and lists its candidates: no mark, no message, no deletion', async () => {
    await world.reset(at('plan'));
    world.addImages(2);
    expect(await world.pass('mark')).toMatchObject({ outcome: 'complete', counts: { candidate: 2, wouldMark: 2 } });
    await world.notify();
    expect(await world.marks()).toEqual([]);
    expect(world.messages()).toEqual([]);
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 0 } });
  });

  test('plan, set while a message is prepared: the message is not sent', async () => {
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
  test('notify marks and notifies; due marks stay, and the pass does not read them', async () => {
    await world.reset(at('notify'));
    await due(2);
    expect(world.messages()).toHaveLength(1);
    const before = world.sandbox.control.calls().length;
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 0 } });
    expect(world.sandbox.control.calls()).toHaveLength(before);
    expect(await world.marks()).toHaveLength(2);
  });

  test('a message at notify says that nothing is deleted, and has the earliest date', async () => {
    await world.reset(at('notify'));
    world.addImages(1);
    await world.pass('mark');
    await world.notify();
    const [message] = world.messages();
    expect(message?.subject).toMatch(/^1 resource would be deleted on /);
    expect(flat(message?.text)).toContain('Holystone deletes nothing at this stage.');
    expect(flat(message?.text)).not.toMatch(/will be deleted|will delete|is deleted on/);
  });

  test.each(['canary', 'live'] as const)(
    'L3 raised to %s before the date in the notice: no deletion before that date, and no other message',
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

  test('L3 raised after the notice expired: a new notice of a real deletion, with the full retention', async () => {
    await world.reset(at('notify'));
    const [id = ''] = await due(1);
    world.clock.advance(400 * DAY);
    await set('live');
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 0 } });
    await world.pass('mark');
    await world.notify();
    const [, anew] = world.messages();
    expect(anew?.subject).toMatch(/^1 resource will be deleted on /);
    expect((await world.markOf(id))?.projectedDeletionAt).toBeGreaterThanOrEqual(world.clock.now() + 9 * DAY);
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 0 } });
    expect(world.deregistered()).toEqual([]);
  });

  test('a message prepared at another stage has the text of the present stage', async () => {
    world.addImages(1);
    await world.pass('mark');
    world.mail.faults.add({ step: 'data', fault: { kind: 'refuse', code: 451, text: 'later' }, times: 1 });
    await expect(world.notify()).rejects.toThrow(/not accepted/);
    await set('notify');
    world.clock.advance(DAY);
    await world.notify();
    expect(world.messages()).toMatchObject([{ subject: expect.stringMatching(/^1 resource would be deleted on /) }]);
  });

  test('raised by an operator: owners get no second notice, and the resource is deleted', async () => {
    await world.reset(at('notify'));
    const images = await due(2);
    await set('live');
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 2 } });
    expect([...world.deregistered()].sort()).toEqual([...images].sort());
    expect(world.messages()).toHaveLength(1);
  });
});

describe('canary', () => {
  test('five go, then nothing for a day; the next five follow; live, the rest', async () => {
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

  test('killed between permit and request: the permit counts, also without a deletion', async () => {
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

describe('a stage that is lowered while a pass is under way', () => {
  test('nothing more is permitted, and the rest keeps its place', async () => {
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

  test.each(['plan', 'notify'] as const)('to %s after the permit: the request does not leave', async (stage) => {
    const [id = ''] = await due(1);
    await loweredInBetween(id, stage);
    expect(world.deregistered()).toEqual([]);
    expect(world.events(id).slice(-2)).toEqual(['permitted', 'held']);
    await world.configure(BULK);
    await set('live');
    world.clock.advance(HOUR);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
  });

  test('to canary after the permit: the request does not leave before the canary has counted it', async () => {
    const [id = ''] = await due(1);
    await loweredInBetween(id, 'canary');
    expect(world.events(id).slice(-4)).toEqual(['permitted', 'held', 'permitted', 'deleted']);
    expect((await world.wired.deps.control.read()).canaries[UNIT]).toMatchObject({ used: 1 });
  });
});

describe('L25 Redis emptied', () => {
  test('emptied, and no instance remembers: the type has the stage of its configuration', async () => {
    await world.reset(at('notify'));
    await set('live');
    await world.reset(at('notify'));
    await due(1);
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 0 } });
    expect(world.deregistered()).toEqual([]);
  });

  test('emptied, and an instance remembers: a lowered stage stays lowered', async () => {
    await set('notify');
    await world.wired.fleet.heartbeat();
    await world.redis.flush();
    await due(1);
    expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 0 } });
    expect((await world.wired.deps.control.read()).stages).toEqual({ [UNIT]: 'notify' });
    expect((await world.marks(IMAGES)).length).toBe(1);
  });
});
