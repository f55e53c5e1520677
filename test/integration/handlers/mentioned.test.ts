/** Whatever a text or a member names is used by the thing that names it, for every type. */
import { describe, expect, test } from '@jest/globals';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { handlerOf } from '../../../src/handlers/contract/types.ts';
import { ANSWERED } from '../../support/mentioning/answered.ts';
import { textsOf } from '../../support/mentioning/texts.ts';
import { withoutNames } from '../../support/mentioning/told.ts';
import { someOf } from '../../support/sampled.ts';
import { account, awsForEach, failureOf, HERE, ID, scopeOf } from './fixture.ts';

const aws = awsForEach();

const { handlers } = provider;
const PLACE = { account: account.name, location: HERE.region };
const ROLE = `arn:aws:iam::${ID}:role/starter`;
const HOST = `${ID}.dkr.ecr.us-east-1.amazonaws.com`;
const sourceOf = (type: string, name: string): EvidenceSource => {
  const found = handlerOf(handlers, type).evidence.find((source) => source.name === name);
  if (!found) throw new Error(`${type} does not read ${name}`);
  return found as EvidenceSource;
};
const read = async (type: string, name: string) =>
  withoutNames(await sourceOf(type, name).read(PLACE, scopeOf({}), [], aws.io()));
const callsOf = (operation: string) => aws.control.calls().filter((call) => call.operation === operation);

/** One resource of each type, as a text names it, and the alias by which the resource is found. */
const NAMED: Readonly<Record<string, readonly [text: string, alias: string]>> = {
  autoScalingGroup: ['{"AutoScalingGroupName":"web"}', 'web'],
  cdkEcrImage: [`${HOST}/cdk-hnb659fds-container-assets:0a`, `${HOST}/cdk-hnb659fds-container-assets:0a`],
  dbClusterSnapshot: ['--db-cluster-snapshot-identifier Golden', 'dbClusterSnapshot/golden'],
  cache: ['redis://master.shop.abc123.use1.cache.amazonaws.com:6379', 'cache/shop'],
  dbCluster: ['postgres://shop.cluster-ro-abc123.us-east-1.rds.amazonaws.com:5432', 'dbCluster/shop'],
  dbInstance: ['{"dbInstanceIdentifier":"Shop"}', 'dbInstance/shop'],
  dbSnapshot: [
    'arn:aws:rds:us-east-1:111111111111:snapshot:golden',
    'arn:aws:rds:us-east-1:111111111111:snapshot:golden',
  ],
  ecrTag: [`${HOST}/shop/web:1`, `${HOST}/shop/web:1`],
  elasticIp: ['203.0.113.10', '203.0.113.10'],
  fargateService: [
    'arn:aws:ecs:us-east-1:111111111111:service/shop/web',
    'arn:aws:ecs:us-east-1:111111111111:service/shop/web',
  ],
  fileSystem: ['mount -t nfs4 fs-0123456789abcdef0.efs.us-east-1.amazonaws.com:/ /mnt/data', 'fs-0123456789abcdef0'],
  image: ['ami-0123456789abcdef0', 'ami-0123456789abcdef0'],
  launchConfiguration: ['{"LaunchConfigurationName":"v1"}', 'launchConfiguration/v1'],
  launchTemplate: ['{"LaunchTemplateName":"web"}', 'launchTemplate/web'],
  // A text may mean any version.
  launchTemplateVersion: ['{"LaunchTemplateName":"web"}', 'launchTemplate/web'],
  loadBalancer: ['{"LoadBalancerName":"web"}', 'loadBalancer/web'],
  loadBalancerV2: ['http://web-1.us-east-1.elb.amazonaws.com/', 'web-1.us-east-1.elb.amazonaws.com'],
  logGroup: ['{"LogGroupName":"/shop/web"}', 'logGroup//shop/web'],
  modelEndpoint: ['{"EndpointName":"Churn"}', 'modelEndpoint/churn'],
  instance: ['i-0123456789abcdef0', 'i-0123456789abcdef0'],
  runningDbCluster: ['postgres://shop.cluster-ro-abc123.us-east-1.rds.amazonaws.com:5432', 'dbCluster/shop'],
  runningDbInstance: ['{"dbInstanceIdentifier":"Shop"}', 'dbInstance/shop'],
  runningWarehouse: ['{"redshiftClusterIdentifier":"Sales"}', 'warehouse/sales'],
  warehouse: ['{"ClusterIdentifier":"Sales"}', 'warehouse/sales'],
  runningInstance: ['i-0123456789abcdef0', 'i-0123456789abcdef0'],
  natGateway: ['nat-0123456789abcdef0', 'nat-0123456789abcdef0'],
  vpcEndpoint: ['vpce-0123456789abcdef0', 'vpce-0123456789abcdef0'],
  networkInterface: ['eni-0123456789abcdef0', 'eni-0123456789abcdef0'],
  securityGroup: ['sg-0123456789abcdef0', 'sg-0123456789abcdef0'],
  snapshot: ['snap-0123456789abcdef0', 'snap-0123456789abcdef0'],
  table: ['{"TableName":"Orders"}', 'table/Orders'],
  targetGroup: ['{"TargetGroupName":"web"}', 'targetGroup/web'],
  volume: ['vol-0123456789abcdef0', 'vol-0123456789abcdef0'],
  windowsFileSystem: ['net use z: amznfsx0123abcd.corp.example.com', 'amznfsx0123abcd'],
};

