/** Keys, texts and changes of states of Terraform: docs/behaviour/clusters.md, docs/terraform.md. */
import { describe, expect, test } from '@jest/globals';
import { aliasesIn } from '../../../src/handlers/aws/evidence/terraform/stateReading.ts';
import { terraformStates } from '../../../src/handlers/aws/evidence/terraform/terraformStates.ts';
import { classicAlias, targetGroupAlias } from '../../../src/handlers/aws/resources/balancingAliases.ts';
import { dbSnapshotAlias } from '../../../src/handlers/aws/resources/dbSnapshot.ts';
import { configurationAlias, templateAlias } from '../../../src/handlers/aws/resources/launchAliases.ts';
import { groupAlias } from '../../../src/handlers/aws/resources/securityGroup.ts';
import { parseState } from '../../../src/handlers/aws/resources/terraform/stateFile.ts';
import { prefixesOf, statesAmong, workspaceOf } from '../../../src/handlers/aws/resources/terraform/stateKeys.ts';
import {
  type KnownState,
  proofOf,
  SETTLES_AFTER_MS,
} from '../../../src/handlers/aws/resources/terraform/stateProof.ts';
import { terraform } from '../../../src/handlers/aws/wire/terraformSettings.ts';

const settings = (key: string, more: object = {}) => {
  const [one] = terraform.parse({ states: [{ bucket: 'acme-tfstate', key, region: 'us-east-1', ...more }] }).states;
  return one as NonNullable<typeof one>;
};

describe('C22 the workspace of a key', () => {
  test.each([
    ['network/terraform.tfstate', {}, 'network/terraform.tfstate', 'default'],
    ['network/terraform.tfstate', { workspace: 'prod' }, 'network/terraform.tfstate', 'prod'],
    ['network/terraform.tfstate', {}, 'env:/prod/network/terraform.tfstate', 'prod'],
    ['network/terraform.tfstate', { workspaceKeyPrefix: 'a/b' }, 'a/b/prod/network/terraform.tfstate', 'prod'],
    ['**/*.tfstate', {}, 'env:/prod/a/b.tfstate', 'prod'],
    ['**/*.tfstate', {}, 'b.tfstate', 'default'],
    ['shop/*/terraform.tfstate', {}, 'shop/web/terraform.tfstate', 'default'],
    ['a.b+c(d)[e].tfstate', {}, 'a.b+c(d)[e].tfstate', 'default'],
  ])('%s, %j: %s is of %s', (key, more, given, workspace) => {
    expect(workspaceOf(given, settings(key, more))).toBe(workspace);
    expect(prefixesOf(settings(key, more)).some((prefix) => given.startsWith(prefix))).toBe(true);
  });

  test.each([
    ['network/terraform.tfstate', 'other/network/terraform.tfstate'],
    ['network/terraform.tfstate', 'Network/terraform.tfstate'],
    ['network/terraform.tfstate', 'network/terraform.tfstate.backup'],
    ['network/terraform.tfstate', 'network/terraform.tfstate.tflock'],
    ['network/terraform.tfstate', 'env:/network/terraform.tfstate'],
    ['network/terraform.tfstate', 'env:/prod/other/terraform.tfstate'],
    ['shop/*/terraform.tfstate', 'shop/a/b/terraform.tfstate'],
    ['a.b', 'aXb'],
    ['**/*.tfstate', 'folder.tfstate/'],
    ['**/*.tfstate', 'env:/prod/'],
  ])('%s: %s is none', (key, given) => {
    expect(workspaceOf(given, settings(key))).toBeUndefined();
  });

  test('a lock beside its state is that of this state', () => {
    const objects = ['a.tfstate', 'a.tfstate.tflock', 'b.tfstate'].map((key) => ({ key }));
    const { states, locked } = statesAmong(objects, settings('*.tfstate'));
    expect([states.map(({ object }) => object.key), [...locked]]).toEqual([['a.tfstate', 'b.tfstate'], ['a.tfstate']]);
  });

  test.each(['*', '**', '**/*', '/a', 'a**', 'a/**b/c'])('refused as a key: %s', (key) => {
    expect(() => settings(key)).toThrow();
  });
});

