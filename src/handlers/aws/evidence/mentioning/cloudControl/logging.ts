/** What writes its log to a group, or shows one, read as types of Cloud Control. */
import { controlled } from '../../listings/controlled.ts';
import { MOST_REGIONS, REGIONS } from '../../listings/serviceRegions.ts';
import { beginningsIn, groupsIn, sourcesIn } from '../../logs/sourcesIn.ts';

/** Its group is the record of an account; one that is switched off may be switched on again. */
export const trails = controlled({
  name: 'trails',
  type: 'AWS::CloudTrail::Trail',
  users: 'Trails of CloudTrail, also those that do not log',
  user: 'CloudTrail trail',
  names: ['logGroup'],
  rights: [
    'cloudtrail:DescribeTrails',
    'cloudtrail:GetEventSelectors',
    'cloudtrail:GetInsightSelectors',
    'cloudtrail:GetTrail',
    'cloudtrail:GetTrailStatus',
    'cloudtrail:ListTags',
    'cloudtrail:ListTrails',
  ],
});

export const flowLogs = controlled({
  name: 'flowLogs',
  type: 'AWS::EC2::FlowLog',
  users: 'Flow logs of VPCs, subnets and network interfaces',
  user: 'flow log',
  names: ['logGroup'],
  rights: ['ec2:DescribeFlowLogs'],
});

export const resolverQueryLogs = controlled({
  name: 'resolverQueryLogs',
  type: 'AWS::Route53Resolver::ResolverQueryLoggingConfig',
  users: 'Query logs of Route 53 Resolver',
  user: 'query log of Route 53 Resolver',
  names: ['logGroup'],
  rights: [
    'route53resolver:GetResolverQueryLogConfig',
    'route53resolver:ListResolverQueryLogConfigs',
    'route53resolver:ListTagsForResource',
  ],
});

/** Each session that a person opens in a task is written there. */
export const ecsClusterLogs = controlled({
  name: 'ecsClusterLogs',
  type: 'AWS::ECS::Cluster',
  users: 'Clusters of ECS, by the log of sessions in their tasks',
  user: 'ECS cluster',
  names: ['logGroup'],
  rights: ['ecs:DescribeClusters', 'ecs:ListClusters', 'kms:DescribeKey'],
});

/** Its tasks write when they run. */
export const syncTasks = controlled({
  name: 'syncTasks',
  type: 'AWS::DataSync::Task',
  users: 'Tasks of DataSync',
  user: 'DataSync task',
  names: ['logGroup'],
  rights: ['datasync:DescribeTask', 'datasync:ListTagsForResource', 'datasync:ListTasks'],
});

export const kafkaClusters = controlled({
  name: 'kafkaClusters',
  type: 'AWS::MSK::Cluster',
  users: 'Clusters of MSK',
  user: 'MSK cluster',
  names: ['logGroup'],
  rights: ['kafka:DescribeCluster', 'kafka:ListClusters'],
});

/** Its widgets have queries, whose names stand in their texts. */
export const dashboards = controlled({
  name: 'dashboards',
  type: 'AWS::CloudWatch::Dashboard',
  users: 'Dashboards of CloudWatch, by their queries of logs',
  user: 'CloudWatch dashboard',
  names: ['logGroup'],
  meaning: (properties) => ({ logGroups: sourcesIn(JSON.stringify(properties)) }),
  rights: ['cloudwatch:GetDashboard', 'cloudwatch:ListDashboards'],
});

/**
 * A rule of an error log is quiet as long as all is well. A name may end with `*`.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/ContributorInsights-RuleSyntax.html
 */
export const insightRules = controlled({
  name: 'insightRules',
  type: 'AWS::CloudWatch::InsightRule',
  users:
    'Rules of Contributor Insights in every state; one that names groups by a beginning (`/aws/lambda/sh*`) uses each in that folder (`/aws/lambda/`)',
  user: 'rule of Contributor Insights',
  names: ['logGroup'],
  meaning: (properties) => ({ logGroups: [...sourcesIn(JSON.stringify(properties)), ...beginningsIn(properties)] }),
  rights: ['cloudwatch:DescribeInsightRules', 'cloudwatch:ListTagsForResource'],
});

/**
 * A pipeline does not make the group of its sink again: "this must be an existing log group name".
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/pipeline-sinks.html
 */
