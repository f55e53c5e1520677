/**
 * One account, made by requests as people make it, in which only things that start something later name what a cleanup would take:
 * the users that other cleanups overlooked, and that people found when something did not start any more.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AutoScaling } from '@aws-sdk/client-auto-scaling';
import { Batch } from '@aws-sdk/client-batch';
import { BedrockAgentCoreControl } from '@aws-sdk/client-bedrock-agentcore-control';
import { CodeBuild } from '@aws-sdk/client-codebuild';
import { EC2 } from '@aws-sdk/client-ec2';
import { ECR } from '@aws-sdk/client-ecr';
import { ECS } from '@aws-sdk/client-ecs';
import { EMRServerless } from '@aws-sdk/client-emr-serverless';
import { Glue } from '@aws-sdk/client-glue';
import { Lambda } from '@aws-sdk/client-lambda';
import { SageMaker } from '@aws-sdk/client-sagemaker';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SFN } from '@aws-sdk/client-sfn';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runCli } from '../../../src/cli/program.ts';
import type { Plan } from '../../../src/lifecycle/index.ts';
import { captured } from '../../support/captured.ts';
import { ID, REGION, startAws, type TestAws } from '../handlers/fixture.ts';

const ROLE = `arn:aws:iam::${ID}:role/starter`;
const HOST = `${ID}.dkr.ecr.${REGION}.amazonaws.com`;
const MANIFEST = 'application/vnd.docker.distribution.manifest.v2+json';
const TYPES = ['ecrTag', 'image', 'launchConfiguration', 'launchTemplate', 'securityGroup'];

let aws: TestAws;
let folder: string;
let plan: Plan;

beforeAll(async () => {
  aws = await startAws();
  folder = await mkdtemp(join(tmpdir(), 'holystone-users-'));
  const settings = { region: REGION };
  await namedGroups(settings);
  await namedTags(settings);
  await namedImages(settings);
  const file = join(folder, 'holystone.yaml');
  await writeFile(file, configuration());
  plan = await planned(file);
}, 60_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await aws.close();
});

/** An hour later, when everything is old enough. */
async function planned(file: string): Promise<Plan> {
  const { output, stdout, stderr } = captured();
  const { signal } = new AbortController();
  const clock = { now: () => Date.now() + 3_600_000 };
  const context = { env: process.env, stdout, stderr, clock, signal, exitCode: 0 };
  const code = await runCli(['plan', '-c', file, '--format', 'json'], context);
  if (!output.stdout.startsWith('{')) throw new Error(`plan ended with ${code}: ${output.stderr}`);
  return JSON.parse(output.stdout) as Plan;
}

type Settings = { readonly region: string };
const text = (value: object) => JSON.stringify(value);
const machine = (Resource: string, Parameters: object) =>
  text({ StartAt: 'Run', States: { Run: { Type: 'Task', Resource, Parameters, End: true } } });

async function namedGroups(settings: Settings): Promise<void> {
  const ec2 = new EC2(settings);
  const group = async (GroupName: string) => {
    const { GroupId = '' } = await ec2.createSecurityGroup({
      GroupName,
      Description: GroupName,
      VpcId: 'vpc-01234567',
    });
    return GroupId;
  };
  const networkConfiguration = {
    subnets: ['subnet-01234567'],
    securityGroups: [await group('of a Batch environment of managed instances')],
  };
  await new Batch(settings).createComputeEnvironment({
    computeEnvironmentName: 'managed',
    type: 'MANAGED',
    computeResources: {
      type: 'ECS_MANAGED_INSTANCES' as never,
      maxvCpus: 8,
      subnets: [],
      managedInstancesProvider: {
        infrastructureRoleArn: ROLE,
        instanceLaunchTemplate: {
          ec2InstanceProfileArn: `arn:aws:iam::${ID}:instance-profile/x`,
          networkConfiguration,
        },
      },
    } as never,
  });
  const project = async (name: string, more: object, environment: object = {}) =>
    new CodeBuild(settings).createProject({
      name,
      source: { type: 'NO_SOURCE' },
      artifacts: { type: 'NO_ARTIFACTS' },
      serviceRole: ROLE,
      environment: {
        ...{ type: 'LINUX_CONTAINER', image: 'aws/codebuild/standard:7.0', computeType: 'BUILD_GENERAL1_SMALL' },
        ...environment,
      },
      ...more,
    });
  const dockerServer = {
    computeType: 'BUILD_GENERAL1_SMALL' as const,
    securityGroupIds: [await group('of a Docker server of CodeBuild')],
  };
  await project('docker', {}, { dockerServer });
  await project('in-a-vpc', { vpcConfig: { securityGroupIds: [await group('of a CodeBuild project')] } });
  await new Glue(settings).createConnection({
    ConnectionInput: {
      Name: 'warehouse',
      ConnectionType: 'JDBC',
      ConnectionProperties: {},
      PhysicalConnectionRequirements: { SecurityGroupIdList: [await group('of a Glue connection')] },
    },
  });
  const awsvpcConfiguration = {
    Subnets: ['subnet-01234567'],
    SecurityGroups: [await group('of a task that a state machine starts')],
  };
  await new SFN(settings).createStateMachine({
    name: 'nightly',
    roleArn: ROLE,
    definition: machine('arn:aws:states:::ecs:runTask.sync', {
      NetworkConfiguration: { AwsvpcConfiguration: awsvpcConfiguration },
    }),
  });
  await new Lambda(settings).createFunction({
    FunctionName: 'start-tasks',
    Role: ROLE,
    Code: {},
    Environment: { Variables: { TASK_NETWORK: text({ groups: [await group('of a task that a function starts')] }) } },
  });
  const agent = {
    agentRuntimeName: 'assistant',
    agentRuntimeArtifact: { containerConfiguration: { containerUri: `${HOST}/ml/agent:1` } },
    roleArn: ROLE,
    networkConfiguration: {
      networkMode: 'VPC' as const,
      networkModeConfig: { subnets: ['subnet-01234567'], securityGroups: [await group('of an agent runtime')] },
    },
  };
  await new BedrockAgentCoreControl(settings).createAgentRuntime(agent);
  await group('of nobody');
}

