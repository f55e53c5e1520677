/** States of Terraform in S3: what they name is used, and `notInState`: docs/behaviour/clusters.md. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { check } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, namespaceOf, THERE, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';

const ADDRESSES = namespaceOf('elasticIp');
const BUCKET = 'acme-tfstate';
const KEY = 'network/terraform.tfstate';
const ACCEPTED = 'acceptIncomplete: { until: 2099-12-31, reason: a test }';

interface Given {
  readonly state?: string;
  readonly rule?: string;
}

function options({ state = '', rule = 'notInState' }: Given = {}): WorldOptions {
  return {
    cleanup: `[{ type: elasticIp, accounts: [test], live: true, notice: off, minimumAge: 1h, unusedFor: 12h, ${ACCEPTED}, when: [{ rule: ${rule} }] }]`,
    account: `terraform: { workspaceTag: workspace, states: [{ bucket: ${BUCKET}, key: "${KEY}", region: us-east-1${state} }] }`,
    defaults:
      'retention: 2d, unownedRetention: 2d, tripwires: { newMarks: 1000, markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  };
}

const world = worldForAll();
beforeEach(async () => {
  await world.reset(options());
  world.sandbox.control.addBucket(HERE, BUCKET);
});

type Resources = readonly object[];
const eip = (id: string, more: object = {}) => ({
  ...{ mode: 'managed', type: 'aws_eip', name: 'nat', provider: 'provider["registry.terraform.io/hashicorp/aws"]' },
  instances: [{ schema_version: 0, attributes: { id, public_ip: '203.0.113.9', tags: {} }, ...more }],
});
const stateOf = (resources: Resources, more: object = {}) =>
  JSON.stringify({
    version: 4,
    terraform_version: '1.9.8',
    serial: 7,
    lineage: 'a-b-c',
    outputs: {},
    resources,
    ...more,
  });

function put(body: string, key = KEY, size?: number): void {
  world.sandbox.control.addObjects(BUCKET, [{ key, body, ...(size === undefined ? {} : { size }) }]);
}

const add = (workspace?: string, tags: Record<string, string> = {}) =>
  world.sandbox.control.addElasticIps(HERE, [
    { tags: { ...(workspace === undefined ? {} : { workspace }), ...tags } },
  ])[0] ?? '';

/** After the states stand for as long as they must. */
async function surveys(count = 3): Promise<readonly string[]> {
  await world.pass('mark', ADDRESSES);
  world.clock.advance(7 * DAY);
  for (let passed = 0; passed < count; passed++) {
    if (passed > 0) world.clock.advance(6 * HOUR);
    await world.pass('mark', ADDRESSES);
  }
  return (await world.marks(ADDRESSES)).map(({ id }) => id).sort();
}

async function verdictOf(id: string): Promise<readonly string[]> {
  const [wc] = world.configuration.workConfigurations;
  const checked = wc && (await check(world.wired.deps, wc, id, new AbortController().signal));
  return checked?.kind === 'verdict' ? [checked.verdict.kind, ...checked.verdict.reasons] : [];
}

function deny(operation: string): void {
  // Another one than before, which is read again.
  put(stateOf([other()], { serial: 8 }));
  world.sandbox.control.addFault({ kind: 'deny', operation });
}

/** What Redis has of the states: its place, and the text. */
async function remembered(): Promise<readonly [place: string, text: string]> {
  const [key = ''] = await world.connection.command('finding a fact', (client) => client.keys('*terraform*'));
  const place = decodeURIComponent(/learnt:(.*)\}/.exec(key)?.[1] ?? '');
  return [place, (await world.wired.deps.learnt?.get(place)) ?? ''];
}

const other = () => eip('eipalloc-0123456789abcdef0');

test('C21 what a state names is used, also for other rules, and what it does not name is not', async () => {
  await world.configure(options({ rule: 'unused' }));
  const [kept, free] = [add(), add()];
  put(stateOf([eip(kept)]));
  expect(await surveys()).toEqual([free]);
  expect(await verdictOf(kept)).toEqual(['keep', `used by state ${BUCKET}/${KEY} (aws_eip.nat)`]);
});

const NAMED: readonly (readonly [how: string, (id: string) => object])[] = [
  ['in a module', (id) => ({ ...eip(id), module: 'module.network["a"]' })],
  ['by a data source', (id) => ({ ...eip(id), mode: 'data' })],
  [
    'in a text',
    (id) => ({
      ...other(),
      type: 'aws_instance',
      instances: [{ attributes: { user_data: `aws ec2 associate-address --allocation-id ${id}` } }],
    }),
  ],
  ['as a deposed instance', (id) => eip(id, { deposed: '00000001' })],
  ['in attributes of Terraform 0.11', (id) => ({ ...other(), instances: [{ attributes_flat: { id } }] })],
  [
    'in a type that Holystone does not know',
    (id) => ({ ...other(), type: 'acme_thing', instances: [{ attributes: { allocation: { list: [id] } } }] }),
  ],
];

