/** Clusters of Aurora as graphs of their users; the verdicts follow from the construction. */
import type { GraphKind } from './kind.ts';
import { launchedKind, launchUser } from './launched.ts';
import { answers, controlled, type Row, recorded, valued, variable } from './rows.ts';
import { DAY, OTHER, OWN } from './surveyed.ts';

const hostOf = (name: string, kind = 'cluster') => `${name}.${kind}-c0ffee123456.us-east-1.rds.amazonaws.com`;
const memberHost = (name: string, member = 1) => `${name}-${member}.c0ffee123456.us-east-1.rds.amazonaws.com`;
const arnOf = (name: string, account = OWN.account) => `arn:aws:rds:us-east-1:${account}:cluster:${name}`;

const measured = (name: string, daysAgo: number, value: number, member = '-1') =>
  sent(name, daysAgo, value, (id) => ({ DBInstanceIdentifier: `${id}${member}` }));
/** Of whatever members it had on that day. */
const measuredWhole = (name: string, daysAgo: number, value: number, more = '') =>
  sent(name, daysAgo, value, (id) => ({ DBClusterIdentifier: `${id}${more}` }));

const sent = (
  name: string,
  daysAgo: number,
  value: number,
  dimensionsOf: (id: string) => Readonly<Record<string, string>>,
): Row[1] => valued('AWS/RDS', name, daysAgo, value, dimensionsOf);

const planned = (nameOf: (id: string) => string) =>
  answers('DescribeScheduledActions', ({ id, user }) => ({
    ServiceNamespace: 'rds',
    ResourceId: `cluster:${nameOf(id)}`,
    ScheduledActionName: user,
  }));

const proxied =
  (target: (name: string) => object): Row[1] =>
  ({ control, at, name, user }) => {
    const DBProxyName = `proxy-of-${user}`;
    control.addDbProxies(at, [{ DBProxyName }]);
    control.addAnswers(at, [{ operation: 'DescribeDBProxyTargets', item: { DBProxyName, ...target(name) } }]);
  };

const told =
  (daysAgo: number, Message: string, category = 'notification', member = ''): Row[1] =>
  ({ control, at, id }) => {
    const when = new Date(Date.now() - daysAgo * DAY).toISOString();
    const SourceType = member === '' ? ('db-cluster' as const) : ('db-instance' as const);
    const what = { SourceIdentifier: `${id}${member}`, SourceType, Message, EventCategories: [category] };
    control.addDbEvents(at, [{ ...what, Date: when }]);
  };

const deployed = (Source: (name: string) => string) =>
  answers('DescribeBlueGreenDeployments', ({ name, user }) => ({
    BlueGreenDeploymentName: user,
    Status: 'AVAILABLE',
    Source: Source(name),
  }));

const following =
  (toSource: (name: string) => string): Row[1] =>
  ({ control, at, name, user }) =>
    control.addDbClusters(at, [
      {
        DBClusterIdentifier: `${name}-by-${user}`,
        Engine: 'aurora-mysql',
        ReplicationSourceIdentifier: toSource(name),
      },
    ]);

/** Of an engine that no other one has: RDS does not say which of them it is made from. */
const beingMade: Row[1] = ({ control, at, id, name, user }) => {
  control.update(at, 'dbCluster', id, { Engine: 'aurora-mysql' });
  control.addDbClusters(at, [
    { DBClusterIdentifier: `${name}-by-${user}`, Engine: 'aurora-mysql', Status: 'creating' },
  ]);
};

export const BEING_MADE = 'one that is being made';