/** Puts an item into the answers of an operation. */
const answer = (operation: string, item: object) => aws.control.addAnswers(HERE, [{ operation, item }]);
const TEXTS = textsOf(aws, HERE);

test('there is a text for every source of texts, and a resource for every type that texts may name', () => {
  const texts = handlers.flatMap(({ evidence }) => evidence.filter(({ group }) => group === 'texts'));
  expect([...new Set(texts.map(({ name }) => name))].sort()).toEqual(Object.keys(TEXTS).sort());
  const types = handlers.filter(({ evidence }) => evidence.some(({ group }) => group === 'texts'));
  expect(types.map(({ resourceType }) => resourceType).sort()).toEqual(Object.keys(NAMED).sort());
});

describe.each(Object.entries(TEXTS).map(([source, text], row) => [source, text, row] as const))(
  'A19 A62 A71 A88 %s',
  (source, [by, add], row) => {
    test.each(someOf(Object.entries(NAMED), 4, row))(
      'keep a resource of the type %s that their text names',
      async (type, [text, alias]) => {
        add(text);
        expect(await read(type, source)).toContainEqual(expect.objectContaining({ alias, says: 'used', by }));
      },
    );

    test('keep the images of the revision that their text pins, which is read once', async () => {
      const containerDefinitions = [{ name: 'c', image: 'registry.example.com/job:1' }];
      aws.control.addEcsTaskDefinitions(HERE, [{ family: 'job', revision: 3, containerDefinitions }]);
      add(`arn:aws:ecs:us-east-1:${ID}:task-definition/job:3`);
      const started = `${by}, which may start task definition job:3`;
      const use = { alias: 'registry.example.com/job:1', says: 'used', by: started };
      expect(await read('ecrTag', source)).toContainEqual(use);
      expect(await read('ecrTag', source)).toContainEqual(use);
      // Each family of the place is read each time, for its newest revision.
      const newest = source === 'ecsImages' ? 4 : 0;
      expect(callsOf('DescribeTaskDefinition')).toHaveLength(newest + 1);
    });
  },
);

test.each<[string, string, object, object]>([
  ['exportedImages', 'DescribeExportImageTasks', { Status: 'active' }, { Status: 'completed' }],
  ['storedImages', 'DescribeStoreImageTasks', { StoreTaskState: 'InProgress' }, { StoreTaskState: 'Failed' }],
])('A19 %s: an image is used while a task reads it', async (source, operation, running, over) => {
  const id = 'ami-0123456789abcdef0';
  const task = { ImageId: id, AmiId: id, ExportImageTaskId: 'export-ami-1', Bucket: 'archive' };
  answer(operation, { ...task, ...over });
  expect(await read('image', source)).toEqual([]);
  answer(operation, { ...task, ...running });
  expect((await read('image', source)).map(({ alias }) => alias)).toEqual([id]);
});

test('A19 the template of a request that an API sends to a service of AWS names what it starts with', async () => {
  const requestTemplates = { 'application/json': 'Action=RunInstances&ImageId=ami-0123456789abcdef0&MinCount=1' };
  const resourceMethods = { POST: { methodIntegration: { type: 'AWS' as const, requestTemplates } } };
  aws.control.addRestApis(HERE, [{ name: 'shop', resources: [{ path: '/runners', resourceMethods }] }]);
  const by = 'REST API shop at /runners';
  expect(await read('image', 'restIntegrations')).toEqual([{ alias: 'ami-0123456789abcdef0', says: 'used', by }]);
});

