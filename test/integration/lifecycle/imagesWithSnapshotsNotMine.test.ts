/** "Not mine" about an image is about the snapshots that follow it: nobody was told of these any more. */
import { expect, test } from '@jest/globals';
import type { Statement } from '../../../src/core/mark/ownerResponse.ts';
import { storeResponse } from '../../../src/lifecycle/index.ts';
import { HERE, HOUR, IMAGES, SNAPSHOTS, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();

const ANN = 'ann@example.com';
const FALLBACK = 'cloud@example.com';
const control = () => world.sandbox.control;
const there = () =>
  control()
    .state(HERE)
    .snapshots.map(({ SnapshotId }) => SnapshotId);
const snapshotMark = (id: string) => world.markOf(id, SNAPSHOTS);

/** An image of Ann and its snapshot, of which one row told her. */
async function told(noFallback: boolean) {
  await world.reset({
    noFallback,
    cleanup: `[
      { type: image, accounts: [test], live: true, keepNewest: off, withSnapshots: true, when: [{ rule: unused }] },
      { type: snapshot, accounts: [test], live: true, when: [{ rule: unused }] }]`,
    defaults: `unusedFor: off, unownedRetention: 30d, tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }`,
  });
  control().setRecycleBin(HERE, {});
  const [image = ''] = world.addImages(1);
  const [{ SnapshotId: snapshot = '' } = {}] = control().state(HERE).snapshots;
  await survey();
  await world.notify(IMAGES, SNAPSHOTS);
  expect(world.messages()).toHaveLength(1);
  expect(await snapshotMark(snapshot)).toMatchObject({ owner: ANN, state: 'noticed' });
  return { image, snapshot };
}

async function survey(): Promise<void> {
  await world.pass('mark', IMAGES);
  await world.pass('mark', SNAPSHOTS);
}

async function say(statement: Statement, id: string, owner = ANN) {
  const generation = (await world.markOf(id))?.generation;
  const { kind } = await storeResponse(world.wired.deps, { statement, namespace: IMAGES, id, owner, generation });
  expect(kind).toBe('done');
}

async function deletePasses(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await world.pass('delete', SNAPSHOTS);
    await world.pass('delete', IMAGES);
    world.clock.advance(HOUR / 4);
  }
}

test.each([
  { noFallback: true, surveys: 1 },
  { noFallback: true, surveys: 0 },
  { noFallback: false, surveys: 1 },
  { noFallback: false, surveys: 0 },
])(
  'A36 law 3: Ann says "not mine" of the image (no fallback: $noFallback), and after $surveys more surveys it goes by hand → her notice deletes no snapshot',
  async ({ noFallback, surveys }) => {
    const { image, snapshot } = await told(noFallback);
    await say('notMine', image);
    for (let i = 0; i < surveys; i++) await survey();
    control().remove(HERE, 'image', image);
    await world.watched(32, IMAGES, SNAPSHOTS);
    await deletePasses();
    await survey();
    await deletePasses();
    expect(there()).toEqual([snapshot]);
    const mark = await snapshotMark(snapshot);
    expect(mark).toMatchObject({ state: 'marked', unowned: true, disclaimedBy: [ANN] });
    expect(mark?.owner).toBe(noFallback ? undefined : FALLBACK);
  },
);

test('A36 the fallback is told of both, and both go on that notice', async () => {
  const { image, snapshot } = await told(false);
  await say('notMine', image);
  await survey();
  await world.notify(IMAGES, SNAPSHOTS);
  expect(world.messages().map(({ recipients }) => recipients)).toEqual([[ANN], [FALLBACK]]);
  await world.watched(32, IMAGES, SNAPSHOTS);
  await deletePasses();
  expect([world.deregistered(), there()]).toEqual([[image], []]);
  expect(world.events(snapshot)).toContain('disclaimed');
});

test('A36 Ann says that the image is hers after all → so is its snapshot, and she is told of both anew', async () => {
  const { image, snapshot } = await told(true);
  await say('notMine', image);
  await survey();
  await say('mine', image);
  expect(await snapshotMark(snapshot)).toMatchObject({ owner: ANN, state: 'marked' });
  await survey();
  await world.notify(IMAGES, SNAPSHOTS);
  expect(await snapshotMark(snapshot)).toMatchObject({ owner: ANN, state: 'noticed' });
  expect(world.messages()).toHaveLength(2);
});

test('A36 the snapshot of another image of hers stays told', async () => {
  const { image } = await told(true);
  const [other = ''] = world.addImages(1);
  await survey();
  await world.notify(IMAGES, SNAPSHOTS);
  await say('notMine', image);
  await survey();
  const own = (await world.marks(SNAPSHOTS)).find(({ waitsFor = [] }) => waitsFor.some(({ id }) => id === other));
  expect(own).toMatchObject({ owner: ANN, state: 'noticed' });
});

test('A36 an image that lost its owner without an answer → its snapshot has none either', async () => {
  const { image, snapshot } = await told(true);
  control().update(HERE, 'image', image, { Tags: [] });
  await survey();
  expect((await world.markOf(image))?.owner).toBeUndefined();
  const mark = await snapshotMark(snapshot);
  expect([mark?.owner, mark?.state]).toEqual([undefined, 'marked']);
});
