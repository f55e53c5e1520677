/** Uses that keep an asset of CDK, over days and restarts: earlier templates, reviews, tags, and running programs. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, HERE, namespaceOf, World } from '../../support/awsWorld.ts';
import { hashOf, templateNaming, versionPath } from '../../support/cdkEnvironment.ts';
import {
  type AssetSettings,
  assetOptions,
  assetWorld,
  keyOf,
  updateStack,
  WITHOUT_NOTICE,
} from '../../support/cdkWorld.ts';

const OBJECTS = namespaceOf('cdkS3Asset');
const IMAGES = namespaceOf('cdkEcrImage');
let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const marked = async (namespace = OBJECTS) =>
  (await world.marks(namespace)).map(({ resource }) => resource.name).sort();

describe('K2 in a bucket and a repository with names of their own', () => {
  const [BUCKET, REPOSITORY] = ['acme-assets', 'acme/images'];
  const HOST = '111111111111.dkr.ecr.us-east-1.amazonaws.com';

  /** @returns the names of the marked assets */
  async function markedIn(type: 'cdkS3Asset' | 'cdkEcrImage', template: object, hash: string) {
    await world.reset(assetOptions({ type }));
    const { control } = world.sandbox;
    const outputs = { BucketName: BUCKET, ImageRepositoryName: REPOSITORY };
    control.addStacks(HERE, [
      { name: 'CDKToolkit', parameters: { Qualifier: 'hnb659fds' }, outputs },
      {
        name: 'shop',
        template: JSON.stringify(template),
        parameters: { BootstrapVersion: versionPath('other') },
      },
    ]);
    control.addBucket(HERE, BUCKET);
    const at = new Date(world.clock.now() - 100 * DAY);
    control.addObjects(BUCKET, [{ key: `${hash}.zip`, lastModified: at }]);
    control.addEcrTags(HERE, [{ repository: REPOSITORY, tag: hash, pushedAt: at }]);
    const namespace = namespaceOf(type);
    await world.pass('mark', namespace);
    return marked(namespace);
  }
  const file = (S3Bucket: string) => ({ Code: { S3Bucket, S3Key: keyOf('web') } });
  const image = (repository: string) => ({ ImageUri: `${HOST}/${repository}:${hashOf('web')}` });
  const usual = (kind: string) => `cdk-other-${kind}-111111111111-us-east-1`;

  test.each([
    ['a file in the bucket', 'cdkS3Asset', file(BUCKET)],
    [
      'a file in the bucket, beside an image of its own',
      'cdkS3Asset',
      { ...file(BUCKET), Own: usual('container-assets') },
    ],
    ['an image in the repository', 'cdkEcrImage', image(REPOSITORY)],
    [
      'an image in the repository, beside a file of its own',
      'cdkEcrImage',
      { ...image(REPOSITORY), Own: usual('assets') },
    ],
  ] as const)('K2 a stack of another environment that names %s protects it', async (_what, type, template) => {
    expect(await markedIn(type, template, hashOf('web'))).toEqual([]);
  });

  test.each([
    ['a file', 'cdkS3Asset', file(usual('assets')), keyOf('web')],
    ['an image', 'cdkEcrImage', image(usual('container-assets')), hashOf('web')],
  ] as const)(
    'K2 a stack of another environment that names %s of its own does not',
    async (_what, type, template, name) => {
      expect(await markedIn(type, template, hashOf('web'))).toEqual([name]);
    },
  );
});

test('K2 a bucket whose name says another qualifier than its environment is protected by the stacks that name it', async () => {
  await world.reset(assetOptions());
  const { control } = world.sandbox;
  const bucket = 'cdk-team-assets-111111111111-us-east-1';
  control.addBucket(HERE, bucket);
  control.addObjects(bucket, [{ key: keyOf('web'), lastModified: new Date(world.clock.now() - 100 * DAY) }]);
  const template = JSON.stringify({ S3Bucket: bucket, S3Key: keyOf('web') });
  control.addStacks(HERE, [
    { name: 'CDKToolkit', parameters: { Qualifier: 'hnb659fds' }, outputs: { BucketName: bucket } },
    { name: 'shop', template, parameters: { BootstrapVersion: versionPath('other') } },
  ]);
  await world.pass('mark', OBJECTS);
  expect(await marked()).toEqual([]);
});

