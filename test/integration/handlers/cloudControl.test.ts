/** What a resource of a type of Cloud Control names is used by it. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { withoutNames } from '../../support/mentioning/told.ts';
import { account, failureOf, HERE, ID, scopeOf, startAws, type TestAws } from './fixture.ts';

let aws: TestAws;
beforeEach(async () => {
  aws = await startAws();
});
afterEach(() => aws.close());

const { handlers } = provider;
const sourcesOf = (name: string) =>
  handlers.flatMap(({ resourceType, evidence }) =>
    evidence
      .filter((source) => source.name === name)
      .map((source) => [resourceType, source as EvidenceSource] as const),
  );
const sourceOf = (name: string) => {
  const [[, source] = []] = sourcesOf(name);
  if (!source) throw new Error(`no type reads ${name}`);
  return source;
};
const read = async (name: string, location = HERE.region) =>
  withoutNames(await sourceOf(name).read({ account: account.name, location }, scopeOf({}), [], aws.io()));
const add = (TypeName: string, Properties: object = {}, Identifier = 'one') =>
  aws.control.addCloudResources(HERE, [{ TypeName, Identifier, Properties: Properties as Record<string, unknown> }]);
/** How the account is proven. */
const SIGNING = new Set(['AssumeRole', 'GetCallerIdentity', 'ListAccountAliases']);
const listed = () => aws.control.calls().filter(({ operation }) => operation === 'ListResources');

const SG = 'sg-0123456789abcdef0';
const [GROUP, IMAGE] = ['web', `${ID}.dkr.ecr.us-east-1.amazonaws.com/shop/web:1`];
const BALANCER = `arn:aws:elasticloadbalancing:us-east-1:${ID}:loadbalancer/net/web/50dc6c495c0c9188`;
const TABLE = `arn:aws:dynamodb:us-east-1:${ID}:table/Orders`;
const HOST = 'web-1.us-east-1.elb.amazonaws.com';
const ADDRESS = '203.0.113.10';
const INTERFACE = 'eni-0123456789abcdef0';
const GROUP_ARN = `arn:aws:autoscaling:us-east-1:${ID}:autoScalingGroup:1-2:autoScalingGroupName/web`;
const steps = [{ ExecutionBlockConfiguration: { Ec2AsgCapacityIncreaseConfig: { Asgs: [{ Arn: GROUP_ARN }] } } }];
const syncGroups = [`arn:aws:ec2:us-east-1:${ID}:security-group/${SG}`];

const LOGS = '/shop/web';
const LOGS_ARN = `arn:aws:logs:us-east-1:${ID}:log-group:${LOGS}`;
const LOG_GROUP = `logGroup/${LOGS}`;
const ENDPOINT = 'vpce-0123456789abcdef0';
const onlyThrough = { Statement: [{ Effect: 'Deny', Condition: { StringNotEquals: { 'aws:SourceVpce': ENDPOINT } } }] };

