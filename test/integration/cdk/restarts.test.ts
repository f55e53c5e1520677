/** The record of stacks in Redis for later processes, and the owner of an asset that no stack names any more. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { StackSeed } from '../../../sandbox/aws/seeds/stackSeeds.ts';
import { DAY_MS } from '../../../src/core/common/duration.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { stackTemplates } from '../../../src/handlers/aws/evidence/cdk/stackTemplates.ts';
import { assetParameters } from '../../../src/handlers/aws/resources/cdk/parameters.ts';
import { cdkEcrImage } from '../../../src/handlers/aws/types/cdkEcrImage/handler.ts';
import { cdkS3Asset } from '../../../src/handlers/aws/types/cdkS3Asset/handler.ts';
import { bootstrap, type CdkEnvironment, hashOf } from '../../support/cdkEnvironment.ts';
import { HERE, REGION, scopeOf, startAws, type TestAws, testEffects } from '../handlers/fixture.ts';
import { learntBy, openState, type StateFixture } from '../state/support.ts';

const WEB = hashOf('web');
const OTHER = hashOf('other');
const SHOP = { tags: { owner: 'shop@example.com' } };
const PROD = { account: '222222222222', region: REGION };

let state: StateFixture;
let aws: TestAws;
let environment: CdkEnvironment;
let now: number;
const processes: { destroy(): void }[] = [];
beforeAll(async () => {
  state = await openState();
});
afterAll(() => state.close());
beforeEach(async () => {
  aws = await startAws();
  await state.redis.flush();
  environment = bootstrap(aws.control, HERE);
  now = Date.now();
});
afterEach(async () => {
  for (const one of processes.splice(0)) one.destroy();
  await aws.close();
});

/** A process that knows only the content of Redis. */
function start() {
  const effects = testEffects();
  processes.push(effects);
  const io = effects.io({ learnt: learntBy(state), clock: { now: () => now } });
  const scope = scopeOf(assetParameters.parse({}));
  return {
    aliases: async (account = 'test') => {
      const found = await stackTemplates.read({ account, location: REGION }, scope, [], io);
      return found.map(({ alias }) => alias).sort();
    },
    object: async (key: string) => {
      const read = (await cdkS3Asset.open(scope, io).get([key])).get(key);
      return read?.kind === 'found' ? read.resource : undefined;
    },
    images: async () => {
      const images: Resource[] = [];
      for await (const page of cdkEcrImage.open(scope, io).list()) images.push(...page);
      return images;
    },
  };
}
const add = (seed: StackSeed, place = HERE) => aws.control.addStacks(place, [{ name: 'shop', ...seed }]);
const templateReads = () => aws.control.calls({ operation: 'GetTemplate' }).length;
const named = (...hashes: readonly string[]) => hashes.map((hash) => `assetHash/${hash}`).sort();

async function keys() {
  return state.connection.client.keys('*');
}

function deploy(template: string, operation: string, place = HERE) {
  const shop = aws.control.state(place).stacks.find(({ StackName }) => StackName === 'shop');
  const LastOperations = operation === '' ? [] : [{ OperationType: 'UPDATE_STACK', OperationId: operation }];
  aws.control.update(place, 'stack', 'shop', { stack: { ...shop, LastOperations }, template, processed: template });
}

