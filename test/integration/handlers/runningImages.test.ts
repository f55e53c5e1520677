/** Services that run container images in AWS, by tag and by digest, whatever registry they come from. */
import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../src/core/common/finding.ts';
import { mentionedBy } from '../../../src/handlers/aws/evidence/mentioning/mentionedBy.ts';
import { runningImages } from '../../../src/handlers/aws/evidence/runningImages/runningImages.ts';
import { everyPlace } from '../../../src/handlers/aws/wire/places.ts';
import { withoutNames } from '../../support/mentioning/told.ts';
import { account, awsForEach, failureOf, HERE, ID, otherAccount, scopeOf } from './fixture.ts';

const aws = awsForEach();

const IMAGE = 'hub.example.com/shop/web';
const DIGEST = `sha256:${'a'.repeat(64)}`;
const PLACE = { account: account.name, location: HERE.region };
const SOURCES = [...runningImages(everyPlace), ...mentionedBy('containerImage', everyPlace)];

async function read(name: string): Promise<readonly Finding[]> {
  const source = SOURCES.find((one) => one.name === name);
  if (!source) throw new Error(`there is no source ${name}`);
  return withoutNames(await source.read(PLACE, scopeOf({}), [], aws.io()));
}

const used = (alias: string, by: string) => ({ alias, says: 'used', by });
const define = (family: string, revision: number, image: string, status: 'ACTIVE' | 'INACTIVE' = 'ACTIVE') =>
  aws.control.addEcsTaskDefinitions(HERE, [
    { family, revision, status, containerDefinitions: [{ name: 'web', image }] },
  ])[0] ?? '';

