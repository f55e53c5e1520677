/** The log, which is the record, cannot be written. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HOUR, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => world.reset({ defaults: BULK }));

const BULK = 'tripwires: { markedShare: 100%, dueShare: 100% }';
const FULL = 'the log, which is the record, cannot be written: the disk is full';

async function due(count: number): Promise<readonly string[]> {
  const images = world.addImages(count);
  await world.untilDue();
  return images;
}

describe('L67 no record, no deletion', () => {
  test('L67 Law 12 the log cannot be written → no permit and no request; it can again → the next pass deletes', async () => {
    const images = await due(3);
    world.unrecorded = { why: FULL };
    expect(await world.pass('delete')).toMatchObject({ outcome: 'unfinished', problem: FULL, counts: { deleted: 0 } });
    expect(world.audit.filter(({ event }) => event === 'permitted')).toEqual([]);
    expect((await world.marks()).map(({ state }) => state)).toEqual(['noticed', 'noticed', 'noticed']);
    world.unrecorded = undefined;
    world.clock.advance(HOUR);
    await world.pass('delete');
    expect([...world.deregistered()].sort()).toEqual([...images].sort());
  });

  test.each([1, 2, 3])(
    'L67 Law 12 the line of permit %i of 3 cannot be written → Holystone does not send its request, or any after it, and gives the permit back',
    async (nth) => {
      const images = await due(3);
      let permits = 0;
      world.unrecorded = { why: FULL, from: ({ event }) => event === 'permitted' && ++permits === nth };
      expect(await world.pass('delete')).toMatchObject({ problem: FULL, counts: { deleted: nth - 1 } });
      expect(world.deregistered()).toHaveLength(nth - 1);
      expect(permits).toBe(nth);
      expect((await world.marks()).filter(({ intent }) => intent !== undefined)).toEqual([]);
      world.unrecorded = undefined;
      world.clock.advance(DAY);
      await world.pass('delete');
      expect([...world.deregistered()].sort()).toEqual([...images].sort());
    },
  );
});