export const telemetryPipelines = controlled({
  name: 'telemetryPipelines',
  type: 'AWS::ObservabilityAdmin::TelemetryPipelines',
  users: 'Pipelines of CloudWatch in every state, by the sinks and sources in their configuration',
  user: 'pipeline of CloudWatch',
  names: ['logGroup'],
  meaning: (properties) => ({ logGroups: groupsIn(JSON.stringify(properties)) }),
  rights: [
    'observabilityadmin:GetTelemetryPipeline',
    'observabilityadmin:ListTagsForResource',
    'observabilityadmin:ListTelemetryPipelines',
  ],
});

/** A rule without a match writes nothing for months: the next alert goes there. */
export const firewallLogs = controlled({
  name: 'firewallLogs',
  type: 'AWS::NetworkFirewall::LoggingConfiguration',
  listedAs: 'AWS::NetworkFirewall::Firewall',
  users: 'Logs of Network Firewall',
  user: 'log of the firewall',
  names: ['logGroup'],
  rights: [
    'logs:GetLogDelivery',
    'logs:ListLogDeliveries',
    'network-firewall:DescribeLoggingConfiguration',
    'network-firewall:ListFirewalls',
  ],
  regions: MOST_REGIONS.networkFirewall,
});

const latticeLog = {
  type: 'AWS::VpcLattice::AccessLogSubscription',
  user: 'access log subscription',
  names: ['logGroup'],
  model: (ResourceIdentifier: string) => ({ ResourceIdentifier }),
} as const;
const LATTICE_RIGHTS = [
  'vpc-lattice:GetAccessLogSubscription',
  'vpc-lattice:ListAccessLogSubscriptions',
  'vpc-lattice:ListTagsForResource',
];

export const latticeServiceLogs = controlled({
  ...latticeLog,
  name: 'latticeServiceLogs',
  users: 'Access logs of services of VPC Lattice',
  under: { type: 'AWS::VpcLattice::Service' },
  rights: [...LATTICE_RIGHTS, 'vpc-lattice:ListServices'],
  regions: MOST_REGIONS.vpcLattice,
});

export const latticeNetworkLogs = controlled({
  ...latticeLog,
  name: 'latticeNetworkLogs',
  users: 'Access logs of service networks of VPC Lattice',
  under: { type: 'AWS::VpcLattice::ServiceNetwork' },
  rights: [...LATTICE_RIGHTS, 'vpc-lattice:ListServiceNetworks'],
  regions: MOST_REGIONS.vpcLattice,
});

/** Also where the log is off: it may be switched on again. */
export const verifiedAccessLogs = controlled({
  name: 'verifiedAccessLogs',
  type: 'AWS::EC2::VerifiedAccessInstance',
  users: 'Instances of Verified Access, by their logs',
  user: 'Verified Access instance',
  names: ['logGroup'],
  rights: [
    'ec2:DescribeTags',
    'ec2:DescribeVerifiedAccessInstanceLoggingConfigurations',
    'ec2:DescribeVerifiedAccessInstances',
    'logs:GetLogDelivery',
    'logs:ListLogDeliveries',
  ],
  regions: REGIONS.verifiedAccess,
});

/** Rules and alerts that fail are told there alone. */
export const metricWorkspaces = controlled({
  name: 'metricWorkspaces',
  type: 'AWS::APS::Workspace',
  users: 'Workspaces of Managed Service for Prometheus, by their logs',
  user: 'Prometheus workspace',
  names: ['logGroup'],
  rights: [
    'aps:DescribeAlertManagerDefinition',
    'aps:DescribeLoggingConfiguration',
    'aps:DescribeWorkspace',
    'aps:ListTagsForResource',
    'aps:ListWorkspaces',
  ],
  regions: MOST_REGIONS.prometheus,
});

export const chatLogs = controlled({
  name: 'chatLogs',
  type: 'AWS::IVSChat::LoggingConfiguration',
  users: 'Logs of rooms of IVS Chat',
  user: 'IVS Chat log',
  names: ['logGroup'],
  rights: ['ivschat:GetLoggingConfiguration', 'ivschat:ListLoggingConfigurations', 'ivschat:ListTagsForResource'],
  regions: REGIONS.ivsChat,
});
