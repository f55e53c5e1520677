import { describe, expect, test } from '@jest/globals';
import type { Finding, Place } from '../../../src/core/common/finding.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { withoutNames } from '../../support/mentioning/told.ts';
import { awsForEach, failureOf, HERE, REGION, scopeOf, THERE } from './fixture.ts';

const IMAGE = 'ami-0123456789abcdef0';
const OTHER = 'ami-0fedcba9876543210';
const HOME: Place = { account: 'test', location: REGION };
const AWAY: Place = { account: 'other', location: REGION };
const aws = awsForEach();

/** What it says of images. */
async function read(name: string, place = HOME): Promise<readonly Finding[]> {
  const source = image.evidence.find((known) => known.name === name);
  if (!source) throw new Error(`no source ${name}`);
  const all = withoutNames(await source.read(place, scopeOf(image.parameters.parse({})), [], aws.io()));
  return all.filter(({ alias }) => !alias.startsWith('subnet-'));
}
const users = async (name: string, place?: Place) =>
  (await read(name, place)).map(({ alias, says, by }) => `${alias} ${says} by ${by}`).toSorted();

describe('batch', () => {
  test('A1 a compute environment uses its images, by the old key and the new one, also while it is disabled', async () => {
    aws.control.addComputeEnvironments(HERE, [
      { computeEnvironmentName: 'old', computeResources: { imageId: IMAGE } },
      {
        computeEnvironmentName: 'new',
        state: 'DISABLED',
        computeResources: { ec2Configuration: [{ imageType: 'ECS_AL2023', imageIdOverride: OTHER }] },
      },
      { computeEnvironmentName: 'plain' },
      { computeEnvironmentName: 'gone', status: 'DELETED', computeResources: { imageId: IMAGE } },
    ]);
    expect(await users('batchEnvironments')).toEqual([
      `${IMAGE} used by Batch compute environment old (VALID)`,
      `${OTHER} used by Batch compute environment new (VALID)`,
    ]);
  });

  test('A6 the source asks AWS Batch for each page of 100 once', async () => {
    const seeds = Array.from({ length: 101 }, (_, index) => ({
      computeEnvironmentName: `e${index}`,
      computeResources: { imageId: IMAGE },
    }));
    aws.control.addComputeEnvironments(HERE, seeds);
    expect(await read('batchEnvironments')).toHaveLength(101);
    expect(aws.control.calls({ operation: 'DescribeComputeEnvironments' })).toHaveLength(2);
  });
});

describe('emr', () => {
  test('A1 the custom images of a cluster and of its groups and fleets are used; a terminated cluster uses none', async () => {
    aws.control.addClusters(HERE, [
      { Id: 'j-1', Name: 'nightly', CustomAmiId: IMAGE, imagesOfInstances: [OTHER] },
      {
        Id: 'j-2',
        Name: 'fleet',
        InstanceCollectionType: 'INSTANCE_FLEET',
        state: 'RUNNING',
        imagesOfInstances: [IMAGE],
      },
      { Id: 'j-3', Name: 'plain' },
      { Id: 'j-4', state: 'TERMINATED', CustomAmiId: IMAGE },
    ]);
    expect(await users('emrClusters')).toEqual([
      `${IMAGE} used by EMR cluster j-1 "nightly"`,
      `${IMAGE} used by EMR cluster j-2 "fleet"`,
      `${OTHER} used by EMR cluster j-1 "nightly"`,
    ]);
  });

  test('A6 EMR lists clusters in pages of 50; a cluster that vanishes while the source reads it makes the read incomplete', async () => {
    const seeds = Array.from({ length: 51 }, (_, index) => ({ Id: `j-${index}`, CustomAmiId: IMAGE }));
    aws.control.addClusters(HERE, seeds);
    expect(await read('emrClusters')).toHaveLength(51);
    aws.control.addFault({
      kind: 'error',
      operation: 'DescribeCluster',
      code: 'InvalidRequestException',
      status: 400,
      times: 1,
    });
    expect(await failureOf(read('emrClusters'))).toMatchObject({ name: 'ReadError' });
  });
});