describe('K3 an asset that only the previous template names', () => {
  const SETTINGS: AssetSettings = { more: WITHOUT_NOTICE, unusedFor: '10d' };
  const restart = () => world.configure(assetOptions(SETTINGS));
  async function deployed() {
    const made = await assetWorld(world, SETTINGS);
    made.put('previous');
    made.stack('shop', 'previous');
    await world.watched(20, OBJECTS);
    await world.pass('mark', OBJECTS);
    return made;
  }
  const MAY_ROLL_BACK = [
    'UPDATE_IN_PROGRESS',
    'UPDATE_FAILED',
    'UPDATE_ROLLBACK_IN_PROGRESS',
    'UPDATE_ROLLBACK_FAILED',
    'IMPORT_ROLLBACK_FAILED',
  ] as const;

  test.each(['UPDATE_COMPLETE', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'UPDATE_ROLLBACK_COMPLETE'] as const)(
    'K3 it stays after its stack is %s and Holystone starts again, until the period is over',
    async (status) => {
      await deployed();
      updateStack(world, 'shop', status, 'next');
      await world.watched(9, OBJECTS);
      await restart();
      await world.pass('mark', OBJECTS);
      expect(await marked()).toEqual([]);
      await world.watched(2, OBJECTS);
      await world.pass('mark', OBJECTS);
      expect(await marked()).toEqual([keyOf('previous')]);
    },
  );

  // lumigo-io/SAR-Lambda-Janitor 58: who cleaned while a stack was UPDATE_ROLLBACK_FAILED left it with nothing to go back to.
  test.each(MAY_ROLL_BACK)('K3 it stays as long as its stack is %s, whoever starts again', async (status) => {
    await deployed();
    updateStack(world, 'shop', status, 'next');
    await world.watched(30, OBJECTS);
    await restart();
    updateStack(world, 'shop', status, 'next', 'again');
    await world.watched(30, OBJECTS);
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual([]);
    updateStack(world, 'shop', 'UPDATE_COMPLETE', 'next');
    await world.watched(12, OBJECTS);
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual([keyOf('previous')]);
  });

  test.each(MAY_ROLL_BACK)('K3 a stack that was never seen but %s leaves every asset unknown', async (status) => {
    const { put, stack } = await assetWorld(world, SETTINGS);
    put('previous');
    stack('other', 'another');
    stack('shop', 'previous');
    updateStack(world, 'shop', status, 'next');
    await world.watched(20, OBJECTS);
    const { problem } = await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual([]);
    expect(problem).toContain(`shop cannot be read: it is ${status}, and may go back to`);
    await world.configure(assetOptions({ ...SETTINGS, more: `${WITHOUT_NOTICE}, allowSkip: [shop]` }));
    await world.watched(12, OBJECTS);
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual([keyOf('previous')]);
  });

  test('K3 what a stack named during an update stays while the next update may go back', async () => {
    const { put, stack } = await assetWorld(world, SETTINGS);
    put('second');
    stack('shop', 'first');
    await world.pass('mark', OBJECTS);
    await world.watched(1, OBJECTS);
    updateStack(world, 'shop', 'UPDATE_IN_PROGRESS', 'second');
    await world.pass('mark', OBJECTS);
    await world.watched(1, OBJECTS);
    updateStack(world, 'shop', 'UPDATE_COMPLETE', 'second');
    updateStack(world, 'shop', 'UPDATE_ROLLBACK_FAILED', 'third');
    for (let day = 0; day < 30; day++) {
      await world.pass('mark', OBJECTS);
      await world.watched(1, OBJECTS);
    }
    expect(await marked()).toEqual([]);
  });

  test('K3 a stack whose updates nobody saw for weeks may go back to a template that was never read', async () => {
    const { put } = await deployed();
    put('between');
    await world.watched(20, OBJECTS);
    updateStack(world, 'shop', 'UPDATE_COMPLETE', 'between');
    updateStack(world, 'shop', 'UPDATE_FAILED', 'next');
    await restart();
    const { problem } = await world.pass('mark', OBJECTS);
    expect(problem).toContain('it is UPDATE_FAILED, and may go back to a template that Holystone never read');
    await world.watched(30, OBJECTS);
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual([]);
  });

  test('K3 a stack that Holystone looked at for months is known', async () => {
    await deployed();
    for (let week = 0; week < 12; week++) {
      await world.watched(6, OBJECTS);
      await world.pass('mark', OBJECTS);
    }
    updateStack(world, 'shop', 'UPDATE_FAILED', 'next');
    const { problem, outcome } = await world.pass('mark', OBJECTS);
    expect([problem, outcome]).toEqual([undefined, 'complete']);
    expect(await marked()).toEqual([]);
  });

  test('K3 it stays while the stack around a nested one may roll back', async () => {
    const { put, stack } = await assetWorld(world, SETTINGS);
    put('previous');
    stack('root', 'another');
    const root = world.sandbox.control.state(HERE).stacks.find(({ StackName }) => StackName === 'root');
    world.sandbox.control.addStacks(HERE, [
      { name: 'part', template: templateNaming(hashOf('previous')), rootId: root?.StackId ?? '' },
    ]);
    await world.watched(20, OBJECTS);
    updateStack(world, 'part', 'UPDATE_COMPLETE', 'next');
    updateStack(world, 'root', 'UPDATE_FAILED', 'another');
    await world.watched(30, OBJECTS);
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual([]);
    updateStack(world, 'root', 'UPDATE_COMPLETE', 'another');
    await world.watched(12, OBJECTS);
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual([keyOf('previous')]);
  });
});

