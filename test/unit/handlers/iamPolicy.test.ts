import { describe, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { readerPolicy, type Statement } from '../../../src/handlers/aws/policy/documents.ts';
import { awsPolicies, type Policies } from '../../../src/handlers/aws/policy/policies.ts';
import { aws } from '../../../src/handlers/aws/provider.ts';
import { cdkS3Asset } from '../../../src/handlers/aws/types/cdkS3Asset/handler.ts';
import { handlers } from '../../../src/handlers/index.ts';

const FILE = `
dryRun: false
redis: { url: "redis://localhost:6379" }
mail: { smtp: "smtp://localhost:1025", from: h@example.com }
http: { public: { url: "https://holystone.example.com" } }
optOut: { keys: [{ id: k, secret: "0123456789abcdef0123456789abcdef" }] }
owner: { domains: any }
accounts:
  - { name: test, provider: aws, id: "111111111111", alias: acme, locations: [us-east-1, eu-west-1], readRole: "arn:aws:iam::111111111111:role/r", deleteRole: "arn:aws:iam::111111111111:role/d" }
  - { name: gov, provider: aws, id: "222222222222", locations: [us-gov-west-1] }
defaults: { keep: [{ tag: { env: prod, team: "*" } }, { name: "/^golden/" }] }
cleanup:
  - { type: image, accounts: [test], live: true, when: [{ rule: unused }], keep: [{ tag: { tier: "/^[01]$/" } }, { tag: { env: "/prod/i" } }], managedTags: [terraform, "ManagedBy=pulumi", "cdk:*"] }
  - { type: autoScalingGroup, accounts: [gov], when: [{ rule: zeroInstances }] }
`;

/** As the command does it, without the evidence. */
function policies({ live = true, evidence = ['ec2:DescribeInstances'], text = FILE } = {}): Policies {
  const { workConfigurations } = loadConfiguration({ text, file: 'h.yaml' }, { env: {}, handlers });
  return awsPolicies(
    workConfigurations.map((wc) => {
      const handler = handlers.find(({ resourceType }) => resourceType === wc.resourceType);
      if (!handler) throw new Error(`no handler for ${wc.resourceType}`);
      const place = { account: wc.account.name, location: wc.location };
      return { wc, handler, evidence: [{ place, permissions: evidence }], deletes: live };
    }),
  );
}

const statements = (found: Policies, account: string, identity: 'reader' | 'deleter') =>
  found.accounts.find((one) => one.account === account)?.[identity]?.policy.Statement ?? [];

/** What a plan lists beside the types, whatever they are. */
const BESIDE = [
  'elasticache:DescribeCacheClusters',
  'es:ListDomainNames',
  'fsx:DescribeFileSystems',
  'memorydb:DescribeClusters',
  'sagemaker:ListNotebookInstances',
];

describe('a restorer', () => {
  test('A11 may look and bring back, delete nothing, and tag only resources that it makes', () => {
    const found = policies().accounts.find(({ account }) => account === 'test');
    const actions = found?.restorer?.policy.Statement.flatMap(({ Action }) => Action) ?? [];
    expect(actions).toContain('ec2:RestoreImageFromRecycleBin');
    expect(actions.filter((action) => /:(Delete|Deregister|Terminate|Modify(?!LaunchTemplate))/.test(action))).toEqual(
      [],
    );
    const reading = policies().accounts.flatMap(({ reader, deleter }) => [reader, deleter]);
    const others = reading.flatMap((one) => one?.policy.Statement.flatMap(({ Action }) => Action) ?? []);
    expect(others.filter((action) => /:(Restore|Create(?!Tags|OrUpdateTags))/.test(action))).toEqual([]);
  });
});

describe('a reader', () => {
  test('P17 evidence in some resources is allowed for these only', () => {
    const { workConfigurations } = loadConfiguration({ text: FILE, file: 'h.yaml' }, { env: {}, handlers });
    const uses = workConfigurations.map((wc) => {
      const handler = handlers.find(({ resourceType }) => resourceType === wc.resourceType);
      const only = [{ permissions: ['s3:GetObject'], resources: ['s3:::acme-tfstate/network/*'] }];
      const place = { account: 'test', location: 'us-east-1' };
      return {
        wc,
        handler: handler as never,
        evidence: [{ place, permissions: ['s3:GetObject'], only }],
        deletes: false,
      };
    });
    const found = statements(awsPolicies(uses), 'test', 'reader').filter(({ Action }) =>
      Action.includes('s3:GetObject'),
    );
    expect(found.map(({ Resource }) => Resource)).toEqual([['arn:aws:s3:::acme-tfstate/network/*']]);
  });

  test('P17 may list the types and read the evidence of its account, in its regions, and nothing that changes anything', () => {
    const [read, global, ...more] = statements(policies(), 'test', 'reader');
    expect(read).toEqual({
      Sid: 'Read',
      Effect: 'Allow',
      Action: [
        'ec2:DescribeImageAttribute',
        'ec2:DescribeImages',
        'ec2:DescribeInstances',
        'ec2:ListImagesInRecycleBin',
        ...BESIDE,
      ],
      Resource: ['*'],
      Condition: { StringEquals: { 'aws:RequestedRegion': ['eu-west-1', 'us-east-1'] } },
    });
    expect(global).toEqual({
      Sid: 'ReadGlobal',
      Effect: 'Allow',
      Action: ['iam:ListAccountAliases'],
      Resource: ['*'],
    });
    expect(more).toEqual([]);
  });
});

test('P17 a reader may read the links, integrations and stages of API Gateway, and not its keys', () => {
  const { Statement } = readerPolicy({ actions: ['apigateway:GET', 'ec2:DescribeInstances'], regions: ['cn-north-1'] });
  const paths = [
    'apis',
    'apis/*/integrations',
    'apis/*/stages',
    'restapis',
    'restapis/*',
    'restapis/*/resources',
    'restapis/*/stages',
    'vpclinks',
  ];
  expect(Statement.map(({ Sid, Action, Resource }) => [Sid, Action, Resource])).toEqual([
    ['Read', ['ec2:DescribeInstances'], ['*']],
    ['ReadApigateway', ['apigateway:GET'], paths.map((path) => `arn:aws-cn:apigateway:*::/${path}`)],
  ]);
});

describe('a deleter', () => {
  test('may delete the type of its account only, and write no tag but the two that keep', () => {
    const found = statements(policies(), 'test', 'deleter').filter(({ Effect }) => Effect === 'Allow');
    expect(found.map(({ Sid, Action, Resource }) => [Sid, Action, Resource])).toEqual([
      ['Identify', ['iam:ListAccountAliases'], ['*']],
      ['DeleteImage', ['ec2:DeregisterImage'], ['arn:aws:ec2:*::image/*']],
      ['KeepImage', ['ec2:CreateTags', 'ec2:DeleteTags'], ['arn:aws:ec2:*::image/*']],
    ]);
    expect(found[2]?.Condition).toEqual({
      StringEquals: { 'aws:RequestedRegion': ['eu-west-1', 'us-east-1'] },
      'ForAllValues:StringEquals': { 'aws:TagKeys': ['holystone:keep', 'holystone:keep-by'] },
      // Without it DeleteTags without keys, which takes every tag away, would be allowed.
      Null: { 'aws:TagKeys': 'false' },
    });
  });

  test('P17 is denied resources that a tag keeps, each in a statement of its own', () => {
    const denied = statements(policies(), 'test', 'deleter').filter(({ Effect }) => Effect === 'Deny');
    expect(denied.every(({ Action }) => Action.length === 1 && Action[0] === 'ec2:DeregisterImage')).toBe(true);
    expect(denied.map(({ Condition }) => Condition)).toEqual([
      { StringEqualsIgnoreCase: { 'aws:ResourceTag/holystone:keep': 'always' } },
      { StringEqualsIgnoreCase: { 'aws:ResourceTag/expiration_time': 'never' } },
      { StringEqualsIgnoreCase: { 'aws:ResourceTag/expires': 'never' } },
      { StringEqualsIgnoreCase: { 'aws:ResourceTag/ttl': 'never' } },
      {
        StringEqualsIgnoreCase: { 'aws:ResourceTag/env': 'prod' },
        StringLike: { 'aws:ResourceTag/team': '*' },
      },
      { StringLike: { 'aws:ResourceTag/terraform': '*' } },
      { StringEqualsIgnoreCase: { 'aws:ResourceTag/ManagedBy': 'pulumi' } },
    ]);
  });

  describe('where a quarantine is asked for', () => {
    const withQuarantine = (type: string) =>
      FILE.replace(
        /cleanup:[\s\S]*/,
        `cleanup: [{ type: ${type}, accounts: [test], live: true, when: [{ rule: unused }], quarantine: 7d }]`,
      );
    const found = (type: string, identity: 'reader' | 'deleter') =>
      statements(policies({ text: withQuarantine(type) }), 'test', identity);
    const inRegions = { 'aws:RequestedRegion': ['eu-west-1', 'us-east-1'] };

    test('may disable and enable images, and enable them also when a tag keeps them', () => {
      const all = found('image', 'deleter');
      expect(all.find(({ Sid }) => Sid === 'QuarantineImage')).toMatchObject({
        Action: ['ec2:DisableImage', 'ec2:EnableImage'],
        Resource: ['arn:aws:ec2:*::image/*'],
      });
      const denied = all.filter(({ Effect }) => Effect === 'Deny').map(({ Action }) => Action);
      expect(new Set(denied.flat())).toEqual(new Set(['ec2:DeregisterImage', 'ec2:DisableImage']));
    });

    test('may save volumes in snapshots, tag those while they are made, and read how they stand', () => {
      const all = found('volume', 'deleter');
      const made = ['arn:aws:ec2:*::snapshot/*'];
      expect(all.filter(({ Sid }) => /^(Delete|Quarantine|TagWhat)/.test(Sid))).toEqual([
        expect.objectContaining({ Action: ['ec2:DeleteVolume'], Resource: ['arn:aws:ec2:*:*:volume/*'] }),
        expect.objectContaining({ Action: ['ec2:CreateSnapshot'], Resource: ['arn:aws:ec2:*:*:volume/*', ...made] }),
        expect.objectContaining({
          Action: ['ec2:CreateTags'],
          Resource: made,
          Condition: { StringEquals: { ...inRegions, 'ec2:CreateAction': ['CreateSnapshot'] } },
        }),
      ]);
      expect(found('volume', 'reader')[0]?.Action).toContain('ec2:DescribeSnapshots');
    });

    test('may write the tag by which it is taken out again, and only there', () => {
      const keys = (all: readonly Statement[]) =>
        all.flatMap(({ Condition }) => Condition?.['ForAllValues:StringEquals']?.['aws:TagKeys'] ?? []);
      expect(keys(found('volume', 'deleter'))).toContain('holystone:quarantine');
      expect(keys(statements(policies(), 'test', 'deleter'))).not.toContain('holystone:quarantine');
    });
  });

  test('is not there where nothing is deleted, and names the limits that no policy can express', () => {
    expect(policies({ live: false }).accounts.map(({ deleter }) => deleter)).toEqual([undefined, undefined]);
    expect(policies().notExpressed.toSorted()).toEqual([
      '{"name":"/^golden/"}',
      '{"tag":{"cdk:*":"/^/"}}',
      '{"tag":{"env":"/prod/i"}}',
      '{"tag":{"tier":"/^[01]$/"}}',
    ]);
  });

  test('has the partition of its regions', () => {
    const [found] = statements(policies(), 'gov', 'deleter');
    expect(found?.Resource).toEqual(['arn:aws-us-gov:autoscaling:*:*:autoScalingGroup:*:autoScalingGroupName/*']);
  });
});

test('the daemon may take on the declared roles and no other', () => {
  expect(policies().daemon?.Statement).toEqual([
    {
      Sid: 'AssumeRoles',
      Effect: 'Allow',
      Action: ['sts:AssumeRole'],
      Resource: ['arn:aws:iam::111111111111:role/d', 'arn:aws:iam::111111111111:role/r'],
    },
  ]);
});

test('every type names the resources of its deleting requests', () => {
  expect(aws.handlers.filter(({ permissions }) => !permissions.resources?.length)).toEqual([]);
});

describe('assets of CDK', () => {
  const entries = (...cleanup: readonly string[]) =>
    FILE.replace(
      /cleanup:[\s\S]*/,
      `cleanup: [${cleanup.map((one) => `{ ${one}, accounts: [test], live: true, when: [{ rule: unused }] }`).join(', ')}]`,
    );
  const said = (text: string, identity: 'reader' | 'deleter', account = policies({ text, evidence: [] })) =>
    Object.fromEntries(
      statements(account, 'test', identity).map(({ Sid, Action, Resource }) => [Sid, [Action, Resource]]),
    );
  const [IRELAND, VIRGINIA] = ['eu-west-1', 'us-east-1'].map(
    (region) => `arn:aws:s3:::cdk-*-assets-111111111111-${region}`,
  );

  test('P17 K12 files are read and deleted only in the buckets of their accounts and regions', () => {
    const text = entries('type: cdkS3Asset');
    expect(said(text, 'reader')).toEqual({
      Read: [['cloudformation:DescribeStacks', ...BESIDE], ['*']],
      ReadGlobal: [['iam:ListAccountAliases'], ['*']],
      ReadCdkS3Asset1: [
        ['s3:GetObject', 's3:GetObjectTagging'],
        [`${IRELAND}/*`, `${VIRGINIA}/*`],
      ],
      ReadCdkS3Asset2: [
        ['s3:GetBucketVersioning', 's3:ListBucket'],
        [IRELAND, VIRGINIA],
      ],
    });
    expect(said(text, 'deleter')).toEqual({
      Identify: [['iam:ListAccountAliases'], ['*']],
      DeleteCdkS3Asset: [
        ['s3:DeleteObject', 's3:GetObject'],
        [`${IRELAND}/*`, `${VIRGINIA}/*`],
      ],
    });
  });

  test('P17 K9 marks may be written only where an entry asks for them, and without a condition on the keys', () => {
    const text = entries('type: cdkS3Asset, interop: cdk', 'type: cdkEcrImage');
    const marks = statements(policies({ text }), 'test', 'deleter').filter(({ Sid }) => Sid.startsWith('Mark'));
    expect(marks).toEqual([
      {
        Sid: 'MarkCdkS3Asset',
        Effect: 'Allow',
        Action: ['s3:PutObjectTagging'],
        Resource: [`${IRELAND}/*`, `${VIRGINIA}/*`],
        Condition: { StringEquals: { 'aws:RequestedRegion': ['eu-west-1', 'us-east-1'] } },
      },
    ]);
  });

  test('P17 a bucket and a repository that the entry names are the only ones', () => {
    const bootstrap = 'bootstrap: { bucket: acme-assets, repository: acme/images }';
    const text = entries(`type: cdkS3Asset, ${bootstrap}`, `type: cdkEcrImage, ${bootstrap}`);
    const { DeleteCdkS3Asset: [, files] = [], DeleteCdkEcrImage: [, images] = [] } = said(text, 'deleter');
    expect(files).toEqual(['arn:aws:s3:::acme-assets/*']);
    expect(images).toEqual(
      ['eu-west-1', 'us-east-1'].map((region) => `arn:aws:ecr:${region}:111111111111:repository/acme/images`),
    );
  });

  test('P17 a document for accounts that are not known yet names no account and no region', () => {
    const { workConfigurations } = loadConfiguration({ text: entries('type: cdkS3Asset') }, { env: {}, handlers });
    const uses = workConfigurations.map((wc) => ({ wc, handler: cdkS3Asset as never, evidence: [], deletes: true }));
    const found = said('', 'deleter', awsPolicies(uses, [], { inAnyPlace: true }));
    expect(found.DeleteCdkS3Asset?.[1]).toEqual(['arn:aws:s3:::cdk-*-assets-*-*/*']);
  });
});
