/** Marks to which nothing happens on their date, by the stage or by the actions of their entry: what people are told. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { previewDigest, previewWaiting, recalculate, storeResponse } from '../../../src/lifecycle/index.ts';
import { DAY, IMAGES, World, type WorldOptions } from '../../support/awsWorld.ts';

const flat = (text = '') => text.replace(/\s+/g, ' ');
const ANN = 'ann@example.com';
const entry = (more: string): WorldOptions => ({
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100% }',
  cleanup: `[{ type: image, accounts: [test], live: true, ${more} when: [{ rule: unused }], keepNewest: off }]`,
});
const PROMISE = /will be deleted|will delete|is deleted on/;

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

async function notified(): Promise<string> {
  const [id = ''] = world.addImages(1);
  await world.pass('mark');
  await world.notify();
  return id;
}

async function early(id: string) {
  const generation = (await world.markOf(id))?.generation;
  return storeResponse(world.wired.deps, { statement: 'deleteEarly', namespace: IMAGES, id, owner: ANN, generation });
}

const bringForward = () => recalculate(world.wired.deps, { namespace: IMAGES, seconds: 60, count: 9, actor: 'olga' });

describe.each([
  ['at the stage notify', 'rollout: notify,', /its stage is notify/],
  ['with `actions: [mark, notify]`', 'actions: [mark, notify],', /have no `delete`/],
])('%s', (_what, more, why) => {
  beforeAll(() => world.reset(entry(more)));

  test('L50 no message announces a deletion, neither the first, nor a reminder, nor one that is only shown', async () => {
    const options = entry(`${more} notice: { remindBefore: 3d },`);
    await world.reset(options);
    world.addImages(1);
    await world.pass('mark');
    const { deps } = world.wired;
    const shown = await previewDigest(deps, [...world.wired.parts.workConfigurations()], ANN);
    expect(shown?.rows).toMatchObject([{ notifyOnly: true }]);
    await world.pass('notify');
    expect((await previewWaiting(deps, ANN))?.rows).toMatchObject([{ notifyOnly: true }]);
    await world.notify();
    world.clock.advance(8 * DAY);
    await world.pass('mark');
    await world.notify();
    const messages = world.messages();
    expect(messages).toHaveLength(2);
    for (const { subject, text } of messages) {
      expect(`${subject} ${flat(text)}`).not.toMatch(PROMISE);
      expect(flat(text)).toContain('Holystone deletes nothing at this stage.');
    }
  });

  test('P7 "delete it early" and dates that an operator brings forward are refused, with the reason', async () => {
    await world.reset(entry(more));
    const id = await notified();
    world.clock.advance(DAY);
    const before = await world.markOf(id);
    expect(await early(id)).toEqual({
      kind: 'nothing',
      because: 'nothingDeleted',
      detail: expect.stringMatching(why),
    });
    expect(await bringForward()).toEqual({ kind: 'conflict', why: expect.stringMatching(why) });
    expect(await world.markOf(id)).toEqual(before);
  });

  test('P7 "it is not mine" and its withdrawal are stored as ever', async () => {
    await world.reset(entry(more));
    const id = await notified();
    for (const statement of ['notMine', 'mine'] as const) {
      const generation = (await world.markOf(id))?.generation;
      const said = { statement, namespace: IMAGES, id, owner: ANN, generation };
      expect(await storeResponse(world.wired.deps, said)).toMatchObject({ kind: 'done' });
    }
  });
});

test.each([
  ['without `actions`', ''],
  ['with `delete` among them', 'actions: [mark, notify, delete],'],
])('L50 an entry %s promises the deletion, and does it early where its owner says so', async (_what, more) => {
  await world.reset(entry(more));
  const id = await notified();
  expect(flat(world.messages()[0]?.text)).toMatch(/Holystone will delete it on/);
  world.clock.advance(DAY);
  expect(await early(id)).toMatchObject({ kind: 'done' });
  expect(await world.pass('delete')).toMatchObject({ counts: { deleted: 1 } });
});
