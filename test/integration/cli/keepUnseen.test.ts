/** `holystone keep` of ids without a mark, against the sandbox of each provider. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningSandbox, startSandbox } from '../../../sandbox/aws/index.ts';
import { SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { type Namespace, parseNamespace } from '../../../src/core/resource/namespace.ts';
import { cliHere } from '../../support/cliHere.ts';
import { plainEnvironment } from '../../support/cliRun.ts';
import { applied, kubeconfig } from '../kubernetes/fixture.ts';
import { markOf, NOW, openState, type StateFixture } from '../state/support.ts';

const ID = '111111111111';
const HERE = { account: ID, region: 'us-east-1' };
const GROUP = 'web\u200D-\u202E1';
const namespace = (text: string) => parseNamespace(text) as Namespace;
const IMAGES = namespace('aws:test:us-east-1:image');
const GROUPS = namespace('aws:test:us-east-1:autoScalingGroup');
const TAGS = namespace('registry:hub:shop%2Fweb:tag');
const OBJECTS = namespace('kubernetes:prod:shop%2Fprod:object');

let state: StateFixture;
let dir: string;
let sandbox: RunningSandbox;
let hub: RunningRegistry;
let cluster: SandboxCluster;
let image: string;
let env: Record<string, string>;

beforeAll(async () => {
  cluster = new SandboxCluster();
  let url: string;
  [state, dir, sandbox, hub, url] = await Promise.all([
    openState(),
    mkdtemp(join(tmpdir(), 'holystone-keep-')),
    startSandbox({ accounts: [{ id: ID }] }),
    startRegistry(),
    cluster.listen(),
  ]);
  const key = sandbox.control.accounts()[0]?.accessKeys[0];
  env = {
    ...plainEnvironment(),
    ...{ AWS_ENDPOINT_URL: sandbox.url, AWS_MAX_ATTEMPTS: '1' },
    ...{ AWS_ACCESS_KEY_ID: key?.accessKeyId ?? '', AWS_SECRET_ACCESS_KEY: key?.secretAccessKey ?? '' },
  };
  await writeFile(join(dir, 'kubeconfig'), kubeconfig(url));
  await writeFile(
    join(dir, 'holystone.yaml'),
    `
redis: { url: "${state.redis.url}" }
accounts:
  - { name: test, provider: aws, id: "${ID}", locations: [us-east-1] }
  - { name: hub, provider: registry, id: "${new URL(hub.url).host}", url: "${hub.url}", locations: [shop/web], owner: ann@example.com }
  - { name: prod, provider: kubernetes, kubeconfig: ${join(dir, 'kubeconfig')}, locations: [shop/prod] }
cleanup:
  - { type: image, when: [{ rule: unused }] }
  - { type: autoScalingGroup, when: [{ rule: unused }] }
  - { type: tag, nameRegexDelete: "v.*", keepN: 1, olderThan: 30d }
  - { type: object, ownership: qbec, source: { dir: ${dir} }, when: [{ rule: notInSource }] }
`,
  );
  [image = ''] = sandbox.control.addImages(HERE, [{ Name: 'nightly' }]);
  sandbox.control.addAutoScalingGroups(HERE, [{ AutoScalingGroupName: GROUP }]);
  hub.store.image('shop/web', 'v1', { salt: 'v1' });
  cluster.apply(applied('v1', 'ConfigMap', 'old', { namespace: 'shop' }));
});
afterAll(async () => {
  await Promise.all([state.close(), sandbox.close(), hub.close(), cluster.close()]);
  await rm(dir, { recursive: true, force: true });
});

const keep = (where: Namespace, id: string, ...args: readonly string[]) =>
  cliHere(['keep', where, id, '-c', join(dir, 'holystone.yaml'), '--as', 'olga', ...args], env);
const kept = async (where: Namespace) => [...(await state.optOuts.all(where)).keys()].sort();

describe('P18 keep of a wrong id stores nothing and says what was probably meant', () => {
  test.each<[string, Namespace, string, () => string]>([
    ['the name of an image', IMAGES, 'nightly', () => `Did you mean ${image} (nightly)?`],
    ['a pattern without --pattern', IMAGES, 'ami-*', () => '--pattern makes it a pattern'],
    [
      'a group as a page shows it',
      GROUPS,
      'web[U+200D]-[U+202E]1',
      () => "Did you mean $'web\\U0000200d-\\U0000202e1'?",
    ],
    ['a tag with its repository', TAGS, 'shop/web:v1', () => 'Did you mean v1?'],
    ['an object by its name', OBJECTS, 'old', () => 'Did you mean /ConfigMap/shop/old'],
  ])('%s', async (_what, where, text, said) => {
    const { code, stdout, stderr } = await keep(where, text);
    expect({ stdout, stderr: stderr.replace(/\s+/g, ' '), kept: await kept(where) }).toEqual({
      stdout: '',
      stderr: expect.stringContaining(said()),
      kept: [],
    });
    expect(code).toBeGreaterThan(0);
  });
});

test.each<[Namespace, () => string]>([
  [IMAGES, () => image],
  [GROUPS, () => GROUP],
  [TAGS, () => 'v1'],
  [OBJECTS, () => '/ConfigMap/shop/old'],
])('P18 keep stores the decision about a resource without a mark that a read finds: %s', async (where, id) => {
  const { code, stdout } = await keep(where, id());
  expect({ code, kept: await kept(where) }).toEqual({ code: 0, kept: [`id:${id()}`] });
  expect(stdout).toContain('is kept forever. It was not marked.');
  expect((await keep(where, id(), '--undo')).code).toBe(0);
});

test('P18 keep --unseen stores the decision about an id that no read finds, and does not say that it is kept', async () => {
  const { code, stdout } = await keep(TAGS, 'v9', '--unseen');
  expect({ code, kept: await kept(TAGS) }).toEqual({ code: 0, kept: ['id:v9'] });
  expect(stdout).not.toContain('is kept');
  expect(stdout).toContain('for a resource with exactly this id');
  await keep(TAGS, 'v9', '--undo');
});

test('P18 the command that takes a decision back names the id itself, also with invisible characters', async () => {
  const { stdout } = await keep(GROUPS, GROUP);
  expect(stdout).toContain(`keep ${GROUPS} $'web\\U0000200d-\\U0000202e1' --undo --as olga`);
  const wrong = await keep(GROUPS, 'web-1', '--undo');
  expect(wrong).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("did you mean $'web\\U0000200d-\\U0000202e1'?"),
  });
  await keep(GROUPS, GROUP, '--undo');
});

describe('P18 while the provider does not answer', () => {
  const unreachable = (...args: Parameters<typeof keep>) =>
    cliHere(['keep', args[0], args[1], '-c', join(dir, 'holystone.yaml'), '--as', 'olga', ...args.slice(2)], {
      ...env,
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    });

  test('keep of an unknown id stores nothing, and says how to store it all the same', async () => {
    const { code, stderr } = await unreachable(IMAGES, image);
    expect({ code, kept: await kept(IMAGES) }).toEqual({ code: 1, kept: [] });
    expect(stderr.replace(/\s+/g, ' ')).toMatch(
      /could not ask whether it exists: .* Nothing is stored\. --unseen stores/,
    );
  });

  test('keep of a resource with a mark, or with one before, is stored at once', async () => {
    const after = { ...markOf('ami-1'), namespace: IMAGES };
    const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'marked', actor: 'holystone' } as const;
    await state.marks.apply(IMAGES, [{ id: 'ami-1', before: undefined, after, audit }]);
    expect((await unreachable(IMAGES, 'ami-1', '--until', '30d')).stdout).toContain('Its mark is removed.');
    expect(await unreachable(IMAGES, 'ami-1')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is kept forever'),
    });
    expect(await kept(IMAGES)).toEqual(['id:ami-1']);
  });
});

const command = (...args: readonly string[]) => cliHere([...args, '-c', join(dir, 'holystone.yaml')], env);
const TEST_AWS = ['-o', 'json', '--as', 'olga'];

describe('P16 P18 a resource is found by its id alone where one namespace has it', () => {
  test('keep asks each provider for an id without a mark, and says where it was found', async () => {
    const { code, stdout, stderr } = await command('keep', image, '--until', '2099-01-31', ...TEST_AWS);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`namespace: ${IMAGES}`)]);
    expect(JSON.parse(stdout)).toMatchObject({ namespace: IMAGES, id: image, until: '2099-02-01T00:00:00.000Z' });
    expect(await command('history', image)).toMatchObject({ code: 0, stdout: expect.stringContaining('optedOut') });
    expect(await command('explain', image)).toMatchObject({ code: 0, stdout: expect.stringContaining(`${image} in`) });
    expect(await command('keep', image, '--undo', ...TEST_AWS)).toMatchObject({ code: 0 });
    expect(await kept(IMAGES)).not.toContain(`id:${image}`);
  });

  test('an id that no namespace has is refused, and nothing is stored', async () => {
    const answer = await command('keep', 'ami-00000000000000000', ...TEST_AWS);
    expect(answer).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is in no namespace of this configuration'),
    });
    expect((await command('history', 'ami-00000000000000000')).code).toBe(2);
  });

  test('an id of several namespaces is refused, and they are listed', async () => {
    const marks = await Promise.all(
      [IMAGES, GROUPS].map((where) => {
        const after = { ...markOf('twice', { at: NOW }), namespace: where };
        const audit = { at: NOW, namespace: where, id: 'twice', event: 'marked', actor: 'holystone' } as const;
        return state.marks.apply(where, [{ id: 'twice', before: undefined, after, audit }]);
      }),
    );
    expect(marks.flat()).toEqual(['applied', 'applied']);
    const both = expect.stringContaining(`twice is in ${IMAGES} and in ${GROUPS}`);
    for (const name of ['keep', 'history', 'explain'])
      expect([name, await command(name, 'twice')]).toEqual([name, expect.objectContaining({ code: 2, stderr: both })]);
    expect(await kept(IMAGES)).not.toContain('id:twice');
  });

  test('while one namespace cannot be read, an id without a mark is refused: it may be there', async () => {
    sandbox.control.deny({ account: ID, action: 'autoscaling:DescribeAutoScalingGroups' });
    const answer = await command('keep', image, ...TEST_AWS);
    sandbox.control.allow({ account: ID, action: 'autoscaling:DescribeAutoScalingGroups' });
    expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining(`may be in ${GROUPS}`) });
    expect(await kept(IMAGES)).not.toContain(`id:${image}`);
  });

  test.each(['keep', 'history', 'explain'])('%s with a namespace and no id is refused', async (name) => {
    expect(await command(name, IMAGES)).toMatchObject({ code: 2, stderr: expect.stringContaining('give the id') });
  });
});
