/** Deletions of assets of CDK: the requests to S3 and ECR, and the answers that count as deleted. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { DAY, HERE, namespaceOf, World } from '../../support/awsWorld.ts';
import { hashOf } from '../../support/cdkEnvironment.ts';
import { assetOptions, assetWorld, keyOf, WITHOUT_NOTICE } from '../../support/cdkWorld.ts';
import { EXHAUSTIVE } from '../../support/sampled.ts';

const OBJECTS = namespaceOf('cdkS3Asset');
const IMAGES = namespaceOf('cdkEcrImage');
const LARGE = 'pace: { batch: 1000, deletesPerPass: 5000, deletesPerDay: 5000 }';
let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const requests = (operation: string) =>
  world
    .writes()
    .filter((call) => call.operation === operation)
    .map(({ input }) => input);
const keysIn = (input: unknown) =>
  (input as { Delete: { Objects: readonly Readonly<Record<string, string>>[] } }).Delete.Objects;
const digestsIn = (input: unknown) =>
  (input as { imageIds: readonly { imageDigest: string }[] }).imageIds.map(({ imageDigest }) => imageDigest);
const long = () => new Date(world.clock.now() - 100 * DAY);

describe('K11 an asset that is younger than `minimumAge`', () => {
  test('K11 it is not deleted either, where it became so after it was marked', async () => {
    const { keys, put } = await assetWorld(world, { more: WITHOUT_NOTICE });
    put('old');
    await world.pass('mark', OBJECTS);
    world.clock.advance(11 * DAY);
    await world.configure(assetOptions({ more: WITHOUT_NOTICE, minimumAge: '400d' }));
    await world.pass('delete', OBJECTS);
    expect([keys(), requests('DeleteObjects')]).toEqual([[keyOf('old')], []]);
  });

  test('K11 nor one that is dated in the future since, and its owner gets no notice', async () => {
    const { bucket, keys, put } = await assetWorld(world);
    put('old');
    await world.pass('mark', OBJECTS);
    const lastModified = new Date(world.clock.now() + 30 * DAY);
    world.sandbox.control.addObjects(bucket, [{ key: keyOf('old'), lastModified }]);
    await world.pass('mark', OBJECTS);
    await world.notify(OBJECTS);
    world.clock.advance(11 * DAY);
    await world.pass('delete', OBJECTS);
    expect([keys(), await world.marks(OBJECTS), world.messages()]).toEqual([[keyOf('old')], [], []]);
  });
});

/** Four requests in the nightly run, as K14 has it. */
const SIZES = EXHAUSTIVE ? [1000, 1000, 1000, 1000] : [1000, 200];
const MANY = SIZES.reduce((sum, size) => sum + size);

describe('K12 the requests', () => {
  test(`K12 K14 ${MANY} objects whose time is over go with requests of at most a thousand, without versions`, async () => {
    const { bucket, keys } = await assetWorld(world, { more: WITHOUT_NOTICE, defaults: LARGE });
    const all = Array.from({ length: MANY }, (_, index) => ({ key: keyOf(String(index)), lastModified: long() }));
    world.sandbox.control.addObjects(bucket, all);
    await world.pass('mark', OBJECTS);
    world.clock.advance(11 * DAY);
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ outcome: 'complete', counts: { deleted: MANY } });
    const sent = requests('DeleteObjects').map(keysIn);
    expect(sent.map(({ length }) => length)).toEqual(SIZES);
    expect([new Set(sent.flat().flatMap(Object.keys)), keys()]).toEqual([new Set(['Key', 'ETag']), []]);
  }, 900_000);

  test('K12 250 images go with three requests of at most a hundred digests', async () => {
    const { imageTags, repository } = await assetWorld(world, {
      type: 'cdkEcrImage',
      more: WITHOUT_NOTICE,
      defaults: LARGE,
    });
    const all = Array.from({ length: 250 }, (_, index) => ({
      repository,
      tag: hashOf(String(index)),
      pushedAt: long(),
    }));
    world.sandbox.control.addEcrTags(HERE, all);
    await world.pass('mark', IMAGES);
    world.clock.advance(11 * DAY);
    expect((await world.pass('delete', IMAGES)).counts).toMatchObject({ deleted: 250 });
    const sizes = requests('BatchDeleteImage').map((input) => digestsIn(input).length);
    expect([sizes.sort((one, other) => other - one), imageTags()]).toEqual([[100, 100, 50], []]);
  });

  test('K12 an error of one key is counted for that object alone, and never as a success', async () => {
    const { bucket, keys, put } = await assetWorld(world, { more: WITHOUT_NOTICE });
    put('free');
    world.sandbox.control.addObjects(bucket, [
      { key: keyOf('refused'), lastModified: long(), refusal: 'AccessDenied' },
      { key: keyOf('busy'), lastModified: long(), refusal: 'SlowDown' },
    ]);
    await world.pass('mark', OBJECTS);
    world.clock.advance(11 * DAY);
    const { counts, problem } = await world.pass('delete', OBJECTS);
    expect([counts.deleted, counts.refused, counts.retried]).toEqual([1, 1, 1]);
    // What is tried again says why, also in the output of a complete pass.
    expect(problem).toMatch(/^1 retried: .*SlowDown/);
    expect([keys(), requests('DeleteObjects').length]).toEqual([[keyOf('busy'), keyOf('refused')].sort(), 1]);
    expect(world.events(keyOf('refused'))).not.toContain('deleted');
  });
});