describe('R22 ECS', () => {
  test('a service keeps the image of its task definition, also of one that is inactive, and of its deployments', async () => {
    const now = define('web', 1, `${IMAGE}:1`, 'INACTIVE');
    const next = define('web', 2, `${IMAGE}:2`, 'INACTIVE');
    aws.control.addEcsServices(HERE, [
      { cluster: 'shop', serviceName: 'web', taskDefinition: now, deployments: [{ taskDefinition: next }] },
      { cluster: 'shop', serviceName: 'old', taskDefinition: now, status: 'INACTIVE' },
    ]);
    expect(await read('ecsImages')).toEqual([
      used(`${IMAGE}:1`, 'ECS service shop/web (ACTIVE)'),
      used(`${IMAGE}:2`, 'ECS service shop/web (ACTIVE)'),
    ]);
  });

  test('a service without a task keeps the digest that its current revision starts with', async () => {
    const [taskDefinition = ''] = aws.control.addEcsTaskDefinitions(HERE, [
      { family: 'web', revision: 1, containerDefinitions: [{ name: 'c', image: `${IMAGE}:latest` }] },
    ]);
    const revision = (name: string) => `arn:aws:ecs:us-east-1:${ID}:service-revision/shop/${name}/1`;
    const one = (serviceName: string, more = {}) => ({
      cluster: 'shop',
      serviceName,
      taskDefinition,
      desiredCount: 0,
      currentServiceRevisions: [{ arn: revision(serviceName) }],
      ...more,
    });
    const many = Array.from({ length: 25 }, (_, index) => one(`web-${index}`));
    aws.control.addEcsServices(HERE, [...many, one('old', { status: 'INACTIVE' }), one('gone')]);
    aws.control.addAnswers(
      HERE,
      [...many, one('old')].map(({ serviceName }) => ({
        operation: 'DescribeServiceRevisions',
        item: {
          serviceRevisionArn: revision(serviceName),
          containerImages: [{ containerName: 'c', image: `${IMAGE}:latest`, imageDigest: DIGEST }],
        },
      })),
    );
    const found = (await read('ecsImages')).filter(({ by }) =>
      by.startsWith('current revision of ECS service shop/web-'),
    );
    expect(found.filter(({ alias }) => alias === DIGEST)).toHaveLength(25);
    expect(new Set(found.map(({ by }) => by)).size).toBe(25);
  });

  test('a running task keeps the tag and the digest that runs; one that stopped keeps nothing', async () => {
    const taskDefinitionArn = define('job', 1, `${IMAGE}:1`, 'INACTIVE');
    const containers = [{ image: `${IMAGE}:1`, imageDigest: DIGEST }];
    const taskArn = 'arn:aws:ecs:us-east-1:111111111111:task/shop/a';
    aws.control.addEcsTasks(HERE, [
      { cluster: 'shop', taskArn, taskDefinitionArn, containers },
      { cluster: 'shop', taskDefinitionArn, containers, lastStatus: 'STOPPED' },
    ]);
    const by = 'ECS task shop/a (RUNNING)';
    expect(await read('ecsImages')).toEqual([
      used(`${IMAGE}:1`, by),
      used(`${IMAGE}@${DIGEST}`, by),
      used(DIGEST, by),
      used(`${IMAGE}:1`, by),
    ]);
  });

  test('a task that pulls the image from a mirror keeps its digest in every registry', async () => {
    const taskDefinitionArn = define('job', 1, 'mirror.example.com/shop/web:1', 'INACTIVE');
    const containers = [{ image: 'mirror.example.com/shop/web:1', imageDigest: DIGEST }];
    aws.control.addEcsTasks(HERE, [{ cluster: 'shop', taskDefinitionArn, containers }]);
    expect((await read('ecsImages')).map(({ alias }) => alias)).toContain(DIGEST);
  });

  test('the newest active revision of a family keeps its image, and older ones keep none', async () => {
    define('cron', 1, `${IMAGE}:1`);
    define('cron', 2, `${IMAGE}:2`);
    define('cron', 3, `${IMAGE}:3`, 'INACTIVE');
    const by = 'ECS task definition cron (its newest revision)';
    expect(await read('ecsImages')).toEqual([used(`${IMAGE}:2`, by)]);
  });

  test('a revision that many use is read once', async () => {
    const taskDefinition = define('web', 1, `${IMAGE}:1`, 'INACTIVE');
    aws.control.addEcsServices(HERE, [
      { serviceName: 'a', taskDefinition },
      { serviceName: 'b', taskDefinition },
    ]);
    await read('ecsImages');
    await read('ecsImages');
    expect(aws.control.calls({ operation: 'DescribeTaskDefinition' })).toHaveLength(1);
  });

  test('a task definition that cannot be read makes a gap, and hides no other user', async () => {
    const taskDefinition = define('web', 1, `${IMAGE}:1`, 'INACTIVE');
    aws.control.addEcsServices(HERE, [
      { serviceName: 'a', taskDefinition: define('other', 1, `${IMAGE}:2`, 'INACTIVE') },
      { serviceName: 'b', taskDefinition },
    ]);
    aws.control.addFault({ kind: 'error', operation: 'DescribeTaskDefinition', code: 'ServerException', times: 1 });
    expect(await failureOf(read('ecsImages'))).toMatchObject({
      message: expect.stringContaining('reading the images of ECS task definition other:1'),
      found: [used(`${IMAGE}:1`, 'ECS service default/b (ACTIVE)')],
    });
  });

  test('a task definition that was deleted starts nothing, and hides no other user', async () => {
    const taskDefinition = define('web', 1, `${IMAGE}:1`, 'INACTIVE');
    aws.control.addEcsServices(HERE, [
      { serviceName: 'a', taskDefinition: taskDefinition.replace('web', 'gone') },
      { serviceName: 'b', taskDefinition },
    ]);
    expect(await read('ecsImages')).toEqual([used(`${IMAGE}:1`, 'ECS service default/b (ACTIVE)')]);
    define('gone', 1, `${IMAGE}:2`, 'INACTIVE');
    expect(await read('ecsImages')).toContainEqual(used(`${IMAGE}:2`, 'ECS service default/a (ACTIVE)'));
  });

  test('a rule and a schedule keep the image of the revision that they start, also while they are disabled', async () => {
    const TaskDefinitionArn = define('nightly', 1, `${IMAGE}:1`);
    define('nightly', 2, `${IMAGE}:2`);
    const Arn = 'arn:aws:ecs:us-east-1:111111111111:cluster/shop';
    const EcsParameters = { TaskDefinitionArn };
    const RoleArn = 'arn:aws:iam::111111111111:role/starter';
    aws.control.addEventRules(HERE, [
      { name: 'nightly', state: 'DISABLED', targets: [{ Id: '1', Arn, EcsParameters }] },
    ]);
    aws.control.addSchedules(HERE, [
      { Name: 'nightly', State: 'DISABLED', Target: { Arn, RoleArn, EcsParameters } },
      { Name: 'queue', Target: { Arn: 'arn:aws:sqs:us-east-1:111111111111:work', RoleArn } },
    ]);
    const starts = ', which may start task definition nightly:1';
    expect(await read('eventTargets')).toEqual([
      used(`${IMAGE}:1`, `EventBridge rule default/nightly (DISABLED)${starts}`),
    ]);
    expect(await read('schedules')).toEqual([
      used(`${IMAGE}:1`, `schedule default/nightly of EventBridge Scheduler (DISABLED)${starts}`),
    ]);
    expect(aws.control.calls({ operation: 'GetSchedule' })).toHaveLength(1);
  });
});