describe('imageBuilder', () => {
  const arn = (kind: string, rest: string, account = HERE.account) =>
    `arn:aws:imagebuilder:${REGION}:${account}:${kind}/${rest}`;
  const recipe = (name: string, parentImage: string) => ({ arn: arn('image-recipe', `${name}/1.0.0`), parentImage });

  test('A1 a recipe uses its parent image, which it names by id, by an SSM parameter or as any build of an image', async () => {
    aws.control.addParameters(HERE, [
      { name: '/golden/base', versions: [{ value: 'ami-0aaaaaaaaaaaaaaa1' }, { value: 'ami-0aaaaaaaaaaaaaaa2' }] },
    ]);
    aws.control.addImageBuilder(HERE, {
      recipes: [
        recipe('by-id', IMAGE),
        recipe('by-parameter', 'ssm:/golden/base'),
        recipe('by-build', arn('image', 'base/x.x.x')),
        recipe('of-aws', arn('image', 'amazon-linux-2023-x86/x.x.x', 'aws')),
      ],
      containerRecipes: [
        { arn: arn('container-recipe', 'c/1.0.0'), parentImage: 'amazonlinux:latest', instanceImage: OTHER },
      ],
      builds: [
        {
          arn: arn('image', 'base/1.0.0/1'),
          outputResources: {
            amis: [
              { image: 'ami-0bbbbbbbbbbbbbbb1', region: REGION },
              { image: 'ami-0ccccccccccccccc1', region: 'eu-west-1' },
            ],
          },
        },
        {
          arn: arn('image', 'base/1.0.0/2'),
          outputResources: { amis: [{ image: 'ami-0bbbbbbbbbbbbbbb2', region: REGION }] },
        },
        {
          arn: arn('image', 'unused/1.0.0/1'),
          outputResources: { amis: [{ image: 'ami-0ddddddddddddddd1', region: REGION }] },
        },
      ],
    });
    const by = (name: string) => `used by Image Builder recipe ${recipe(name, '').arn}`;
    expect(await users('imageBuilder')).toEqual([
      `${IMAGE} ${by('by-id')}`,
      `ami-0aaaaaaaaaaaaaaa1 ${by('by-parameter')}`,
      `ami-0aaaaaaaaaaaaaaa2 ${by('by-parameter')}`,
      `ami-0bbbbbbbbbbbbbbb1 ${by('by-build')}`,
      `ami-0bbbbbbbbbbbbbbb2 ${by('by-build')}`,
      `${OTHER} used by Image Builder container recipe ${arn('container-recipe', 'c/1.0.0')}`,
    ]);
  });

  test('A1 a recipe may begin with an image that Image Builder made in another account', async () => {
    const made = [{ arn: arn('image', 'base/1.0.0/1'), outputResources: { amis: [{ image: IMAGE, region: REGION }] } }];
    aws.control.addImageBuilder(HERE, { builds: made });
    aws.control.addImageBuilder(THERE, { recipes: [recipe('theirs', arn('image', 'base/x.x.x'))] });
    expect(await users('imageBuilder', AWAY)).toEqual([
      `${IMAGE} used by Image Builder recipe ${recipe('theirs', '').arn}`,
    ]);
  });

  test('Law 1 an image of an undeclared account may be any image', async () => {
    aws.control.addImageBuilder(HERE, { recipes: [recipe('r', arn('image', 'base/x.x.x', '999999999999'))] });
    expect(await failureOf(read('imageBuilder'))).toMatchObject({
      problem: 'failed',
      message: expect.stringContaining('999999999999'),
    });
  });

  test('A1 a parameter that is named with a label or version uses all that it holds', async () => {
    aws.control.addParameters(HERE, [
      { name: '/golden/base', versions: [{ value: IMAGE, labels: ['prod'] }, { value: OTHER }] },
    ]);
    const parameter = `arn:aws:ssm:${REGION}:${HERE.account}:parameter/golden/base`;
    for (const [name, text] of Object.entries({ label: '/golden/base:prod', version: `${parameter}:1` })) {
      aws.control.addImageBuilder(HERE, { recipes: [recipe(name, `ssm:${text}`)] });
    }
    const used = new Set(await users('imageBuilder'));
    const by = (name: string) => `used by Image Builder recipe ${recipe(name, '').arn}`;
    for (const id of [IMAGE, OTHER]) {
      expect(used).toContain(`${id} ${by('label')}`);
      expect(used).toContain(`${id} ${by('version')}`);
    }
  });

  test('Law 1 a SecureString may name any image', async () => {
    aws.control.addParameters(HERE, [{ name: '/golden/base', type: 'SecureString', versions: [{ value: IMAGE }] }]);
    aws.control.addImageBuilder(HERE, { recipes: [recipe('r', 'ssm:/golden/base')] });
    expect(await failureOf(read('imageBuilder'))).toMatchObject({
      problem: 'failed',
      message: expect.stringContaining('/golden/base'),
    });
  });

  test('A14 an image id in capitals still names the image', async () => {
    aws.control.addImageBuilder(HERE, { recipes: [recipe('r', IMAGE.toUpperCase())] });
    expect((await read('imageBuilder')).map(({ alias }) => alias)).toEqual([IMAGE]);
  });

  test('A6 the source reads every page of 25 recipes', async () => {
    const recipes = Array.from({ length: 26 }, (_, index) => recipe(`r${index}`, IMAGE));
    aws.control.addImageBuilder(HERE, { recipes });
    expect(await read('imageBuilder')).toHaveLength(26);
  });
});

describe.each([
  ['batchEnvironments', 'batch:DescribeComputeEnvironments', 'DescribeComputeEnvironments'],
  ['emrClusters', 'elasticmapreduce:ListClusters', 'ListClusters'],
  ['imageBuilder', 'imagebuilder:ListImageRecipes', 'ListImageRecipes'],
])('%s', (name, permission, operation) => {
  test('A3 AWS denies the permission → the read fails and names it', async () => {
    aws.control.deny({ account: HERE.account, action: permission });
    expect(await failureOf(read(name))).toMatchObject({ name: 'ReadError', problem: 'denied', permission });
  });

  test.each(['throttle', 'truncate', 'cutOff', 'blank', 'drop'] as const)(
    'A7 AWS answers with the fault %s → the read fails',
    async (kind) => {
      aws.control.addFault({ kind, operation });
      expect((await failureOf(read(name))).name).toBe('ReadError');
    },
  );

  test('A1 the source reads every account', async () => {
    aws.control.addComputeEnvironments(THERE, [{ computeResources: { imageId: IMAGE } }]);
    aws.control.addClusters(THERE, [{ CustomAmiId: IMAGE }]);
    aws.control.addImageBuilder(THERE, { recipes: [{ arn: 'arn:x', parentImage: IMAGE }] });
    expect(await read(name)).toEqual([]);
    expect((await read(name, AWAY)).map(({ alias }) => alias)).toEqual([IMAGE]);
  });
});
