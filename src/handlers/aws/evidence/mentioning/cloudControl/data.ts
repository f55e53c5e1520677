/** What moves and searches data, read as types of Cloud Control. */
import { controlled } from '../../listings/controlled.ts';
import { REGIONS } from '../../listings/serviceRegions.ts';

/** QuickSight's own words. */
const NOT_SUBSCRIBED =
  /^Directory information for account \d+ is not found|is not (?:subscribed for|signed up with) QuickSight/;

/** The next synchronisation connects with these groups. */
export const searchSources = controlled({
  name: 'searchSources',
  type: 'AWS::Kendra::DataSource',
  users: 'Data sources of Kendra',
  user: 'Kendra data source',
  names: ['fileSystem', 'securityGroup', 'vpcEndpoint'],
  under: { type: 'AWS::Kendra::Index' },
  model: (IndexId) => ({ IndexId }),
  rights: ['kendra:DescribeDataSource', 'kendra:ListDataSources', 'kendra:ListIndices', 'kendra:ListTagsForResource'],
  regions: REGIONS.kendra,
});

/** The next synchronisation connects with these groups. */
export const assistantSources = controlled({
  name: 'assistantSources',
  type: 'AWS::QBusiness::DataSource',
  users: 'Data sources of Q Business',
  user: 'Q Business data source',
  names: ['securityGroup', 'vpcEndpoint'],
  under: {
    type: 'AWS::QBusiness::Index',
    under: { type: 'AWS::QBusiness::Application' },
    model: (ApplicationId) => ({ ApplicationId }),
  },
  model(index) {
    const [ApplicationId, IndexId] = index.split('|');
    return { ApplicationId, IndexId };
  },
  rights: [
    'qbusiness:GetDataSource',
    'qbusiness:ListApplications',
    'qbusiness:ListDataSources',
    'qbusiness:ListIndices',
    'qbusiness:ListTagsForResource',
  ],
  regions: REGIONS.qBusiness,
});

/** A connection that is stopped or failed has no interfaces. */
export const dashboardConnections = controlled({
  name: 'dashboardConnections',
  type: 'AWS::QuickSight::VPCConnection',
  users: 'VPC connections of QuickSight in every state',
  user: 'QuickSight VPC connection',
  names: ['securityGroup'],
  model: (_above, { account }) => ({ AwsAccountId: account.id }),
  rights: ['quicksight:DescribeVPCConnection', 'quicksight:ListTagsForResource', 'quicksight:ListVPCConnections'],
  regions: REGIONS.quickSight,
  unsubscribed: NOT_SUBSCRIBED,
});

/** A dashboard connects to the database when somebody looks at it. */
export const dashboardSources = controlled({
  name: 'dashboardSources',
  type: 'AWS::QuickSight::DataSource',
  users: 'Data sources of QuickSight in every state, by their hosts and clusters',
  user: 'QuickSight data source',
  names: ['dbInstance', 'elasticIp', 'loadBalancer', 'loadBalancerV2', 'warehouse'],
  model: (_above, { account }) => ({ AwsAccountId: account.id }),
  meaning(properties) {
    const text = JSON.stringify(properties);
    return { redshiftClusterIdentifiers: idsIn(text, CLUSTER), dbInstanceIdentifiers: idsIn(text, INSTANCE) };
  },
  rights: [
    'quicksight:DescribeDataSource',
    'quicksight:DescribeDataSourcePermissions',
    'quicksight:ListDataSources',
    'quicksight:ListTagsForResource',
  ],
  regions: REGIONS.quickSight,
  unsubscribed: NOT_SUBSCRIBED,
});

/** `RedshiftParameters` has a host, or the name of a cluster in a member whose name alone means many things; `RdsParameters` that of an instance. */
const CLUSTER = /"ClusterId":"([\w-]{1,63})"/g;
const INSTANCE = /"InstanceId":"([\w-]{1,64})"/g;

function idsIn(text: string, member: RegExp): readonly string[] {
  return [...text.matchAll(member)].map(([, name = '']) => name);
}

/** It copies with the next record. */
export const deliveryStreams = controlled({
  name: 'deliveryStreams',
  type: 'AWS::KinesisFirehose::DeliveryStream',
  users: 'Streams of Data Firehose, by the cluster that they deliver to, and by their logs',
  user: 'Firehose stream',
  names: ['logGroup', 'warehouse'],
  rights: ['firehose:DescribeDeliveryStream', 'firehose:ListDeliveryStreams', 'firehose:ListTagsForDeliveryStream'],
});

/** The next replication instance or migration starts with these groups. */
export const migrationProfiles = controlled({
  name: 'migrationProfiles',
  type: 'AWS::DMS::InstanceProfile',
  users: 'Instance profiles of Database Migration Service',
  user: 'DMS instance profile',
  names: ['securityGroup'],
  rights: ['dms:DescribeInstanceProfiles', 'dms:ListInstanceProfiles', 'dms:ListTagsForResource'],
});