describe('the templates that another process has read', () => {
  test('K8 a process that starts again reads no template of a stack without a new operation', async () => {
    add({ template: `"${WEB}"` });
    const before = await start().aliases();
    const reads = templateReads();
    expect(await start().aliases()).toEqual(before);
    expect(templateReads()).toBe(reads);
  });

  test('K8 a stack that had an operation meanwhile is read anew by the process that starts', async () => {
    add({ template: `"${WEB}"` });
    await start().aliases();
    deploy(`"${OTHER}"`, 'next');
    expect(await start().aliases()).toEqual(named(OTHER));
  });

  test('K18 a stack that lists no operations is read anew, although its record says the same of it', async () => {
    add({ template: `"${WEB}"`, hasOperations: false });
    await start().aliases();
    aws.control.update(HERE, 'stack', 'shop', { template: `"${OTHER}"`, processed: '{}' });
    expect(await start().aliases()).toEqual(named(OTHER));
  });

  test.each([
    ['is seven days old', 7 * DAY_MS],
    ['is of the future', -1],
  ])('Law 1 a record that %s is not used', async (_what, laterMs) => {
    add({ template: `"${WEB}"` });
    await start().aliases();
    // CloudFormation does not report this change.
    aws.control.update(HERE, 'stack', 'shop', { template: `"${OTHER}"`, processed: '{}' });
    now += laterMs;
    expect(await start().aliases()).toEqual(named(OTHER));
  });

  test.each<[string, (text: string) => string]>([
    ['lost a hash', (text) => text.replace(`"${WEB}"`, '')],
    ['is cut off', (text) => text.slice(0, -20)],
    ['has another format', (text) => `0${text}`],
    ['is no record', () => '{}'],
  ])('Law 1 a record that %s is not used', async (_what, damage) => {
    add({ template: `"${WEB}"` });
    await start().aliases();
    for (const key of (await keys()).filter((one) => one.includes('cdk%2Fstack%2Farn'))) {
      const stored = JSON.parse((await state.connection.client.get(key)) ?? '') as { fact: string };
      await state.connection.client.set(key, JSON.stringify({ ...stored, fact: damage(stored.fact) }));
    }
    const reads = templateReads();
    expect(await start().aliases()).toEqual(named(WEB));
    expect(templateReads()).toBeGreaterThan(reads);
  });

  test('Law 1 the record of one stack says nothing about another', async () => {
    add({ template: `"${OTHER}"` });
    add({ name: 'web', template: `"${WEB}"` });
    await start().aliases();
    const [shop = '', web = ''] = ['stack/shop/', 'stack/web/'].map(
      (part) => aws.control.state(HERE).stacks.find(({ StackId }) => StackId?.includes(part))?.StackId,
    );
    const facts = learntBy(state);
    await facts.put(`cdk/stack/${web}`, (await facts.get(`cdk/stack/${shop}`)) ?? '', DAY_MS);
    expect(await start().aliases()).toEqual(named(OTHER, WEB));
  });

  test('a value of a parameter is not stored: it may be secret', async () => {
    add({ parameters: { Password: 'hunter2', BootstrapVersion: '/cdk-bootstrap/hnb659fds/version' } });
    await start().aliases();
    const all = await Promise.all((await keys()).map((key) => state.connection.client.get(key)));
    expect(all.join()).toMatch(/hnb659fds/);
    expect(all.join()).not.toMatch(/hunter2/);
  });

  test('the record of a stack that is gone is forgotten', async () => {
    add({ template: `"${WEB}"` });
    await start().aliases();
    aws.control.remove(HERE, 'stack', 'shop');
    await start().aliases();
    expect((await keys()).filter((key) => key.includes('shop'))).toEqual([]);
  });
});

describe('the stack that named an asset last', () => {
  const KEY = `${WEB}.zip`;
  const put = () => aws.control.addObjects(environment.bucket, [{ key: KEY }]);
  const lastUser = { name: 'stack shop', tags: SHOP.tags };

  test('while a stack names it, and where none ever did, nobody is its last user', async () => {
    put();
    add({ template: `"${WEB}"`, ...SHOP });
    const process = start();
    await process.aliases();
    expect((await process.object(KEY))?.lastUser).toBeUndefined();
  });

  test('its tags are known after a deployment that no longer names it, also if Holystone starts again between', async () => {
    put();
    add({ template: `"${WEB}"`, ...SHOP });
    await start().aliases();
    deploy('{}', 'next');
    await start().aliases();
    expect((await start().object(KEY))?.lastUser).toEqual(lastUser);
  });

  test('its tags are known after it was deleted', async () => {
    put();
    add({ template: `"${WEB}"`, ...SHOP });
    await start().aliases();
    aws.control.remove(HERE, 'stack', 'shop');
    await start().aliases();
    expect((await start().object(KEY))?.lastUser).toEqual(lastUser);
  });

  test('of several stacks the last one counts', async () => {
    put();
    add({ template: `"${WEB}"`, ...SHOP });
    add({ name: 'late', template: `"${WEB}"`, tags: { owner: 'late@example.com' } });
    const process = start();
    await process.aliases();
    deploy('{}', 'next');
    await process.aliases();
    aws.control.remove(HERE, 'stack', 'late');
    await process.aliases();
    expect((await process.object(KEY))?.lastUser?.name).toBe('stack late');
  });

  test('a stack of another account is asked where none of its own account ever named it', async () => {
    put();
    add({ template: `"${WEB}"`, ...SHOP }, PROD);
    await start().aliases('other');
    deploy('{}', 'next', PROD);
    await start().aliases('other');
    expect((await start().object(KEY))?.lastUser).toEqual(lastUser);
  });

  test('an empty listing forgets no stack and reports no last user', async () => {
    put();
    add({ template: `"${WEB}"`, ...SHOP });
    await start().aliases();
    aws.control.addFault({ kind: 'empty', operation: 'DescribeStacks', times: 1 });
    await start()
      .aliases()
      .catch(() => {});
    expect((await start().object(KEY))?.lastUser).toBeUndefined();
    expect((await keys()).filter((key) => key.includes('shop'))).not.toEqual([]);
  });

  test('an image has the last user of each of its tags, in its listing too', async () => {
    aws.control.addEcrTags(HERE, [{ repository: environment.repository, tag: WEB }]);
    add({ template: `"${WEB}"`, ...SHOP });
    await start().aliases();
    deploy('{}', 'next');
    await start().aliases();
    expect((await start().images()).map((image) => image.lastUser)).toEqual([lastUser]);
  });
});
