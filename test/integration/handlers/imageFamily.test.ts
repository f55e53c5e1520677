/** Copies of an image in all regions: a use of one of them keeps all. */
import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../src/core/common/finding.ts';
import { imageFamily } from '../../../src/handlers/aws/evidence/references/imageFamily.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { account, awsForEach, collect, failureOf, HERE, ID, otherAccount, REGION, scopeOf, THERE } from './fixture.ts';

const EU = { account: ID, region: 'eu-west-1' };
const AP = { account: ID, region: 'ap-southeast-2' };
const [SOURCE, COPY, SECOND, OTHER] = [1, 2, 3, 4].map((nth) => `ami-0000000000000000${nth}`) as [
  string,
  string,
  string,
  string,
];
const everywhere = { ...account, locations: [REGION, EU.region, AP.region] };
const scope = scopeOf(image.parameters.parse({}), { account: everywhere, accounts: [everywhere, otherAccount] });

const aws = awsForEach();

async function read(): Promise<readonly Finding[]> {
  const candidates = await collect(image.open(scope, aws.io()).list());
  return imageFamily.read({ account: 'test', location: REGION }, scope, candidates, aws.io());
}
const said = async () => (await read()).map(({ alias, says, by }) => `${alias} ${says}: ${by}`);
const copied = (ImageId: string, SourceImageId: string, more: object = {}) => ({
  ...{ ImageId, SourceImageId, SourceImageRegion: REGION },
  ...more,
});
const runs = (place: typeof HERE, ImageId: string) =>
  aws.control.addInstances(place, [{ InstanceId: 'i-1', ImageId, state: 'running' }]);
const USED = `arn:aws:ec2:eu-west-1:${ID}:instance/i-1 (image reference), which uses ${COPY} in test/eu-west-1, of the same family of copies`;

test('it is asked only where the configuration names it, and needs its rights in every region', () => {
  expect(imageFamily.optional).toBe(true);
  expect(imageFamily.alsoNeeds?.(scope).map(({ place }) => `${place.account}/${place.location}`)).toEqual([
    'test/us-east-1',
    'test/eu-west-1',
    'test/ap-southeast-2',
    'other/us-east-1',
  ]);
});

describe('A1 a use of a copy keeps its source', () => {
  test.each([
    ['AWS names its source', copied(COPY, SOURCE)],
    ['its description does', { ImageId: COPY, Description: `[Copied ${SOURCE} from ${REGION}] web` }],
  ])('where %s', async (_what, copy) => {
    aws.control.addImages(HERE, [{ ImageId: SOURCE }]);
    aws.control.addImages(EU, [copy]);
    expect(await said()).toEqual([]);
    runs(EU, COPY);
    expect(await said()).toEqual([`${SOURCE} used: ${USED}`]);
  });

  test('a copy of a copy does, in a third region and in another account', async () => {
    aws.control.addImages(HERE, [{ ImageId: SOURCE }]);
    aws.control.addImages(EU, [copied(COPY, SOURCE)]);
    aws.control.addImages(AP, [copied(SECOND, COPY, { SourceImageRegion: EU.region })]);
    aws.control.addImages(THERE, [copied(OTHER, SECOND, { SourceImageRegion: AP.region })]);
    runs(THERE, OTHER);
    expect(await said()).toEqual([expect.stringContaining(`which uses ${OTHER} in other/us-east-1`)]);
  });
});

test('A1 a use of the source, or of another copy of it, keeps a copy that waits for a disaster', async () => {
  aws.control.addImages(HERE, [copied(OTHER, SOURCE)]);
  aws.control.addImages(EU, [copied(COPY, SOURCE)]);
  runs(EU, COPY);
  expect(await said()).toEqual([`${OTHER} used: ${USED}`]);
});

test('A1 the last launch of a copy counts as the last use of all of them', async () => {
  aws.control.addImages(HERE, [{ ImageId: SOURCE }]);
  const LastLaunchedTime = '2026-01-02T03:04:05.000Z';
  aws.control.addImages(EU, [copied(COPY, SOURCE, { LastLaunchedTime })]);
  expect(await read()).toEqual([
    expect.objectContaining({ alias: SOURCE, says: 'lastUsed', at: Date.parse(LastLaunchedTime) }),
  ]);
});

test('what an instance was made into is no copy of what it was launched from; neither is an image of the same name', async () => {
  aws.control.addImages(HERE, [{ ImageId: SOURCE, Name: 'web' }]);
  aws.control.addImages(EU, [
    copied(COPY, SOURCE, { SourceInstanceId: 'i-2', Name: 'web' }),
    { ImageId: SECOND, Name: 'web' },
  ]);
  runs(EU, COPY);
  expect(await said()).toEqual([]);
});

test('images without copies cost no question about each', async () => {
  aws.control.addImages(HERE, [{ ImageId: SOURCE }, { ImageId: COPY }]);
  await read();
  expect(aws.operations()).not.toContain('DescribeImageReferences');
});

test.each([
  ['a region cannot be listed', 'DescribeImages', 2, 'ec2:DescribeImages'],
  ['the users of a copy cannot be read', 'DescribeImageReferences', 1, 'ec2:DescribeImageReferences'],
])('A3 law 1 %s → the read fails and names the permission', async (_what, operation, nth, permission) => {
  aws.control.addImages(HERE, [{ ImageId: SOURCE }]);
  aws.control.addImages(EU, [copied(COPY, SOURCE)]);
  const candidates = await collect(image.open(scope, aws.io()).list());
  aws.control.addFault({ kind: 'deny', operation, nth });
  const reading = imageFamily.read({ account: 'test', location: REGION }, scope, candidates, aws.io());
  expect(await failureOf(reading)).toMatchObject({ problem: 'denied', permission });
});