async function namedTags(settings: Settings): Promise<void> {
  const ecr = new ECR(settings);
  await ecr.createRepository({ repositoryName: 'ml/infer' });
  const image = async (imageTag: string) => {
    const digest = `sha256:${createHash('sha256').update(imageTag).digest('hex')}`;
    const imageManifest = text({
      ...{ schemaVersion: 2, mediaType: MANIFEST },
      config: { mediaType: 'application/vnd.docker.container.image.v1+json', size: 7, digest },
      layers: [{ mediaType: 'application/vnd.docker.image.rootfs.diff.tar.gzip', size: 9, digest }],
    });
    const { image: put } = await ecr.putImage({
      repositoryName: 'ml/infer',
      imageTag,
      imageManifestMediaType: MANIFEST,
      imageManifest,
    });
    return { byTag: `${HOST}/ml/infer:${imageTag}`, byDigest: `${HOST}/ml/infer@${put?.imageId?.imageDigest}` };
  };
  await new SageMaker(settings).createModel({
    ModelName: 'fraud',
    ExecutionRoleArn: ROLE,
    PrimaryContainer: { Image: (await image('of-a-model')).byTag },
  });
  await new BedrockAgentCoreControl(settings).createAgentRuntime({
    agentRuntimeName: 'translator',
    agentRuntimeArtifact: { containerConfiguration: { containerUri: (await image('of-an-agent')).byTag } },
    roleArn: ROLE,
    networkConfiguration: { networkMode: 'PUBLIC' },
  });
  await new EMRServerless(settings).createApplication({
    ...{ name: 'spark', releaseLabel: 'emr-7.0.0', type: 'SPARK', clientToken: 'x' },
    imageConfiguration: { imageUri: (await image('of-emr-serverless')).byTag },
  });
  await new Batch(settings).registerJobDefinition({
    jobDefinitionName: 'score',
    type: 'container',
    containerProperties: { image: (await image('of-a-job-definition')).byTag },
  });
  await new Lambda(settings).createFunction({
    FunctionName: 'predict',
    Role: ROLE,
    PackageType: 'Image',
    Code: { ImageUri: (await image('of-a-function')).byTag },
  });
  const ecs = new ECS(settings);
  const define = async (family: string, used: string) => {
    const { taskDefinition } = await ecs.registerTaskDefinition({
      family,
      containerDefinitions: [{ name: 'main', image: used, memory: 128 }],
    });
    return taskDefinition?.taskDefinitionArn;
  };
  const pinned = await define('job', (await image('of-a-pinned-revision')).byTag);
  await define('job', (await image('of-the-newest-revision-by-digest')).byDigest);
  const scheduled = await define('report', (await image('of-a-scheduled-revision')).byTag);
  await define('report', (await image('of-the-newest-report')).byTag);
  await new SFN(settings).createStateMachine({
    name: 'train',
    roleArn: ROLE,
    definition: machine('arn:aws:states:::ecs:runTask.sync', { TaskDefinition: pinned, Cluster: 'c' }),
  });
  await schedule(settings, 'report', {
    Arn: `arn:aws:ecs:${REGION}:${ID}:cluster/c`,
    EcsParameters: { TaskDefinitionArn: scheduled },
  });
  await image('of-nobody');
}

