/** Clusters of Redshift as graphs of their users; the verdicts follow from the construction. */
import { launchedKind, launchUser } from './launched.ts';
import { answers, controlled, type Row, recorded, valued, variable } from './rows.ts';
import { OTHER, OWN } from './surveyed.ts';

const uuidOf = (name: string) =>
  `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').slice(-12).padStart(12, '0')}`;
const arnOf = (kind: string, name: string, account = OWN.account) =>
  `arn:aws:redshift:us-east-1:${account}:${kind}:${name}`;
/** Its identity: one per name. */
export const namespaceArnOf = (name: string) => arnOf('namespace', uuidOf(name));
const hostOf = (name: string) => `${name}.c0ffee123456.us-east-1.redshift.amazonaws.com`;

const measured = (name: string, daysAgo: number, value: number, more: Readonly<Record<string, string>> = {}): Row[1] =>
  valued('AWS/Redshift', name, daysAgo, value, (id) => ({ ClusterIdentifier: id, ...more }));

const connected =
  (toHost: (name: string) => string): Row[1] =>
  ({ control, at, name }) => {
    const JDBC_CONNECTION_URL = `jdbc:redshift://${toHost(name)}:5439/dev`;
    control.addGlueConnections(at, [{ ConnectionProperties: { JDBC_CONNECTION_URL } }]);
  };

const planned = (action: string, State: string | undefined, toName = (id: string) => id): Row[1] =>
  answers('DescribeScheduledActions', ({ id, user }) => ({
    ScheduledActionName: user,
    TargetAction: { [action]: { ClusterIdentifier: toName(id) } },
    ...(State && { State }),
  }));

const QUICKSIGHT = 'AWS::QuickSight::DataSource';
const sourced = (RedshiftParameters: (name: string) => object) =>
  controlled(QUICKSIGHT, (name) => ({
    AwsAccountId: OWN.account,
    DataSourceParameters: { RedshiftParameters: RedshiftParameters(name) },
  }));

const USED: readonly Row[] = [
  ['connection today', measured('DatabaseConnections', 0, 1)],
  ['connection ten days ago', measured('DatabaseConnections', 10, 1)],
  ['connection at the end of the last month', measured('DatabaseConnections', 30, 4)],
  ['query five days ago', measured('QueriesCompletedPerSecond', 5, 0.2, { latency: 'short' })],
  ['long query twenty days ago', measured('QueriesCompletedPerSecond', 20, 0.01, { latency: 'long' })],
  [
    'data share that it gives',
    answers('DescribeDataSharesForProducer', ({ id, user }) => ({
      DataShareArn: arnOf('datashare', `${uuidOf(id)}/${user}`),
      ProducerArn: namespaceArnOf(id),
    })),
  ],
  [
    'data share that it reads',
    answers('DescribeDataSharesForConsumer', ({ id, user }) => ({
      DataShareArn: arnOf('datashare', `11111111-0000-4000-8000-000000000000/${user}`, OTHER.account),
      ConsumerArn: namespaceArnOf(id),
    })),
  ],
  [
    'zero-ETL integration',
    answers('DescribeIntegrations', ({ id, user }) => ({
      IntegrationName: user,
      SourceArn: `arn:aws:dynamodb:us-east-1:${OWN.account}:table/orders`,
      TargetArn: namespaceArnOf(id),
    })),
  ],
  [
    'account that may make endpoints to it',
    answers('DescribeEndpointAuthorization', ({ id }) => ({ ClusterIdentifier: id, Grantee: OTHER.account })),
  ],
  ['endpoint of it', ({ control, at, id }) => control.addWarehouseEndpoints(at, [{ ClusterIdentifier: id }])],
  ['scheduled resumption', planned('ResumeCluster', 'ACTIVE')],
  ['scheduled pause', planned('PauseCluster', 'ACTIVE')],
  ['scheduled resize without a state', planned('ResizeCluster', undefined)],
  ['connection of Glue', connected(hostOf)],
  ['server of DMS', controlled('AWS::DMS::Endpoint', (name) => ({ ServerName: hostOf(name) }))],
  ['data source of QuickSight, by its name', sourced((ClusterId) => ({ Database: 'dev', ClusterId }))],
  ['data source of QuickSight, by its host', sourced((name) => ({ Database: 'dev', Host: hostOf(name) }))],
  [
    'stream of Firehose',
    controlled('AWS::KinesisFirehose::DeliveryStream', (name) => ({
      RedshiftDestinationConfiguration: { ClusterJDBCURL: `jdbc:redshift://${hostOf(name)}:5439/dev` },
    })),
  ],
  ['variable of a function, by its host', variable((name) => `postgres://${hostOf(name)}:5439/dev`)],
  [
    'variable of a function, by an earlier host of its name',
    variable((name) => hostOf(name).replace('c0ffee', 'feed')),
  ],
  ['variable of a function, by its ARN', variable((name) => arnOf('cluster', name))],
  ['variable of a function, by a database in it', variable((name) => arnOf('dbname', `${name}/dev`))],
  ['variable of a function, by its namespace', variable(namespaceArnOf)],
  ['variable of a function, for the Data API', variable((name) => JSON.stringify({ ClusterIdentifier: name }))],
  [
    'variable of a function, as words of a command',
    variable((name) => `aws redshift-data --cluster-identifier ${name}`),
  ],
  ['name in Route 53', recorded(hostOf)],
  ['name in Route 53 of another account', (s) => recorded(hostOf)({ ...s, at: s.elsewhere })],
];

