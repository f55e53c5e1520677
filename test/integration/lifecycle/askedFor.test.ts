/** What could not be expressed when people's policies were tried first: each is a file now, with its plan of a seeded account. */
import { expect, test } from '@jest/globals';
import { expected, observe, optionsOf, rowsOf, type Seeded, verdictsOf } from '../../support/askedFor.ts';
import { DAY, HERE, worldForAll } from '../../support/awsWorld.ts';
import { bootstrap, hashOf } from '../../support/cdkEnvironment.ts';

const world = worldForAll();

type Tags = Readonly<Record<string, string>>;
const control = () => world.sandbox.control;
const before = (days: number) => new Date(world.clock.now() - days * DAY);
const day = (days: number, separator = '-') => before(-days).toISOString().slice(0, 10).replaceAll('-', separator);

const volume = (tags: Tags = {}, more: object = {}) =>
  control().addVolumes(HERE, [{ tags, CreateTime: before(400), ...more }])[0] ?? '';
const address = (tags: Tags = {}) => control().addElasticIps(HERE, [{ tags }])[0] ?? '';
const backup = (VolumeId: string, days: number) =>
  control().addSnapshots(HERE, [{ VolumeId, StartTime: before(days), tags: { backup: 'nightly' } }])[0] ?? '';
const image = (Name: string, more: object = {}) =>
  control().addImages(HERE, [{ Name, CreationDate: before(400).toISOString(), ...more }])[0] ?? '';
const OLDER = { CreationDate: new Date(0).toISOString() };
const [GONE, LIVING] = ['vol-0123456789abcdef0', 'vol-0123456789abcdef1'];

function stackOf(name: string, status: 'CREATE_COMPLETE' | 'DELETE_COMPLETE', attributes: object = {}): Tags {
  const template = JSON.stringify({ Resources: { Part: { Type: 'AWS::EC2::EIP', ...attributes } } });
  control().addStacks(HERE, [{ name, status, template }]);
  const id = control()
    .state(HERE)
    .stacks.find(({ StackName }) => StackName === name)?.StackId;
  return {
    'aws:cloudformation:stack-id': id ?? '',
    'aws:cloudformation:stack-name': name,
    'aws:cloudformation:logical-id': 'Part',
  };
}

const ofCluster = (name: string) => ({
  [`sigs.k8s.io/cluster-api-provider-aws/cluster/${name}`]: 'owned',
  'sigs.k8s.io/cluster-api-provider-aws/role': 'common',
});

/** Tags of one repository of ECR, the oldest first. */
function pushed(repository: string, count: number): readonly string[] {
  const tags = Array.from({ length: count }, (_, nth) => `v${nth + 1}`);
  control().addEcrTags(
    HERE,
    tags.map((tag, nth) => ({ repository, tag, salt: `${repository}${tag}`, pushedAt: before(300 - nth) })),
  );
  return tags.map((tag) => `${repository}:${tag}`);
}

