import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ImageUsageReportSeed } from '../../../sandbox/aws/index.ts';
import { usageReports } from '../../../src/handlers/aws/evidence/sharing/usageReports.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { awsForEach, collect, failureOf, HERE, REGION, scopeOf } from './fixture.ts';

const IMAGE = 'ami-0123456789abcdef0';
const HOME = { account: 'test', location: REGION };
const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

/** Of all that a report can look through. */
const COMPLETE = {
  ImageId: IMAGE,
  ResourceTypes: [
    { ResourceType: 'ec2:Instance' },
    {
      ResourceType: 'ec2:LaunchTemplate',
      ResourceTypeOptions: [{ OptionName: 'version-depth', OptionValues: ['10000'] }],
    },
    { ResourceType: 'imagebuilder:ImageRecipe' },
    { ResourceType: 'imagebuilder:ContainerRecipe' },
  ],
} satisfies ImageUsageReportSeed;

const aws = awsForEach();
beforeEach(async () => {
  aws.control.addImages(HERE, [{ ImageId: IMAGE }]);
});

async function read(evidence: object = {}) {
  const scope = scopeOf(image.parameters.parse({ evidence }));
  const candidates = await collect(image.open(scope, aws.io()).list());
  return usageReports.read(HOME, scope, candidates, aws.io());
}
const says = async (what: string, evidence?: object) => (await read(evidence)).filter(({ says }) => says === what);

test('A1 an account that a report names uses the image; one with nothing does not', async () => {
  const entries = [
    { AccountId: '999999999999', UsageCount: 3 },
    { AccountId: '888888888888', UsageCount: 0 },
  ];
  aws.control.addImageUsageReports(HERE, [{ ImageId: IMAGE, CreationTime: new Date('2030-01-02'), entries }]);
  expect(await read()).toEqual([
    { alias: IMAGE, says: 'used', by: 'account 999999999999 (3 ec2:Instance, image usage report of 2030-01-02)' },
  ]);
});

test('A14 law 1 an entry without an image is a use of an unknown image, not no use', async () => {
  const entries = [{ AccountId: '999999999999', UsageCount: 3, ImageId: undefined }];
  aws.control.addImageUsageReports(HERE, [{ ...COMPLETE, entries }]);
  expect(await failureOf(read())).toMatchObject({ name: 'ReadError', problem: 'malformed' });
});

test('a complete report replaces reads of undeclared accounts', async () => {
  const [id] = aws.control.addImageUsageReports(HERE, [COMPLETE]);
  expect(await read()).toEqual([
    { alias: IMAGE, says: 'supersedes', by: `image usage report ${id}`, byId: 'undeclaredAccounts' },
  ]);
});

describe('Law 1 a report stands in for nothing', () => {
  test.each<[string, Partial<ImageUsageReportSeed>]>([
    ['of some accounts only', { AccountIds: ['999999999999'] }],
    ['without launch templates', { ResourceTypes: COMPLETE.ResourceTypes.filter((_, index) => index !== 1) }],
    ['without recipes', { ResourceTypes: COMPLETE.ResourceTypes.slice(0, 2) }],
    ['that is being made', { State: 'pending' }],
    ['that could not be made', { State: 'error' }],
    ['too old', { CreationTime: ago(8) }],
    ['from the future: then nobody knows how old it is', { CreationTime: ago(-1) }],
    [
      'with its default depth of versions',
      {
        ResourceTypes: [
          ...COMPLETE.ResourceTypes.slice(2),
          { ResourceType: 'ec2:Instance' },
          { ResourceType: 'ec2:LaunchTemplate' },
        ],
      },
    ],
    ['of another image', { ImageId: 'ami-0123456789abcdef1' }],
  ])('%s', async (_case, change) => {
    aws.control.addImageUsageReports(HERE, [{ ...COMPLETE, ...change }]);
    expect(await says('supersedes')).toEqual([]);
  });

  test('that does not exist; and none is ever made', async () => {
    expect(await read()).toEqual([]);
    expect(aws.operations().filter((operation) => operation.startsWith('Create'))).toEqual([]);
  });
});

test('how old a report may be is configured', async () => {
  aws.control.addImageUsageReports(HERE, [{ ...COMPLETE, CreationTime: ago(8) }]);
  expect(await says('supersedes', { usageReportMaxAge: '10d' })).toHaveLength(1);
});

test('A6 every page of reports and of entries, 200 ids a call', async () => {
  const entries = Array.from({ length: 130 }, (_, n) => ({ AccountId: String(400_000_000_000 + n) }));
  aws.control.addImageUsageReports(
    HERE,
    Array.from({ length: 250 }, (_, n) => ({ ImageId: IMAGE, entries: n === 249 ? entries : [] })),
  );
  expect(await says('used')).toHaveLength(130);
  expect(aws.control.calls({ operation: 'DescribeImageUsageReports' })).toHaveLength(3);
  expect(aws.control.calls({ operation: 'DescribeImageUsageReportEntries' })).toHaveLength(3);
});

describe('L30 a read that fails throws', () => {
  test.each([
    ['deny', 'denied', 'DescribeImageUsageReports'],
    ['deny', 'denied', 'DescribeImageUsageReportEntries'],
    ['throttle', 'throttled', 'DescribeImageUsageReportEntries'],
    ['blank', 'malformed', 'DescribeImageUsageReports'],
    ['blank', 'malformed', 'DescribeImageUsageReportEntries'],
    ['truncate', 'malformed', 'DescribeImageUsageReportEntries'],
  ] as const)('%s → %s: %s', async (kind, problem, operation) => {
    aws.control.addImageUsageReports(HERE, [COMPLETE]);
    aws.control.addFault({ kind, operation });
    const permission = kind === 'deny' ? `ec2:${operation}` : undefined;
    expect(await failureOf(read())).toMatchObject({ problem, permission });
  });
});
