/**
 * Somebody who can write to Redis, and has no key of `signing`, puts back one kind of key as it was when four images were
 * due: what a person or a use has kept since stays, and the most that goes is what SECURITY.md says of that kind.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, IMAGES, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';
import { type Copies, copiesOf, forge, putBack, valuesOf } from '../../support/forgeries.ts';
import { isOfKind, KEY_KINDS } from '../../support/keyKinds.ts';

const OPTIONS: WorldOptions = {
  top: 'signing: { keys: [{ id: k1, secret: "one secret of thirty-two letters" }] }',
  cleanup: '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, unusedFor: off }]',
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
};
const MARKS = 'holystone:{<ns>}:marks';

const world = worldForAll();
let ids: { readonly used: string; readonly kept: string; readonly ended: string };
let due: Copies;
let now: Copies;

beforeAll(async () => {
  await world.reset(OPTIONS);
  const [used = '', kept = '', ended = ''] = world.addImages(3);
  ids = { used, kept, ended };
  await world.pass('mark');
  await world.notify();
  await world.watched(11, IMAGES);
  await world.pass('mark');
  due = await copiesOf(world.connection.client);
  const at = world.clock.now();
  await world.wired.deps.optOuts.optOut(IMAGES, {
    ...{ target: { kind: 'id', value: kept }, until: 'forever', actor: 'ann@example.com', at },
  });
  const [, user = ''] = [used, ended].flatMap((ImageId) => world.sandbox.control.addInstances(HERE, [{ ImageId }]));
  await surveyed();
  world.sandbox.control.remove(HERE, 'instance', user);
  await surveyed();
  now = await copiesOf(world.connection.client);
});

/** A survey that reads all evidence anew. */
async function surveyed(): Promise<void> {
  world.clock.advance(HOUR);
  await world.pass('mark');
}

/** An instance that remembers nothing starts. */
async function startAgain(): Promise<void> {
  await rm(join(world.dir, 'redis-beat.json'), { force: true });
  await world.configure(OPTIONS);
}

/** What goes before, in and after the next survey. */
async function deleted(): Promise<readonly string[]> {
  const before = world.deregistered().length;
  for (const action of ['delete', 'mark', 'delete'] as const) await world.pass(action).catch(() => undefined);
  return world.deregistered().slice(before);
}

/** Only this kind: whoever puts all of Redis back meets the beat. @returns whether that changed anything */
async function replay(kind: string): Promise<boolean> {
  const { client } = world.connection;
  const keys = [...new Set([...now.keys(), ...due.keys()])].filter((key) => isOfKind(kind, key));
  const values = await valuesOf(client, keys);
  const older = keys.filter((key) => due.has(key));
  await forge(client, 'older', older, due);
  return (await valuesOf(client, keys)) !== values;
}

test('as it is, the used and the kept image have no mark, and the third is marked anew, without a notice', async () => {
  expect(await world.marks()).toMatchObject([{ id: ids.ended }]);
  expect((await world.markOf(ids.ended))?.notice).toBeUndefined();
});

test('Law 8 an instance that saw the newer mark, or its end: an older one deletes nothing, and is marked again', async () => {
  await putBack(world.connection.client, now);
  await startAgain();
  await world.pass('mark');
  expect(await replay(MARKS)).toBe(true);
  expect(await deleted()).toEqual([]);
  const mark = await world.markOf(ids.ended);
  expect({
    isTold: mark?.notice !== undefined,
    isLater: (mark?.projectedDeletionAt ?? 0) > world.clock.now() + 9 * DAY,
  }).toEqual({ isTold: false, isLater: true });
});

test.each(KEY_KINDS.filter((kind) => kind !== MARKS))('Law 8 an older %s is put back: nothing goes', async (kind) => {
  await putBack(world.connection.client, now);
  if (!(await replay(kind))) return;
  await startAgain();
  expect(await deleted()).toEqual([]);
  const marks = (await world.marks()).filter(({ notice }) => notice !== undefined);
  expect(marks).toEqual([]);
});

// The last test: what goes is gone.
test('Law 8 all instances were started since: an older mark of what nobody uses or keeps counts as it did, and no other', async () => {
  await putBack(world.connection.client, now);
  expect(await replay(MARKS)).toBe(true);
  await startAgain();
  expect(await deleted()).toEqual([ids.ended]);
});
