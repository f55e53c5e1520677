import {
  CreateAutoScalingGroupCommand,
  CreateLaunchConfigurationCommand,
  DescribeInstanceRefreshesCommand,
  DescribeScalingActivitiesCommand,
  StartInstanceRefreshCommand,
  UpdateAutoScalingGroupCommand,
} from '@aws-sdk/client-auto-scaling';
import { BatchClient, CreateComputeEnvironmentCommand } from '@aws-sdk/client-batch';
import {
  DescribeInstancesCommand,
  RegisterImageCommand,
  RunInstancesCommand,
  StopInstancesCommand,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import {
  CreateLoadBalancerCommand,
  DescribeInstanceHealthCommand,
  ElasticLoadBalancingClient,
  RegisterInstancesWithLoadBalancerCommand,
} from '@aws-sdk/client-elastic-load-balancing';
import {
  CreateTargetGroupCommand,
  DescribeTargetHealthCommand,
  ElasticLoadBalancingV2Client,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { DescribeClusterCommand, EMRClient, ListInstanceGroupsCommand, RunJobFlowCommand } from '@aws-sdk/client-emr';
import { CreateImageRecipeCommand, ImagebuilderClient, ListImageRecipesCommand } from '@aws-sdk/client-imagebuilder';
import {
  GetParameterHistoryCommand,
  GetParametersCommand,
  LabelParameterVersionCommand,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';
import { describe, expect, test } from '@jest/globals';
import { autoScalingClient, client, ec2Client, failure, PLACE, sandbox } from './fixture.ts';

const IMAGE = 'ami-0123456789abcdef0';

describe('parameters made through the API', () => {
  test('a second value needs Overwrite and is a version of its own; a label moves and is on one version', async () => {
    const ssm = client(await sandbox(), SSMClient);
    const put = (Value: string, Overwrite?: boolean) =>
      ssm.send(new PutParameterCommand({ Name: '/golden/web', Type: 'String', Value, Overwrite }));
    await put('one');
    expect(await failure(put('two'))).toMatchObject({ code: 'ParameterAlreadyExists' });
    await put('two', true);
    const label = (ParameterVersion: number) =>
      ssm.send(new LabelParameterVersionCommand({ Name: '/golden/web', ParameterVersion, Labels: ['prod', '1st'] }));
    expect((await label(2)).InvalidLabels).toEqual(['1st']);
    await label(1);
    const { Parameters } = await ssm.send(new GetParameterHistoryCommand({ Name: '/golden/web' }));
    expect(Parameters?.map(({ Value, Version, Labels }) => [Value, Version, Labels])).toEqual([
      ['one', 1, ['prod']],
      ['two', 2, []],
    ]);
  });

  test('a data type stays; a bad name, no type, and a label on nothing are refused', async () => {
    const ssm = client(await sandbox(), SSMClient);
    const image = { Name: 'web', Value: IMAGE, DataType: 'aws:ec2:image' };
    expect(await failure(ssm.send(new PutParameterCommand(image)))).toMatchObject({ code: 'ValidationException' });
    await ssm.send(new PutParameterCommand({ ...image, Type: 'String' }));
    await ssm.send(new PutParameterCommand({ Name: 'web', Value: 'ami-0', Overwrite: true }));
    const { Parameters } = await ssm.send(new GetParametersCommand({ Names: ['web'] }));
    expect(Parameters?.[0]).toMatchObject({ DataType: 'aws:ec2:image', Value: 'ami-0', Version: 2 });
    const odd = new PutParameterCommand({ ...image, Name: 'a b', Type: 'String' });
    expect(await failure(ssm.send(odd))).toMatchObject({ code: 'ValidationException' });
    const label = new LabelParameterVersionCommand({ Name: 'web', ParameterVersion: 7, Labels: ['prod'] });
    expect(await failure(ssm.send(label))).toMatchObject({ code: 'ParameterVersionNotFound' });
  });

  test('the oldest of a hundred versions goes, unless it has a label', async () => {
    const aws = await sandbox();
    const ssm = client(aws, SSMClient);
    const versions = Array.from({ length: 100 }, (_, index) => ({ value: `v${index + 1}` }));
    aws.control.addParameters(PLACE, [{ name: 'web', versions }]);
    const put = () => ssm.send(new PutParameterCommand({ Name: 'web', Value: 'next', Overwrite: true }));
    await put();
    const { Parameters: [oldest] = [] } = await ssm.send(new GetParameterHistoryCommand({ Name: 'web' }));
    expect(oldest?.Version).toBe(2);
    await ssm.send(new LabelParameterVersionCommand({ Name: 'web', ParameterVersion: 2, Labels: ['prod'] }));
    expect(await failure(put())).toMatchObject({ code: 'ParameterMaxVersionLimitExceeded' });
  });
});

test('an instance is stopped, and not once it is terminated', async () => {
  const ec2 = ec2Client(await sandbox());
  const { ImageId } = await ec2.send(new RegisterImageCommand({ Name: 'web' }));
  const { Instances = [] } = await ec2.send(new RunInstancesCommand({ ImageId, MinCount: 1, MaxCount: 1 }));
  const InstanceIds = Instances.flatMap(({ InstanceId }) => InstanceId ?? []);
  const stopped = await ec2.send(new StopInstancesCommand({ InstanceIds }));
  expect(stopped.StoppingInstances?.[0]?.CurrentState).toEqual({ Code: 64, Name: 'stopping' });
  const { Reservations } = await ec2.send(new DescribeInstancesCommand({ InstanceIds }));
  expect(Reservations?.[0]?.Instances?.[0]?.State).toEqual({ Code: 80, Name: 'stopped' });
  await ec2.send(new TerminateInstancesCommand({ InstanceIds }));
  const again = ec2.send(new StopInstancesCommand({ InstanceIds }));
  expect(await failure(again)).toMatchObject({ code: 'IncorrectInstanceState' });
});

test('a compute environment has a name of its own', async () => {
  const batch = client(await sandbox(), BatchClient);
  const computeResources = { type: 'EC2' as const, maxvCpus: 4, subnets: ['subnet-1'], imageId: IMAGE };
  const create = () => {
    const environment = { computeEnvironmentName: 'nightly', type: 'MANAGED' as const, computeResources };
    return batch.send(new CreateComputeEnvironmentCommand(environment));
  };
  expect((await create()).computeEnvironmentArn).toMatch(/:compute-environment\/nightly$/);
  expect(await failure(create())).toMatchObject({ code: 'ClientException' });
});

test('a cluster has its image and those of its instance groups', async () => {
  const emr = client(await sandbox(), EMRClient);
  const group = { InstanceRole: 'MASTER' as const, InstanceType: 'm5.large', InstanceCount: 1 };
  const Instances = { InstanceGroups: [{ ...group, CustomAmiId: 'ami-0fedcba9876543210' }] };
  const run = new RunJobFlowCommand({ Name: 'nightly', ReleaseLabel: 'emr-7.1.0', CustomAmiId: IMAGE, Instances });
  const { JobFlowId: ClusterId } = await emr.send(run);
  const { Cluster } = await emr.send(new DescribeClusterCommand({ ClusterId }));
  const { InstanceGroups } = await emr.send(new ListInstanceGroupsCommand({ ClusterId }));
  expect([Cluster?.CustomAmiId, InstanceGroups?.[0]?.CustomAmiId]).toEqual([IMAGE, 'ami-0fedcba9876543210']);
});

test('a recipe never changes', async () => {
  const builder = client(await sandbox(), ImagebuilderClient);
  const recipe = { name: 'Web Server', semanticVersion: '1.0.0', parentImage: IMAGE, components: [], clientToken: 'a' };
  await builder.send(new CreateImageRecipeCommand(recipe));
  const again = builder.send(new CreateImageRecipeCommand({ ...recipe, clientToken: 'b' }));
  expect(await failure(again)).toMatchObject({ code: 'ResourceAlreadyExistsException' });
  const { imageRecipeSummaryList } = await builder.send(new ListImageRecipesCommand({ owner: 'Self' }));
  expect(imageRecipeSummaryList?.map(({ arn, parentImage }) => [arn?.split(':').at(-1), parentImage])).toEqual([
    ['image-recipe/web-server/1.0.0', IMAGE],
  ]);
});

test('a classic load balancer has the instances that are registered with it, each once', async () => {
  const aws = await sandbox();
  const elb = client(aws, ElasticLoadBalancingClient);
  const [InstanceId = ''] = aws.control.addInstances(PLACE, [{}]);
  const listener = { Protocol: 'HTTP', LoadBalancerPort: 80, InstancePort: 80 };
  const given = { LoadBalancerName: 'web', Listeners: [listener], AvailabilityZones: ['us-east-1a'] };
  await elb.send(new CreateLoadBalancerCommand(given));
  expect(await failure(elb.send(new CreateLoadBalancerCommand(given)))).toMatchObject({
    code: 'DuplicateAccessPointNameException',
  });
  const register = (id: string) =>
    elb.send(
      new RegisterInstancesWithLoadBalancerCommand({ LoadBalancerName: 'web', Instances: [{ InstanceId: id }] }),
    );
  await register(InstanceId);
  await register(InstanceId);
  expect(await failure(register('i-0123456789abcdef0'))).toMatchObject({ code: 'InvalidEndPointException' });
  const { InstanceStates } = await elb.send(new DescribeInstanceHealthCommand({ LoadBalancerName: 'web' }));
  expect(InstanceStates?.map((state) => [state.InstanceId, state.State])).toEqual([[InstanceId, 'InService']]);
});

test('a target group has a name of its own and no targets', async () => {
  const elb = client(await sandbox(), ElasticLoadBalancingV2Client);
  const create = (more = {}) =>
    elb.send(new CreateTargetGroupCommand({ Name: 'web', Protocol: 'HTTP', Port: 80, VpcId: 'vpc-1', ...more }));
  const { TargetGroups: [{ TargetGroupArn } = {}] = [] } = await create();
  const { TargetHealthDescriptions } = await elb.send(new DescribeTargetHealthCommand({ TargetGroupArn }));
  expect(TargetHealthDescriptions).toEqual([]);
  expect((await failure(create())).code).toMatch(/^DuplicateTargetGroupName/);
  expect((await failure(create({ Name: '-web' }))).code).toMatch(/^ValidationError/);
});

describe('a group made through the API', () => {
  const group = { AutoScalingGroupName: 'web' };

  async function aGroup() {
    const autoScaling = autoScalingClient(await sandbox());
    const configuration = { LaunchConfigurationName: 'lc', ImageId: IMAGE, InstanceType: 't3.micro' };
    await autoScaling.send(new CreateLaunchConfigurationCommand(configuration));
    const sizes = { MinSize: 0, MaxSize: 2, DesiredCapacity: 1, AvailabilityZones: ['us-east-1a'] };
    await autoScaling.send(new CreateAutoScalingGroupCommand({ ...group, ...sizes, LaunchConfigurationName: 'lc' }));
    return autoScaling;
  }

  test('lists the instances that it launched and terminated', async () => {
    const autoScaling = await aGroup();
    await autoScaling.send(new UpdateAutoScalingGroupCommand({ ...group, DesiredCapacity: 0 }));
    const { Activities } = await autoScaling.send(new DescribeScalingActivitiesCommand(group));
    const activities = Activities?.map(
      ({ Description = '', StatusCode }) => `${Description.split(':')[0]}, ${StatusCode}`,
    );
    expect(activities?.toSorted()).toEqual([
      'Launching a new EC2 instance, Successful',
      'Terminating EC2 instance, Successful',
    ]);
  });

  test('is refreshed once at a time', async () => {
    const autoScaling = await aGroup();
    const { InstanceRefreshId } = await autoScaling.send(new StartInstanceRefreshCommand(group));
    const again = autoScaling.send(new StartInstanceRefreshCommand(group));
    expect((await failure(again)).code).toMatch(/^InstanceRefreshInProgress/);
    const { InstanceRefreshes } = await autoScaling.send(new DescribeInstanceRefreshesCommand(group));
    expect(InstanceRefreshes).toMatchObject([{ InstanceRefreshId, Status: 'Pending' }]);
  });
});