describe('K5 while a stack is under review', () => {
  test.each([
    ['cdkS3Asset', OBJECTS, 'DeleteObjects'],
    ['cdkEcrImage', IMAGES, 'BatchDeleteImage'],
  ] as const)(
    'K5 nothing of %s is deleted, marking goes on, and afterwards the rest goes',
    async (type, namespace, request) => {
      const { calls, push, put } = await assetWorld(world, { more: WITHOUT_NOTICE, type });
      put('old');
      push([hashOf('old')]);
      await world.pass('mark', namespace);
      world.clock.advance(11 * DAY);
      world.sandbox.control.addStacks(HERE, [{ name: 'new', status: 'REVIEW_IN_PROGRESS' }]);
      put('older');
      push([hashOf('older')]);
      const before = calls(request);
      expect((await world.pass('delete', namespace)).counts.deleted ?? 0).toBe(0);
      await world.pass('mark', namespace);
      expect([calls(request) - before, (await marked(namespace)).length]).toEqual([0, 2]);
      world.sandbox.control.remove(HERE, 'stack', 'new');
      world.clock.advance(DAY);
      expect((await world.pass('delete', namespace)).counts).toMatchObject({ deleted: 1 });
    },
  );
});

describe('K6 an image', () => {
  test('K6 it stays by any of its tags, by its digest, and by a tag without a hash beside others', async () => {
    const { imageTags, push } = await assetWorld(world, { type: 'cdkEcrImage', more: WITHOUT_NOTICE });
    push([hashOf('first'), hashOf('second')]);
    push([hashOf('with a name'), 'v1']);
    const digest = push([hashOf('digest')]);
    push([hashOf('old')]);
    world.sandbox.control.addStacks(HERE, [
      { name: 'tag', template: templateNaming(hashOf('second')) },
      { name: 'digest', template: `"111111111111.dkr.ecr.us-east-1.amazonaws.com/assets@${digest}"` },
    ]);
    const all = imageTags();
    await world.pass('mark', IMAGES);
    world.clock.advance(11 * DAY);
    await world.pass('delete', IMAGES);
    expect(imageTags()).toEqual(all.filter((tag) => tag !== hashOf('old')));
  });

  test.each(['1', 'a1b2c3d', 'main'])(
    'K6 the tag %s, which a template has by accident or not, keeps its image',
    async (tag) => {
      const { push } = await assetWorld(world, { type: 'cdkEcrImage' });
      push([tag]);
      await world.pass('mark', IMAGES);
      expect(await marked(IMAGES)).toEqual([]);
    },
  );
});