/** By source: the type, the parents of one, its members as the type's schema has them, and what they name. */
const ROWS: Readonly<Record<string, readonly [type: string, has: object, names: string, above?: readonly string[]]>> = {
  accessPointPolicies: ['AWS::S3::AccessPoint', { Policy: onlyThrough }, ENDPOINT],
  airflowEnvironments: ['AWS::MWAA::Environment', { NetworkConfiguration: { SecurityGroupIds: [SG] } }, SG],
  amplifyApps: [
    'AWS::Amplify::App',
    { CustomRules: [{ Source: '/api/<*>', Target: `https://${HOST}/<*>`, Status: '200' }] },
    HOST,
  ],
  amplifyBranches: [
    'AWS::Amplify::Branch',
    { AppId: 'd1', EnvironmentVariables: [{ Name: 'API', Value: `https://${HOST}` }] },
    HOST,
    [`AWS::Amplify::App arn:aws:amplify:us-east-1:${ID}:apps/d1`],
  ],
  assistantSources: [
    'AWS::QBusiness::DataSource',
    { ApplicationId: 'app', IndexId: 'index', VpcConfiguration: { SecurityGroupIds: [SG] } },
    SG,
    ['AWS::QBusiness::Application app', 'AWS::QBusiness::Index app|index'],
  ],
  bidResponders: [
    'AWS::RTBFabric::ResponderGateway',
    { ManagedEndpointConfiguration: { AutoScalingGroupsConfiguration: { AutoScalingGroupNameList: [GROUP] } } },
    GROUP,
  ],
  browserNetworks: ['AWS::WorkSpacesWeb::NetworkSettings', { SecurityGroupIds: [SG] }, SG],
  bucketPolicies: ['AWS::S3::BucketPolicy', { PolicyDocument: onlyThrough }, ENDPOINT],
  buildInstanceGroups: ['AWS::ImageBuilder::InfrastructureConfiguration', { AutoScalingGroup: { Name: GROUP } }, GROUP],
  chatLogs: [
    'AWS::IVSChat::LoggingConfiguration',
    { DestinationConfiguration: { CloudWatchLogs: { LogGroupName: LOGS } } },
    LOG_GROUP,
  ],
  cleanRoomsModels: [
    'AWS::CleanRoomsML::ConfiguredModelAlgorithm',
    { InferenceContainerConfig: { ImageUri: IMAGE } },
    IMAGE,
  ],
  cloudMapInstances: [
    'AWS::ServiceDiscovery::Instance',
    { ServiceId: 'srv-1', InstanceAttributes: { AWS_ALIAS_DNS_NAME: HOST } },
    HOST,
    ['AWS::ServiceDiscovery::Service srv-1'],
  ],
  codePipelines: [
    'AWS::CodePipeline::Pipeline',
    { Stages: [{ Actions: [{ Configuration: { UserParameters: JSON.stringify({ image: IMAGE }) } }] }] },
    IMAGE,
  ],
  dashboardConnections: ['AWS::QuickSight::VPCConnection', { AwsAccountId: ID, SecurityGroupIds: [SG] }, SG],
  dashboardSources: [
    'AWS::QuickSight::DataSource',
    { AwsAccountId: ID, DataSourceParameters: { RedshiftParameters: { Database: 'dev', ClusterId: 'Sales' } } },
    'warehouse/sales',
  ],
  dashboards: [
    'AWS::CloudWatch::Dashboard',
    { DashboardBody: JSON.stringify({ widgets: [{ properties: { query: `SOURCE '${LOGS}' | fields @message` } }] }) },
    LOG_GROUP,
  ],
  dataflowEndpoints: [
    'AWS::GroundStation::DataflowEndpointGroup',
    { EndpointDetails: [{ SecurityDetails: { SecurityGroupIds: [SG] } }] },
    SG,
  ],
  deliveryStreams: [
    'AWS::KinesisFirehose::DeliveryStream',
    {
      RedshiftDestinationConfiguration: {
        ClusterJDBCURL: 'jdbc:redshift://sales.abc123.us-east-1.redshift.amazonaws.com:5439/dev',
      },
    },
    'warehouse/sales',
  ],
  deviceProjects: ['AWS::DeviceFarm::Project', { VpcConfig: { SecurityGroupIds: [SG] } }, SG],
  distributions: [
    'AWS::CloudFront::Distribution',
    { DistributionConfig: { Enabled: false, Origins: [{ Id: 'web', DomainName: HOST }] } },
    HOST,
  ],
  documentClassifiers: ['AWS::Comprehend::DocumentClassifier', { VpcConfig: { SecurityGroupIds: [SG] } }, SG],
  ecsClusterLogs: [
    'AWS::ECS::Cluster',
    { Configuration: { ExecuteCommandConfiguration: { LogConfiguration: { CloudWatchLogGroupName: LOGS } } } },
    LOG_GROUP,
  ],
  edgeIpSets: ['AWS::WAFv2::IPSet', { Scope: 'CLOUDFRONT', Addresses: [`${ADDRESS}/32`] }, ADDRESS],
  emrEndpoints: [
    'AWS::EMRContainers::Endpoint',
    { VirtualClusterId: 'v', SecurityGroup: SG },
    SG,
    ['AWS::EMRContainers::VirtualCluster v'],
  ],
  experimentTemplates: [
    'AWS::FIS::ExperimentTemplate',
    { Actions: { patch: { Parameters: { documentParameters: JSON.stringify({ Group: SG }) } } } },
    SG,
  ],
  firewallLogs: [
    'AWS::NetworkFirewall::LoggingConfiguration',
    { LoggingConfiguration: { LogDestinationConfigs: [{ LogType: 'ALERT', LogDestination: { logGroup: LOGS } }] } },
    LOG_GROUP,
    ['AWS::NetworkFirewall::Firewall one', 'AWS::NetworkFirewall::Firewall without-log'],
  ],
  firewallPolicies: [
    'AWS::FMS::Policy',
    {
      SecurityServicePolicyData: {
        Type: 'SECURITY_GROUPS_COMMON',
        ManagedServiceData: JSON.stringify({ type: 'SECURITY_GROUPS_COMMON', securityGroups: [{ id: SG }] }),
      },
    },
    SG,
  ],
  flowLogs: ['AWS::EC2::FlowLog', { LogGroupName: LOGS }, LOG_GROUP],
  functionCapacity: ['AWS::Lambda::CapacityProvider', { VpcConfig: { SecurityGroupIds: [SG] } }, SG],
  functionConnectors: [
    'AWS::Lambda::NetworkConnector',
    { Configuration: { VpcEgressConfiguration: { SecurityGroupIds: [SG] } } },
    SG,
  ],
  gameContainers: [
    'AWS::GameLift::ContainerGroupDefinition',
    { GameServerContainerDefinition: { ImageUri: IMAGE } },
    IMAGE,
  ],
  gameServerGroups: ['AWS::GameLift::GameServerGroup', { AutoScalingGroupArn: GROUP_ARN }, GROUP],
  genomicsConfigurations: [
    'AWS::Omics::Configuration',
    { RunConfigurations: { VpcConfig: { SecurityGroupIds: [SG] } } },
    SG,
  ],
  genomicsVersions: [
    'AWS::Omics::WorkflowVersion',
    { WorkflowId: 'w', ContainerRegistryMap: { ImageMappings: [{ SourceImage: 'web', DestinationImage: IMAGE }] } },
    IMAGE,
    ['AWS::Omics::Workflow w'],
  ],
  genomicsWorkflows: [
    'AWS::Omics::Workflow',
    { ContainerRegistryMap: { ImageMappings: [{ SourceImage: 'web', DestinationImage: IMAGE }] } },
    IMAGE,
  ],
  graphApis: ['AWS::AppSync::GraphQLApi', { EnvironmentVariables: { ORDERS_TABLE: 'Orders' } }, 'table/Orders'],
  graphSources: [
    'AWS::AppSync::DataSource',
    { ApiId: 'a1', HttpConfig: { Endpoint: `http://${HOST}` } },
    HOST,
    [`AWS::AppSync::GraphQLApi arn:aws:appsync:us-east-1:${ID}:apis/a1`],
  ],
  hostedConfigurations: [
    'AWS::AppConfig::HostedConfigurationVersion',
    { ApplicationId: 'a', ConfigurationProfileId: 'p', Content: JSON.stringify({ api: `http://${HOST}` }) },
    HOST,
    ['AWS::AppConfig::Application a', 'AWS::AppConfig::ConfigurationProfile a|p'],
  ],
  ingestionPipelines: [
    'AWS::OSIS::Pipeline',
    { PipelineConfigurationBody: `version: '2'\nsource:\n  dynamodb:\n    tables:\n      - table_arn: '${TABLE}'\n` },
    TABLE,
  ],
  insightRules: [
    'AWS::CloudWatch::InsightRule',
    { RuleBody: JSON.stringify({ Schema: { Name: 'CloudWatchLogRule', Version: 1 }, LogGroupNames: [LOGS] }) },
    LOG_GROUP,
  ],
  ipSets: ['AWS::WAFv2::IPSet', { Scope: 'REGIONAL', Addresses: [`${ADDRESS}/32`] }, ADDRESS],
  kafkaClusters: [
    'AWS::MSK::Cluster',
    { LoggingInfo: { BrokerLogs: { CloudWatchLogs: { Enabled: true, LogGroup: LOGS } } } },
    LOG_GROUP,
  ],
  kafkaConnections: ['AWS::MSK::VpcConnection', { SecurityGroups: [SG] }, SG],
  kafkaConnectors: ['AWS::KafkaConnect::Connector', { KafkaCluster: { Vpc: { SecurityGroups: [SG] } } }, SG],
  kafkaReplicators: ['AWS::MSK::Replicator', { KafkaClusters: [{ VpcConfig: { SecurityGroupIds: [SG] } }] }, SG],
  keyPolicies: ['AWS::KMS::Key', { KeyPolicy: onlyThrough }, ENDPOINT],
  lakeIntegrations: ['AWS::Glue::Integration', { SourceArn: TABLE }, TABLE],
  languageFlywheels: [
    'AWS::Comprehend::Flywheel',
    { DataSecurityConfig: { VpcConfig: { SecurityGroupIds: [SG] } } },
    SG,
  ],
  latticeNetworkLogs: [
    'AWS::VpcLattice::AccessLogSubscription',
    { ResourceIdentifier: 'sn-1', DestinationArn: `${LOGS_ARN}:*` },
    LOG_GROUP,
    ['AWS::VpcLattice::ServiceNetwork sn-1'],
  ],
  latticeServiceLogs: [
    'AWS::VpcLattice::AccessLogSubscription',
    { ResourceIdentifier: 'svc-1', DestinationArn: `${LOGS_ARN}:*` },
    LOG_GROUP,
    ['AWS::VpcLattice::Service svc-1'],
  ],
  lightsailContainers: [
    'AWS::Lightsail::Container',
    { IsDisabled: true, ContainerServiceDeployment: { Containers: [{ ContainerName: 'web', Image: IMAGE }] } },
    IMAGE,
  ],
  lightsailDomains: [
    'AWS::Lightsail::Domain',
    { DomainEntries: [{ Name: 'www.example.com', Type: 'A', IsAlias: true, Target: HOST }] },
    HOST,
  ],
  mailFilters: [
    'AWS::SES::ReceiptFilter',
    { Filter: { IpFilter: { Policy: 'Allow', Cidr: `${ADDRESS}/32` } } },
    ADDRESS,
  ],
  managedPolicies: ['AWS::IAM::ManagedPolicy', { PolicyDocument: JSON.stringify(onlyThrough) }, ENDPOINT],
  mediaFlows: ['AWS::MediaConnect::Flow', { VpcInterfaces: [{ SecurityGroupIds: [SG] }] }, SG],
  mediaOrigins: ['AWS::MediaPackage::OriginEndpoint', { Whitelist: [`${ADDRESS}/32`] }, ADDRESS],
  mediaRouters: [
    'AWS::MediaConnect::RouterNetworkInterface',
    { Configuration: { Vpc: { SecurityGroupIds: [SG] } } },
    SG,
  ],
  metricWorkspaces: ['AWS::APS::Workspace', { LoggingConfiguration: { LogGroupArn: `${LOGS_ARN}:*` } }, LOG_GROUP],
  migrationEndpoints: ['AWS::DMS::Endpoint', { ServerName: HOST }, HOST],
  migrationProfiles: ['AWS::DMS::InstanceProfile', { VpcSecurityGroups: [SG] }, SG],
  mirrorSessions: ['AWS::EC2::TrafficMirrorSession', { NetworkInterfaceId: INTERFACE }, INTERFACE],
  mirrorTargets: ['AWS::EC2::TrafficMirrorTarget', { NetworkLoadBalancerArn: BALANCER }, BALANCER],
  multicastMembers: [
    'AWS::EC2::TransitGatewayMulticastGroupMember',
    { TransitGatewayMulticastDomainId: 'd', NetworkInterfaceId: INTERFACE },
    INTERFACE,
    ['AWS::EC2::TransitGatewayMulticastDomain d'],
  ],
  multicastSources: [
    'AWS::EC2::TransitGatewayMulticastGroupSource',
    { TransitGatewayMulticastDomainId: 'd', NetworkInterfaceId: INTERFACE },
    INTERFACE,
    ['AWS::EC2::TransitGatewayMulticastDomain d'],
  ],
  outpostRoutes: ['AWS::EC2::LocalGatewayRoute', { NetworkInterfaceId: INTERFACE }, INTERFACE],
  penetrationTests: [
    'AWS::SecurityAgent::Pentest',
    { AgentSpaceId: 'space', VpcConfig: { SecurityGroupArns: syncGroups } },
    SG,
    ['AWS::SecurityAgent::AgentSpace space'],
  ],
  refactoredApplications: [
    'AWS::RefactorSpaces::Application',
    { EnvironmentIdentifier: 'e', NlbArn: BALANCER },
    BALANCER,
    ['AWS::RefactorSpaces::Environment e'],
  ],
  regionSwitchPlans: ['AWS::ARCRegionSwitch::Plan', { Workflows: [{ Steps: steps }] }, GROUP],
  replicationConfigs: ['AWS::DMS::ReplicationConfig', { ComputeConfig: { VpcSecurityGroupIds: [SG] } }, SG],
  resolverQueryLogs: ['AWS::Route53Resolver::ResolverQueryLoggingConfig', { DestinationArn: LOGS_ARN }, LOG_GROUP],
  responsePlans: [
    'AWS::SSMIncidents::ResponsePlan',
    { Actions: [{ SsmAutomation: { StaticParameters: [{ Key: 'Group', Values: [SG] }] } }] },
    SG,
  ],
  savedConfigurations: [
    'AWS::ElasticBeanstalk::ConfigurationTemplate',
    { OptionSettings: [{ Namespace: 'aws:autoscaling:launchconfiguration', OptionName: 'SecurityGroups', Value: SG }] },
    SG,
  ],
  scaledVariants: [
    'AWS::ApplicationAutoScaling::ScalableTarget',
    { ServiceNamespace: 'sagemaker', ResourceId: 'endpoint/ranking/variant/blue' },
    'modelEndpoint/ranking',
  ],
  searchSources: [
    'AWS::Kendra::DataSource',
    {
      IndexId: 'i',
      DataSourceConfiguration: { DatabaseConfiguration: { VpcConfiguration: { SecurityGroupIds: [SG] } } },
    },
    SG,
    ['AWS::Kendra::Index i'],
  ],
  secretPolicies: ['AWS::SecretsManager::ResourcePolicy', { ResourcePolicy: onlyThrough }, ENDPOINT],
  serverlessWorkflows: ['AWS::MWAAServerless::Workflow', { NetworkConfiguration: { SecurityGroupIds: [SG] } }, SG],
  siteWiseTasks: [
    'AWS::IoTSiteWise::Task',
    { WorkspaceName: 'w', TaskConfiguration: { ContainerTaskConfiguration: { EcrUri: IMAGE } } },
    IMAGE,
    [`AWS::IoTSiteWise::Workspace arn:aws:iotsitewise:us-east-1:${ID}:workspace/w`],
  ],
  slurmClusters: ['AWS::PCS::Cluster', { Networking: { SecurityGroupIds: [SG] } }, SG],
  slurmNodeGroups: [
    'AWS::PCS::ComputeNodeGroup',
    {
      ClusterId: 'pcs_1',
      AmiId: 'ami-0123456789abcdef0',
      CustomLaunchTemplate: { TemplateId: 'lt-0123456789abcdef0' },
    },
    'lt-0123456789abcdef0',
    [`AWS::PCS::Cluster arn:aws:pcs:us-east-1:${ID}:cluster/pcs_1`],
  ],
  syncAgents: ['AWS::DataSync::Agent', { SecurityGroupArns: syncGroups }, SG],
  syncEfs: ['AWS::DataSync::LocationEFS', { Ec2Config: { SecurityGroupArns: syncGroups } }, SG],
  syncLustre: ['AWS::DataSync::LocationFSxLustre', { SecurityGroupArns: syncGroups }, SG],
  syncOntap: ['AWS::DataSync::LocationFSxONTAP', { SecurityGroupArns: syncGroups }, SG],
  syncOpenZfs: ['AWS::DataSync::LocationFSxOpenZFS', { SecurityGroupArns: syncGroups }, SG],
  syncTasks: ['AWS::DataSync::Task', { CloudWatchLogGroupArn: LOGS_ARN }, LOG_GROUP],
  syncWindows: ['AWS::DataSync::LocationFSxWindows', { SecurityGroupArns: syncGroups }, SG],
  telemetryPipelines: [
    'AWS::ObservabilityAdmin::TelemetryPipelines',
    {
      Configuration: {
        Body: `pipeline:\n  source:\n    s3: {}\n  sink:\n    - cloudwatch_logs:\n        log_group: "${LOGS}"\n`,
      },
    },
    LOG_GROUP,
  ],
  topicRuleDestinations: ['AWS::IoT::TopicRuleDestination', { VpcProperties: { SecurityGroups: [SG] } }, SG],
  topicRules: [
    'AWS::IoT::TopicRule',
    { TopicRulePayload: { Actions: [{ DynamoDB: { TableName: 'Orders' } }] } },
    'table/Orders',
  ],
  topicSubscriptions: ['AWS::SNS::Subscription', { Protocol: 'https', Endpoint: `https://${HOST}/hook` }, HOST],
  trails: ['AWS::CloudTrail::Trail', { CloudWatchLogsLogGroupArn: `${LOGS_ARN}:*` }, LOG_GROUP],
  transferServers: [
    'AWS::Transfer::Server',
    { EndpointDetails: { AddressAllocationIds: ['eipalloc-0123456789abcdef0'] } },
    'eipalloc-0123456789abcdef0',
  ],
  transferUsers: [
    'AWS::Transfer::User',
    { HomeDirectory: '/fs-0123456789abcdef0/home/jane' },
    'fs-0123456789abcdef0',
    [`AWS::Transfer::Server arn:aws:transfer:us-east-1:${ID}:server/s-1`],
  ],
  verifiedAccessLogs: [
    'AWS::EC2::VerifiedAccessInstance',
    { LoggingConfigurations: { CloudWatchLogs: { Enabled: false, LogGroup: LOGS } } },
    LOG_GROUP,
  ],
  verifiedEndpoints: [
    'AWS::EC2::VerifiedAccessEndpoint',
    { LoadBalancerOptions: { LoadBalancerArn: BALANCER } },
    BALANCER,
  ],
  vpcOrigins: ['AWS::CloudFront::VpcOrigin', { VpcOriginEndpointConfig: { Arn: BALANCER } }, BALANCER],
  warehouseIntegrations: ['AWS::Redshift::Integration', { SourceArn: TABLE }, TABLE],
};