test('A88 a crawler of Glue reads the tables that its paths name', async () => {
  answer('GetCrawlers', { Name: 'nightly', Targets: { DynamoDBTargets: [{ Path: 'Orders' }, { Path: 'Carts' }] } });
  expect(await read('table', 'glueCrawlers')).toEqual(
    ['table/Carts', 'table/Orders'].map((alias) => ({ alias, says: 'used', by: 'Glue crawler nightly' })),
  );
});

describe('A19 a member names', () => {
  test.each([
    [
      'ecrTag',
      'inferenceModels',
      () =>
        aws.control.addInferenceModels(HERE, [{ ModelName: 'm', PrimaryContainer: { Image: `${HOST}/shop/web:1` } }]),
    ],
    [
      'ecrTag',
      'emrServerlessApplications',
      () =>
        aws.control.addEmrApplications(HERE, [{ name: 'a', imageConfiguration: { imageUri: `${HOST}/shop/web:1` } }]),
    ],
    [
      'autoScalingGroup',
      'deploymentGroups',
      () =>
        aws.control.addDeploymentGroups(HERE, [
          { applicationName: 'shop', deploymentGroupName: 'prod', autoScalingGroups: [{ name: 'web', hook: 'h' }] },
        ]),
    ],
    [
      'autoScalingGroup',
      'capacityProviders',
      () => {
        const autoScalingGroupArn = `arn:aws:autoscaling:us-east-1:${ID}:autoScalingGroup:1-2:autoScalingGroupName/web`;
        aws.control.addEcsCapacityProviders(HERE, [{ name: 'cp', autoScalingGroupProvider: { autoScalingGroupArn } }]);
      },
    ],
    [
      'securityGroup',
      'codeBuildProjects',
      () => {
        const dockerServer = {
          computeType: 'BUILD_GENERAL1_SMALL' as const,
          securityGroupIds: ['sg-0123456789abcdef0'],
        };
        const environment = {
          type: 'LINUX_CONTAINER' as const,
          image: 'a',
          computeType: 'BUILD_GENERAL1_SMALL' as const,
        };
        aws.control.addCodeBuildProjects(HERE, [{ name: 'docker', environment: { ...environment, dockerServer } }]);
      },
    ],
    [
      'loadBalancer',
      'spotFleets',
      () => {
        const LoadBalancersConfig = { ClassicLoadBalancersConfig: { ClassicLoadBalancers: [{ Name: 'web' }] } };
        aws.control.addSpotFleetRequests(HERE, [{ SpotFleetRequestConfig: { LoadBalancersConfig } }]);
      },
    ],
    [
      'networkInterface',
      'spotFleets',
      () => {
        const LaunchSpecifications = [{ NetworkInterfaces: [{ NetworkInterfaceId: 'eni-0123456789abcdef0' }] }];
        aws.control.addSpotFleetRequests(HERE, [{ SpotFleetRequestConfig: { LaunchSpecifications } }]);
      },
    ],
    [
      'ecrTag',
      'containerRecipes',
      () => {
        const arn = `arn:aws:imagebuilder:us-east-1:${ID}:container-recipe/web/1.0.0`;
        aws.control.addImageBuilder(HERE, {
          containerRecipes: [{ arn, name: 'web', parentImage: `${HOST}/shop/web:1` }],
        });
      },
    ],
    [
      'ecrTag',
      'applicationVersions',
      () =>
        answer('DescribeApplicationVersions', {
          ApplicationName: 'shop',
          VersionLabel: 'v7',
          ImageSource: { Uri: `${HOST}/shop/web:1` },
        }),
    ],
    [
      'instance',
      'associations',
      () => {
        const Targets = [{ Key: 'InstanceIds', Values: ['i-0123456789abcdef0'] }];
        answer('ListAssociations', { AssociationId: 'a', Name: 'AWS-RunPatchBaseline', Targets });
        answer('DescribeAssociation', { AssociationId: 'a', Name: 'AWS-RunPatchBaseline', Targets });
      },
    ],
    [
      'instance',
      'maintenanceWindows',
      () => {
        answer('DescribeMaintenanceWindows', { WindowId: 'mw-1' });
        const Targets = [{ Key: 'InstanceIds', Values: ['i-0123456789abcdef0'] }];
        answer('DescribeMaintenanceWindowTargets', { WindowId: 'mw-1', WindowTargetId: 't', Targets });
      },
    ],
    [
      'ecrTag',
      'modelPackages',
      () => {
        const InferenceSpecification = { Containers: [{ Image: `${HOST}/shop/web:1` }] };
        aws.control.addModelPackages(HERE, [{ InferenceSpecification } as object]);
      },
    ],
    [
      'ecrTag',
      'modelPackages',
      () => {
        const InferenceSpecification = { Containers: [{ Image: `${HOST}/shop/web:1` }] };
        const ofRegistry = { ModelPackageGroupName: 'fraud', ModelPackageVersion: 3 };
        aws.control.addModelPackages(HERE, [{ ...ofRegistry, InferenceSpecification } as object]);
      },
    ],
    [
      'ecrTag',
      'algorithms',
      () => {
        const TrainingSpecification = { TrainingImage: `${HOST}/shop/web:1` };
        aws.control.addAlgorithms(HERE, [{ TrainingSpecification } as object]);
      },
    ],
    ['ecrTag', 'studioImages', () => aws.control.addStudioImages(HERE, [{ ContainerImage: `${HOST}/shop/web:1` }])],
    [
      'image',
      'hyperPodClusters',
      () => {
        const InstanceGroups = [{ CurrentImageId: 'ami-0123456789abcdef0' }];
        aws.control.addHyperPodClusters(HERE, [{ InstanceGroups }]);
      },
    ],
    [
      'securityGroup',
      'hyperPodClusters',
      () => {
        const VpcConfig = { SecurityGroupIds: ['sg-0123456789abcdef0'], Subnets: [] };
        aws.control.addHyperPodClusters(HERE, [{ VpcConfig }]);
      },
    ],
    [
      'ecrTag',
      'monitoringSchedules',
      () => {
        const MonitoringAppSpecification = { ImageUri: `${HOST}/shop/web:1` };
        const MonitoringJobDefinition = { MonitoringAppSpecification };
        const MonitoringScheduleConfig = { MonitoringJobDefinition } as object;
        aws.control.addMonitoringSchedules(HERE, [{ MonitoringScheduleConfig }]);
      },
    ],
    [
      'ecrTag',
      'modelPipelines',
      () => {
        const Steps = [{ Arguments: { AlgorithmSpecification: { TrainingImage: `${HOST}/shop/web:1` } } }];
        aws.control.addModelPipelines(HERE, [{ PipelineDefinition: JSON.stringify({ Steps }) }]);
      },
    ],
    ['image', 'codeBuildFleets', () => aws.control.addCodeBuildFleets(HERE, [{ imageId: 'ami-0123456789abcdef0' }])],
  ] as const)('a %s: %s keep it', async (type, source, add) => {
    add();
    const [, alias] = NAMED[type] ?? [];
    expect((await read(type, source)).map((finding) => finding.alias)).toContain(alias);
  });
});