test('R22 a Lambda function keeps the tag and the digest of its image, in each version; one of a ZIP file costs no call', async () => {
  const code = { ImageUri: `${IMAGE}:1`, ResolvedImageUri: `${IMAGE}@${DIGEST}` };
  aws.control.addFunctions(HERE, [
    { FunctionName: 'resize', PackageType: 'Image', code },
    { FunctionName: 'resize', Version: '3', PackageType: 'Image', code: { ImageUri: `${IMAGE}:3` } },
    { FunctionName: 'zip', PackageType: 'Zip' },
  ]);
  const found = await read('lambdaImages');
  expect(found).toHaveLength(4);
  expect(found).toEqual(
    expect.arrayContaining([
      used(`${IMAGE}:1`, 'Lambda function resize'),
      used(`${IMAGE}@${DIGEST}`, 'Lambda function resize'),
      used(DIGEST, 'Lambda function resize'),
      used(`${IMAGE}:3`, 'Lambda function resize (version 3)'),
    ]),
  );
  expect(aws.control.calls({ operation: 'GetFunction' })).toHaveLength(2);
});

test('R22 an App Runner service keeps its image, also while it is paused', async () => {
  const source = (ImageIdentifier: string) => ({
    SourceConfiguration: { ImageRepository: { ImageIdentifier, ImageRepositoryType: 'ECR' as const } },
  });
  aws.control.addAppRunnerServices(HERE, [
    { ServiceName: 'web', Status: 'PAUSED', ...source(`${IMAGE}:1`) },
    { ServiceName: 'gone', Status: 'DELETED', ...source(`${IMAGE}:2`) },
    { ServiceName: 'code', SourceConfiguration: {} },
  ]);
  expect(await read('appRunnerImages')).toEqual([used(`${IMAGE}:1`, 'App Runner service web (PAUSED)')]);
});

test('R22 a Batch job definition keeps each image that it names, while it is active', async () => {
  aws.control.addJobDefinitions(HERE, [
    {
      jobDefinitionName: 'etl',
      containerProperties: { image: `${IMAGE}:1` },
      nodeProperties: {
        numNodes: 2,
        mainNode: 0,
        nodeRangeProperties: [{ targetNodes: '0:', container: { image: `${IMAGE}:2` } }],
      },
      ecsProperties: { taskProperties: [{ containers: [{ image: `${IMAGE}:3` }] }] },
      eksProperties: {
        podProperties: { containers: [{ image: `${IMAGE}:4` }], initContainers: [{ image: `${IMAGE}:5` }] },
      },
    },
    { jobDefinitionName: 'old', status: 'INACTIVE', containerProperties: { image: `${IMAGE}:6` } },
  ]);
  const found = await read('batchImages');
  expect(found.map(({ alias }) => alias).toSorted()).toEqual([1, 2, 3, 4, 5].map((tag) => `${IMAGE}:${tag}`));
  expect(new Set(found.map(({ by }) => by))).toEqual(new Set(['Batch job definition etl:1']));
});