describe('A20 A88 A89 a resource of a type of Cloud Control', () => {
  test('has a row here for each source', () => {
    const names = handlers.flatMap(({ evidence }) =>
      evidence.filter(({ permissions }) => permissions.includes('cloudformation:GetResource')).map(({ name }) => name),
    );
    expect(Object.keys(ROWS)).toEqual([...new Set(names)].sort());
  });

  test.each(Object.entries(ROWS))('%s keeps what its members name', async (name, [type, has, alias, above = []]) => {
    for (const parent of above) {
      const [parentType = '', identifier = ''] = parent.split(' ');
      add(parentType, Object.fromEntries(Object.entries(has).slice(0, above.indexOf(parent))), identifier);
    }
    add(type, has);
    aws.control.addAnswers(HERE, [
      {
        operation: 'ListRoles',
        item: { Path: '/aws-service-role/ssm-incidents.amazonaws.com/', RoleName: 'incidents' },
      },
    ]);
    expect(await read(name)).toContainEqual({ alias, says: 'used', by: expect.stringMatching(/ one$/) });
    const types = sourcesOf(name).map(([resourceType]) => resourceType);
    expect(types.length).toBeGreaterThan(0);
  });

  test('is looked for under each parent, and a parent that vanished has none', async () => {
    for (const id of ['i', 'gone']) add('AWS::Kendra::Index', {}, id);
    add('AWS::Kendra::DataSource', { IndexId: 'i', Vpc: [SG] });
    aws.control.addFault({
      kind: 'error',
      operation: 'ListResources',
      containing: 'gone',
      code: 'ResourceNotFoundException',
    });
    expect(await read('searchSources')).toEqual([{ alias: SG, says: 'used', by: 'Kendra data source one' }]);
  });

  test('is left out where the service lists what nobody confirmed: it has no ARN', async () => {
    add('AWS::SNS::Subscription', { Endpoint: `https://${HOST}` }, 'PendingConfirmation');
    add('AWS::SNS::Subscription', { Endpoint: `http://${ADDRESS}` });
    expect(await read('topicSubscriptions')).toEqual([{ alias: ADDRESS, says: 'used', by: 'SNS subscription one' }]);
  });

  test('is a data source of QuickSight whose database stands by its name', async () => {
    const DataSourceParameters = { RdsParameters: { Database: 'shop', InstanceId: 'reports' } };
    add('AWS::QuickSight::DataSource', { AwsAccountId: ID, DataSourceParameters });
    expect((await read('dashboardSources')).map(({ alias }) => alias)).toContain('dbInstance/reports');
  });

  test('that was deleted after the listing uses nothing, and those after it are read', async () => {
    add('AWS::MSK::Replicator', {}, 'gone');
    add('AWS::MSK::Replicator', { Groups: [SG] });
    aws.control.addFault({
      kind: 'error',
      operation: 'GetResource',
      containing: 'gone',
      code: 'ResourceNotFoundException',
    });
    expect(await read('kafkaReplicators')).toHaveLength(1);
  });

  test('that cannot be read is a gap, and those after it are read', async () => {
    add('AWS::MSK::Replicator', {}, 'broken');
    add('AWS::MSK::Replicator', { Groups: [SG] });
    aws.control.addFault({
      kind: 'error',
      operation: 'GetResource',
      containing: 'broken',
      code: 'GeneralServiceException',
    });
    const failure = await failureOf(read('kafkaReplicators'));
    expect(failure).toMatchObject({
      message: expect.stringContaining('GeneralServiceException'),
      found: [{ alias: SG }],
    });
  });

  test('is read on every page', async () => {
    for (let n = 0; n < 60; n += 1) add('AWS::MSK::Replicator', n === 59 ? { Groups: [SG] } : {}, `r${n}`);
    expect(await read('kafkaReplicators')).toHaveLength(1);
    expect(listed()).toHaveLength(3);
  });

  test('names the permission of the service that its handler misses', async () => {
    const code = 'AccessDeniedException';
    const said =
      'AWS::MSK::Replicator Handler returned status FAILED: User: arn:aws:sts::111111111111:assumed-role/reader/x is not authorized to perform: kafka:ListReplicators (HandlerErrorCode: AccessDenied)';
    aws.control.addFault({ kind: 'error', operation: 'ListResources', code, message: said });
    const failure = await failureOf(read('kafkaReplicators'));
    expect(failure).toMatchObject({ problem: 'denied', permission: 'kafka:ListReplicators' });
    expect(sourceOf('kafkaReplicators').permissions).toContain('kafka:ListReplicators');
  });
});