describe('Law 1 parameters', () => {
  const add = (...values: readonly string[]) =>
    aws.control.addParameters(
      HERE,
      values.map((value, index) => ({ name: `p${index}`, type: 'String' as const, versions: [{ value }] })),
    );

  test('that did not change are not read again; a new value is', async () => {
    add(...Array.from({ length: 25 }, () => 'plain'));
    await read('image', 'plainParameters');
    await read('image', 'plainParameters');
    expect(callsOf('GetParameters')).toHaveLength(3);
    aws.control.addParameters(HERE, [
      { name: 'p9', type: 'String', versions: [{ value: 'plain' }, { value: 'ami-0123456789abcdef0' }] },
    ]);
    expect(await read('volume', 'plainParameters')).toMatchObject([{ by: 'SSM parameter p9' }]);
    expect(callsOf('GetParameters')).toHaveLength(4);
  });

  test('that are secret are never read', async () => {
    aws.control.addParameters(HERE, [
      { name: 'key', type: 'SecureString', versions: [{ value: 'ami-0123456789abcdef0' }] },
    ]);
    expect(await read('image', 'plainParameters')).toEqual([]);
    expect(callsOf('GetParameters')).toEqual([]);
  });

  test('that the answer leaves out make a gap', async () => {
    add('ami-0123456789abcdef0');
    aws.control.addFault({ kind: 'empty', operation: 'GetParameters' });
    expect(await failureOf(read('image', 'plainParameters'))).toMatchObject({
      message: expect.stringContaining('p0 exists and was not in the answer'),
    });
  });
});