/** A replication that is stopped has no interfaces. */
export const replicationConfigs = controlled({
  name: 'replicationConfigs',
  type: 'AWS::DMS::ReplicationConfig',
  users: 'Serverless replications of Database Migration Service, also stopped ones',
  user: 'DMS replication',
  names: ['securityGroup', 'vpcEndpoint'],
  rights: ['dms:DescribeReplicationConfigs', 'dms:ListTagsForResource'],
});

/** A rule writes into the table with the next message. */
export const topicRules = controlled({
  name: 'topicRules',
  type: 'AWS::IoT::TopicRule',
  users: 'Rules of IoT, by what they write to',
  user: 'IoT rule',
  names: ['logGroup', 'table'],
  rights: ['iot:GetTopicRule', 'iot:ListTagsForResource', 'iot:ListTopicRules'],
  regions: REGIONS.iot,
});

/** It exports the table again and again, which consumes nothing. */
export const warehouseIntegrations = controlled({
  name: 'warehouseIntegrations',
  type: 'AWS::Redshift::Integration',
  users: 'Zero-ETL integrations of Redshift, by their sources',
  user: 'zero-ETL integration',
  names: ['table'],
  rights: ['redshift:DescribeIntegrations', 'redshift:DescribeTags'],
});

/** It exports the table again and again, which consumes nothing. */
export const lakeIntegrations = controlled({
  name: 'lakeIntegrations',
  type: 'AWS::Glue::Integration',
  users: 'Zero-ETL integrations of Glue, by their sources',
  user: 'zero-ETL integration of Glue',
  names: ['table'],
  rights: ['glue:DescribeIntegrations', 'glue:GetTags'],
  regions: REGIONS.glueIntegrations,
});

/** People write its configuration as a text; one that is stopped exports the table when it starts. */
export const ingestionPipelines = controlled({
  name: 'ingestionPipelines',
  type: 'AWS::OSIS::Pipeline',
  users: 'Pipelines of OpenSearch Ingestion in every state, by their configuration',
  user: 'OpenSearch Ingestion pipeline',
  names: ['logGroup', 'texts'],
  rights: ['osis:GetPipeline', 'osis:GetResourcePolicy', 'osis:ListPipelines', 'osis:ListTagsForResource'],
  regions: REGIONS.ingestion,
});

/** A task connects to the server by this name. */
export const migrationEndpoints = controlled({
  name: 'migrationEndpoints',
  type: 'AWS::DMS::Endpoint',
  users: 'Endpoints of Database Migration Service, by their servers',
  user: 'DMS endpoint',
  names: ['cache', 'dbCluster', 'dbInstance', 'elasticIp', 'loadBalancer', 'loadBalancerV2', 'warehouse'],
  rights: ['dms:DescribeEndpoints', 'dms:ListTagsForResource'],
});

/** Its next training runs with these groups. */
export const languageFlywheels = controlled({
  name: 'languageFlywheels',
  type: 'AWS::Comprehend::Flywheel',
  users: 'Flywheels of Comprehend',
  user: 'Comprehend flywheel',
  names: ['securityGroup', 'vpcEndpoint'],
  rights: ['comprehend:DescribeFlywheel', 'comprehend:ListFlywheels', 'comprehend:ListTagsForResource'],
  regions: REGIONS.comprehend,
});

/** A version of it trains with these groups. */
export const documentClassifiers = controlled({
  name: 'documentClassifiers',
  type: 'AWS::Comprehend::DocumentClassifier',
  users: 'Document classifiers of Comprehend',
  user: 'Comprehend document classifier',
  names: ['securityGroup', 'vpcEndpoint'],
  rights: [
    'comprehend:DescribeDocumentClassifier',
    'comprehend:DescribeResourcePolicy',
    'comprehend:ListDocumentClassifiers',
    'comprehend:ListTagsForResource',
  ],
  regions: REGIONS.comprehend,
});

/** A replicator that failed or is updated makes its interfaces again. */
export const kafkaReplicators = controlled({
  name: 'kafkaReplicators',
  type: 'AWS::MSK::Replicator',
  users: 'Replicators of MSK',
  user: 'MSK replicator',
  names: ['logGroup', 'securityGroup'],
  rights: ['kafka:DescribeReplicator', 'kafka:ListReplicators', 'kafka:ListTagsForResource'],
});

/** It keeps its groups in every state. */
export const kafkaConnections = controlled({
  name: 'kafkaConnections',
  type: 'AWS::MSK::VpcConnection',
  users: 'VPC connections of MSK clusters',
  user: 'MSK VPC connection',
  names: ['securityGroup'],
  rights: ['kafka:DescribeVpcConnection', 'kafka:ListVpcConnections'],
});

/** Its workers start again with these groups. */
export const kafkaConnectors = controlled({
  name: 'kafkaConnectors',
  type: 'AWS::KafkaConnect::Connector',
  users: 'Connectors of MSK Connect',
  user: 'MSK Connect connector',
  names: ['logGroup', 'securityGroup', 'vpcEndpoint'],
  rights: ['kafkaconnect:DescribeConnector', 'kafkaconnect:ListConnectors', 'kafkaconnect:ListTagsForResource'],
});
