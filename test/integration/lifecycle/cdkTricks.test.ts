/** Further attempts to make Holystone delete an asset of CDK that is used: by what a template looks like, and by what changes meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StackSeed } from '../../../sandbox/aws/seeds/stackSeeds.ts';
import { DAY, HERE, namespaceOf, World } from '../../support/awsWorld.ts';
import { hashOf, templateNaming, versionPath } from '../../support/cdkEnvironment.ts';
import { assetWorld, keyOf, WITHOUT_NOTICE } from '../../support/cdkWorld.ts';

const OBJECTS = namespaceOf('cdkS3Asset');
const IMAGES = namespaceOf('cdkEcrImage');
let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const SETTINGS = { more: WITHOUT_NOTICE };
const deletions = () => world.writes().filter(({ operation }) => operation === 'DeleteObjects');
const USED = hashOf('used');
const [HEAD, TAIL] = [USED.slice(0, 31), USED.slice(31)];
const OWN = { BootstrapVersion: versionPath() };

/** What the stack is now; its operation is another one than before. */
function become(name: string, status: NonNullable<StackSeed['status']>, ...named: readonly string[]): void {
  const { control } = world.sandbox;
  const before = control.state(HERE).stacks.find(({ StackName }) => StackName === name);
  const LastOperations = [{ OperationType: 'UPDATE_STACK' as const, OperationId: `${status} ${named.join()}` }];
  const template = templateNaming(...named.map(hashOf));
  const stack = { ...before, StackStatus: status, LastOperations };
  control.update(HERE, 'stack', name, { stack, template, processed: template });
}

describe('a template that hides the names of its assets', () => {
  test.each<[string, StackSeed]>([
    ['in capital letters', { template: `Key: ${USED.toUpperCase()}.zip` }],
    ['behind an anchor of YAML', { template: `A: &key ${USED}.zip\nResources: { Web: { Key: *key } }\n` }],
    ['in a literal block of YAML', { template: `Key: |\n  ${USED}.zip\n` }],
    ['in a folded block of YAML', { template: `Key: >-\n  ${USED}.zip\n` }],
    ['with escapes of YAML', { template: `Key: "${USED.replace(/[0-9]/g, (digit) => `\\x3${digit}`)}.zip"\n` }],
    ['with escapes of JSON', { template: `{"Key":"${USED.replace(/[a-f]/g, escaped)}.zip"}` }],
    ['over two lines of YAML', { template: `Key: "${HEAD}\\\n  ${TAIL}.zip"\n` }],
    ['only after its macros', { template: '{"Transform":"Files"}', processed: `{"Key":"${USED}.zip"}` }],
    ['only before its macros', { template: `{"Key":"${USED}.zip"}`, processed: '{}' }],
    ['in two anchors that a function joins', { template: `A: &a ${HEAD}\nKey: !Join ["", [*a, ${TAIL}]]\n` }],
    ['in a text within a text', { template: JSON.stringify({ Body: JSON.stringify({ Key: `${USED}.zip` }) }) }],
    ['in a comment', { template: `# ${USED}\nResources: {}\n` }],
  ])('K1 K6 %s keeps the file', async (_what, seed) => {
    const { keys, put } = await assetWorld(world, SETTINGS);
    for (const name of ['used', 'old']) put(name);
    world.sandbox.control.addStacks(HERE, [{ name: 'shop', parameters: OWN, ...seed }]);
    await world.pass('mark', OBJECTS);
    world.clock.advance(11 * DAY);
    await world.pass('delete', OBJECTS);
    expect(keys()).toEqual([keyOf('used')]);
  });
});

