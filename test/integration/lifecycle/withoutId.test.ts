import { beforeEach, describe, expect, test } from '@jest/globals';
import { deleteBatch } from '../../../src/lifecycle/deletion/deleteBatch.ts';
import { newCounts } from '../../../src/lifecycle/deletion/deleteContext.ts';
import { recalculate } from '../../../src/lifecycle/index.ts';
import { RedisNamespaceLock } from '../../../src/queue/lock.ts';
import { DAY, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => world.reset({ withoutId: true }));

const optOut = (id: string) => {
  const target = { kind: 'id', value: id } as const;
  const actor = 'ann@example.com';
  return world.wired.deps.optOuts.optOut(IMAGES, { target, until: 'forever', actor, at: world.clock.now() });
};

describe('an account that is declared without id', () => {
  test('L11 Holystone marks a resource in an account without id, and sends its owner no notice', async () => {
    const [id = ''] = world.addImages(1);
    const marked = await world.pass('mark');
    await world.notify();
    expect(marked).toMatchObject({ outcome: 'complete', counts: { marked: 1 } });
    expect(await world.markOf(id)).toMatchObject({ state: 'marked', owner: 'ann@example.com' });
    expect([world.messages(), await world.wired.deps.outbox.owners()]).toEqual([[], []]);
  });

  test('L11 L28 somebody opts out of a marked resource in an account without id → Holystone unmarks it, and writes no tag', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    await optOut(id);
    await world.protect();
    expect([await world.marks(), world.writes()]).toEqual([[], []]);
    expect(await world.wired.deps.optOuts.pendingTags(IMAGES, world.clock.now(), 10)).toHaveLength(1);
  });

  test.each(['', 'notice: off'])(
    'L11 Holystone deletes nothing in an account without id, however long it is marked ("%s")',
    async (defaults) => {
      await world.reset({
        withoutId: true,
        cleanup: `[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off${defaults && `, ${defaults}`} }]`,
      });
      world.addImages(1);
      await world.pass('mark');
      world.clock.advance(100 * DAY);
      await world.pass('delete');
      expect([world.writes(), (await world.marks()).length]).toEqual([[], 1]);
    },
  );

  test('L11 L60 `recalculate` moves no date in an account without id, and says why', async () => {
    world.addImages(1);
    await world.pass('mark');
    const before = await world.marks();
    const request = { namespace: IMAGES, seconds: 60, count: 1, actor: 'olga' };
    expect(await recalculate(world.wired.deps, request)).toEqual({
      kind: 'conflict',
      why: 'no date was changed: the account "test" is declared without id',
    });
    expect(await world.marks()).toEqual(before);
  });

  test('L11 somebody declares the id later → the owner gets a notice, and Holystone deletes only a retention after it', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    world.clock.advance(30 * DAY);
    await world.configure();
    await world.pass('delete');
    await world.notify();
    world.clock.advance(10 * DAY - HOUR);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    world.clock.advance(2 * HOUR);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
  });

  test('L11 the id is removed from the configuration → no permit for due marks, even in a running batch', async () => {
    const [id = ''] = await due();
    await world.configure({ withoutId: true });
    const { counts, end } = await batchOf(id);
    expect(end).toEqual({ outcome: 'incomplete', problem: 'the account "test" is declared without id' });
    expect([counts.denied, world.writes(), world.events(id)]).toEqual([1, [], ['marked', 'noticed']]);
  });
});

async function due(): Promise<readonly string[]> {
  await world.configure();
  const images = world.addImages(1);
  await world.untilDue();
  return images;
}

/** A delete batch as if the pass before it had not looked whether anything may be deleted at all. */
async function batchOf(id: string) {
  const { deps } = world.wired;
  const wc = deps.workConfigurationOf(IMAGES);
  const mark = await world.markOf(id);
  const lease = await new RedisNamespaceLock(world.connection).acquire(IMAGES);
  if (!wc || !mark || !lease) throw new Error('there is nothing to delete');
  const { signal } = new AbortController();
  const rollout = { stage: 'live' } as const;
  const frame = {
    wc,
    rollout,
    control: 0,
    action: 'delete',
    passId: 'pass',
    startedAt: world.clock.now(),
    previous: undefined,
    witnessedSince: 0,
    unpassedMs: () => 0,
  } as const;
  const pass = {
    ...frame,
    deps,
    lease,
    signal,
    counts: newCounts(),
    retriedFor: new Map(),
    problems: new Set<string>(),
    evidence: new Map(),
    underWay: new Set<string>(),
    patient: new Set<string>(),
    finished: new Set<string>(),
  };
  try {
    return { end: await deleteBatch(pass, [mark]), counts: pass.counts };
  } finally {
    await lease.release();
  }
}