test('A19 a row that cannot be read is a gap of the types that it can name, and of no other', () => {
  const typesOf = (name: string) =>
    handlers
      .filter(({ evidence }) => evidence.some((source) => source.name === name))
      .map(({ resourceType }) => resourceType);
  expect(typesOf('modelPackages')).toEqual(['cdkEcrImage', 'ecrTag']);
  expect(typesOf('deploymentGroups')).toEqual(['autoScalingGroup', 'loadBalancer', 'loadBalancerV2', 'targetGroup']);
  expect(typesOf('stateMachines')).toEqual(Object.keys(NAMED).sort());
});

describe('Law 1 an answer that leaves out a name', () => {
  const computeResources = (...securityGroupIds: readonly string[]) =>
    ({ type: 'EC2', subnets: [], securityGroupIds: [...securityGroupIds] }) as object;
  const GROUP = 'sg-0123456789abcdef0';

  test('is the gap of its row, and hides nothing else', async () => {
    aws.control.addComputeEnvironments(HERE, [
      { computeEnvironmentName: 'odd', computeResources: computeResources(GROUP, '') },
      { computeEnvironmentName: 'other', computeResources: computeResources('sg-0123456789abcdef1') },
    ]);
    expect(await failureOf(read('securityGroup', 'batchEnvironments'))).toMatchObject({
      problem: 'malformed',
      message: expect.stringMatching(/^Batch compute environment odd .* came with a security group without id$/),
      found: [{ alias: GROUP }, { alias: 'sg-0123456789abcdef1' }],
    });
  });

  test('among many of one answer is that gap, too', async () => {
    const loadBalancerInfo = { targetGroupInfoList: [{ name: 'web' }, {}] };
    aws.control.addDeploymentGroups(HERE, [
      { applicationName: 'shop', deploymentGroupName: 'prod', loadBalancerInfo, autoScalingGroups: [{ name: 'web' }] },
    ]);
    expect(await failureOf(read('autoScalingGroup', 'deploymentGroups'))).toMatchObject({
      message: 'deployment group prod of CodeDeploy application shop came with a target group without ARN',
      found: expect.arrayContaining([expect.objectContaining({ alias: 'web' })]),
    });
  });

  test('is told from another order of the same names, which changes nothing', async () => {
    const names = ['sg-0123456789abcdef1', GROUP, 'sg-0123456789abcdef2'];
    const environment = { computeEnvironmentName: 'e' };
    aws.control.addComputeEnvironments(HERE, [{ ...environment, computeResources: computeResources(...names) }]);
    const found = await read('securityGroup', 'batchEnvironments');
    aws.control.addComputeEnvironments(HERE, [
      { ...environment, computeResources: computeResources(...names.toReversed()) },
    ]);
    expect(await read('securityGroup', 'batchEnvironments')).toEqual(found);
    expect(found.map(({ alias }) => alias)).toEqual(names.toSorted());
  });
});

const [SG, AMI] = ['sg-0123456789abcdef0', 'ami-0123456789abcdef0'];

describe('A19 what only a listing shows', () => {
  const firstOf = (name: string) => handlers.find(({ evidence }) => evidence.some((source) => source.name === name));

  test.each(ANSWERED)('%s keeps what it names', async (source, answers, alias, by) => {
    for (const [operation, item] of answers) answer(operation, item);
    const found = await read(firstOf(source)?.resourceType ?? '', source);
    expect(found).toContainEqual(expect.objectContaining({ alias, says: 'used', by }));
  });

  test.each([
    ['clientVpnEndpoints', 'DescribeClientVpnEndpoints', { Status: { Code: 'deleted' }, SecurityGroupIds: [SG] }],
    [
      'interfacePermissions',
      'DescribeNetworkInterfacePermissions',
      { NetworkInterfaceId: 'eni-0123456789abcdef0', PermissionState: { State: 'revoked' } },
    ],
    ['reverseRecords', 'DescribeAddressesAttribute', { AllocationId: 'eipalloc-0123456789abcdef0' }],
    ['fastLaunches', 'DescribeFastLaunchImages', { ImageId: AMI }],
    ['mediaChannels', 'ListChannels', { State: 'DELETED', Vpc: { SecurityGroupIds: [SG] } }],
    [
      'mediaInputGroups',
      'ListInputSecurityGroups',
      { State: 'DELETED', WhitelistRules: [{ Cidr: '203.0.113.10/32' }] },
    ],
  ])('%s keeps nothing that is over, or that describes itself', async (source, operation, item) => {
    answer(operation, item);
    expect(await read(firstOf(source)?.resourceType ?? '', source)).toEqual([]);
  });
});