describe('a change between the survey and the deletion', () => {
  test.each(['UPDATE_IN_PROGRESS', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_FAILED'] as const)(
    'K8 a stack whose template names the file since, and which is %s, keeps it',
    async (status) => {
      const { keys, put, stack } = await assetWorld(world, SETTINGS);
      put('old');
      stack('shop', 'other');
      await world.pass('mark', OBJECTS);
      world.clock.advance(11 * DAY);
      become('shop', status, 'old');
      await world.pass('delete', OBJECTS);
      expect([keys(), deletions()]).toEqual([[keyOf('old')], []]);
    },
  );

  test('K5 a stack that is created, reviewed again, and gone: the file stays until then', async () => {
    const { keys, put, stack, unstack } = await assetWorld(world, SETTINGS);
    put('old');
    stack('shop', 'other');
    await world.pass('mark', OBJECTS);
    world.clock.advance(11 * DAY);
    stack('new', 'old');
    become('new', 'CREATE_IN_PROGRESS', 'old');
    await world.pass('delete', OBJECTS);
    become('new', 'REVIEW_IN_PROGRESS');
    world.clock.advance(DAY);
    await world.pass('mark', OBJECTS);
    world.clock.advance(11 * DAY);
    await world.pass('delete', OBJECTS);
    expect([keys(), deletions()]).toEqual([[keyOf('old')], []]);
    unstack('new');
    world.clock.advance(DAY);
    await world.pass('delete', OBJECTS);
    expect(keys()).toEqual([]);
  });

  test.each(['truncate', 'cutOff', 'blank'] as const)(
    'Law 1 the tags of a file that arrive in part (%s) do not show that nobody keeps it',
    async (kind) => {
      const { bucket, keys, put } = await assetWorld(world, SETTINGS);
      put('old');
      await world.pass('mark', OBJECTS);
      const lastModified = new Date(world.clock.now() - 100 * DAY);
      const tags = { a: '1', 'holystone:keep': 'true' };
      world.sandbox.control.addObjects(bucket, [{ key: keyOf('old'), lastModified, tags }]);
      world.clock.advance(11 * DAY);
      world.sandbox.control.addFault({ kind, operation: 'GetObjectTagging' });
      await world.pass('delete', OBJECTS);
      expect([keys(), deletions()]).toEqual([[keyOf('old')], []]);
    },
  );

  test('K12 a file of which the bucket has a newer version stays', async () => {
    const { bucket, keys, put } = await assetWorld(world, SETTINGS);
    put('old');
    await world.pass('mark', OBJECTS);
    world.clock.advance(11 * DAY);
    world.sandbox.control.setObject(bucket, keyOf('old'), 'a newer version');
    await world.pass('delete', OBJECTS);
    expect([keys(), deletions()]).toEqual([[keyOf('old')], []]);
  });
});

describe('images that share a digest or an index', () => {
  const TYPE = { ...SETTINGS, type: 'cdkEcrImage' as const };

  test('K6 of an image with two tags a stack names one, and both stay', async () => {
    const { imageTags, push, stack } = await assetWorld(world, TYPE);
    push([hashOf('a'), hashOf('b')]);
    push([hashOf('old')]);
    stack('shop', 'b');
    await world.pass('mark', IMAGES);
    world.clock.advance(11 * DAY);
    await world.pass('delete', IMAGES);
    expect(imageTags()).toEqual([hashOf('a'), hashOf('b')].sort());
  });

  test('K6 K13 a child of an index that a template names by its digest stays when the index goes', async () => {
    const { imageTags, push } = await assetWorld(world, TYPE);
    const child = push([hashOf('amd64')]);
    const other = push([hashOf('arm64')]);
    push([hashOf('platforms')], [child, other]);
    world.sandbox.control.addStacks(HERE, [
      { name: 'shop', template: JSON.stringify({ Image: `cdk@${child}` }), parameters: OWN },
    ]);
    for (let day = 0; day < 40; day += 4) {
      await world.pass('mark', IMAGES);
      await world.pass('delete', IMAGES);
      world.clock.advance(4 * DAY);
    }
    expect(imageTags()).toEqual([hashOf('amd64')]);
  });
});

function escaped(letter: string): string {
  return `\\u00${letter.charCodeAt(0).toString(16)}`;
}