describe('C23 a state is read only if its whole form is known', () => {
  const state = { version: 4, serial: 1, lineage: 'a', resources: [] };

  test.each<[string, string, RegExp]>([
    ['nothing', '', /it is not JSON/],
    ['null', 'null', /has the version none/],
    ['a list', '[]', /has the version none/],
    ['version 3', '{"version":3,"modules":[]}', /has the version 3/],
    ['a later version', JSON.stringify({ ...state, version: 5 }), /has the version 5/],
    ['a version in a text', JSON.stringify({ ...state, version: '4' }), /has the version "4"/],
    ['encrypted', JSON.stringify({ ...state, encrypted_data: 'a' }), /OpenTofu encrypted it/],
    ['resources in a mapping', JSON.stringify({ ...state, resources: {} }), /resources is missing or odd/],
    ['no resources', JSON.stringify({ ...state, resources: undefined }), /resources is missing or odd/],
    [
      'a resource without instances',
      JSON.stringify({ ...state, resources: [{ mode: 'managed', type: 'a', name: 'b' }] }),
      /instances/,
    ],
    ['no lineage', JSON.stringify({ ...state, lineage: '' }), /lineage is missing or odd/],
    ['no serial', JSON.stringify({ ...state, serial: -1 }), /serial is missing or odd/],
  ])('%s', (_what, text, why) => {
    expect(parseState(text)).toMatch(why);
  });

  test('members of later releases make no difference', () => {
    expect(parseState(JSON.stringify({ ...state, check_results: null, identity: 1 }))).toMatchObject({ serial: 1 });
  });
});

describe('C24 a state that is not what it was proves nothing', () => {
  const { since, ...now }: KnownState & { readonly since: number } = {
    ...{ workspace: 'prod', serial: 7, lineage: 'a', managed: 10 },
    since: -SETTLES_AFTER_MS,
  };
  const before: KnownState = { ...now, since };
  const doubtOf = (change: Partial<KnownState>, known: KnownState = before, at = 0) =>
    proofOf({ ...now, ...change }, known, at);

  test('one that grows, stays or loses a few is believed', () => {
    for (const managed of [5, 9, 10, 90]) expect(doubtOf({ serial: 8, managed }).doubt).toBeUndefined();
  });

  test.each<[string, KnownState | undefined]>([
    ['was never read, or whose memory is lost', undefined],
    ['an earlier version of Holystone remembers without a time', now],
    ['is remembered from a later time than now', { ...before, since: 1 }],
  ])('one that %s is believed once it stood for the time', (_what, known) => {
    const first = proofOf(now, known, 0);
    expect(first).toEqual({
      known: { ...before, since: 0 },
      doubt: expect.stringMatching(/^Holystone remembers it since/),
    });
    const grown = { serial: 9, managed: 12 };
    expect(doubtOf(grown, first.known, SETTLES_AFTER_MS - 1).doubt).toBeDefined();
    expect(doubtOf(grown, first.known, SETTLES_AFTER_MS).doubt).toBeUndefined();
    // A change meanwhile has its own time.
    const shrunk = doubtOf({ managed: 4 }, first.known, SETTLES_AFTER_MS - 1);
    expect(doubtOf({ managed: 4 }, shrunk.known, SETTLES_AFTER_MS).doubt).toMatch(/named 10/);
  });

  test.each<[string, Partial<KnownState>, RegExp]>([
    ['shrunk', { serial: 8, managed: 4 }, /names 4 things, and named 10; that must stand for 7d/],
    ['of an older serial', { serial: 6 }, /serial is 6, and 7 was read before/],
    ['of another lineage', { lineage: 'b' }, /lineage changed/],
  ])('%s', (_what, now, why) => {
    expect(doubtOf(now).doubt).toMatch(why);
  });

  test('a smaller one is believed once it stood for the time; a further change begins it again', () => {
    const less = { serial: 8, managed: 4 };
    const { known } = doubtOf(less);
    expect(doubtOf(less, known, SETTLES_AFTER_MS - 1).doubt).toBeDefined();
    expect(doubtOf(less, known, SETTLES_AFTER_MS)).toEqual({ known: { ...before, ...less } });
    expect(doubtOf({ ...less, managed: 1 }, known, SETTLES_AFTER_MS).doubt).toBeDefined();
    expect(doubtOf({ lineage: 'c' }, doubtOf({ lineage: 'b' }).known, SETTLES_AFTER_MS).doubt).toBeDefined();
  });

  test('an older serial never becomes right by time, and the newer one is right at once', () => {
    const { known } = doubtOf({ serial: 6 });
    expect(doubtOf({ serial: 6 }, known, SETTLES_AFTER_MS * 9).doubt).toBeDefined();
    expect(doubtOf({ serial: 7 }, known).doubt).toBeUndefined();
  });

  test('a clock that goes back shortens nothing', () => {
    const { known } = doubtOf({ managed: 4 }, before, SETTLES_AFTER_MS * 2);
    expect(doubtOf({ managed: 4 }, known, 0).doubt).toBeDefined();
  });
});