const USED: readonly Row[] = [
  ['connection today', measured('DatabaseConnections', 0, 1)],
  ['connection to a reader ten days ago', measured('DatabaseConnections', 10, 1, '-2')],
  ['connection at the end of the last month', measured('DatabaseConnections', 30, 2)],
  ['much reading of a reader twenty days ago', measured('ReadIOPS', 20, 900, '-2')],
  ['much writing five days ago', measured('WriteIOPS', 5, 60)],
  ['start by a person', told(3, 'DB cluster started')],
  ['connection to a reader that is gone', measuredWhole('DatabaseConnections', 12, 7)],
  ['scheduled action that adds readers', planned((id) => id)],
  ['restart of a member by a person', told(3, 'DB instance restarted', 'availability', '-2')],
  [
    'another class of a member',
    told(3, 'Finished applying modification to DB instance class', 'configuration change', '-1'),
  ],
  ['change by a person', told(9, 'Reset master credentials', 'configuration change')],
  ['proxy, by its name', proxied((RdsResourceId) => ({ Type: 'TRACKED_CLUSTER', TrackedClusterId: RdsResourceId }))],
  ['proxy, by a member', proxied((name) => ({ Type: 'RDS_INSTANCE', RdsResourceId: `${name}-2` }))],
  ['proxy, by the host of a member', proxied((name) => ({ Endpoint: memberHost(name) }))],
  ['blue/green deployment', deployed(arnOf)],
  [
    'integration',
    answers('DescribeIntegrations', ({ name, user }) => ({ IntegrationName: user, SourceArn: arnOf(name) })),
  ],
  [
    'connection of Glue',
    ({ control, at, name }) => {
      const JDBC_CONNECTION_URL = `jdbc:postgresql://${hostOf(name, 'cluster-ro')}:5432/shop`;
      control.addGlueConnections(at, [{ ConnectionProperties: { JDBC_CONNECTION_URL } }]);
    },
  ],
  ['server of DMS', controlled('AWS::DMS::Endpoint', (name) => ({ ServerName: hostOf(name) }))],
  [
    'endpoint of Verified Access',
    controlled('AWS::EC2::VerifiedAccessEndpoint', (name) => ({ RdsOptions: { RdsDbClusterArn: arnOf(name) } })),
  ],
  [
    'plan of a switch of regions',
    controlled('AWS::ARCRegionSwitch::Plan', (name) => ({ DatabaseClusterArns: [arnOf(name)] })),
  ],
  ['variable of a function, by its host', variable((name) => `postgres://shop@${hostOf(name)}:5432/shop`)],
  ['variable of a function, by the host of a member', variable((name) => memberHost(name, 2))],
  ['variable of a function, by its name', variable((name) => JSON.stringify({ dbClusterIdentifier: name }))],
  ['variable of a function, by its ARN', variable(arnOf)],
  ['cluster that follows it', following(arnOf)],
  [BEING_MADE, beingMade],
  ['name in Route 53', recorded(hostOf)],
  [
    'name of its readers in Route 53 of another account',
    (s) => recorded((n) => hostOf(n, 'cluster-ro'))({ ...s, at: s.elsewhere }),
  ],
];

const UNUSED: readonly Row[] = [
  ['connection fifty days ago', measured('DatabaseConnections', 50, 9)],
  ['housekeeping', measured('WriteIOPS', 3, 12)],
  ['backup', told(1, 'Automated cluster snapshot created', 'backup')],
  ['start by a person sixteen days ago', told(16, 'DB cluster started')],
  ['connection to a reader of another', measuredWhole('DatabaseConnections', 12, 7, 'x')],
  ['little work of a reader that is gone', measuredWhole('ReadIOPS', 12, 7)],
  ['scheduled action of another', planned((id) => `${id}x`)],
  ['backup of a member', told(1, 'Backing up DB instance', 'backup', '-1')],
  ['connection to another', measured('DatabaseConnections', 1, 9, 'x-1')],
  ['proxy of another', proxied((name) => ({ TrackedClusterId: `${name}x`, Endpoint: memberHost(`${name}x`) }))],
  ['deployment of another', deployed((name) => arnOf(`${name}x`))],
  ['deployment of one of that name in another account', deployed((name) => arnOf(name, OTHER.account))],
  ['variable of a function, by the host of another', variable((name) => hostOf(`x${name}`))],
  ['name of another in Route 53', recorded((name) => hostOf(`${name}x`))],
];

