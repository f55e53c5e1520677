/** One thing with a text for each source of texts: `handlers/mentioned` shows that every source reads what its text names. */
import type { Place, RunningSandbox } from '../../../sandbox/aws/index.ts';

const ID = '111111111111';
const ROLE = `arn:aws:iam::${ID}:role/starter`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A thing with a text: the words of a finding about it, and how the sandbox gets one. */
export type WithText = readonly [by: string, add: (text: string) => unknown];

/** By the name of the source. */
export function textsOf(aws: Pick<RunningSandbox, 'control'>, place: Place): Readonly<Record<string, WithText>> {
  const answer = (operation: string, item: object) => aws.control.addAnswers(place, [{ operation, item }]);
  const addControlled = (TypeName: string, Identifier: string, Properties: Readonly<Record<string, unknown>>) =>
    aws.control.addCloudResources(place, [{ TypeName, Identifier, Properties }]);
  return {
    stateMachines: [
      'state machine run',
      (text) =>
        aws.control.addStateMachines(place, [
          { name: 'run', definition: JSON.stringify({ Parameters: { Input: text } }) },
        ]),
    ],
    schedules: [
      'schedule default/nightly of EventBridge Scheduler (ENABLED)',
      (Input) =>
        aws.control.addSchedules(place, [
          { Name: 'nightly', Target: { Arn: 'arn:aws:scheduler:::aws-sdk:ec2:runInstances', RoleArn: ROLE, Input } },
        ]),
    ],
    eventTargets: [
      'EventBridge rule default/nightly (DISABLED)',
      (Input) =>
        aws.control.addEventRules(place, [
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
        aws.control.addPipes(place, [{ Name: 'orders', CurrentState: 'STOPPED', TargetParameters: { InputTemplate } }]),
    ],
    restIntegrations: [
      'stage prod of REST API shop',
      (what) =>
        aws.control.addRestApis(place, [{ name: 'shop', stages: [{ stageName: 'prod', variables: { what } }] }]),
    ],
    httpIntegrations: [
      'stage prod of API shop',
      (What) =>
        aws.control.addHttpApis(place, [{ Name: 'shop', stages: [{ StageName: 'prod', StageVariables: { What } }] }]),
    ],
    lambdaFunctions: [
      'Lambda function start',
      (WHAT) => aws.control.addFunctions(place, [{ FunctionName: 'start', Environment: { Variables: { WHAT } } }]),
    ],
    codeBuildProjects: [
      'CodeBuild project ship',
      (buildspec) =>
        aws.control.addCodeBuildProjects(place, [{ name: 'ship', source: { type: 'NO_SOURCE', buildspec } }]),
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
        aws.control.addEksClusters(place, [{ name: 'shop' }]);
        const configurationValues = JSON.stringify({ eniConfig: { text } });
        answer('DescribeAddon', { addonName: 'vpc-cni', clusterName: 'shop', configurationValues });
      },
    ],
    plainParameters: [
      'SSM parameter /golden/web',
      (value) => aws.control.addParameters(place, [{ name: '/golden/web', type: 'String', versions: [{ value }] }]),
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
        aws.control.addEcsTaskDefinitions(place, [
          {
            family: 'starter',
            containerDefinitions: [{ name: 'c', image: 'x', environment: [{ name: 'WHAT', value }] }],
          },
        ]),
    ],
    batchImages: [
      'Batch job definition etl:1',
      (text) =>
        aws.control.addJobDefinitions(place, [
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
        aws.control.addAppRunnerServices(place, [
          { ServiceName: 'shop', Status: 'PAUSED', SourceConfiguration: { ImageRepository } },
        ]);
      },
    ],
    emrClusters: [
      'EMR cluster j-1 "spark"',
      (what) => {
        const Configurations = [{ Classification: 'spark-env', Properties: { what } }];
        aws.control.addClusters(place, [{ Id: 'j-1', Name: 'spark', Configurations }]);
      },
    ],
    emrServerlessApplications: [
      'EMR Serverless application etl (STOPPED)',
      (what) => {
        const runtimeConfiguration = [{ classification: 'spark-defaults', properties: { what } }];
        aws.control.addEmrApplications(place, [{ name: 'etl', state: 'STOPPED', runtimeConfiguration }]);
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
        aws.control.addFlinkApplications(place, [
          { ApplicationName: 'sums', ApplicationConfigurationDescription: { EnvironmentPropertyDescriptions } },
        ]);
      },
    ],
    glueConnections: [
      'Glue connection orders',
      (text) =>
        aws.control.addGlueConnections(place, [{ Name: 'orders', ConnectionProperties: { CONFIG_FILES: text } }]),
    ],
    glueDevEndpoints: [
      'Glue development endpoint try',
      (what) => aws.control.addGlueDevEndpoints(place, [{ EndpointName: 'try', Arguments: { what } }]),
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
        aws.control.addInferenceModels(place, [
          { ModelName: 'm', PrimaryContainer: { Image: 'x', Environment: { WHAT } } },
        ]),
    ],
    algorithms: [
      'SageMaker algorithm a',
      (DefaultValue) => {
        const SupportedHyperParameters = [{ Name: 'what', Type: 'FreeText' as const, DefaultValue }];
        const TrainingSpecification = { TrainingImage: 'x', SupportedHyperParameters } as never;
        aws.control.addAlgorithms(place, [{ AlgorithmName: 'a', TrainingSpecification }]);
      },
    ],
    modelPipelines: [
      'SageMaker pipeline p',
      (what) =>
        aws.control.addModelPipelines(place, [
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
        aws.control.addMonitoringSchedules(place, [{ MonitoringScheduleName: 's', MonitoringScheduleConfig }]);
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
      }).map(([source, job]): [string, WithText] => [
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
    amplifyApps: ['Amplify app shop', (BuildSpec) => addControlled('AWS::Amplify::App', 'shop', { BuildSpec })],
    amplifyBranches: [
      'Amplify branch main',
      (Value) => {
        addControlled('AWS::Amplify::App', 'apps/d1', {});
        addControlled('AWS::Amplify::Branch', 'main', { AppId: 'd1', EnvironmentVariables: [{ Name: 'WHAT', Value }] });
      },
    ],
    cloudMapInstances: [
      'Cloud Map instance i',
      (what) => {
        addControlled('AWS::ServiceDiscovery::Service', 'srv-1', {});
        addControlled('AWS::ServiceDiscovery::Instance', 'i', { ServiceId: 'srv-1', InstanceAttributes: { what } });
      },
    ],
    graphApis: [
      'AppSync API shop',
      (WHAT) => addControlled('AWS::AppSync::GraphQLApi', 'shop', { EnvironmentVariables: { WHAT } }),
    ],
    ingestionPipelines: [
      'OpenSearch Ingestion pipeline p',
      (text) => addControlled('AWS::OSIS::Pipeline', 'p', { PipelineConfigurationBody: `source: ${text}` }),
    ],
    hostedConfigurations: [
      'AppConfig configuration a|p|3',
      (Content) => {
        addControlled('AWS::AppConfig::Application', 'a', {});
        addControlled('AWS::AppConfig::ConfigurationProfile', 'a|p', { ApplicationId: 'a' });
        const of = { ApplicationId: 'a', ConfigurationProfileId: 'p' };
        addControlled('AWS::AppConfig::HostedConfigurationVersion', 'a|p|3', { ...of, Content });
      },
    ],
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
    beanstalkEnvironments: [
      'Elastic Beanstalk environment prod',
      (Value) => {
        answer('DescribeEnvironments', { ApplicationName: 'shop', EnvironmentName: 'prod' });
        answer('DescribeConfigurationSettings', {
          EnvironmentName: 'prod',
          OptionSettings: [{ Namespace: 'aws:elasticbeanstalk:application:environment', OptionName: 'WHAT', Value }],
        });
      },
    ],
    savedConfigurations: [
      'Elastic Beanstalk saved configuration shop|big',
      (Value) =>
        addControlled('AWS::ElasticBeanstalk::ConfigurationTemplate', 'shop|big', {
          OptionSettings: [{ Namespace: 'aws:elasticbeanstalk:application:environment', OptionName: 'WHAT', Value }],
        }),
    ],
    spotFleets: [
      'spot fleet request sfr-1 (active)',
      (text) => {
        const LaunchSpecifications = [{ ImageId: 'ami-0e57ab1e0e57ab1e0', UserData: base64(`#!/bin/sh\n${text}\n`) }];
        aws.control.addSpotFleetRequests(place, [
          {
            SpotFleetRequestId: 'sfr-1',
            SpotFleetRequestState: 'active',
            SpotFleetRequestConfig: { LaunchSpecifications },
          },
        ]);
      },
    ],
    spotInstanceRequests: [
      'spot instance request sir-1 (open)',
      (text) => {
        const LaunchSpecification = { ImageId: 'ami-0e57ab1e0e57ab1e0', UserData: base64(`#!/bin/sh\n${text}\n`) };
        aws.control.addSpotInstanceRequests(place, [
          { SpotInstanceRequestId: 'sir-1', State: 'open', LaunchSpecification },
        ]);
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
      (what) => aws.control.addStacks(place, [{ name: 'web', template: '{}', parameters: { What: what } }]),
    ],
    stackTexts: [
      'the template of stack web',
      (text) => aws.control.addStacks(place, [{ name: 'web', template: JSON.stringify({ Metadata: { What: text } }) }]),
    ],
    templateTexts: [
      'the user data of launch template lt-0fffffffffffffff0 "spawner" version 1',
      (text) =>
        aws.control.addLaunchTemplates(place, [
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
        aws.control.addLaunchConfigurations(place, [
          { LaunchConfigurationName: 'old', UserData: base64(`#cloud-config\ncontent: ${base64(text)}\n`) },
        ]),
    ],
  };
}

/** Those whose calls moto does not answer, or takes for others where it enforces policies: Batch, API Gateway. */
export const NOT_IN_MOTO: readonly string[] = [
  ...[
    'airflowEnvironments',
    'algorithms',
    'amplifyApps',
    'amplifyBranches',
    'appRunnerImages',
    'associations',
    'batchImages',
    'batchJobs',
  ],
  ...['cloudMapInstances', 'graphApis', 'hostedConfigurations', 'ingestionPipelines', 'savedConfigurations'],
  ...['codePipelines', 'emrEndpoints', 'experimentTemplates', 'httpIntegrations', 'imageComponents', 'imageWorkflows'],
  ...['inferenceComponents', 'lightsailContainers', 'monitoringSchedules', 'regionSwitchPlans', 'responsePlans'],
  ...['restIntegrations', 'siteWiseTasks'],
];
