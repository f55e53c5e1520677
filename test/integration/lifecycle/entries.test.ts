/** Several entries judge one place, from the survey to the request: the entry that judges at the deletion is found anew. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, World } from '../../support/awsWorld.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

const entry = (own: string) =>
  `{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off${own} }`;
const PROD = entry(', match: { tag: { env: prod } }, minimumAge: 3650d');
const DEV = entry(', match: { tag: { env: dev } }');
const REST = entry('');

const cleanup = (...entries: readonly string[]) => ({ cleanup: `[${entries.join(', ')}]` });

/** An image that is marked, noticed and due under these entries. */
async function due(...entries: readonly string[]): Promise<string> {
  await world.reset(cleanup(...entries));
  const [id = ''] = world.addImages(1, { tags: { owner: 'ann@example.com', env: 'dev' } });
  await world.pass('mark');
  await world.notify();
  world.clock.advance(10 * DAY + HOUR);
  return id;
}

function retag(id: string, env: string): void {
  const tags = { owner: 'ann@example.com', env };
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  world.sandbox.control.update(HERE, 'image', id, { Tags });
}

test('L73 the entry that judges at the deletion is the one that marked it → Holystone deletes it', async () => {
  const id = await due(PROD, DEV, REST);
  expect(await world.markOf(id)).toMatchObject({ entry: 'tag env=dev' });
  await world.pass('delete');
  expect(world.deregistered()).toEqual([id]);
});

test('L73 a resource that moved to a stricter entry since it was marked → Holystone keeps it', async () => {
  const id = await due(PROD, DEV, REST);
  retag(id, 'prod');
  await world.pass('delete');
  expect([world.deregistered(), await world.marks()]).toEqual([[], []]);
});

test('L73 a resource that moved to another entry, which selects it too → Holystone unmarks it, and the next survey marks it anew', async () => {
  const id = await due(PROD, DEV, REST);
  retag(id, 'old');
  await world.pass('delete');
  expect([world.deregistered(), await world.marks()]).toEqual([[], []]);
  expect(world.audit.findLast(({ event }) => event === 'unmarked')?.reason).toBe(
    'the entry without match judges it now, no longer the entry tag env=dev: the next survey marks it anew',
  );
  await world.pass('mark');
  await world.pass('delete');
  const mark = await world.markOf(id);
  expect([world.deregistered(), mark?.entry, mark?.notice]).toEqual([[], undefined, undefined]);
});

test('L73 nobody judges a resource any more, or nobody knows who does → Holystone keeps it', async () => {
  const id = await due(DEV);
  retag(id, 'test');
  await world.pass('delete');
  const other = await due(DEV);
  retag(other, 'dev\u200b');
  await world.pass('delete');
  expect([id !== other, world.deregistered(), await world.marks()]).toEqual([true, [], []]);
});

test('L73 the file has other entries than when it was marked → Holystone deletes nothing of the former ones', async () => {
  const id = await due(DEV, REST);
  await world.configure(cleanup(PROD, REST));
  await world.pass('delete');
  expect([id === '', world.deregistered(), await world.marks()]).toEqual([false, [], []]);
});