const schedule = (
  settings: Settings,
  Name: string,
  target: { readonly Arn: string; readonly [member: string]: unknown },
) =>
  new Scheduler(settings).createSchedule({
    Name,
    ScheduleExpression: 'rate(1 day)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { RoleArn: ROLE, ...target },
  });

async function namedImages(settings: Settings): Promise<void> {
  const ec2 = new EC2(settings);
  const image = async (Name: string) => {
    const BlockDeviceMappings = [
      { DeviceName: '/dev/xvda', Ebs: { SnapshotId: 'snap-0123456789abcdef0', VolumeSize: 8 } },
    ];
    const { ImageId = '' } = await ec2.registerImage({ Name, RootDeviceName: '/dev/xvda', BlockDeviceMappings });
    return ImageId;
  };
  const template = (LaunchTemplateName: string, LaunchTemplateData: object) =>
    ec2.createLaunchTemplate({ LaunchTemplateName, LaunchTemplateData });
  const runs = async (Name: string) => ({ ImageId: await image(Name), MinCount: 1, MaxCount: 1 });
  await new SFN(settings).createStateMachine({
    name: 'run',
    roleArn: ROLE,
    definition: machine('arn:aws:states:::aws-sdk:ec2:runInstances', await runs('of a state machine')),
  });
  await schedule(settings, 'nightly', {
    Arn: 'arn:aws:scheduler:::aws-sdk:ec2:runInstances',
    Input: text(await runs('of a schedule')),
  });
  await new SSM(settings).putParameter({
    Name: '/golden/web',
    Type: 'String',
    Value: await image('of a plain parameter'),
  });
  const script = `#!/bin/sh\naws ec2 run-instances --image-id ${await image('of user data')}\n`;
  await template('spawner', { InstanceType: 't3.micro', UserData: Buffer.from(script).toString('base64') });
  await template('of a function', { ImageId: await image('of a template without a group') });
  await new Lambda(settings).createFunction({
    FunctionName: 'builders',
    Role: ROLE,
    Code: {},
    Environment: { Variables: { BUILDER: text({ LaunchTemplateName: 'of a function' }) } },
  });
  await new AutoScaling(settings).createLaunchConfiguration({
    LaunchConfigurationName: 'on demand',
    ImageId: await image('of a launch configuration without a group'),
    InstanceType: 't3.micro',
  });
  await image('of no start');
  await template('of no start', { InstanceType: 't3.micro' });
}

const configuration = () => `
redis: { url: embedded }
mail: { smtp: "smtp://localhost", from: holystone@example.com }
accounts: [{ name: test, provider: aws, id: "${ID}", locations: [${REGION}], readRole: "arn:aws:iam::${ID}:role/reader" }]
defaults: { minimumAge: 1m, notice: { fallback: cloud@example.com } }
cleanup:
  - { type: ecrTag, repositories: ["ml/*"], nameRegexDelete: ".*", olderThan: 1m, timestampSource: push, allowDeleteAll: true }
${['image', 'launchConfiguration', 'launchTemplate', 'securityGroup']
  .map(
    (type) =>
      `  - { type: ${type}, when: [{ rule: unused }], unusedFor: off${type === 'image' ? ', keepNewest: off' : ''} }`,
  )
  .join('\n')}
`;

const resources = () =>
  plan.namespaces.flatMap(({ namespace, resources: all = [] }) => all.map((one) => ({ ...one, namespace })));

test('A19 whoever starts something later uses what it names: nothing but what nobody names is without a user', () => {
  const free = resources().filter(({ usedBy }) => usedBy.length === 0);
  expect(free.map(({ name }) => name).toSorted()).toEqual(
    ['of no start', 'of no start', 'of nobody', 'of-nobody', 'on demand', 'spawner'].toSorted(),
  );
  expect(new Set(plan.namespaces.map(({ namespace }) => namespace.split(':').at(-1)))).toEqual(
    new Set(TYPES.map((type) => type.toLowerCase())),
  );
});

test('A19 nothing is unknown there, and what nobody names is a candidate, where its age is known', () => {
  const verdicts = resources().filter(({ verdict }) => verdict !== 'keep');
  expect(verdicts.map(({ name, verdict }) => `${name}: ${verdict}`).toSorted()).toEqual(
    [
      'of no start: candidate',
      'of no start: candidate',
      'of-nobody: candidate',
      'on demand: candidate',
      'spawner: candidate',
    ].toSorted(),
  );
});
