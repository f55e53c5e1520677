/** Whatever a text or a member names is used by the thing that names it, for every type. */
import { describe, expect, test } from '@jest/globals';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { handlerOf } from '../../../src/handlers/contract/types.ts';
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
const read = (type: string, name: string) => sourceOf(type, name).read(PLACE, scopeOf({}), [], aws.io());
const callsOf = (operation: string) => aws.control.calls().filter((call) => call.operation === operation);

/** One resource of each type, as a text names it, and the alias by which the resource is found. */
const NAMED: Readonly<Record<string, readonly [text: string, alias: string]>> = {
  autoScalingGroup: ['{"AutoScalingGroupName":"web"}', 'web'],
  cdkEcrImage: [`${HOST}/cdk-hnb659fds-container-assets:0a`, `${HOST}/cdk-hnb659fds-container-assets:0a`],
  dbClusterSnapshot: ['--db-cluster-snapshot-identifier Golden', 'dbClusterSnapshot/golden'],
  cache: ['redis://master.shop.abc123.use1.cache.amazonaws.com:6379', 'cache/shop'],
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
};

/** Puts an item into the answers of an operation. */
const answer = (operation: string, item: object) => aws.control.addAnswers(HERE, [{ operation, item }]);
const addControlled = (TypeName: string, Identifier: string, Properties: Readonly<Record<string, unknown>>) =>
  aws.control.addCloudResources(HERE, [{ TypeName, Identifier, Properties }]);
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Each thing with a text, by its source, and the words of the finding. */
const TEXTS: Readonly<Record<string, readonly [by: string, add: (text: string) => unknown]>> = {
  stateMachines: [
    'state machine run',
    (text) =>
      aws.control.addStateMachines(HERE, [
        { name: 'run', definition: JSON.stringify({ Parameters: { Input: text } }) },
      ]),
  ],
  schedules: [
    'schedule default/nightly of EventBridge Scheduler (ENABLED)',
    (Input) =>
      aws.control.addSchedules(HERE, [
        { Name: 'nightly', Target: { Arn: 'arn:aws:scheduler:::aws-sdk:ec2:runInstances', RoleArn: ROLE, Input } },
      ]),
  ],
  eventTargets: [
    'EventBridge rule default/nightly (DISABLED)',
    (Input) =>
      aws.control.addEventRules(HERE, [
        {
          name: 'nightly',
          state: 'DISABLED',
          targets: [{ Id: '1', Arn: `arn:aws:lambda:us-east-1:${ID}:function:f`, Input }],
        },
      ]),
  ],
  pipes: [
    'pipe orders of EventBridge (STOPPED)',
    (InputTemplate) =>
      aws.control.addPipes(HERE, [{ Name: 'orders', CurrentState: 'STOPPED', TargetParameters: { InputTemplate } }]),
  ],
  restIntegrations: [
    'stage prod of REST API shop',
    (what) => aws.control.addRestApis(HERE, [{ name: 'shop', stages: [{ stageName: 'prod', variables: { what } }] }]),
  ],
  httpIntegrations: [
    'stage prod of API shop',
    (What) =>
      aws.control.addHttpApis(HERE, [{ Name: 'shop', stages: [{ StageName: 'prod', StageVariables: { What } }] }]),
  ],
  lambdaFunctions: [
    'Lambda function start',
    (WHAT) => aws.control.addFunctions(HERE, [{ FunctionName: 'start', Environment: { Variables: { WHAT } } }]),
  ],
  codeBuildProjects: [
    'CodeBuild project ship',
    (buildspec) => aws.control.addCodeBuildProjects(HERE, [{ name: 'ship', source: { type: 'NO_SOURCE', buildspec } }]),
  ],
  imageComponents: [
    'component arn:aws:imagebuilder:us-east-1:111111111111:component/preload/1.0.0/1 of Image Builder',
    (text) => {
      const arn = `arn:aws:imagebuilder:us-east-1:${ID}:component/preload/1.0.0`;
      const inputs = `inputs:\n          commands:\n            - ${JSON.stringify(text)}`;
      const data = `phases:\n  - steps:\n      - action: ExecuteBash\n        ${inputs}\n`;
      answer('ListComponents', { arn });
      answer('ListComponentBuildVersions', { arn: `${arn}/1`, componentVersionArn: arn });
      answer('GetComponent', { arn: `${arn}/1`, data });
    },
  ],
  imageWorkflows: [
    'workflow arn:aws:imagebuilder:us-east-1:111111111111:workflow/build/run/1.0.0/1 of Image Builder',
    (text) => {
      const arn = `arn:aws:imagebuilder:us-east-1:${ID}:workflow/build/run/1.0.0`;
      answer('ListWorkflows', { arn });
      answer('ListWorkflowBuildVersions', { arn: `${arn}/1`, workflowVersionArn: arn });
      answer('GetWorkflow', { arn: `${arn}/1`, data: `steps:\n  - inputs:\n      text: ${JSON.stringify(text)}\n` });
    },
  ],
  eksAddons: [
    'EKS add-on shop/vpc-cni',
    (text) => {
      aws.control.addEksClusters(HERE, [{ name: 'shop' }]);
      const configurationValues = JSON.stringify({ eniConfig: { text } });
      answer('DescribeAddon', { addonName: 'vpc-cni', clusterName: 'shop', configurationValues });
    },
  ],
  plainParameters: [
    'SSM parameter /golden/web',
    (value) => aws.control.addParameters(HERE, [{ name: '/golden/web', type: 'String', versions: [{ value }] }]),
  ],
  ownDocuments: [
    'SSM document Start',
    (text) => {
      const CreatedDate = new Date('2026-01-01') as never;
      answer('ListDocuments', { Name: 'Start', DocumentVersion: '2', CreatedDate });
      answer('GetDocument', { Name: 'Start', Content: JSON.stringify({ mainSteps: [{ inputs: { text } }] }) });
    },
  ],
  associations: [
    'association patch of State Manager (11111111-2222-3333-4444-555555555555)',
    (text) => {
      const named = { AssociationId: '11111111-2222-3333-4444-555555555555', Name: 'AWS-UpdateLinuxAmi' };
      answer('ListAssociations', { ...named, AssociationName: 'patch', AssociationVersion: '3' });
      answer('DescribeAssociation', { ...named, Parameters: { What: [text] } });
    },
  ],
  maintenanceWindows: [
    'task patch of maintenance window mw-0123456789abcdef0',
    (text) => {
      const named = { WindowId: 'mw-0123456789abcdef0', WindowTaskId: 'task' };
      answer('DescribeMaintenanceWindows', { WindowId: named.WindowId, Enabled: false });
      answer('DescribeMaintenanceWindowTasks', named);
      const TaskInvocationParameters = { Lambda: { Payload: Buffer.from(text) } };
      answer('GetMaintenanceWindowTask', { ...named, Name: 'patch', TaskArn: 'patch', TaskInvocationParameters });
    },
  ],
  experimentTemplates: [
    'experiment template storm',
    (text) =>
      addControlled('AWS::FIS::ExperimentTemplate', 'storm', {
        Actions: { patch: { ActionId: 'aws:ssm:send-command', Parameters: { documentParameters: text } } },
      }),
  ],
  regionSwitchPlans: [
    'ARC Region switch plan over',
    (text) => {
      const ExecutionBlockConfiguration = { SsmDocumentConfig: { Parameters: { What: [text] } } };
      addControlled('AWS::ARCRegionSwitch::Plan', 'over', {
        Workflows: [{ Steps: [{ ExecutionBlockConfiguration }] }],
      });
    },
  ],
  codePipelines: [
    'pipeline of CodePipeline ship',
    (UserParameters) => {
      const Actions = [{ Name: 'start', Configuration: { FunctionName: 'start', UserParameters } }];
      addControlled('AWS::CodePipeline::Pipeline', 'ship', { RoleArn: ROLE, Stages: [{ Name: 'Start', Actions }] });
    },
  ],
  responsePlans: [
    'response plan of Incident Manager outage',
    (text) => {
      answer('ListRoles', { Path: '/aws-service-role/ssm-incidents.amazonaws.com/', RoleName: 'incidents' });
      const SsmAutomation = { DocumentName: 'heal', StaticParameters: [{ Key: 'What', Values: [text] }] };
      addControlled('AWS::SSMIncidents::ResponsePlan', 'outage', { Actions: [{ SsmAutomation }] });
    },
  ],
  ecsImages: [
    'ECS task definition starter (its newest revision)',
    (value) =>
      aws.control.addEcsTaskDefinitions(HERE, [
        {
          family: 'starter',
          containerDefinitions: [{ name: 'c', image: 'x', environment: [{ name: 'WHAT', value }] }],
        },
      ]),
  ],
  batchImages: [
    'Batch job definition etl:1',
    (text) =>
      aws.control.addJobDefinitions(HERE, [
        { jobDefinitionName: 'etl', containerProperties: { image: 'x', command: ['run', text] } },
      ]),
  ],
  batchJobs: [
    'Batch job nightly (RUNNABLE)',
    (value) => {
      answer('DescribeJobQueues', { jobQueueArn: 'queue' });
      answer('ListJobs', { jobId: 'j', jobQueue: 'queue', status: 'RUNNABLE' });
      const container = { environment: [{ name: 'WHAT', value }] };
      answer('DescribeJobs', { jobId: 'j', jobName: 'nightly', status: 'RUNNABLE', container });
    },
  ],
  appRunnerImages: [
    'App Runner service shop (PAUSED)',
    (WHAT) => {
      const ImageConfiguration = { RuntimeEnvironmentVariables: { WHAT } };
      const ImageRepository = { ImageIdentifier: 'x', ImageRepositoryType: 'ECR' as const, ImageConfiguration };
      aws.control.addAppRunnerServices(HERE, [
        { ServiceName: 'shop', Status: 'PAUSED', SourceConfiguration: { ImageRepository } },
      ]);
    },
  ],
  emrClusters: [
    'EMR cluster j-1 "spark"',
    (what) => {
      const Configurations = [{ Classification: 'spark-env', Properties: { what } }];
      aws.control.addClusters(HERE, [{ Id: 'j-1', Name: 'spark', Configurations }]);
    },
  ],
  emrServerlessApplications: [
    'EMR Serverless application etl (STOPPED)',
    (what) => {
      const runtimeConfiguration = [{ classification: 'spark-defaults', properties: { what } }];
      aws.control.addEmrApplications(HERE, [{ name: 'etl', state: 'STOPPED', runtimeConfiguration }]);
    },
  ],
  emrEndpoints: [
    'EMR on EKS endpoint one',
    (text) => {
      addControlled('AWS::EMRContainers::VirtualCluster', 'v', {});
      const Properties = { 'container-image': text };
      const ApplicationConfiguration = [{ Configurations: [{ Classification: 'python3', Properties }] }];
      addControlled('AWS::EMRContainers::Endpoint', 'one', {
        VirtualClusterId: 'v',
        ConfigurationOverrides: { ApplicationConfiguration },
      });
    },
  ],
  flinkApplications: [
    'Flink application sums (READY)',
    (what) => {
      const PropertyGroupDescriptions = [{ PropertyGroupId: 'g', PropertyMap: { what } }];
      const EnvironmentPropertyDescriptions = { PropertyGroupDescriptions };
      aws.control.addFlinkApplications(HERE, [
        { ApplicationName: 'sums', ApplicationConfigurationDescription: { EnvironmentPropertyDescriptions } },
      ]);
    },
  ],
  glueConnections: [
    'Glue connection orders',
    (text) => aws.control.addGlueConnections(HERE, [{ Name: 'orders', ConnectionProperties: { CONFIG_FILES: text } }]),
  ],
  glueDevEndpoints: [
    'Glue development endpoint try',
    (what) => aws.control.addGlueDevEndpoints(HERE, [{ EndpointName: 'try', Arguments: { what } }]),
  ],
  glueJobs: ['Glue job etl', (text) => answer('GetJobs', { Name: 'etl', DefaultArguments: { '--what': text } })],
  glueTriggers: [
    'Glue trigger nightly (DEACTIVATED)',
    (text) => {
      const Actions = [{ JobName: 'etl', Arguments: { '--what': text } }];
      answer('GetTriggers', { Name: 'nightly', State: 'DEACTIVATED', Actions });
    },
  ],
  inferenceModels: [
    'SageMaker model m',
    (WHAT) =>
      aws.control.addInferenceModels(HERE, [
        { ModelName: 'm', PrimaryContainer: { Image: 'x', Environment: { WHAT } } },
      ]),
  ],
  algorithms: [
    'SageMaker algorithm a',
    (DefaultValue) => {
      const SupportedHyperParameters = [{ Name: 'what', Type: 'FreeText' as const, DefaultValue }];
      const TrainingSpecification = { TrainingImage: 'x', SupportedHyperParameters } as never;
      aws.control.addAlgorithms(HERE, [{ AlgorithmName: 'a', TrainingSpecification }]);
    },
  ],
  modelPipelines: [
    'SageMaker pipeline p',
    (what) =>
      aws.control.addModelPipelines(HERE, [
        {
          PipelineName: 'p',
          PipelineDefinition: JSON.stringify({ Steps: [{ Arguments: { Environment: { what } } }] }),
        },
      ]),
  ],
  monitoringSchedules: [
    'SageMaker monitoring schedule s',
    (WHAT) => {
      const MonitoringJobDefinition = { Environment: { WHAT } };
      const MonitoringScheduleConfig = { MonitoringJobDefinition } as never;
      aws.control.addMonitoringSchedules(HERE, [{ MonitoringScheduleName: 's', MonitoringScheduleConfig }]);
    },
  ],
  inferenceComponents: [
    'SageMaker inference component i',
    (WHAT) => {
      answer('ListInferenceComponents', { InferenceComponentName: 'i' });
      const Specification = { Container: { Environment: { WHAT } } };
      answer('DescribeInferenceComponent', { InferenceComponentName: 'i', Specification });
    },
  ],
  ...Object.fromEntries(
    Object.entries({
      biasJobs: 'ModelBias',
      dataQualityJobs: 'DataQuality',
      explainabilityJobs: 'ModelExplainability',
      modelQualityJobs: 'ModelQuality',
    }).map(([source, job]): [string, readonly [string, (text: string) => unknown]] => [
      source,
      [
        'SageMaker job definition j',
        (WHAT) => {
          answer(`List${job}JobDefinitions`, { MonitoringJobDefinitionName: 'j' });
          answer(`Describe${job}JobDefinition`, {
            JobDefinitionName: 'j',
            [`${job}AppSpecification`]: { Environment: { WHAT } },
          });
        },
      ],
    ]),
  ),
  airflowEnvironments: [
    'Airflow environment air',
    (text) => addControlled('AWS::MWAA::Environment', 'air', { AirflowConfigurationOptions: { 'core.what': text } }),
  ],
  lightsailContainers: [
    'Lightsail container service web',
    (Value) => {
      const Containers = [{ ContainerName: 'c', Environment: [{ Variable: 'WHAT', Value }] }];
      addControlled('AWS::Lightsail::Container', 'web', { ContainerServiceDeployment: { Containers } });
    },
  ],
  siteWiseTasks: [
    'IoT SiteWise task t',
    (WHAT) => {
      addControlled('AWS::IoTSiteWise::Workspace', 'w', {});
      const TaskConfiguration = { ContainerTask: { EnvironmentVariables: { WHAT } } };
      addControlled('AWS::IoTSiteWise::Task', 't', { WorkspaceName: 'w', TaskConfiguration });
    },
  ],
  stackSets: [
    'StackSet everywhere',
    (text) => {
      answer('ListStackSets', { StackSetName: 'everywhere' });
      answer('DescribeStackSet', { StackSetName: 'everywhere', TemplateBody: `Parameters:\n  What: ${text}\n` });
    },
  ],
  stackParameters: [
    'stack web',
    (what) => aws.control.addStacks(HERE, [{ name: 'web', template: '{}', parameters: { What: what } }]),
  ],
  stackTexts: [
    'the template of stack web',
    (text) => aws.control.addStacks(HERE, [{ name: 'web', template: JSON.stringify({ Metadata: { What: text } }) }]),
  ],
  templateTexts: [
    'the user data of launch template lt-0fffffffffffffff0 "spawner" version 1',
    (text) =>
      aws.control.addLaunchTemplates(HERE, [
        {
          LaunchTemplateId: 'lt-0fffffffffffffff0',
          LaunchTemplateName: 'spawner',
          versions: [{ UserData: base64(`#!/bin/sh\n${text}\n`) }, {}],
        },
      ]),
  ],
  launchConfigurations: [
    'launch configuration old',
    (text) =>
      aws.control.addLaunchConfigurations(HERE, [
        { LaunchConfigurationName: 'old', UserData: base64(`#cloud-config\ncontent: ${base64(text)}\n`) },
      ]),
  ],
};