test('K12 L57 S3 says InternalError about a key → a read by id decides, and the request keeps its place of the day', async () => {
  const { bucket } = await assetWorld(world, { more: WITHOUT_NOTICE });
  world.sandbox.control.addObjects(bucket, [{ key: keyOf('late'), lastModified: long(), refusal: 'InternalError' }]);
  await world.pass('mark', OBJECTS);
  world.clock.advance(11 * DAY);
  expect((await world.pass('delete', OBJECTS)).counts).toMatchObject({ retried: 1, deleted: 0 });
  const day = new Date(world.clock.now()).toISOString().slice(0, 10);
  expect(await world.connection.client.get(namespaceKeys(OBJECTS).budget(day))).toBe('1');
  expect((await world.markOf(keyOf('late'), OBJECTS))?.state).toBe('deleting');
});

describe('K13 an image that two indexes name', () => {
  test('K13 it stays while one of them stays; the other index goes', async () => {
    const { imageTags, push, stack } = await assetWorld(world, { type: 'cdkEcrImage', more: WITHOUT_NOTICE });
    const shared = push([hashOf('amd64')]);
    const own = push([hashOf('arm64')]);
    push([hashOf('used')], [shared]);
    push([hashOf('old')], [shared, own]);
    stack('shop', 'used');
    for (let day = 0; day < 15; day++) {
      await world.pass('mark', IMAGES);
      await world.pass('delete', IMAGES);
      world.clock.advance(DAY);
    }
    expect(imageTags()).toEqual([hashOf('amd64'), hashOf('used')].sort());
    expect(requests('BatchDeleteImage').flatMap(digestsIn)).not.toContain(shared);
  });
});

describe('beside `cdk gc`', () => {
  const INTEROP = { type: 'cdkEcrImage', more: `, interop: cdk${WITHOUT_NOTICE}` } as const;
  const marks = (tags: readonly string[]) => tags.filter((tag) => tag.includes('isolated'));

  test('K9 an image that its mark made ours gets the tag of `cdk gc`, and stays for its retention', async () => {
    const { imageTags, push } = await assetWorld(world, INTEROP);
    push([hashOf('old')]);
    await world.pass('mark', IMAGES);
    expect(marks(imageTags())).toEqual([`0-aws-cdk.isolated-${world.clock.now()}`]);
    await world.pass('delete', IMAGES);
    expect(imageTags()).toHaveLength(2);
  });

  test('K9 K11 a mark on an image is taken over with its age: 40 days are over, 5 are not', async () => {
    const { imageTags, push } = await assetWorld(world, INTEROP);
    const ago = (days: number) => world.clock.now() - days * DAY;
    push([hashOf('long'), `3-aws-cdk.isolated-${ago(40)}`]);
    push([hashOf('short'), `4-aws-cdk.isolated-${ago(5)}`]);
    await world.pass('mark', IMAGES);
    await world.pass('delete', IMAGES);
    expect(imageTags()).toEqual([hashOf('short'), `4-aws-cdk.isolated-${ago(5)}`].sort());
  });

  test('K10 an unreadable mark is written anew, the other tags stay, and the mark says why', async () => {
    const { put, tagsOf } = await assetWorld(world, { more: `, interop: cdk${WITHOUT_NOTICE}` });
    put('odd', { team: 'web', 'aws-cdk:isolated': 'yesterday' });
    await world.pass('mark', OBJECTS);
    expect(tagsOf('odd')).toEqual({ team: 'web', 'aws-cdk:isolated': String(world.clock.now()) });
    const [mark] = await world.marks(OBJECTS);
    expect(JSON.stringify(mark)).toContain('is no time in ms, so it is marked anew');
  });
});
