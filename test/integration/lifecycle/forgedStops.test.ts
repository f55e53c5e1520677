/**
 * An image is due, and an operator has stopped its deletion. Somebody who can write to Redis, and has no key of `signing`,
 * forges what holds it, and an instance that remembers nothing starts: nothing is deleted (law 8).
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { ControlChange } from '../../../src/core/policy/fleet.ts';
import { stageUnitOf } from '../../../src/core/policy/stage.ts';
import { IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { type Copies, copiesOf, FORGERIES, forge, putBack, valuesOf } from '../../support/forgeries.ts';
import { isOfKind } from '../../support/keyKinds.ts';

const OPTIONS = { top: 'signing: { keys: [{ id: k1, secret: "one secret of thirty-two letters" }] }' };
const STOPS: Readonly<Record<string, ControlChange>> = {
  'the kill switch is on': { killed: true },
  'its stage is notify': { stages: { [stageUnitOf(IMAGES)]: 'notify' } },
};
/** The control, and what is written about it in the namespace; each alone, and both together. */
const KINDS: readonly (readonly string[])[] = [
  ['holystone:control'],
  ['holystone:{<ns>}:pass'],
  ['holystone:control', 'holystone:{holystone:control}:members'],
  ['holystone:control', 'holystone:{<ns>}:pass', 'holystone:{holystone:control}:members'],
];

const world = worldForAll();
let due: Copies;
let id: string;

beforeAll(async () => {
  await world.reset(OPTIONS);
  [id = ''] = world.addImages(1);
  await world.pass('mark');
  await world.notify();
  await world.watched(11, IMAGES);
  await world.pass('mark');
  due = await copiesOf(world.connection.client);
});

/** An instance starts. @param keepsFile its memory of before its end */
async function startAgain({ keepsFile = false } = {}): Promise<void> {
  if (!keepsFile) await rm(join(world.dir, 'redis-beat.json'), { force: true });
  await world.configure(OPTIONS);
}

/** The forgery after which something was deleted. */
async function deletedAfter(kinds: readonly string[], stopped: Copies): Promise<string | undefined> {
  const { client } = world.connection;
  const keys = [...stopped.keys()].filter((key) => kinds.some((kind) => isOfKind(kind, key)));
  const tried = new Set<string>();
  for (const forgery of [...FORGERIES, 'lifted'] as const) {
    // All of it as it was before: SECURITY.md says that only an instance with a memory notices.
    if (forgery === 'older' && kinds.length > 2) continue;
    await putBack(client, stopped);
    if (forgery === 'lifted') {
      await client.hset('holystone:control', { killed: 'no', service: 'in' });
      await client.hdel('holystone:control', `stage:${stageUnitOf(IMAGES)}`);
    } else await forge(client, forgery, keys, due);
    const values = await valuesOf(client, keys);
    if (tried.has(values)) continue;
    tried.add(values);
    await startAgain();
    // What is due is asked for before and after a survey.
    for (const action of ['delete', 'mark', 'delete'] as const) await world.pass(action).catch(() => undefined);
    if (world.deregistered().length > 0) return forgery;
  }
  return undefined;
}

async function stoppedBy(stop: ControlChange): Promise<Copies> {
  await putBack(world.connection.client, due);
  await startAgain();
  const audit = { at: world.clock.now(), namespace: 'fleet', event: 'control', actor: 'olga' } as const;
  await world.wired.parts.control.write(stop, audit);
  await world.pass('mark');
  return copiesOf(world.connection.client);
}

test.each(Object.entries(STOPS))('Law 8 %s: whatever somebody forges, nothing is deleted', async (_, stop) => {
  const stopped = await stoppedBy(stop);
  const wrong: string[] = [];
  for (const kinds of KINDS) {
    const forgery = await deletedAfter(kinds, stopped);
    if (forgery !== undefined) wrong.push(`${kinds.join(' and ')}: ${forgery}`);
  }
  expect(wrong).toEqual([]);
});

test('Law 8 an older control is put back alone: the kill switch goes on, and says why', async () => {
  await stoppedBy({ stages: { [stageUnitOf(IMAGES)]: 'notify' } });
  await forge(world.connection.client, 'older', ['holystone:control'], due);
  await startAgain();
  await world.pass('delete');
  const [change] = await world.wired.parts.control.changes(1);
  expect(change?.reason).toMatch(/earlier control .*holystone kill --lift/);
  expect(world.deregistered()).toEqual([]);
});

test('Law 8 all of Redis is put back as it was before: an instance that has its file puts the kill switch back', async () => {
  await stoppedBy({ killed: true });
  await putBack(world.connection.client, due);
  await startAgain({ keepsFile: true });
  for (const action of ['delete', 'mark', 'delete'] as const) await world.pass(action).catch(() => undefined);
  expect((await world.wired.parts.control.read()).killed).toBe(true);
  expect(world.deregistered()).toEqual([]);
});

test('without a stop the image is deleted', async () => {
  await putBack(world.connection.client, due);
  await startAgain();
  expect(await world.pass('delete')).toMatchObject({ outcome: 'complete', counts: { deleted: 1 } });
  expect(world.deregistered()).toEqual([id]);
});