test('there is a text for every source of texts, and a resource for every type that texts may name', () => {
  const texts = handlers.flatMap(({ evidence }) => evidence.filter(({ group }) => group === 'texts'));
  expect([...new Set(texts.map(({ name }) => name))].sort()).toEqual(Object.keys(TEXTS).sort());
  const types = handlers.filter(({ evidence }) => evidence.some(({ group }) => group === 'texts'));
  expect(types.map(({ resourceType }) => resourceType).sort()).toEqual(Object.keys(NAMED).sort());
});

describe.each(Object.entries(TEXTS).map(([source, text], row) => [source, text, row] as const))(
  'A19 A62 A71 %s',
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
const BALANCER = `arn:aws:elasticloadbalancing:us-east-1:${ID}:loadbalancer/app/web/50dc6c495c0c9188`;
const BY_HOST = 'web-1.us-east-1.elb.amazonaws.com';
const TARGETS = `arn:aws:elasticloadbalancing:us-east-1:${ID}:targetgroup/web/50dc6c495c0c9188`;
const LATTICE = 'arn:aws:vpc-lattice:us-east-1:1:targetgroup/tg-1';
const IMAGE_OF_WEB = `${HOST}/shop/web:1`;
const JOBS = ['ModelBias', 'DataQuality', 'ModelExplainability', 'ModelQuality'] as const;
const ROWS_OF_JOBS = ['biasJobs', 'dataQualityJobs', 'explainabilityJobs', 'modelQualityJobs'];

/** By source: what it is in, by operation, the alias that this names, and the words of the user. */
const ANSWERED: readonly (readonly [string, readonly (readonly [string, object])[], string, string])[] = [
  [
    'agentRuntimes',
    [
      ['ListAgentRuntimes', { agentRuntimeId: 'r' }],
      ['ListAgentRuntimeVersions', { agentRuntimeId: 'r', agentRuntimeVersion: '2', agentRuntimeName: 'bot' }],
      [
        'GetAgentRuntime',
        {
          agentRuntimeId: 'r',
          agentRuntimeArn: 'r',
          agentRuntimeArtifact: { containerConfiguration: { containerUri: IMAGE_OF_WEB } },
        },
      ],
    ],
    IMAGE_OF_WEB,
    'version 2 of agent runtime bot',
  ],
  [
    'agentBrowsers',
    [
      ['ListBrowsers', { browserId: 'b' }],
      [
        'GetBrowser',
        {
          browserId: 'b',
          networkConfiguration: { networkMode: 'VPC', vpcConfig: { securityGroups: [SG], subnets: [] } },
        },
      ],
    ],
    SG,
    'AgentCore browser b',
  ],
  [
    'agentInterpreters',
    [
      ['ListCodeInterpreters', { codeInterpreterId: 'c' }],
      [
        'GetCodeInterpreter',
        {
          codeInterpreterId: 'c',
          networkConfiguration: { networkMode: 'VPC', vpcConfig: { securityGroups: [SG], subnets: [] } },
        },
      ],
    ],
    SG,
    'AgentCore code interpreter c',
  ],
  [
    'agentGateways',
    [
      ['ListGateways', { gatewayId: 'g' }],
      ['GetGateway', { gatewayId: 'g' }],
      ['ListGatewayTargets', { targetId: 't', name: 'mcp' }],
      [
        'GetGatewayTarget',
        { targetId: 't', targetConfiguration: { mcp: { mcpServer: { endpoint: `https://${BY_HOST}/mcp` } } } },
      ],
    ],
    BY_HOST,
    'target mcp of AgentCore gateway g',
  ],
  [
    'agentHarnesses',
    [
      ['ListHarnesses', { harnessId: 'h' }],
      [
        'GetHarness',
        { harnessId: 'h', environmentArtifact: { containerConfiguration: { containerUri: IMAGE_OF_WEB } } },
      ],
    ],
    IMAGE_OF_WEB,
    'AgentCore harness h',
  ],
  [
    'agentCapacity',
    [
      ['ListCapacityProviders', { capacityProviderId: 'p', name: 'gpu' }],
      [
        'GetCapacityProvider',
        {
          capacityProviderId: 'p',
          computeConfiguration: { ec2Configuration: { vpcConfiguration: { securityGroups: [SG], subnets: [] } } },
        },
      ],
    ],
    SG,
    'AgentCore capacity provider gpu',
  ],
  [
    'beanstalkEnvironments',
    [
      ['DescribeEnvironments', { ApplicationName: 'shop', EnvironmentName: 'prod' }],
      [
        'DescribeConfigurationSettings',
        { EnvironmentName: 'prod', OptionSettings: [{ OptionName: 'ImageId', Value: AMI }] },
      ],
    ],
    AMI,
    'Elastic Beanstalk environment prod',
  ],
  [
    'customPlatforms',
    [
      ['ListPlatformVersions', { PlatformArn: 'arn:x/own/1.0' }],
      [
        'DescribePlatformVersion',
        { PlatformArn: 'arn:x/own/1.0', CustomAmiList: [{ VirtualizationType: 'hvm', ImageId: AMI }] },
      ],
    ],
    AMI,
    'Elastic Beanstalk platform own 1.0',
  ],
  [
    'browserTests',
    [['ListTestGridProjects', { name: 'web', vpcConfig: { securityGroupIds: [SG], subnetIds: [], vpcId: 'vpc-1' } }]],
    SG,
    'Device Farm browser testing project web',
  ],
  [
    'mainframeEnvironments',
    [
      ['ListEnvironments', { environmentId: 'e', name: 'bank' }],
      ['GetEnvironment', { environmentId: 'e', name: 'bank', status: 'Available', loadBalancerArn: BALANCER }],
    ],
    BALANCER,
    'Mainframe Modernization environment bank (Available)',
  ],
  [
    'mainframeApplications',
    [
      ['ListApplications', { applicationId: 'a', name: 'ledger' }],
      ['GetApplication', { applicationId: 'a', name: 'ledger', status: 'Stopped', targetGroupArns: [TARGETS] }],
    ],
    TARGETS,
    'Mainframe Modernization application ledger (Stopped)',
  ],
  [
    'mediaChannels',
    [['ListChannels', { Name: 'live', State: 'IDLE', Vpc: { SecurityGroupIds: [SG] } }]],
    SG,
    'MediaLive channel live (IDLE)',
  ],
  [
    'mediaInputGroups',
    [['ListInputSecurityGroups', { Id: '1', State: 'IN_USE', WhitelistRules: [{ Cidr: '203.0.113.10/32' }] }]],
    '203.0.113.10',
    'MediaLive input security group 1',
  ],
  [
    'workspaceDirectories',
    [
      [
        'DescribeWorkspaceDirectories',
        { DirectoryId: 'd-1', DirectoryName: 'corp', WorkspaceCreationProperties: { CustomSecurityGroupId: SG } },
      ],
    ],
    SG,
    'WorkSpaces directory corp (d-1)',
  ],

  [
    'apiDestinations',
    [['ListApiDestinations', { Name: 'd', InvocationEndpoint: `http://${BY_HOST}/` }]],
    BY_HOST,
    'API destination d of EventBridge',
  ],
  [
    'clientVpnEndpoints',
    [
      [
        'DescribeClientVpnEndpoints',
        { ClientVpnEndpointId: 'cvpn-1', Status: { Code: 'pending-associate' }, SecurityGroupIds: [SG] },
      ],
    ],
    SG,
    'Client VPN endpoint cvpn-1 (pending-associate)',
  ],
  [
    'daemonDefinitions',
    [
      ['ListDaemonTaskDefinitions', { arn: 'a/log:3' }],
      [
        'DescribeDaemonTaskDefinition',
        { daemonTaskDefinitionArn: 'a/log:3', containerDefinitions: [{ image: IMAGE_OF_WEB }] },
      ],
    ],
    IMAGE_OF_WEB,
    'task definition log:3 of ECS daemons',
  ],
  [
    'engineVersions',
    [
      [
        'DescribeDBEngineVersions',
        { Engine: 'custom-oracle-ee', EngineVersion: '19.1', Status: 'inactive', Image: { ImageId: AMI } },
      ],
    ],
    AMI,
    'custom engine version custom-oracle-ee 19.1 of RDS (inactive)',
  ],
  [
    'fastLaunches',
    [['DescribeFastLaunchImages', { ImageId: AMI, LaunchTemplate: { LaunchTemplateId: 'lt-0123456789abcdef0' } }]],
    'lt-0123456789abcdef0',
    `fast launch of image ${AMI}`,
  ],
  [
    'inferenceComponents',
    [
      ['ListInferenceComponents', { InferenceComponentName: 'i' }],
      [
        'DescribeInferenceComponent',
        {
          InferenceComponentName: 'i',
          Specification: { Container: { DeployedImage: { SpecifiedImage: IMAGE_OF_WEB } } },
        },
      ],
    ],
    IMAGE_OF_WEB,
    'SageMaker inference component i',
  ],
  [
    'interfacePermissions',
    [
      [
        'DescribeNetworkInterfacePermissions',
        {
          NetworkInterfacePermissionId: 'eni-perm-1',
          NetworkInterfaceId: 'eni-0123456789abcdef0',
          AwsAccountId: '333333333333',
        },
      ],
    ],
    'eni-0123456789abcdef0',
    'permission eni-perm-1 of 333333333333 to attach it',
  ],
  [
    'latticeResources',
    [
      ['ListResourceConfigurations', { id: 'r' }],
      [
        'GetResourceConfiguration',
        { id: 'r', name: 'db', resourceConfigurationDefinition: { dnsResource: { domainName: BY_HOST } } },
      ],
    ],
    BY_HOST,
    'resource configuration db of VPC Lattice',
  ],
  [
    'latticeTargets',
    [
      ['ListTargetGroups', { arn: LATTICE, name: 'tg' }],
      ['ListTargets', { targetGroupIdentifier: LATTICE, id: BALANCER }],
    ],
    BALANCER,
    'target group tg of VPC Lattice',
  ],
  [
    'networkAcls',
    [['DescribeNetworkAcls', { NetworkAclId: 'acl-1', Entries: [{ CidrBlock: '203.0.113.10/32' }] }]],
    '203.0.113.10',
    'network access list acl-1',
  ],
  [
    'reverseRecords',
    [['DescribeAddressesAttribute', { AllocationId: 'eipalloc-0123456789abcdef0', PtrRecord: 'mail.example.com.' }]],
    'eipalloc-0123456789abcdef0',
    'reverse DNS record mail.example.com.',
  ],
  [
    'workforces',
    [['ListWorkforces', { WorkforceName: 'w', WorkforceVpcConfig: { SecurityGroupIds: [SG] } }]],
    SG,
    'SageMaker workforce w',
  ],
  ...JOBS.map(
    (job, index) =>
      [
        ROWS_OF_JOBS[index] ?? '',
        [
          [`List${job}JobDefinitions`, { MonitoringJobDefinitionName: 'j' }],
          [
            `Describe${job}JobDefinition`,
            { JobDefinitionName: 'j', [`${job}AppSpecification`]: { ImageUri: IMAGE_OF_WEB } },
          ],
        ],
        IMAGE_OF_WEB,
        'SageMaker job definition j',
      ] as const,
  ),
];

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
    if (counts) expect(found).toContainEqual(used(`${HOST}/shop/web:1`));
    else expect(found).toEqual([]);
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