const ASKED: readonly (readonly [wanted: string, policy: string, seed: () => Seeded])[] = [
  [
    'several entries for one place',
    'several-entries',
    () => ({
      goes: [volume({ Name: 'preview-1' }, { CreateTime: before(40) }), volume({}, { Size: 200 })],
      stays: [volume({ env: 'prod', Name: 'preview-2' }), volume({}, { Size: 50 })],
    }),
  ],
  [
    'a tag that is absent',
    'volumes-without-env',
    () => ({ goes: [volume(), volume({ team: 'a' })], stays: [volume({ env: 'dev' }), volume({ Env: '' })] }),
  ],
  [
    'numbers of attributes',
    'large-volumes',
    () => ({ goes: [volume({}, { Size: 101 })], stays: [volume({}, { Size: 100 }), volume()] }),
  ],
  [
    'dates of attributes',
    'cleanup: [{ type: image, when: [{ rule: attribute, where: { DeprecationTime: { olderThan: 30d } } }], keepNewest: off }]',
    () => ({
      goes: [image('a', { DeprecationTime: before(90).toISOString() })],
      stays: [image('b', { DeprecationTime: before(-90).toISOString() }), image('c')],
    }),
  ],
  [
    'backups of a volume that is gone',
    'snapshots-of-gone-volumes',
    () => {
      control().addVolumes(HERE, [{ VolumeId: GONE }, { VolumeId: LIVING }]);
      return {
        goes: [backup(GONE, 500)],
        stays: [backup(GONE, 450), backup(LIVING, 500), backup(LIVING, 450), backup('vol-ffffffff', 500)],
        later: () => control().remove(HERE, 'volume', GONE),
      };
    },
  ],
  [
    'expiry tags of one’s own',
    'expiry-of-your-own',
    () => ({
      goes: [
        volume({ maid_status: String(before(1).getTime() / 1000) }),
        volume({ ttl: '48h' }),
        volume({ ttl: day(-3, '/') }),
        volume({ 'cloud-nuke-after': before(1).toISOString() }),
        volume({ maid_status: `Resource does not meet policy: delete@${day(-2, '/')}` }),
      ],
      stays: [
        volume({ ttl: '900d' }),
        volume({ ttl: '90m' }),
        volume({ maid_status: day(300, '/') }),
        volume({ ttl: '48h', maid_status: 'someday' }),
        volume({ expires: day(-3) }),
      ],
    }),
  ],
  [
    'what a deleted cluster left, of every type',
    'deleted-clusters',
    () => {
      control().addInstances(HERE, [{ tags: ofCluster('blog') }]);
      const living = [2, 3, 4].map((nth) => image(`node-${nth}`, { tags: ofCluster('blog') }));
      return {
        goes: [address(ofCluster('shop')), image('node-1', { ...OLDER, tags: ofCluster('shop') })],
        stays: [address(ofCluster('blog')), ...living, address()],
      };
    },
  ],
  [
    'what a deleted stack left',
    'deleted-stacks',
    () => ({
      goes: [address(stackOf('shop', 'DELETE_COMPLETE'))],
      stays: [
        address(stackOf('blog', 'CREATE_COMPLETE')),
        address(stackOf('base', 'DELETE_COMPLETE', { DeletionPolicy: 'Retain' })),
        address(),
      ],
    }),
  ],
  [
    'what no state of Terraform has',
    'terraform-states',
    () => {
      const [left, kept] = [address({ workspace: 'default' }), address({ workspace: 'default' })];
      const instances = [{ schema_version: 0, attributes: { id: kept } }];
      const resources = [{ mode: 'managed', type: 'aws_eip', name: 'nat', instances }];
      control().addBucket(HERE, 'acme-tfstate');
      const body = JSON.stringify({ version: 4, serial: 7, lineage: 'a', outputs: {}, resources });
      control().addObjects('acme-tfstate', [{ key: 'network/terraform.tfstate', body }]);
      return { goes: [left], stays: [kept, address(), address({ workspace: 'staging' })] };
    },
  ],
  [
    'old versions of launch templates, and images that only they name',
    'launch-template-versions',
    () => {
      const [old, current] = [image('web-1', OLDER), image('web-2'), image('web-3'), image('web-4')];
      const versions = [old, ...Array.from({ length: 7 }, () => current)];
      const [template] = control().addLaunchTemplates(HERE, [
        {
          CreateTime: before(400),
          versions: versions.map((ImageId) => ({ ImageId })),
          DefaultVersionNumber: 8,
        },
      ]);
      const of = (numbers: readonly number[]) => numbers.map((number) => `${template}:${number}`);
      return { goes: [...of([1, 2, 3]), old], stays: [...of([4, 5, 6, 7, 8]), current], days: 95 };
    },
  ],
  [
    'a count per repository',
    'count-per-repository',
    () => {
      const [shop, infra] = [pushed('shop/web', 7), pushed('infra/base', 7), pushed('other', 7)];
      return { goes: shop.slice(0, 2), stays: [...shop.slice(2), ...infra] };
    },
  ],
  [
    'two environments of CDK in a region',
    'cdk-two-environments',
    () => {
      const { bucket: company } = bootstrap(control(), HERE);
      const { bucket: team } = bootstrap(control(), HERE, { stackName: 'TeamToolkit', qualifier: 'team1' });
      const put = (bucket: string, name: string, days: number) =>
        control().addObjects(bucket, [{ key: `${hashOf(name)}.zip`, lastModified: before(days) }]);
      put(company, 'a', 20);
      put(team, 'b', 20);
      put(team, 'c', 100);
      const ofTeam = (name: string) => `TeamToolkit/${hashOf(name)}.zip`;
      return { goes: [`${hashOf('a')}.zip`, ofTeam('c')], stays: [ofTeam('b')] };
    },
  ],
];

test.each(ASKED)('%s: %s', async (_wanted, policy, seed) => {
  await world.reset(optionsOf(policy));
  const seeded = seed();
  await observe(world, seeded);
  expect(await verdictsOf(world, seeded)).toEqual(expected(seeded));
});

test('names of teams and people as owners: teams-without-addresses', async () => {
  await world.reset(optionsOf('teams-without-addresses'));
  const tagged: readonly (readonly [tags: Tags, owner: string])[] = [
    [{ team: 'team-a' }, 'storefront@example.com'],
    [{ team: 'platform' }, 'ann@example.com, bob@example.com'],
    [{ owner: 'carol' }, 'carol@example.com'],
    [{}, 'cloud@example.com'],
  ];
  const wanted = Object.fromEntries(tagged.map(([tags, owner], nth) => [image(`app-${'abcd'[nth]}`, { tags }), owner]));
  await observe(world);
  expect(Object.fromEntries((await rowsOf(world)).map(({ id, owner }) => [id, owner]))).toEqual(wanted);
});

test('holidays: closed-on-holidays opens on the day after one', async () => {
  await world.reset(optionsOf('closed-on-holidays'));
  volume();
  await observe(world);
  const dateOf = async () => Date.parse((await rowsOf(world))[0]?.wouldDeleteAt ?? '');
  // Labor Day, a Monday. The window is open from Monday to Thursday.
  const holiday = laborDayAfter(await dateOf());
  world.clock.advance(holiday - (await dateOf()));
  expect(new Date(await dateOf()).toISOString().slice(0, 10)).toBe(new Date(holiday + DAY).toISOString().slice(0, 10));
});

/** Noon in California. */
function laborDayAfter(at: number): number {
  const year = new Date(at).getUTCFullYear();
  const [first = 0] = [year, year + 1].map((one) => Date.UTC(one, 8, 1, 19)).filter((one) => one > at);
  return first + ((8 - new Date(first).getUTCDay()) % 7) * DAY;
}