describe('A20 a type that AWS does not know in a region', () => {
  test('is no gap where the service is not documented to be', async () => {
    expect(await read('deviceProjects', 'eu-central-1')).toEqual([]);
  });

  test.each([
    ['the service is documented to be', 'deviceProjects', 'us-west-2'],
    ['nothing says where the service is', 'kafkaReplicators', 'eu-central-1'],
  ])('is a gap where %s', async (_where, name, region) => {
    aws.control.addFault({ kind: 'error', operation: 'ListResources', code: 'TypeNotFoundException' });
    expect(await failureOf(read(name, region))).toMatchObject({ message: expect.stringContaining('TypeNotFound') });
  });

  test('is a gap in a region that this version does not know', async () => {
    await aws.close();
    aws = await startAws({ regions: ['eu-next-1'] });
    expect(await failureOf(read('deviceProjects', 'eu-next-1'))).toMatchObject({
      message: expect.stringContaining('TypeNotFound'),
    });
  });

  test('is a gap if only its listing is not supported', async () => {
    aws.control.addFault({ kind: 'error', operation: 'ListResources', code: 'UnsupportedActionException' });
    expect(await failureOf(read('deviceProjects', 'eu-central-1'))).toMatchObject({ problem: 'failed' });
  });
});

test.each([
  ['dashboardSources', 'ResourceNotFoundException', `Directory information for account ${ID} is not found.`],
  ['dashboardConnections', 'ResourceNotFoundException', `Directory information for account ${ID} is not found.`],
  ['dashboardConnections', 'GeneralServiceException', `Account ${ID} is not subscribed for QuickSight`],
  [
    'firewallPolicies',
    'AccessDeniedException',
    `No default admin could be found for account ${ID} in Region us-east-1`,
  ],
  ['firewallPolicies', 'AccessDeniedException', `Account: ${ID} is not currently delegated by AWS FM.`],
  [
    'firewallPolicies',
    'AccessDeniedException',
    'Operation ListPolicies is only available to AWS Firewall Manager Administrators.',
  ],
])('A20 an account that never signed up for a service has nothing in it: %s (%s: %s)', async (name, code, message) => {
  aws.control.addFault({ kind: 'error', operation: 'ListResources', code, message });
  expect(await read(name)).toEqual([]);
});

