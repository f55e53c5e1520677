/** Attempts to make Holystone delete an asset of CDK that is used. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import { DAY, HERE, namespaceOf, THERE, World } from '../../support/awsWorld.ts';
import { hashOf, templateNaming } from '../../support/cdkEnvironment.ts';
import { assetOptions, assetWorld, keyOf, WITHOUT_NOTICE } from '../../support/cdkWorld.ts';

const OBJECTS = namespaceOf('cdkS3Asset');
const IMAGES = namespaceOf('cdkEcrImage');
let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const SETTINGS = { more: WITHOUT_NOTICE };
const sent = (operation: string) => world.writes().filter((call) => call.operation === operation);

test('K14 law 11 the lost answer of a deletion: a file that was written again since stays', async () => {
  const { keys, put } = await assetWorld(world, SETTINGS);
  for (const name of ['a', 'b']) put(name);
  await world.pass('mark', OBJECTS);
  world.clock.advance(11 * DAY);
  world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'DeleteObjects', times: 1 });
  await world.pass('delete', OBJECTS);
  expect(keys()).toEqual([]);
  // A deployment uploads one of them again, before anybody knows that it was deleted.
  world.sandbox.control.addObjects(bucketOf(), [{ key: keyOf('a') }]);
  world.clock.advance(DAY);
  await world.pass('delete', OBJECTS);
  await world.pass('mark', OBJECTS);
  expect([keys(), sent('DeleteObjects').length]).toEqual([[keyOf('a')], 1]);
});

test('K14 law 11 the lost answer of a deletion of images: an image that was pushed again since stays', async () => {
  const { imageTags, push, repository } = await assetWorld(world, { ...SETTINGS, type: 'cdkEcrImage' });
  push([hashOf('a')]);
  await world.pass('mark', IMAGES);
  world.clock.advance(11 * DAY);
  world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'BatchDeleteImage', times: 1 });
  await world.pass('delete', IMAGES);
  expect(imageTags()).toEqual([]);
  world.sandbox.control.addEcrTags(HERE, [{ repository, tag: hashOf('a'), pushedAt: new Date(world.clock.now()) }]);
  world.clock.advance(DAY);
  await world.pass('delete', IMAGES);
  await world.pass('mark', IMAGES);
  expect(imageTags()).toEqual([hashOf('a')]);
});

test('Law 8 Redis is emptied between two permits of one request → nothing is deleted', async () => {
  const { keys, put } = await assetWorld(world, SETTINGS);
  for (const name of ['a', 'b', 'c']) put(name);
  await world.pass('mark', OBJECTS);
  world.clock.advance(11 * DAY);
  let asked = 0;
  const swap = (parts: Parts): Parts => ({
    ...parts,
    permits: {
      async request(...request) {
        if (++asked === 3) await world.redis.flush();
        return parts.permits.request(...request);
      },
    },
  });
  await world.configure({ ...assetOptions(SETTINGS), swap });
  await expect(world.pass('delete', OBJECTS)).rejects.toThrow('this instance lost the lock');
  expect([asked, keys().length, sent('DeleteObjects')]).toEqual([3, 3, []]);
});

test.each(['configuration', 'stage', 'lock', 'incarnation'] as const)(
  'Law 8 a later permit of one request is denied (%s) → the earlier ones are given back, and nothing is sent',
  async (clause) => {
    const { keys, put } = await assetWorld(world, SETTINGS);
    for (const name of ['a', 'b', 'c']) put(name);
    await world.pass('mark', OBJECTS);
    world.clock.advance(11 * DAY);
    let asked = 0;
    const swap = (parts: Parts): Parts => ({
      ...parts,
      permits: {
        async request(...request) {
          return ++asked === 3 ? { kind: 'denied', clause, why: 'not any more' } : parts.permits.request(...request);
        },
      },
    });
    await world.configure({ ...assetOptions(SETTINGS), swap });
    await world.pass('delete', OBJECTS);
    const [marks, events] = [await world.marks(OBJECTS), world.audit.filter(({ event }) => event === 'deferred')];
    expect([keys().length, sent('DeleteObjects'), marks.map(({ state }) => state)]).toEqual([
      3,
      [],
      ['marked', 'marked', 'marked'],
    ]);
    expect(events.map(({ reason }) => reason)).toEqual(['not sent: not any more', 'not sent: not any more']);
    await world.configure(assetOptions(SETTINGS));
    expect((await world.pass('delete', OBJECTS)).counts).toMatchObject({ deleted: 3 });
  },
);

test('L56 an asset that Holystone does not send, because a stack is under review, is no refusal of the day', async () => {
  const { keys, put } = await assetWorld(world, SETTINGS);
  for (const name of ['a', 'b']) put(name);
  await world.pass('mark', OBJECTS);
  world.clock.advance(11 * DAY);
  world.sandbox.control.addStacks(HERE, [{ name: 'new', status: 'REVIEW_IN_PROGRESS' }]);
  const refusals = () => world.connection.client.keys('*refus*');
  await world.pass('delete', OBJECTS);
  expect([keys().length, sent('DeleteObjects'), await refusals()]).toEqual([2, [], []]);
  expect((await world.marks(OBJECTS)).map(({ refusals }) => refusals)).toEqual([undefined, undefined]);
});

test('K8 a stack that appears while the batch is checked keeps its asset: the review is read after the templates', async () => {
  const { keys, put, stack } = await assetWorld(world, SETTINGS);
  put('old');
  await world.pass('mark', OBJECTS);
  world.clock.advance(11 * DAY);
  world.sandbox.control.addStacks(HERE, [
    {
      name: 'late',
      status: 'REVIEW_IN_PROGRESS',
      changeSets: [{ name: 'first', template: templateNaming(hashOf('old')) }],
    },
  ]);
  await world.pass('delete', OBJECTS);
  world.sandbox.control.remove(HERE, 'stack', 'late');
  stack('late', 'old');
  world.clock.advance(DAY);
  await world.pass('delete', OBJECTS);
  expect([keys(), sent('DeleteObjects')]).toEqual([[keyOf('old')], []]);
});

test('K3 a rollback brings the previous template back after the mark, and its assets stay', async () => {
  const { keys, put, stack, unstack } = await assetWorld(world, SETTINGS);
  put('previous');
  put('next');
  stack('shop', 'next');
  await world.pass('mark', OBJECTS);
  expect((await world.marks(OBJECTS)).map(({ id }) => id)).toEqual([keyOf('previous')]);
  world.clock.advance(11 * DAY);
  unstack('shop');
  const template = templateNaming(hashOf('previous'));
  world.sandbox.control.addStacks(HERE, [{ name: 'shop', status: 'UPDATE_ROLLBACK_COMPLETE', template }]);
  await world.pass('delete', OBJECTS);
  expect(keys()).toContain(keyOf('previous'));
});

test('K1 an instance of a StackSet, and a stack nested in one, keep their assets', async () => {
  const { keys, put } = await assetWorld(world, SETTINGS);
  for (const name of ['instance', 'nested', 'old']) put(name);
  const root = 'StackSet-baseline-0f1e2d3c';
  const rootId = `arn:aws:cloudformation:us-east-1:${HERE.account}:stack/${root}/1`;
  world.sandbox.control.addStacks(HERE, [
    { name: root, template: templateNaming(hashOf('instance')), status: 'UPDATE_COMPLETE' },
    { name: `${root}-Nested-1`, rootId, template: templateNaming(hashOf('nested')) },
  ]);
  await world.pass('mark', OBJECTS);
  world.clock.advance(11 * DAY);
  await world.pass('delete', OBJECTS);
  expect(keys()).toEqual([keyOf('instance'), keyOf('nested')].sort());
});

test.each(['as a whole', 'in part'])(
  'K7 a second account that deploys from the bucket keeps its assets; unreadable %s, it keeps all',
  async (how) => {
    const { keys, put } = await assetWorld(world, SETTINGS);
    for (const name of ['theirs', 'old']) put(name);
    world.sandbox.control.addStacks(THERE, [{ name: 'prod', template: templateNaming(hashOf('theirs')) }]);
    await world.pass('mark', OBJECTS);
    expect((await world.marks(OBJECTS)).map(({ id }) => id)).toEqual([keyOf('old')]);
    world.clock.advance(11 * DAY);
    world.sandbox.control.addStacks(THERE, [{ name: 'more', template: templateNaming(hashOf('old')) }]);
    world.deny(how === 'in part' ? 'cloudformation:GetTemplate' : 'cloudformation:DescribeStacks', THERE.account);
    await world.pass('delete', OBJECTS);
    expect([keys().length, sent('DeleteObjects')]).toEqual([2, []]);
  },
);

test('K9 in a repository with immutable tags our mark is a further tag, and names of the image stay', async () => {
  const { imageTags, push } = await assetWorld(world, {
    type: 'cdkEcrImage',
    more: `, interop: cdk${WITHOUT_NOTICE}`,
  });
  push([hashOf('a'), hashOf('b')]);
  push([hashOf('c')]);
  for (let pass = 0; pass < 3; pass++) {
    world.clock.advance(60_000);
    await world.pass('mark', IMAGES);
  }
  const marks = imageTags().filter((tag) => tag.includes('isolated'));
  expect([imageTags().length, new Set(marks.map((tag) => tag.split('-')[0])).size]).toEqual([5, 2]);
});

test('K13 an index that appears after the survey keeps the image that it names', async () => {
  const { imageTags, push, stack } = await assetWorld(world, { ...SETTINGS, type: 'cdkEcrImage' });
  const child = push([hashOf('amd64')]);
  await world.pass('mark', IMAGES);
  world.clock.advance(11 * DAY);
  push([hashOf('platforms')], [child]);
  stack('shop', 'platforms');
  await world.pass('delete', IMAGES);
  expect([imageTags(), sent('BatchDeleteImage')]).toEqual([[hashOf('amd64'), hashOf('platforms')].sort(), []]);
});

test('K13 an index inside an index keeps the images of both', async () => {
  const { imageTags, push, stack } = await assetWorld(world, { ...SETTINGS, type: 'cdkEcrImage' });
  const leaf = push([hashOf('leaf')]);
  const inner = push([hashOf('inner')], [leaf]);
  push([hashOf('outer')], [inner]);
  stack('shop', 'outer');
  for (let day = 0; day < 13; day++) {
    await world.pass('mark', IMAGES);
    await world.pass('delete', IMAGES);
    world.clock.advance(DAY);
  }
  expect(imageTags()).toHaveLength(3);
});

test.each(['truncate', 'cutOff', 'blank', 'repeatToken'] as const)(
  'Law 1 a listing of stacks whose answer is wrong (%s) proves nothing',
  async (kind) => {
    const { keys, put, stack } = await assetWorld(world, SETTINGS);
    put('used');
    put('old');
    for (let index = 0; index < 3; index++) stack(`other${index}`, `o${index}`);
    stack('shop', 'used');
    world.sandbox.control.setPageLimit(2);
    try {
      world.sandbox.control.addFault({ kind, operation: 'DescribeStacks', page: 2 });
      await world.pass('mark', OBJECTS);
      world.clock.advance(11 * DAY);
      await world.pass('delete', OBJECTS);
      expect([keys().length, await world.marks(OBJECTS)]).toEqual([2, []]);
    } finally {
      world.sandbox.control.setPageLimit(null);
    }
  },
);

function bucketOf(): string {
  return `cdk-hnb659fds-assets-${HERE.account}-${HERE.region}`;
}