const BALANCER = 'arn:aws:elasticloadbalancing:us-east-1:111111111111:loadbalancer/app/web/50dc6c495c0c9188';
const TARGETS = 'arn:aws:elasticloadbalancing:us-east-1:111111111111:targetgroup/web/73e2d6bc24d8a067';

test.each<[string, object, string | undefined]>([
  ['aws_autoscaling_group', { id: 'web', name: 'web' }, 'web'],
  ['aws_launch_configuration', { id: 'web-1', name: 'web-1' }, configurationAlias('web-1')],
  ['aws_launch_template', { id: 'lt-0123456789abcdef0', name: 'web' }, templateAlias({ id: 'lt-0123456789abcdef0' })],
  ['aws_launch_template', { name: 'web' }, templateAlias({ name: 'web' })],
  ['aws_elb', { id: 'web', name: 'web' }, classicAlias('web')],
  ['aws_lb', { id: BALANCER, arn: BALANCER }, BALANCER],
  ['aws_lb_target_group', { id: TARGETS, arn: TARGETS }, TARGETS],
  ['aws_lb_target_group', { name: 'web' }, targetGroupAlias('web')],
  ['aws_security_group', { id: 'sg-0123456789abcdef0' }, 'sg-0123456789abcdef0'],
  ['aws_security_group', { name: 'web' }, groupAlias('web')],
  ['aws_network_interface', { id: 'eni-0123456789abcdef0' }, 'eni-0123456789abcdef0'],
  ['aws_ebs_volume', { id: 'vol-0123456789abcdef0' }, 'vol-0123456789abcdef0'],
  ['aws_ebs_snapshot', { id: 'snap-0123456789abcdef0' }, 'snap-0123456789abcdef0'],
  ['aws_ami', { id: 'ami-0123456789abcdef0' }, 'ami-0123456789abcdef0'],
  ['aws_nat_gateway', { id: 'nat-0123456789abcdef0' }, 'nat-0123456789abcdef0'],
  ['aws_eip', { public_ip: '203.0.113.9' }, '203.0.113.9'],
  ['aws_db_snapshot', { db_snapshot_identifier: 'last' }, dbSnapshotAlias('dbSnapshot', 'last')],
  ['aws_db_cluster_snapshot', { db_cluster_snapshot_identifier: 'last' }, dbSnapshotAlias('dbClusterSnapshot', 'last')],
])('C21 %s with %j is known by the alias of its type', (type, attributes, alias) => {
  const resource = { mode: 'managed', type, name: 'a', instances: [{ attributes }] };
  expect([...aliasesIn(resource)]).toContain(alias);
});

test('C21 the rights are for the buckets of the states, and below their keys', () => {
  const states = [
    settings('network/terraform.tfstate'),
    settings('shop/**/*.tfstate', { account: 'ops', region: 'eu-west-1' }),
  ];
  const account = { name: 'test', provider: 'aws', locations: [], settings: { terraform: { states } } };
  const scope = { account } as never;
  expect(terraformStates.places(scope)).toEqual([
    { account: 'test', location: 'us-east-1' },
    { account: 'ops', location: 'eu-west-1' },
  ]);
  expect(terraformStates.only?.(scope, { account: 'ops', location: 'eu-west-1' })).toEqual([
    { permissions: ['s3:ListBucket'], resources: ['s3:::acme-tfstate'] },
    { permissions: ['s3:GetObject'], resources: ['s3:::acme-tfstate/shop/*', 's3:::acme-tfstate/env:/*'] },
  ]);
});

test('C21 of the secrets of a state nothing stays', () => {
  const attributes = {
    id: 'web',
    password: 'hunter22',
    value: 's3cret',
    master_user: 'root',
    tags: { note: 'private' },
  };
  const managed = (type: string) => ({
    mode: 'managed',
    type,
    name: 'a',
    instances: [{ attributes, private: 'bnVsbA==' }],
  });
  const aliases = ['aws_db_instance', 'random_password'].flatMap((type) => [...aliasesIn(managed(type))]);
  expect(aliases.filter((alias) => /hunter22|s3cret|root|private/.test(alias))).toEqual([]);
  expect([...aliasesIn(managed('random_password'))]).toEqual([]);
});
