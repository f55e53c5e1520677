/** Assets of CDK from the mark to the deletion, and beside `cdk gc`. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Lifecycle } from '../../../src/lifecycle/index.ts';
import type { ConfirmedBatch } from '../../../src/lifecycle/pass/deps.ts';
import { dueItemsOf } from '../../../src/queue/dueItems.ts';
import { DAY, HERE, namespaceOf, World } from '../../support/awsWorld.ts';
import { bootstrapOnce, hashOf } from '../../support/cdkEnvironment.ts';
import { type AssetSettings, assetWorld, keyOf, WITHOUT_NOTICE } from '../../support/cdkWorld.ts';

const OBJECTS = namespaceOf('cdkS3Asset');
const IMAGES = namespaceOf('cdkEcrImage');
let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const environment = (settings?: AssetSettings) => assetWorld(world, settings);
const markedKeys = async () => (await world.marks(OBJECTS)).map(({ id }) => id).sort();
const calls = (operation: string) => world.sandbox.control.calls({ operation }).length;

describe('an object that no stack names', () => {
  test('K1 K11 it is marked, notified, and deleted when its retention is over; the one that a stack names stays', async () => {
    const { keys, put, stack } = await environment();
    put('old');
    put('used');
    stack('shop', 'used');
    await world.pass('mark', OBJECTS);
    expect(await markedKeys()).toEqual([keyOf('old')]);
    await world.notify(OBJECTS);
    expect((await world.pass('delete', OBJECTS)).counts.deleted ?? 0).toBe(0);
    world.clock.advance(11 * DAY);
    expect((await world.pass('delete', OBJECTS)).counts).toMatchObject({ deleted: 1 });
    expect(keys()).toEqual([keyOf('used')]);
  });

  test('K8 a deployment that names it again just before the deletion keeps it', async () => {
    const { keys, put, stack } = await environment();
    put('old');
    await world.pass('mark', OBJECTS);
    await world.notify(OBJECTS);
    world.clock.advance(11 * DAY);
    stack('rollback', 'old');
    expect((await world.pass('delete', OBJECTS)).counts).toMatchObject({ unmarked: 1 });
    expect([keys(), await markedKeys()]).toEqual([[keyOf('old')], []]);
  });

  test('K11 an object that is younger than `minimumAge`, or dated in the future, is left alone', async () => {
    await environment();
    const { bucket } = bootstrapOnce(world.sandbox.control, HERE);
    world.sandbox.control.addObjects(bucket, [
      { key: keyOf('young'), lastModified: new Date(world.clock.now() - DAY / 2) },
      { key: keyOf('future'), lastModified: new Date(world.clock.now() + DAY) },
    ]);
    await world.pass('mark', OBJECTS);
    expect(await markedKeys()).toEqual([]);
  });

  test('K1 an object that only the actual value of a parameter names stays', async () => {
    const { put } = await environment();
    put('value');
    world.sandbox.control.addStacks(HERE, [{ name: 'shop', parameters: { Key: keyOf('value') } }]);
    await world.pass('mark', OBJECTS);
    expect(await markedKeys()).toEqual([]);
  });

  test('K19 an object stays that only the template of a product names, which is an object that a stack names', async () => {
    const { put, stack } = await environment();
    put('inner');
    put('old');
    const { bucket } = bootstrapOnce(world.sandbox.control, HERE);
    const body = JSON.stringify({ Code: { S3Key: keyOf('inner') } });
    const product = `${hashOf('product')}.json`;
    world.sandbox.control.addObjects(bucket, [{ key: product, body, lastModified: '2026-01-01T00:00:00.000Z' }]);
    stack('portfolio', 'other');
    world.sandbox.control.addStacks(HERE, [
      { name: 'products', template: JSON.stringify({ LoadTemplateFromURL: product }) },
    ]);
    expect(await world.pass('mark', OBJECTS)).toMatchObject({ outcome: 'complete' });
    expect(await markedKeys()).toEqual([keyOf('old')]);
  });

  test('K4 one template that cannot be read keeps every object, and the pass says which', async () => {
    const { put, stack } = await environment();
    put('old');
    stack('closed');
    const code = 'ValidationError';
    world.sandbox.control.addFault({ kind: 'error', operation: 'GetTemplate', code, containing: 'stack/closed' });
    expect(await world.pass('mark', OBJECTS)).toMatchObject({
      outcome: 'incomplete',
      problem: expect.stringContaining('the template of the stack closed cannot be read'),
    });
    expect(await markedKeys()).toEqual([]);
  });

  test('a tag on the object keeps it: the survey reads the tags of the candidates, and of nothing else', async () => {
    const { put, stack } = await environment();
    put('kept', { 'holystone:keep': 'always' });
    put('old');
    put('used');
    stack('shop', 'used');
    const before = calls('GetObjectTagging');
    await world.pass('mark', OBJECTS);
    expect([await markedKeys(), calls('GetObjectTagging') - before]).toEqual([[keyOf('old')], 2]);
  });
});

describe('K11 the exact instants', () => {
  test.each([
    ['a millisecond before its retention is over it stays', -1, false],
    ['at the instant it stays', 0, false],
    ['a millisecond after it goes', 1, true],
  ])('%s', async (_when, offset, isDeleted) => {
    const { keys, put } = await environment({ more: WITHOUT_NOTICE });
    put('old');
    await world.pass('mark', OBJECTS);
    const [mark] = await world.marks(OBJECTS);
    world.clock.advance((mark?.markedAt ?? 0) + 10 * DAY + offset - world.clock.now());
    await world.pass('delete', OBJECTS);
    expect(keys()).toEqual(isDeleted ? [] : [keyOf('old')]);
  });

  test('an object is as old as `minimumAge` at the instant, and younger a millisecond before', async () => {
    await environment();
    const { bucket } = bootstrapOnce(world.sandbox.control, HERE);
    const lastModified = new Date(Math.ceil(world.clock.now() / 1000) * 1000);
    world.sandbox.control.addObjects(bucket, [{ key: keyOf('old'), lastModified }]);
    world.clock.advance(lastModified.getTime() + DAY - 1 - world.clock.now());
    await world.pass('mark', OBJECTS);
    expect(await markedKeys()).toEqual([]);
    world.clock.advance(1);
    await world.pass('mark', OBJECTS);
    expect(await markedKeys()).toEqual([keyOf('old')]);
  });
});

test("K1 P1 the owner of the stack that named an object last gets the message; of one that no stack ever named, the account's", async () => {
  const { put, stack, unstack } = await environment();
  for (const name of ['shops', 'nobodys', 'own']) put(name, name === 'own' ? { owner: 'own@example.com' } : {});
  stack('shop', 'shops', 'own');
  stack('reports', 'other');
  await world.pass('mark', OBJECTS);
  unstack('shop');
  world.clock.advance(DAY);
  await world.pass('mark', OBJECTS);
  const vias = (await world.marks(OBJECTS)).map(({ id, ownerVia }) => [id, ownerVia]);
  expect(Object.fromEntries(vias)).toEqual({
    [keyOf('shops')]: 'tag owner of stack shop',
    [keyOf('nobodys')]: 'notice.fallback',
    [keyOf('own')]: 'tag owner',
  });
});

test('K14 400 objects whose time is over go with four requests of a hundred', async () => {
  await environment({
    more: WITHOUT_NOTICE,
    defaults: `pace: { batch: 100, deletesPerPass: 500, deletesPerDay: 500 }`,
  });
  const { bucket } = bootstrapOnce(world.sandbox.control, HERE);
  const lastModified = new Date(world.clock.now() - 100 * DAY);
  const keys = Array.from({ length: 400 }, (_, index) => ({ key: keyOf(`many-${index}`), lastModified }));
  world.sandbox.control.addObjects(bucket, keys);
  await world.pass('mark', OBJECTS);
  world.clock.advance(11 * DAY);
  const before = calls('DeleteObjects');
  expect(await world.pass('delete', OBJECTS)).toMatchObject({ outcome: 'complete', counts: { deleted: 400 } });
  expect(calls('DeleteObjects') - before).toBe(4);
});

test('K16 a person who says no to the second batch keeps it and the later ones', async () => {
  const { keys, put } = await environment({ more: WITHOUT_NOTICE, defaults: 'pace: { batch: 2 }' });
  for (const name of ['a', 'b', 'c', 'd', 'e']) put(name);
  await world.pass('mark', OBJECTS);
  world.clock.advance(11 * DAY);
  const asked: number[] = [];
  const confirms = async ({ resources }: ConfirmedBatch) => asked.push(resources.length) < 2;
  const { deps, parts } = world.wired;
  const lease = await parts.lock.acquire(OBJECTS);
  if (!lease) throw new Error('the namespace is locked');
  const { signal } = new AbortController();
  const said = await new Lifecycle({ ...deps, confirms }).pass(OBJECTS, 'delete', lease, signal);
  await lease.release();
  expect(said).toMatchObject({ outcome: 'unfinished', problem: expect.stringContaining('a person said no') });
  expect([asked, keys().length]).toEqual([[2, 2], 3]);
});

test('K16 a mark that a run spares stays, and the due marks behind it go', async () => {
  const { keys, put } = await environment({ more: WITHOUT_NOTICE, defaults: 'pace: { batch: 1 }' });
  for (const name of ['a', 'b', 'c']) put(name);
  await world.pass('mark', OBJECTS);
  world.clock.advance(11 * DAY);
  const { deps, parts } = world.wired;
  const [first] = await deps.marks.due(OBJECTS, world.clock.now(), 1);
  const lease = await parts.lock.acquire(OBJECTS);
  if (!lease) throw new Error('the namespace is locked');
  const isTooEarly = ({ id }: { readonly id: string }) => id === first?.id;
  const said = await new Lifecycle({ ...deps, isTooEarly }).pass(
    OBJECTS,
    'delete',
    lease,
    new AbortController().signal,
  );
  await lease.release();
  expect([said.outcome, said.counts.deleted, keys(), await markedKeys()]).toEqual([
    'complete',
    2,
    [first?.id],
    [first?.id],
  ]);
});

describe('beside `cdk gc`', () => {
  const INTEROP = { more: ', interop: cdk' };
  const marked = (agoDays: number) => ({ 'aws-cdk:isolated': String(world.clock.now() - agoDays * DAY) });

  test('K9 a mark of ours is written on the object beside its tags, and removed when a stack names it again', async () => {
    const { put, stack, tagsOf } = await environment(INTEROP);
    put('old', { team: 'web' });
    await world.pass('mark', OBJECTS);
    expect(tagsOf('old')).toEqual({ team: 'web', 'aws-cdk:isolated': String(world.clock.now()) });
    stack('shop', 'old');
    world.clock.advance(DAY);
    await world.pass('mark', OBJECTS);
    expect([tagsOf('old'), await markedKeys()]).toEqual([{ team: 'web' }, []]);
  });

  test('K9 K11 without notices a mark of `cdk gc` is taken over with its age: 40 days are over, 5 are not', async () => {
    const { keys, put } = await environment({ more: `${INTEROP.more}${WITHOUT_NOTICE}` });
    put('long', marked(40));
    put('short', marked(5));
    await world.pass('mark', OBJECTS);
    expect((await world.marks(OBJECTS)).map(({ reasons }) => reasons.at(-1))).toEqual([
      expect.stringMatching(/^another tool marked it on /),
      expect.stringMatching(/^another tool marked it on /),
    ]);
    await world.pass('delete', OBJECTS);
    expect(keys()).toEqual([keyOf('short')]);
  });

  test('K9 Law 3 where owners get notices, the age of another mark shortens no retention', async () => {
    const { keys, put } = await environment(INTEROP);
    put('long', marked(40));
    await world.pass('mark', OBJECTS);
    await world.notify(OBJECTS);
    await world.pass('delete', OBJECTS);
    expect(keys()).toEqual([keyOf('long')]);
  });

  test('K10 an unreadable mark is no age', async () => {
    const { keys, put } = await environment({ more: `${INTEROP.more}${WITHOUT_NOTICE}` });
    put('odd', { 'aws-cdk:isolated': '1' });
    put('future', { 'aws-cdk:isolated': String(world.clock.now() + 40 * DAY) });
    await world.pass('mark', OBJECTS);
    await world.pass('delete', OBJECTS);
    expect(keys()).toHaveLength(2);
  });

  test('without `interop` the mark of another tool means nothing', async () => {
    const { keys, put } = await environment({ more: WITHOUT_NOTICE });
    put('long', marked(40));
    await world.pass('mark', OBJECTS);
    await world.pass('delete', OBJECTS);
    expect(keys()).toEqual([keyOf('long')]);
  });
});

test('K3 an asset that a stack named within the retention stays, also if another tool marked it long ago', async () => {
  const { keys, put, stack, unstack } = await environment({
    more: `, interop: cdk${WITHOUT_NOTICE}`,
    unusedFor: '10d',
  });
  put('previous', { 'aws-cdk:isolated': String(world.clock.now() - 40 * DAY) });
  await world.pass('mark', OBJECTS);
  await world.watched(20, OBJECTS);
  stack('shop', 'previous');
  await world.pass('mark', OBJECTS);
  unstack('shop');
  world.clock.advance(DAY);
  await world.pass('mark', OBJECTS);
  await world.pass('delete', OBJECTS);
  expect(keys()).toEqual([keyOf('previous')]);
});

test('K6 an image whose only tag has no hash stays', async () => {
  const { repository } = await environment({ type: 'cdkEcrImage' });
  const pushedAt = new Date(world.clock.now() - 100 * DAY);
  world.sandbox.control.addEcrTags(HERE, [
    { repository, tag: 'latest', pushedAt },
    { repository, tag: hashOf('old'), pushedAt },
  ]);
  await world.pass('mark', IMAGES);
  expect((await world.marks(IMAGES)).map(({ resource }) => resource.name)).toEqual([hashOf('old')]);
});

test('K13 an index goes first, and the images that it alone named go after it', async () => {
  const { repository } = await environment({ type: 'cdkEcrImage' });
  const { control } = world.sandbox;
  const pushedAt = new Date(world.clock.now() - 100 * DAY);
  control.addEcrTags(HERE, [{ repository, tag: hashOf('amd64'), pushedAt }]);
  const child = control.state(HERE).ecrTags[0]?.digest ?? '';
  control.addEcrTags(HERE, [{ repository, tag: hashOf('platforms'), pushedAt, children: [child] }]);
  await world.pass('mark', IMAGES);
  expect(await world.marks(IMAGES)).toHaveLength(2);
  await world.notify(IMAGES);
  for (let day = 0; day < 12; day++) {
    world.clock.advance(DAY);
    await world.pass('mark', IMAGES);
    await world.pass('delete', IMAGES);
  }
  const deleted = control
    .calls({ operation: 'BatchDeleteImage' })
    .map(({ input }) =>
      (input as { imageIds: { imageDigest: string }[] }).imageIds.map(({ imageDigest }) => imageDigest),
    );
  expect(deleted.flat().indexOf(child)).toBe(1);
  expect(control.state(HERE).ecrTags).toEqual([]);
});

/** The table in docs/cdk.md, "From `cdk gc`". */
describe('the options of `cdk gc`', () => {
  const writes = () =>
    world.sandbox.control
      .calls()
      .map(({ operation }) => operation)
      .filter((operation) => /^(Put|Delete|BatchDelete)/.test(operation));
  const ACTIONS = (actions: string) => ({ more: `, actions: [${actions}]${WITHOUT_NOTICE}` });

  test('`--action print`: a dry run lists the candidates, and writes nothing', async () => {
    await world.reset({
      cleanup:
        '[{ type: cdkS3Asset, accounts: [test], minimumAge: 1d, unusedFor: off, when: [{ rule: unused }], interop: cdk }]',
    });
    const { bucket } = bootstrapOnce(world.sandbox.control, HERE);
    const lastModified = new Date(world.clock.now() - 100 * DAY);
    world.sandbox.control.addObjects(bucket, [{ key: keyOf('old'), lastModified }]);
    const before = writes();
    expect((await world.pass('mark', OBJECTS)).counts).toMatchObject({ candidate: 1 });
    expect([writes(), await markedKeys()]).toEqual([before, []]);
  });

  /** The work that the daemon begins now. */
  const begun = async () => {
    const { deps } = world.wired;
    const wc = deps.workConfigurationOf(OBJECTS);
    if (!wc) throw new Error('the namespace is not configured');
    const items = await dueItemsOf(deps, wc, world.clock.now());
    return items.map((item) => (item.kind === 'pass' ? item.action : item.kind));
  };

  test.each([
    ['tag', 'mark, notify', ['mark']],
    ['delete-tagged', 'delete', ['delete']],
    ['full', 'mark, notify, delete', ['mark', 'delete']],
  ])(
    '`--action %s` is `actions: [%s]`: the daemon begins nothing else, however old the marks are',
    async (_action, actions, expected) => {
      const { put } = await environment(ACTIONS(actions));
      put('old');
      await world.pass('mark', OBJECTS);
      world.clock.advance(400 * DAY);
      expect(await begun()).toEqual(expected);
    },
  );

  test('`--rollback-buffer-days 10`: `retention: 10d` keeps until ten days after the mark, and not longer', async () => {
    const { keys, put } = await environment({ more: WITHOUT_NOTICE });
    put('old');
    await world.pass('mark', OBJECTS);
    world.clock.advance(10 * DAY - 1);
    await world.pass('delete', OBJECTS);
    expect(keys()).toEqual([keyOf('old')]);
    world.clock.advance(2);
    await world.pass('delete', OBJECTS);
    expect(keys()).toEqual([]);
  });

  test('`--created-buffer-days 1`: `minimumAge: 1d` keeps for a day after the last write', async () => {
    await environment();
    const { bucket } = bootstrapOnce(world.sandbox.control, HERE);
    const written = (name: string, agoMs: number) => ({
      key: keyOf(name),
      lastModified: new Date(Math.floor(world.clock.now() / 1000) * 1000 - agoMs),
    });
    world.sandbox.control.addObjects(bucket, [written('young', DAY - 60_000), written('old', DAY + 60_000)]);
    await world.pass('mark', OBJECTS);
    expect(await markedKeys()).toEqual([keyOf('old')]);
  });

  test('`--type ecr`: an entry of one type leaves the assets of the other alone', async () => {
    const { keys, put, repository } = await environment({ type: 'cdkEcrImage', more: WITHOUT_NOTICE });
    put('old');
    const pushedAt = new Date(world.clock.now() - 100 * DAY);
    world.sandbox.control.addEcrTags(HERE, [{ repository, tag: hashOf('old'), pushedAt }]);
    await world.pass('mark', IMAGES);
    world.clock.advance(11 * DAY);
    expect((await world.pass('delete', IMAGES)).counts).toMatchObject({ deleted: 1 });
    expect(keys()).toEqual([keyOf('old')]);
  });
});