test('C21 a resource is used wherever a state names it', async () => {
  const named = NAMED.map(([how, of]) => ({ how, of, id: add('default') }));
  const inOutput = add('default');
  const outputs = { address: { value: inOutput, type: 'string' } };
  put(
    stateOf(
      named.map(({ of, id }) => of(id)),
      { outputs },
    ),
  );
  expect(await surveys()).toEqual([]);
  for (const { how, id } of [...named, { how: 'output', id: inOutput }])
    expect([how, (await verdictOf(id))[0]]).toEqual([how, 'keep']);
});

test('C22 what carries the tag of a workspace and is in no state of it is deleted', async () => {
  const [left, kept, foreign, untagged] = [add('default'), add('default'), add('staging'), add()];
  put(stateOf([eip(kept)]));
  expect(await surveys()).toEqual([left]);
  expect((await world.marks(ADDRESSES))[0]?.reasons).toContain(
    'it carries the tag of the workspace default, and no state of Terraform names it',
  );
  world.clock.advance(3 * DAY);
  await world.pass('delete', ADDRESSES);
  const { elasticIps } = world.sandbox.control.state(HERE);
  expect(elasticIps.map(({ AllocationId }) => AllocationId).sort()).toEqual([kept, foreign, untagged].sort());
});

test('C22 workspaces are read where the backend writes them, each by its name', async () => {
  const [dev, prod] = [add('dev'), add('prod')];
  put(stateOf([other()]));
  put(stateOf([eip(prod)]), `env:/prod/${KEY}`);
  put(stateOf([eip(prod)]), `env:/dev/${KEY}`);
  // Neither is a state of this backend.
  put('not read', `env:/test/other/terraform.tfstate`);
  put('', 'env:/dev/network/');
  expect(await surveys()).toEqual([dev]);
});

test('C22 states of several components are read by a pattern, and one of them names a resource for all', async () => {
  await world.configure(options({ state: ', workspace: prod' }));
  await world.configure({
    ...options(),
    account: options().account?.replace(`"${KEY}"`, '"**/*.tfstate", workspace: prod') ?? '',
  });
  const [left, kept] = [add('prod'), add('prod')];
  put(stateOf([other()]), 'prod/web.tfstate');
  put(stateOf([eip(kept)]), 'prod/eu/network.tfstate');
  expect(await surveys()).toEqual([left]);
});

test('C22 two spellings of the tag that say different things name no workspace; another case of the key does', async () => {
  add('default', { Workspace: 'prod' });
  const left = add(undefined, { WORKSPACE: 'default' });
  add('Default');
  put(stateOf([other()]));
  expect(await surveys()).toEqual([left]);
});

test('C22 a state in a bucket of another account is read there', async () => {
  world.sandbox.control.addBucket(THERE, 'acme-central');
  world.sandbox.control.addObjects('acme-central', [{ key: KEY, body: stateOf([other()]) }]);
  const text = options()
    .account?.replace(BUCKET, 'acme-central')
    .replace('region: us-east-1', 'region: us-east-1, account: other');
  await world.configure({ ...options(), account: text ?? '' });
  const left = add('default');
  expect(await surveys()).toEqual([left]);
});

describe('C23 while a state cannot be read, everything is unknown, and nothing is deleted', () => {
  test.each<[string, () => void, RegExp]>([
    ['there is none', () => world.sandbox.control.setObject(BUCKET, KEY, null), /no object is a state with the key/],
    ['it is no JSON', () => put('{{'), /it is not JSON/],
    ['OpenTofu encrypted it', () => put('{"serial":1,"lineage":"a","encrypted_data":"abc"}'), /OpenTofu encrypted it/],
    [
      'it has 100 MB',
      () => put(stateOf([other()], { serial: 8 }), KEY, 104_857_600),
      /has 104.9 MB, and Holystone reads states of at most 32 MB/,
    ],
    ['one of several', () => put('{"version":3}', `env:/prod/${KEY}`), /has the version 3/],
    ['it may not be read', () => deny('GetObject'), /s3:GetObject/],
    ['the listing fails', () => deny('ListObjectsV2'), /s3:ListBucket/],
  ])('%s', async (_what, change, why) => {
    const id = add('default');
    put(stateOf([other()]));
    expect(await surveys()).toEqual([id]);
    change();
    const [kind, ...reasons] = await verdictOf(id);
    expect([kind, reasons.join()]).toEqual(['unknown', expect.stringMatching(why)]);
    world.clock.advance(3 * DAY);
    await world.pass('delete', ADDRESSES);
    expect(world.writes()).toEqual([]);
  });
});

