/** Configurations of aws-nuke and cloud-nuke: what they keep, Holystone keeps; what they delete is no selection here. */
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { handlers } from '../../../../src/handlers/index.ts';
import { AWS_TYPES } from '../../../../tools/import/awsTypes.ts';
import { importAwsNuke } from '../../../../tools/import/nuke/awsNuke.ts';
import { importCloudNuke } from '../../../../tools/import/nuke/cloudNuke.ts';

type Convert = typeof importAwsNuke;

function imported(convert: Convert, text: string) {
  const { text: native, rows } = convert(text, 'nuke.yml', handlers);
  const file = parse(native) as {
    accounts: object[];
    cleanup: { type: string; keep?: unknown; only?: unknown; minimumAge?: string }[];
  };
  return {
    ...file,
    told: rows.map(({ message }) => message),
    of: (type: string) => file.cleanup.find((one) => one.type === type),
  };
}

function keptBy(filter: unknown, type = 'EC2Image'): unknown {
  const filters = { [type]: [filter] };
  const nuke = {
    regions: ['us-east-1'],
    'resource-types': { includes: [type] },
    accounts: { '111111111111': { filters } },
  };
  return imported(importAwsNuke, JSON.stringify(nuke)).cleanup[0]?.keep;
}

describe('a configuration of aws-nuke', () => {
  test('accounts, presets and global filters become accounts and entries that keep', () => {
    const { accounts, of, told, cleanup } = imported(
      importAwsNuke,
      `
regions: [global, eu-west-1]
blocklist: ["999999999999"]
resource-types:
  includes: [EC2Image, EC2Volume, LaunchConfiguration, IAMRole]
  excludes: [EC2Volume]
feature-flags: { disable-deletion-protection: { EC2Instance: true } }
presets:
  common:
    filters:
      __global__: [{ property: "tag:keep", value: "true" }]
      EC2Image: [ami-0123456789abcdef0]
accounts:
  "999999999999": {}
  "111111111111":
    presets: [common]
    filters:
      EC2Image:
        - { property: Name, type: glob, value: "golden-*" }
        - { property: CreationDate, type: dateOlderThan, value: 2160h }
      LaunchConfiguration: [{ property: Name, type: regex, value: "^prod" }]
`,
    );
    expect(accounts).toEqual([
      { name: 'aws-111111111111', provider: 'aws', id: '111111111111', locations: ['eu-west-1'] },
    ]);
    expect(cleanup.map(({ type }) => type)).toEqual(['image', 'launchConfiguration']);
    expect(of('image')).toEqual({
      type: 'image',
      accounts: ['aws-111111111111'],
      when: [{ rule: 'unused' }],
      minimumAge: '90d',
      keep: [
        { attribute: { name: '/^golden\\-[\\s\\S]*$/' } },
        { tag: { keep: '/^true$/' } },
        { attribute: { id: 'ami-0123456789abcdef0' } },
      ],
    });
    // It has no tags, so the global filter keeps none of it there either.
    expect(of('launchConfiguration')).toMatchObject({ keep: [{ attribute: { name: '/^prod/' } }] });
    expect(told).toEqual([expect.stringContaining('`feature-flags`: Holystone never switches a protection off')]);
  });

  test.each<[unknown, unknown]>([
    [{ property: 'Name', value: 'a b' }, [{ attribute: { name: 'a b' } }]],
    [{ property: 'Name', type: 'contains', value: 'x.y' }, [{ attribute: { name: '/x\\.y/' } }]],
    [{ property: 'Name', type: 'prefix', value: 'x' }, [{ attribute: { name: '/^x/' } }]],
    [{ property: 'Name', type: 'suffix', value: 'x' }, [{ attribute: { name: '/x$/' } }]],
    [{ property: 'tag:a', type: 'In', values: ['x', 'y'] }, [{ tag: { a: 'x' } }, { tag: { a: 'y' } }]],
    [{ property: 'tag:a', value: 'x', invert: true }, [{ tag: { a: { absent: true } } }, { tag: { a: { not: 'x' } } }]],
    [
      { property: 'tag:a', type: 'NotIn', values: ['x', 'y'] },
      [{ tag: { a: { absent: true } } }, { tag: { a: { not: ['x', 'y'] } } }],
    ],
  ])('the filter %j keeps as much', (filter, keep) => {
    expect(keptBy(filter)).toEqual(keep);
  });

  const ABSENT = { tag: { a: { absent: true } } };
  test.each<[unknown, unknown]>([
    [{ type: 'regex', value: '.*' }, [ABSENT, { tag: { a: '/.*/' } }]],
    [{ type: 'regex', value: '^$' }, [ABSENT, { tag: { a: '/^$/' } }]],
    [{ type: 'regex', value: '^(prod|)$' }, [ABSENT, { tag: { a: '/^(prod|)$/' } }]],
    [{ type: 'glob', value: '*' }, [ABSENT, { tag: { a: '/^[\\s\\S]*$/' } }]],
    [{ type: 'In', values: ['x', ''] }, [ABSENT, { tag: { a: 'x' } }, { tag: { a: '/^$/' } }]],
    [{ type: 'NotIn', values: ['x', ''], invert: true }, [ABSENT, { tag: { a: 'x' } }, { tag: { a: '/^$/' } }]],
    [{ type: 'regex', value: '.+' }, [{ tag: { a: '/.+/' } }]],
  ])('L112 the filter %j of a tag keeps what lacks the tag where it matches the empty text', (filter, keep) => {
    expect(keptBy({ property: 'tag:a', ...(filter as object) })).toEqual(keep);
  });

  test.each<[string, unknown, string]>([
    ['LaunchConfiguration', { property: 'tag:a', type: 'regex', value: '^$' }, 'none of this type has a tag'],
    ['EC2Image', { property: 'Description', type: 'regex', value: '^(x|)$' }, 'a resource without `Description`'],
    ['EC2Image', { property: 'CreationDate', type: 'prefix', value: '2024-' }, 'compares a date as a text'],
    ['EC2Image', { property: 'SnapshotIds', type: 'contains', value: 'a b' }, 'compares a list as a text'],
  ])('L112 of a %s the filter %j leaves the type out', (type, filter, why) => {
    expect(() => keptBy(filter, type)).toThrow(why);
  });

  test('L112 an id and a name are never absent', () => {
    expect(keptBy({ property: 'ImageId', type: 'regex', value: 'x*' })).toEqual([{ attribute: { id: '*' } }]);
  });

  test.each<[unknown, string]>([
    [{ property: 'Strange', value: 'x' }, 'its property `Strange` is no attribute of the type image'],
    [{ property: 'Name', type: 'glob', value: 'a*', invert: true }, 'has no counterpart'],
    [{ property: 'Name', type: 'regex', value: '(?!a)' }, 'has no counterpart'],
    [{ property: 'Name', type: 'dateOlderThanNow', value: '-24h' }, 'has no counterpart'],
    [{ property: 'tag:until', type: 'dateOlderThan', value: '24h' }, 'has no counterpart'],
    [{ property: 'Name', value: '' }, 'has no counterpart'],
    [{ property: 'Name', value: 'x', group: 'g' }, "the filter's `group` has no counterpart"],
  ])('a type with the filter %j is left out, because more would be deleted', (filter, why) => {
    expect(() => keptBy(filter)).toThrow(why);
    expect(() => keptBy(filter)).toThrow('without it more would be deleted');
  });

  test('of a gateway, an endpoint and snapshots of databases the filters keep, also under their earlier names', () => {
    const { of, told } = imported(
      importAwsNuke,
      `
regions: [us-east-1]
resource-types: { includes: [EC2NatGateway, EC2VPCEndpoint, RDSSnapshot, RDSClusterSnapshot] }
accounts:
  "111111111111":
    filters:
      EC2NatGateway: [{ property: "tag:team", value: "network" }]
      EC2NATGateway: [nat-0123456789abcdef0, { property: CreateTime, type: dateOlderThan, value: 2400h }]
      EC2VpcEndpoint: [vpce-0123456789abcdef0]
      RDSSnapshot: [{ property: Identifier, type: prefix, value: "final-" }]
      RDSClusterSnapshot: [{ property: AvailabilityZone, value: us-east-1a }]
`,
    );
    expect(of('natGateway')).toMatchObject({
      minimumAge: '100d',
      keep: [{ attribute: { id: 'nat-0123456789abcdef0' } }, { tag: { team: 'network' } }],
    });
    expect(of('vpcEndpoint')).toMatchObject({ keep: [{ attribute: { id: 'vpce-0123456789abcdef0' } }] });
    expect(of('dbSnapshot')).toMatchObject({
      when: [{ rule: 'unused' }],
      keep: [{ attribute: { id: '/^final\\-/' } }],
    });
    expect([of('dbClusterSnapshot'), of('launchTemplateVersion')]).toEqual([undefined, undefined]);
    expect(told).toEqual([expect.stringContaining('its property `AvailabilityZone` is no attribute')]);
  });

  test('a type that is excluded under its earlier name is left out', () => {
    const file = { regions: ['us-east-1'], accounts: { '111111111111': {} } };
    const chosen = { 'resource-types': { excludes: ['EC2NatGateway', 'EC2VpcEndpoint'] } };
    const types = imported(importAwsNuke, JSON.stringify({ ...file, ...chosen })).cleanup.map(({ type }) => type);
    expect(types).toContain('dbSnapshot');
    expect(types).not.toContain('natGateway');
    expect(types).not.toContain('vpcEndpoint');
  });

  test('snapshots of databases that Cloud Control deletes in its place leave the account out', () => {
    const chosen = { 'resource-types': { 'cloud-control': ['AWS::RDS::DBSnapshot'] } };
    const file = { regions: ['us-east-1'], accounts: { '111111111111': {} }, ...chosen };
    expect(() => imported(importAwsNuke, JSON.stringify(file))).toThrow('has no counterpart');
  });

  test('a preset that the file does not have leaves the types of the account out', () => {
    const text = 'regions: [us-east-1]\naccounts: { "111111111111": { presets: [gone] } }';
    expect(() => imported(importAwsNuke, text)).toThrow('{"type":"unknown preset"} has no counterpart');
  });

  test.each([
    [
      { includes: ['EC2*'], excludes: ['EC2Vol*', '*SecurityGroup'] },
      ['EC2Image', 'EC2Address'],
      ['EC2Volume', 'EC2SecurityGroup'],
    ],
    [{ targets: [], includes: ['EC2Image'] }, ['EC2Image'], ['EC2Volume']],
    [{ excludes: 'EC2Vol??e' }, ['EC2Image', 'ELB'], ['EC2Volume']],
  ])('of the types %j the names with wildcards are all that they match', (chosen, there, gone) => {
    const text = JSON.stringify({ regions: ['us-east-1'], accounts: { '111111111111': {} }, 'resource-types': chosen });
    const types = new Set(imported(importAwsNuke, text).cleanup.map(({ type }) => type));
    const named = (names: readonly string[]) =>
      AWS_TYPES.filter(({ awsNuke }) => awsNuke.some((one) => names.includes(one)));
    expect(named(there).filter(({ type }) => !types.has(type))).toEqual([]);
    expect(named(gone).filter(({ type }) => types.has(type))).toEqual([]);
  });

  test.each([
    [['global', 'all'], 'all', []],
    [['global'], ['us-east-1'], ['no region but `global`: the file begins with us-east-1']],
  ])('the regions %j are the locations %j', (regions, locations, told) => {
    const file = imported(importAwsNuke, JSON.stringify({ regions, accounts: { '111111111111': {} } }));
    expect(file.accounts).toMatchObject([{ locations }]);
    expect(file.told).toEqual(told);
  });

  test.each([
    [{ 'resource-types': ['EC2Image'] }, '`resource-types` is no mapping'],
    [{ 'resource-types': { includes: { EC2Image: true } } }, '`includes` is no list of names'],
    [{ 'resource-types': { include: ['EC2Image'] } }, '`include` of `resource-types` has no counterpart'],
    [{ accounts: { '111111111111': ['common'] } }, 'the account 111111111111 is no mapping'],
    [{ accounts: { '111111111111': { filter: {} } } }, '`filter` of the account 111111111111 has no counterpart'],
  ])('%j narrows in a way that nobody can read, and is refused', (change, why) => {
    const file = { regions: ['us-east-1'], accounts: { '111111111111': {} }, ...change };
    expect(() => imported(importAwsNuke, JSON.stringify(file))).toThrow(why);
  });
});

