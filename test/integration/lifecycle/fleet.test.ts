/** Reports of the fleet as a whole about deletions, and the audit entry of each of them. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ControlChange } from '../../../src/core/policy/fleet.ts';
import { DAY, HERE, HOUR, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => world.reset({ defaults: BULK }));

const BULK = 'tripwires: { markedShare: 100%, dueShare: 100% }';

async function due(count: number): Promise<readonly string[]> {
  const images = world.addImages(count);
  await world.untilDue();
  return images;
}

const change = (given: ControlChange) =>
  world.wired.deps.control.write(given, { at: 0, namespace: 'fleet', event: 'control', actor: 'olga' });

describe('deletes per day over the fleet', () => {
  test('L57 `deletesPerDay` of the fleet is reached → the pass deletes no more; an operator raises it, or a day passes → the next pass goes on', async () => {
    await change({ deletesPerDay: 2 });
    await due(6);
    const first = await world.pass('delete');
    expect(first).toMatchObject({
      outcome: 'paced',
      counts: { deleted: 2 },
      problem: expect.stringMatching(/^2 deletions a day/),
    });
    expect(first.nextDueAt - world.clock.now()).toBeLessThan(HOUR);
    await change({ deletesPerDay: 3 });
    expect(await world.pass('delete')).toMatchObject({ outcome: 'paced', counts: { deleted: 1 } });
    world.clock.advance(DAY);
    expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 3 } });
  });

  test('L57 a permit that Redis denies takes no place of the fleet’s budget', async () => {
    await world.reset({ defaults: `${BULK}, pace: { deletesPerDay: 1 }` });
    await change({ deletesPerDay: 2 });
    const images = await due(3);
    // The namespace's own budget denies the second; the fleet's keeps that place.
    expect(await world.pass('delete')).toMatchObject({ outcome: 'paced', counts: { deleted: 1 } });
    await world.configure({ defaults: BULK });
    expect(await world.pass('delete')).toMatchObject({ outcome: 'paced', counts: { deleted: 1 } });
    expect(images.filter((image) => world.deregistered().includes(image))).toHaveLength(2);
  });

  test('L57 the limit of the fleet is unreadable → Holystone deletes nothing', async () => {
    await due(1);
    await change({ deletesPerDay: 5 });
    await world.connection.client.hset('holystone:control', 'deletesPerDay', 'many');
    expect(await world.pass('delete')).toMatchObject({ outcome: 'paced', counts: { deleted: 0 } });
    expect(world.deregistered()).toEqual([]);
  });
});

describe('the audit log', () => {
  test('the audit log of a deletion has actor, evidence, request id, and the state before and after each step', async () => {
    const [id = ''] = await due(1);
    await world.pass('delete');
    const entries = world.audit.filter((entry) => entry.id === id);
    expect(entries).toMatchObject([
      { event: 'marked', before: 'none', after: 'marked', actor: 'holystone' },
      { event: 'noticed', before: 'marked', after: 'noticed' },
      { event: 'permitted', before: 'noticed', after: 'deleting' },
      { event: 'deleted', before: 'deleting', after: 'deleted', requestId: expect.stringMatching(/./) },
    ]);
    const [marked, , permitted, deleted] = entries.map(({ evidence }) => evidence);
    for (const hash of [marked, permitted, deleted]) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(deleted).toBe(permitted);
    expect(marked).not.toBe(permitted);
    const history = await world.wired.deps.audit.history(entries[0]?.namespace as never, id);
    expect(history).toEqual(entries.map((entry) => expect.objectContaining({ event: entry.event, at: entry.at })));
  });

  test('two resources have different evidence hashes, and so has a resource before and after a use', async () => {
    const [first = '', second = ''] = await due(2);
    world.sandbox.control.addInstances(HERE, [{ ImageId: first }]);
    await world.pass('delete');
    const hashOf = (id: string, event: string) => world.audit.find((e) => e.id === id && e.event === event)?.evidence;
    expect(hashOf(first, 'unmarked')).toMatch(/^[0-9a-f]{64}$/);
    const hashes = [
      hashOf(first, 'marked'),
      hashOf(second, 'marked'),
      hashOf(first, 'unmarked'),
      hashOf(second, 'deleted'),
    ];
    expect(new Set(hashes).size).toBe(4);
  });
});