describe('C24 a state that is not what it was proves nothing', () => {
  const many = () => [1, 2, 3, 4].map((n) => eip(`eipalloc-0123456789abcdef${n}`));

  test.each<[string, () => void, RegExp]>([
    [
      'shrunk',
      () => put(stateOf(many().slice(0, 1), { serial: 8 })),
      /names 1 things, and named 4; that must stand for 7d/,
    ],
    ['empty', () => put(stateOf([], { serial: 8 })), /names 0 things|manages nothing/],
    ['brought back', () => put(stateOf(many(), { serial: 6 })), /serial is 6, and 7 was read before/],
    ['another one', () => put(stateOf(many(), { lineage: 'x-y-z' })), /its lineage changed/],
    [
      'renamed',
      () => {
        world.sandbox.control.setObject(BUCKET, KEY, null);
        put(stateOf([other()]), 'net/terraform.tfstate');
      },
      /was there before and is gone: it may have another name/,
    ],
    ['locked', () => put('{"ID":"1"}', `${KEY}.tflock`), /a command holds its lock/],
  ])('%s', async (_how, change, why) => {
    await world.configure({
      ...options(),
      account: options().account?.replace(`"${KEY}"`, '"*/terraform.tfstate"') ?? '',
    });
    put(stateOf(many()));
    const id = add('default');
    expect(await surveys()).toEqual([id]);
    change();
    expect([(await verdictOf(id))[0], (await verdictOf(id)).join()]).toEqual(['unknown', expect.stringMatching(why)]);
    world.clock.advance(3 * DAY);
    await world.pass('delete', ADDRESSES);
    expect(world.writes()).toEqual([]);
  });

  test('a smaller state counts once it stands', async () => {
    put(stateOf(many()));
    const id = add('default');
    await surveys(1);
    put(stateOf(many().slice(0, 1), { serial: 8 }));
    for (const days of [1, 6, 2]) {
      world.clock.advance(days * DAY);
      await world.pass('mark', ADDRESSES);
    }
    expect((await verdictOf(id))[0]).toBe('candidate');
  });

  test('a workspace that is gone keeps what carries its tag, and nothing else', async () => {
    put(stateOf([other()]));
    put(stateOf([other()]), `env:/pr-1/${KEY}`);
    const [ofPr, left] = [add('pr-1'), add('default')];
    await surveys(1);
    world.sandbox.control.setObject(BUCKET, `env:/pr-1/${KEY}`, null);
    expect(await surveys()).toContain(left);
    expect((await verdictOf(ofPr))[0]).toBe('unknown');
    await world.configure(options({ state: `, retired: ["env:/pr-1/${KEY}"]` }));
    expect((await verdictOf(ofPr)).join()).not.toContain('candidate');
  });

  test('an empty state counts where the entry says so', async () => {
    await world.configure(options({ state: ', allowEmpty: true' }));
    put(stateOf([]));
    const id = add('default');
    expect(await surveys()).toEqual([id]);
  });

  test('Law 8 after what was remembered of a state is lost, it selects nothing before it stands again', async () => {
    put(stateOf([other()]));
    const id = add('default');
    expect(await surveys()).toEqual([id]);
    await world.wired.deps.learnt?.forget((await remembered())[0]);
    expect((await verdictOf(id)).join()).toMatch(/^unknown,.*remembers it since .* only; that must be 7d/);
    world.clock.advance(3 * DAY);
    await world.pass('delete', ADDRESSES);
    expect(world.writes()).toEqual([]);
    await surveys();
    expect((await verdictOf(id))[0]).toBe('candidate');
  });

  test('Law 1 what is remembered of states and is not understood leaves everything unknown, and stays', async () => {
    put(stateOf([other()]));
    const id = add('default');
    expect(await surveys()).toEqual([id]);
    const [place, text] = await remembered();
    for (const wrong of ['{', '[]', '{"a":{}}', text.replace('"serial":7', '"serial":"7"')]) {
      await world.wired.deps.learnt?.put(place, wrong, DAY);
      expect([(await verdictOf(id))[0], (await verdictOf(id)).join()]).toEqual([
        'unknown',
        expect.stringContaining('is not understood'),
      ]);
      await world.pass('mark', ADDRESSES);
      expect((await remembered())[1]).toBe(wrong);
    }
  });
});