describe('a configuration of cloud-nuke', () => {
  test('exclude keeps, include allows, and its own tag keeps', () => {
    const { of, told } = imported(
      importCloudNuke,
      `
EBSVolume:
  include: { names_regex: ["^ci-", "^tmp-"], tags: { team: "blue" } }
  exclude: { tags: { env: prod }, time_after: "2026-01-01T00:00:00Z" }
  protect_until_expire: true
ELBv2:
  exclude: { names_regex: [".*-prod-.*"] }
  timeout: 10m
s3: { exclude: { names_regex: [x] } }
ElasticIP: { exclude: { time_before: "2026-01-01T00:00:00Z" } }
SecurityGroup: { default_only: true }
`,
    );
    expect(of('volume')).toMatchObject({
      when: [{ rule: 'unused' }],
      keep: [
        { tag: { 'cloud-nuke-excluded': 'true' } },
        { attribute: { createdAt: { above: '2026-01-01T00:00:00Z' } } },
        { tag: { env: '/prod/i' } },
      ],
      only: [{ tag: { Name: '/^ci-/', team: '/blue/i' } }, { tag: { Name: '/^tmp-/', team: '/blue/i' } }],
      expiry: { keys: ['cloud-nuke-after'] },
    });
    expect(of('loadBalancerV2')).toMatchObject({ keep: [{}, { attribute: { name: '/.*-prod-.*/' } }] });
    expect(told).toEqual([
      'ELBv2: `timeout`: see `work.budget`',
      's3: the import knows no such type',
      'ElasticIP: AWS states no date of creation of this type; without it more would be deleted',
      'SecurityGroup: `default_only` has no counterpart',
    ]);
  });

  test('gateways, endpoints and snapshots of databases, under both keys of theirs', () => {
    const { of, told } = imported(
      importCloudNuke,
      `
NatGateway: { exclude: { names_regex: ["^prod"] } }
EC2Endpoint: { include: { names_regex: ["^ci-"], time_before: "2026-01-01T00:00:00Z" } }
RDSSnapshot: { exclude: { names_regex: ["^final-"] } }
EC2Subnet: { exclude: { names_regex: [x] } }
`,
    );
    expect(of('natGateway')).toMatchObject({
      keep: [{ tag: { 'cloud-nuke-excluded': 'true' } }, { tag: { Name: '/^prod/' } }],
    });
    expect(of('vpcEndpoint')).toMatchObject({
      only: [{ tag: { Name: '/^ci-/' }, attribute: { createdAt: { below: '2026-01-01T00:00:00Z' } } }],
    });
    expect(of('dbSnapshot')).toMatchObject({ keep: [{}, { attribute: { name: '/^final-/' } }] });
    expect(told).toEqual(['EC2Subnet: the import knows no such type']);
    const { of: older } = imported(importCloudNuke, 'RdsSnapshot: { exclude: { names_regex: ["x"] } }');
    expect(older('dbSnapshot')).toBeDefined();
  });

  test.each([
    ['NatGateway: { exclude: { names: [x] } }', '`names` has no counterpart'],
    ['RdsSnapshot: { default_only: true }', '`default_only` has no counterpart'],
    ['AMI: { include: { tags: { a: b } }, x: 1 }', '`x` has no counterpart'],
    ['AMI: { exclude: { names_regex: ["(?!a)"] } }', 'is none of RE2'],
    ['AMI: { include: { tags: { Env: "Dev" } } }', 'no regex of RE2 in lower case'],
    ['LaunchConfiguration: { include: { tags: { a: b } } }', 'no tags here'],
    ['AMI: { include: { names: [x] } }', '`names` has no counterpart'],
    ['AMI: { exclude: { tags: [env] } }', '`tags` is no mapping'],
    ['AMI: { include: { tags: { a: b }, tags_operator: XOR } }', '`tags_operator` is neither AND nor OR'],
    ['AMI: [include]', 'it is no mapping'],
    ['AMI: { exclude: { names_regex: [{ re: x }] } }', 'is none of RE2'],
    ['AMI: { exclude: { time_after: [2026-01-01] } }', 'is no date'],
  ])('%s is not carried over, and says why', (text, why) => {
    expect(() => imported(importCloudNuke, text)).toThrow(why);
  });
});
