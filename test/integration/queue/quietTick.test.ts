import { expect, test } from '@jest/globals';
import { newMark, recordNotice } from '../../../src/core/mark/mark.ts';
import { dueDigests, dueItemsOf } from '../../../src/queue/dueItems.ts';
import { DAY, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const ANN = 'ann@example.com';

const world = worldForAll();

/** Marks whose owner was notified of all of them. */
async function notified(count: number): Promise<void> {
  const at = world.clock.now();
  const date = at + 60 * DAY;
  const transitions = Array.from({ length: count }, (_, index) => {
    const id = `ami-${String(index).padStart(17, '0')}`;
    const resource = { id, identity: `${id}@1`, name: `image ${index}`, tags: {}, aliases: [id] };
    const nomination = {
      namespace: IMAGES,
      resource,
      reasons: ['Nothing uses it.'],
      owner: ANN,
      ownerVia: 'tag owner',
    };
    const mark = newMark({ ...nomination, projectedDeletionAt: date }, `g-${index}`, at);
    const { generation } = mark;
    const notice = { messageId: '<a@b>', recipient: ANN, acceptedAt: at, shownAt: date, generation, validUntil: date };
    const audit = { at, namespace: IMAGES, id, event: 'marked', actor: 'test', reason: 'unused' } as const;
    return { id, before: undefined, after: recordNotice(mark, notice, date), audit };
  });
  await world.wired.deps.marks.apply(IMAGES, transitions);
}

/** The work of Redis at one tick: commands, and bytes of its answers. */
async function tick(): Promise<{ commands: number; bytes: number; notifies: boolean }> {
  const { deps, parts } = world.wired;
  const stats = async () => {
    const info = await world.connection.client.info('stats');
    const of = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
    return { commands: of('total_commands_processed'), bytes: of('total_net_output_bytes') };
  };
  const wcs = parts.workConfigurations();
  const before = await stats();
  const items = await Promise.all(wcs.map((wc) => dueItemsOf(deps, wc, world.clock.now())));
  await dueDigests(deps.outbox, wcs, world.clock.now());
  const after = await stats();
  return {
    commands: after.commands - before.commands,
    bytes: after.bytes - before.bytes,
    notifies: items.flat().some((item) => item.kind === 'pass' && item.action === 'notify'),
  };
}

async function quietTickOf(count: number) {
  await world.reset({});
  await notified(count);
  expect((await tick()).notifies).toBe(true);
  const pass = await world.pass('notify');
  expect([pass.outcome, pass.counts.queued]).toEqual(['complete', 0]);
  // The changes of marks are announced in the background.
  await world.wired.parts.markTable.settled();
  world.clock.advance(60_000);
  return tick();
}

test('a tick without pending notices costs the same for a thousand marks as for ten', async () => {
  const few = await quietTickOf(10);
  const many = await quietTickOf(1_000);
  expect([few.notifies, many.notifies]).toEqual([false, false]);
  expect(many.commands).toBe(few.commands);
  expect(many.bytes - few.bytes).toBeLessThan(1_000);
});