describe('K7 services that run an asset that no template names', () => {
  test('K7 the versions of Lambda functions keep the files with their code', async () => {
    const { bucket } = await assetWorld(world, { more: ', evidence: { on: [lambdaCode] }' });
    const code = (name: string) => createHash('sha256').update(name).digest('base64');
    const lastModified = new Date(world.clock.now() - 100 * DAY);
    world.sandbox.control.addObjects(
      bucket,
      ['now', 'version', 'old'].map((name) => ({ key: keyOf(name), lastModified, sha256: code(name) })),
    );
    world.sandbox.control.addFunctions(HERE, [
      { FunctionName: 'now', CodeSha256: code('now') },
      { FunctionName: 'now', Version: '3', CodeSha256: code('version') },
    ]);
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual([keyOf('old')]);
  });

  test('K7 the versions of Lambda functions, and task definitions of ECS that are in use, keep their images', async () => {
    const { push, repository } = await assetWorld(world, { type: 'cdkEcrImage' });
    const { control } = world.sandbox;
    const at = `111111111111.dkr.ecr.us-east-1.amazonaws.com/${repository}`;
    for (const name of ['function', 'version', 'service', 'former', 'old']) push([hashOf(name)]);
    const imageOf = (name: string) => ({ ImageUri: `${at}:${hashOf(name)}` });
    control.addFunctions(HERE, [
      { FunctionName: 'web', PackageType: 'Image', code: imageOf('function') },
      { FunctionName: 'web', Version: '3', PackageType: 'Image', code: imageOf('version') },
    ]);
    const define = (revision: number, name: string) =>
      control.addEcsTaskDefinitions(HERE, [
        {
          family: 'web',
          revision,
          status: revision === 1 ? 'INACTIVE' : 'ACTIVE',
          containerDefinitions: [{ name: 'web', image: `${at}:${hashOf(name)}` }],
        },
      ])[0] ?? '';
    define(1, 'former');
    control.addEcsServices(HERE, [{ serviceName: 'web', taskDefinition: define(2, 'service') }]);
    await world.pass('mark', IMAGES);
    expect(await marked(IMAGES)).toEqual([hashOf('former'), hashOf('old')].sort());
  });
});

describe('K8 the read just before a deletion', () => {
  test('K8 a stack that appears in the instant after a survey keeps the asset: no batch relies on the reads of the survey', async () => {
    const { calls, keys, put, stack } = await assetWorld(world, { more: WITHOUT_NOTICE });
    put('old');
    await world.pass('mark', OBJECTS);
    world.clock.advance(11 * DAY);
    await world.pass('mark', OBJECTS);
    stack('shop', 'old');
    const deletions = () => world.writes().filter(({ operation }) => operation === 'DeleteObjects');
    const before = calls('DescribeStacks');
    await world.pass('delete', OBJECTS);
    expect([keys(), deletions(), calls('DescribeStacks') > before]).toEqual([[keyOf('old')], [], true]);
  });

  test('K8 the check before a deletion reads no template of a stack without a new operation', async () => {
    const { calls, keys, put, stack } = await assetWorld(world, { more: WITHOUT_NOTICE });
    put('old');
    for (const name of ['a', 'b', 'c']) stack(name, name);
    await world.pass('mark', OBJECTS);
    world.clock.advance(DAY);
    await world.pass('mark', OBJECTS);
    const before = calls('GetTemplate');
    world.clock.advance(5 * DAY);
    await world.pass('mark', OBJECTS);
    expect(calls('GetTemplate')).toBe(before);
    world.clock.advance(5 * DAY);
    await world.pass('delete', OBJECTS);
    expect([keys(), calls('GetTemplate')]).toEqual([[], before]);
  });
});