export const DB_CLUSTER_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  scheduled: { tags: { Schedule: 'office-hours' } },
  stopped: { Status: 'stopped' },
  protected: { DeletionProtection: true },
  protectedMember: { member: { DeletionProtection: true } },
  taggedMember: { member: { tags: { 'holystone:keep': 'always' } } },
  restarting: { member: { DBInstanceStatus: 'rebooting' } },
  pendingMember: { member: { PendingModifiedValues: { DBInstanceClass: 'db.r6g.xlarge' } } },
  withoutMembers: { members: 0 },
  halfKnown: { DBClusterMembers: [{ IsClusterWriter: true }] },
  replica: { ReplicationSourceIdentifier: 'arn:aws:rds:eu-west-1:111111111111:cluster:main' },
  source: { ReadReplicaIdentifiers: ['copy'] },
  global: { GlobalClusterIdentifier: 'world' },
  pending: { PendingModifiedValues: { EngineVersion: '17.4' } },
  paused: { ServerlessV2ScalingConfiguration: { MinCapacity: 0, MaxCapacity: 4 } },
  serverless: { EngineMode: 'serverless' },
  documents: { Engine: 'docdb' },
  neptune: { Engine: 'neptune' },
  multiAz: { Engine: 'mysql' },
  dataApi: { HttpEndpointEnabled: true },
  withSecret: { MasterUserSecret: { SecretArn: 'arn:aws:secretsmanager:us-east-1:111111111111:secret:rds!cluster-1' } },
  withRole: { AssociatedRoles: [{ RoleArn: 'arn:aws:iam::111111111111:role/load' }] },
  customEndpoint: { CustomEndpoints: ['reports.cluster-custom-c0ffee123456.us-east-1.rds.amazonaws.com'] },
  young: {},
} as const;

type Is = Exclude<keyof typeof PROPERTIES, 'plain'>;

export const DB_CLUSTER_KEPT = (Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]).filter((is) => is !== 'plain');

const launched = (index: number) => ({ id: `store-${index}`, name: `store-${index}` });

/** DocumentDB is only stopped. */
export const RUNNING_CLUSTER_KEPT = DB_CLUSTER_KEPT.filter((is) => is !== 'documents');

const kindOf = (type: 'dbCluster' | 'runningDbCluster', kept: readonly Is[]) =>
  launchedKind<Is>({
    type,
    kept,
    users: DB_CLUSTER_USERS,
    launched,
    add(control, { id: DBClusterIdentifier }, is, ClusterCreateTime) {
      const seed = { DBClusterIdentifier, ClusterCreateTime, members: 2 };
      control.addDbClusters(OWN, [{ ...seed, ...(PROPERTIES[is] as object) }]);
    },
  });
type Base = ReturnType<typeof kindOf>;

/** A cluster that follows another one, or is made from it, is listed, too, and stays. */
const BESIDE: ReadonlySet<string> = new Set(['cluster that follows it', BEING_MADE]);

function withBeside(base: Base): GraphKind<Parameters<Base['expected']>[0], Parameters<Base['grown']>[1]> {
  return {
    ...base,
    expected(graph) {
      const beside = graph.users.flatMap(({ user, to }, index) =>
        BESIDE.has(user.name) ? [[`${launched(to).id}-by-u${index}`, 'keep'] as const] : [],
      );
      return new Map([...base.expected(graph), ...beside]);
    },
  };
}

export const dbClusters = withBeside(kindOf('dbCluster', DB_CLUSTER_KEPT));

/** The same, as runs that are only stopped. */
export const runningDbClusters = withBeside(kindOf('runningDbCluster', RUNNING_CLUSTER_KEPT));