test('A19 a service of ECS keeps the snapshot of the volumes that ECS makes for its tasks', async () => {
  const managedEBSVolume = { roleArn: ROLE, snapshotId: 'snap-0123456789abcdef0' };
  const deployments = [{ volumeConfigurations: [{ name: 'data', managedEBSVolume }] }];
  aws.control.addEcsServices(HERE, [{ serviceName: 'web', deployments }]);
  aws.control.addEcsServices(HERE, [{ serviceName: 'old', status: 'INACTIVE', deployments }]);
  const use = { alias: 'snap-0123456789abcdef0', says: 'used', by: 'ECS service default/web (ACTIVE)' };
  expect(await read('snapshot', 'ecsServices')).toMatchObject([use]);
});

describe('A19 the template of a stack', () => {
  const uses = () => read('ecrTag', 'stackTexts');
  const used = (alias: string) => ({ alias, says: 'used', by: 'the template of stack web' });
  const templates = () => callsOf('GetTemplate');

  test('is read once, and again only after an operation on the stack', async () => {
    const template = JSON.stringify({ Mappings: { Images: { web: { Name: `${HOST}/shop/web:1` } } } });
    aws.control.addStacks(HERE, [{ name: 'web', template }]);
    for (let n = 0; n < 2; n += 1) expect(await uses()).toContainEqual(used(`${HOST}/shop/web:1`));
    expect(templates()).toHaveLength(1);
    aws.control.addStacks({ ...HERE }, [{ name: 'api', template, hasOperations: false }]);
    for (let n = 0; n < 2; n += 1) await uses();
    expect(templates()).toHaveLength(3);
  });

  test('counts with what its functions put together, in YAML too', async () => {
    const template = `
Parameters: { Version: { Type: String, Default: '9' } }
Image: !Join
  - ''
  - - !Ref AWS::AccountId
    - .dkr.ecr.us-east-1.amazonaws.com/
    - !ImportValue repository
    - !Sub :\${Version}
`;
    aws.control.addStacks(HERE, [
      { name: 'web', template, parameters: { Version: '1' } },
      { name: 'registry', exports: { repository: 'shop/web' } },
    ]);
    expect(await uses()).toContainEqual(used(`${HOST}/shop/web:1`));
  });

  test('is read as its macros leave it, too', async () => {
    const template = JSON.stringify({ Transform: 'Images' });
    aws.control.addStacks(HERE, [{ name: 'web', template, processed: `Image: ${HOST}/shop/web:1\n` }]);
    expect(await uses()).toContainEqual(used(`${HOST}/shop/web:1`));
  });

  test.each([
    ['a change set that may still be executed', 'AVAILABLE' as const, true],
    ['a change set that was executed', 'EXECUTE_COMPLETE' as const, false],
  ])('counts with that of %s', async (_what, executionStatus, counts) => {
    const template = `Image: ${HOST}/shop/web:1\n`;
    aws.control.addStacks(HERE, [{ name: 'web', changeSets: [{ name: 'next', template, executionStatus }] }]);
    const found = await uses();
    expect(found.some(({ alias }) => alias === `${HOST}/shop/web:1`)).toBe(counts);
  });

  test('that cannot be read is a gap, and those of other stacks count', async () => {
    const template = `Image: ${HOST}/shop/web:1\n`;
    aws.control.addStacks(HERE, [{ name: 'broken' }, { name: 'web', template }]);
    aws.control.addFault({ kind: 'deny', operation: 'GetTemplate', containing: 'broken' });
    const failure = await failureOf(uses());
    expect(failure).toMatchObject({ problem: 'denied', permission: 'cloudformation:GetTemplate' });
    expect((failure as { found?: unknown }).found).toContainEqual(used(`${HOST}/shop/web:1`));
  });
});

test('A19 an address in the allow list of an EKS cluster of another region is used', async () => {
  const address = '203.0.113.10';
  const elsewhere = { account: account.name, locations: ['us-east-1', 'eu-central-1'] };
  const scope = { ...scopeOf({}), accounts: [{ ...account, locations: elsewhere.locations }] };
  const places = sourceOf('elasticIp', 'eksClusters').places(scope);
  expect(places).toContainEqual({ account: account.name, location: 'eu-central-1' });
  expect(sourceOf('securityGroup', 'eksClusters').places(scope)).toEqual([PLACE]);
  aws.control.addEksClusters(HERE, [{ name: 'web', resourcesVpcConfig: { publicAccessCidrs: [`${address}/32`] } }]);
  expect(await read('elasticIp', 'eksClusters')).toMatchObject([{ alias: address, says: 'used' }]);
});