test.each(['SUBMITTED', 'PENDING', 'RUNNABLE', 'STARTING', 'RUNNING'])(
  'A62 a Batch job keeps the image of a job definition that was deregistered while it is %s',
  async (status) => {
    const answers = (operation: string, ...items: object[]) =>
      aws.control.addAnswers(
        HERE,
        items.map((item) => ({ operation, item })),
      );
    aws.control.addJobDefinitions(HERE, [
      { jobDefinitionName: 'etl', status: 'INACTIVE', containerProperties: { image: `${IMAGE}:1` } },
    ]);
    answers('DescribeJobQueues', { jobQueueArn: 'queue', state: 'DISABLED' });
    answers('ListJobs', ...[status, 'SUCCEEDED'].map((one) => ({ jobId: one, jobQueue: 'queue', status: one })));
    const job = (one: string, tag: number) => ({ jobId: one, status: one, container: { image: `${IMAGE}:${tag}` } });
    answers('DescribeJobs', job(status, 1), job('SUCCEEDED', 2));
    const found = await read('batchJobs');
    expect(new Set(found.map(({ alias, by }) => `${alias} ${by}`))).toEqual(
      new Set([`${IMAGE}:1 Batch job ${status} (${status})`]),
    );
  },
);

test('A62 a task keeps what its own variables name, and the images of a definition that it may start', async () => {
  const taskDefinitionArn = define('web', 1, `${IMAGE}:1`, 'INACTIVE');
  define('job', 3, `${IMAGE}:3`);
  const environment = [
    { name: 'IMAGE', value: `${IMAGE}:7` },
    { name: 'TASK_DEFINITION', value: 'job:3' },
  ];
  aws.control.addEcsTasks(HERE, [
    { taskDefinitionArn, overrides: { containerOverrides: [{ name: 'a', environment }] } },
  ]);
  const aliases = (await read('ecsImages'))
    .filter(({ by }) => by?.startsWith('ECS task default/'))
    .map(({ alias }) => alias);
  expect(aliases.toSorted()).toEqual([`${IMAGE}:1`, `${IMAGE}:3`, `${IMAGE}:7`]);
});

test('R22 a CodeBuild project keeps the image in which it builds', async () => {
  const environment = { type: 'LINUX_CONTAINER', computeType: 'BUILD_GENERAL1_SMALL', image: `${IMAGE}:1` } as const;
  aws.control.addCodeBuildProjects(HERE, [{ name: 'ci', environment }]);
  expect(await read('codeBuildProjects')).toEqual([used(`${IMAGE}:1`, 'CodeBuild project ci')]);
});

test('R22 an image of ECR is found by each name of its registry', async () => {
  const tail = '/shop/web:1';
  define('web', 1, `111111111111.dkr-ecr.us-east-1.on.aws${tail}`);
  expect((await read('ecsImages')).map(({ alias }) => alias)).toEqual([
    `111111111111.dkr-ecr.us-east-1.on.aws${tail}`,
    `111111111111.dkr.ecr.us-east-1.amazonaws.com${tail}`,
  ]);
});

test('R22 resources of another provider are looked for in every region of every AWS account', () => {
  const hub = { name: 'hub', provider: 'registry', locations: ['shop/*'] };
  const accounts = [
    { ...account, locations: ['us-east-1', 'us-west-1'] },
    { ...otherAccount, usedIn: ['eu-west-1'], regionsUnread: true as const },
    hub,
  ];
  const scope = scopeOf({}, { accounts, account: hub, location: 'shop/web' });
  const places = (name: string) => SOURCES.find((one) => one.name === name)?.places(scope);
  for (const name of ['ecsImages', 'appRunnerImages'])
    expect(places(name)).toEqual([
      { account: 'test', location: 'us-east-1' },
      { account: 'test', location: 'us-west-1' },
      { account: 'other', location: 'eu-west-1' },
      { account: 'other', location: 'other regions' },
    ]);
});