const UNUSED: readonly Row[] = [
  ['connection fifty days ago', measured('DatabaseConnections', 50, 9)],
  ['work of its processors', measured('CPUUtilization', 1, 80)],
  ['query of another', measured('QueriesCompletedPerSecond', 1, 9, { latency: 'short', wlmid: '1' })],
  ['scheduled pause that is disabled', planned('PauseCluster', 'DISABLED')],
  ['scheduled pause of another', planned('PauseCluster', 'ACTIVE', (id) => `${id}x`)],
  ['connection of Glue to another', connected((name) => hostOf(`${name}x`))],
  ['data source of QuickSight for another', sourced((name) => ({ Database: 'dev', ClusterId: `${name}x` }))],
  [
    'variable of a function, by that name in another account',
    variable((name) => arnOf('cluster', name, OTHER.account)),
  ],
  [
    'variable of a function, by another service',
    variable((name) => `${name}.1.us-east-1.redshift-serverless.amazonaws.com`),
  ],
  ['name of another in Route 53', recorded((name) => hostOf(`${name}x`))],
];

export const WAREHOUSE_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  scheduled: { tags: { Schedule: 'office-hours' } },
  paused: { ClusterStatus: 'paused' },
  resizing: { ClusterStatus: 'resizing' },
  maintained: { ClusterAvailabilityStatus: 'Maintenance' },
  pending: { PendingModifiedValues: { NodeType: 'ra3.4xlarge' } },
  copied: { ClusterSnapshotCopyStatus: { DestinationRegion: 'eu-west-1' } },
  inZones: { MultiAZ: 'Enabled' },
  named: { CustomDomainName: 'sales.example.com' },
  catalogued: { LakehouseRegistrationStatus: 'Registered' },
  withSecret: { MasterPasswordSecretArn: 'arn:aws:secretsmanager:us-east-1:111111111111:secret:redshift!sales-1' },
  young: {},
} as const;

type Is = Exclude<keyof typeof PROPERTIES, 'plain'>;

export const WAREHOUSE_KEPT = (Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]).filter((is) => is !== 'plain');

const kindOf = (type: string) =>
  launchedKind<Is>({
    type,
    kept: WAREHOUSE_KEPT,
    users: WAREHOUSE_USERS,
    launched: (index) => ({ id: `store-${index}`, name: `store-${index}` }),
    add(control, { id: ClusterIdentifier }, is, ClusterCreateTime) {
      const own = { ClusterIdentifier, ClusterCreateTime, ClusterNamespaceArn: namespaceArnOf(ClusterIdentifier) };
      control.addWarehouses(OWN, [{ ...own, ...(PROPERTIES[is] as object) }]);
    },
  });

export const warehouses = kindOf('warehouse');

/** The same, as runs that are only paused. */
export const runningWarehouses = kindOf('runningWarehouse');