test('A20 a service that nobody set up is not asked: it has no role', async () => {
  aws.control.addAnswers(HERE, [{ operation: 'ListRoles', item: { Path: '/aws-service-role/drs.amazonaws.com/' } }]);
  aws.control.addFault({ kind: 'error', operation: 'ListResources', code: 'GeneralServiceException' });
  expect(await read('responsePlans')).toEqual([]);
  expect(listed()).toEqual([]);
});

test('A20 roles that cannot be listed are a gap', async () => {
  aws.control.addFault({ kind: 'error', operation: 'ListRoles', code: 'AccessDenied' });
  expect(await failureOf(read('responsePlans'))).toMatchObject({ problem: 'denied' });
});

test('A20 a reader that may not list the policies of Firewall Manager is a gap', async () => {
  const message = `User: arn:aws:sts::${ID}:assumed-role/reader/x is not authorized to perform: fms:ListPolicies`;
  aws.control.addFault({ kind: 'error', operation: 'ListResources', code: 'AccessDeniedException', message });
  expect(await failureOf(read('firewallPolicies'))).toMatchObject({
    problem: 'denied',
    permission: 'fms:ListPolicies',
  });
});

describe("A20 a service's own listing, where the service is not documented to be,", () => {
  const directory = () =>
    aws.control.addAnswers({ ...HERE, region: 'eu-north-1' }, [
      { operation: 'DescribeWorkspaceDirectories', item: { DirectoryId: 'd-1', WorkspaceSecurityGroupId: SG } },
    ]);

  test('is not asked if AWS knows no type of the service there', async () => {
    directory();
    aws.control.addFault({ kind: 'error', operation: 'ListResources', code: 'TypeNotFoundException' });
    expect(await read('workspaceDirectories', 'eu-north-1')).toEqual([]);
  });

  test.each([
    ['knows the type', undefined],
    ['says nothing', 'AccessDeniedException'],
  ])('is asked if AWS %s there', async (_what, code) => {
    directory();
    if (code) aws.control.addFault({ kind: 'error', operation: 'ListResources', code });
    expect(await read('workspaceDirectories', 'eu-north-1')).toMatchObject([{ alias: SG }]);
  });

  test.each([
    ['appRunnerConnectors', 'ap-northeast-2'],
    ['appRunnerImages', 'eu-north-1'],
    ['codeBuildProjects', 'ca-west-1'],
    ['memoryDbClusters', 'af-south-1'],
    ['pipes', 'il-central-1'],
    ['serverlessWarehouses', 'me-south-1'],
    ['serviceNetworks', 'ap-southeast-7'],
    ['streamingFleets', 'eu-north-1'],
  ])('%s in %s, is no gap by the word of AWS, and one where AWS knows the type', async (name, region) => {
    await aws.close();
    aws = await startAws({ regions: [region] });
    aws.control.addFault({ kind: 'error', operation: 'ListResources', code: 'TypeNotFoundException', times: 1 });
    expect(await read(name, region)).toEqual([]);
    expect(aws.control.calls().filter(({ operation }) => !SIGNING.has(operation))).toMatchObject([
      { operation: 'ListResources', region },
    ]);
    aws.control.addFault({ kind: 'error', operation: 'ListResources', code: 'UnsupportedActionException' });
    await read(name, region);
    expect(aws.control.calls().filter(({ operation }) => !SIGNING.has(operation)).length).toBeGreaterThan(2);
  });

  test('is asked at once in every other region', async () => {
    expect(await read('workspaceDirectories')).toEqual([]);
    expect(listed()).toEqual([]);
  });
});
