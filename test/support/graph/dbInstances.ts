/** Database instances as graphs of their users; the verdicts follow from the construction. */
import type { GraphKind } from './kind.ts';
import { launchedKind, launchUser } from './launched.ts';
import { answers, controlled, type Row, recorded, valued } from './rows.ts';
import { DAY, OTHER, OWN } from './surveyed.ts';

const hostOf = (name: string) => `${name}.c0ffee123456.us-east-1.rds.amazonaws.com`;
const arnOf = (name: string, account = OWN.account) => `arn:aws:rds:us-east-1:${account}:db:${name}`;

const measured = (name: string, daysAgo: number, value: number, more = '') =>
  valued('AWS/RDS', name, daysAgo, value, (id) => ({ DBInstanceIdentifier: `${id}${more}` }));

const proxied =
  (target: (name: string) => object): Row[1] =>
  ({ control, at, name, user }) => {
    const DBProxyName = `proxy-of-${user}`;
    control.addDbProxies(at, [{ DBProxyName }]);
    control.addAnswers(at, [{ operation: 'DescribeDBProxyTargets', item: { DBProxyName, ...target(name) } }]);
  };

const deployed = (Source: (name: string) => string): Row[1] =>
  answers('DescribeBlueGreenDeployments', ({ name, user }) => ({
    BlueGreenDeploymentName: user,
    Status: 'AVAILABLE',
    Source: Source(name),
  }));

const connected =
  (toHost: (name: string) => string): Row[1] =>
  ({ control, at, name }) => {
    const JDBC_CONNECTION_URL = `jdbc:postgresql://${toHost(name)}:5432/shop`;
    control.addGlueConnections(at, [{ ConnectionProperties: { JDBC_CONNECTION_URL } }]);
  };

const told =
  (...events: readonly (readonly [daysAgo: number, Message: string, category?: string])[]): Row[1] =>
  ({ control, at, id }) => {
    for (const [daysAgo, Message, category = 'notification'] of events) {
      const when = new Date(Date.now() - daysAgo * DAY).toISOString();
      control.addDbEvents(at, [{ SourceIdentifier: id, Message, EventCategories: [category], Date: when }]);
    }
  };

const replica: Row[1] = ({ control, at, name }) => {
  const other = {
    DBInstanceIdentifier: `${name}-replica`,
    Engine: 'mysql',
    ReadReplicaSourceDBInstanceIdentifier: name,
  };
  control.addDbInstances(at, [other]);
};

/** Of an engine that no other one has: RDS does not say which of them it is made from. */
const beingMade: Row[1] = ({ control, at, id, name }) => {
  control.update(at, 'dbInstance', id, { Engine: 'mariadb' });
  const other = { DBInstanceIdentifier: `${name}-made`, Engine: 'mariadb', DBInstanceStatus: 'creating' };
  control.addDbInstances(at, [other]);
};

export const BEING_MADE = 'one that is being made';

const USED: readonly Row[] = [
  ['connection today', measured('DatabaseConnections', 0, 1)],
  ['connection ten days ago', measured('DatabaseConnections', 10, 1)],
  ['connection at the end of the last month', measured('DatabaseConnections', 30, 2)],
  ['much reading twenty days ago', measured('ReadIOPS', 20, 900)],
  ['much writing five days ago', measured('WriteIOPS', 5, 60)],
  ['start by a person', told([3, 'DB instance started'])],
  ['change by a person', told([9, 'Applying modification to allocated storage', 'configuration change'])],
  ['proxy, by its name', proxied((RdsResourceId) => ({ Type: 'RDS_INSTANCE', RdsResourceId }))],
  ['proxy, by its host', proxied((name) => ({ Endpoint: hostOf(name) }))],
  ['blue/green deployment', deployed(arnOf)],
  [
    'integration',
    answers('DescribeIntegrations', ({ name, user }) => ({ IntegrationName: user, SourceArn: arnOf(name) })),
  ],
  ['connection of Glue', connected(hostOf)],
  ['server of DMS', controlled('AWS::DMS::Endpoint', (name) => ({ ServerName: hostOf(name) }))],
  [
    'endpoint of Verified Access',
    controlled('AWS::EC2::VerifiedAccessEndpoint', (name) => ({ RdsOptions: { RdsDbInstanceArn: arnOf(name) } })),
  ],
  [
    'plan of a switch of regions',
    controlled('AWS::ARCRegionSwitch::Plan', (name) => ({ DbInstanceArnMap: { 'us-east-1': arnOf(name) } })),
  ],
  [
    'cluster that follows it',
    ({ control, at, name }) => control.addDbClusters(at, [{ ReplicationSourceIdentifier: arnOf(name) }]),
  ],
  ['replica', replica],
  [BEING_MADE, beingMade],
  ['name in Route 53', recorded(hostOf)],
  ['name in Route 53 of another account', (s) => recorded(hostOf)({ ...s, at: s.elsewhere })],
];

const UNUSED: readonly Row[] = [
  ['connection fifty days ago', measured('DatabaseConnections', 50, 9)],
  ['housekeeping', measured('WriteIOPS', 3, 12)],
  ['backups', told([1, 'Backing up DB instance', 'backup'], [1, 'Finished DB Instance backup', 'backup'])],
  ['start by a person sixteen days ago', told([16, 'DB instance started'])],
  ['connection to another', measured('DatabaseConnections', 1, 9, 'x')],
  ['proxy of another', proxied((name) => ({ RdsResourceId: `${name}x`, Endpoint: hostOf(`${name}x`) }))],
  ['deployment of another', deployed((name) => arnOf(`${name}x`))],
  ['deployment of one of that name in another account', deployed((name) => arnOf(name, OTHER.account))],
  ['connection of Glue to another', connected((name) => hostOf(`x${name}`))],
  ['name of another in Route 53', recorded((name) => hostOf(`${name}x`))],
];

export const DB_INSTANCE_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  scheduled: { tags: { Schedule: 'office-hours' } },
  stopped: { DBInstanceStatus: 'stopped' },
  modifying: { DBInstanceStatus: 'modifying' },
  protected: { DeletionProtection: true },
  member: { DBClusterIdentifier: 'shop', Engine: 'aurora-postgresql' },
  replica: { ReadReplicaSourceDBInstanceIdentifier: 'main' },
  source: { ReadReplicaDBInstanceIdentifiers: ['copy'] },
  pending: { PendingModifiedValues: { DBInstanceClass: 'db.r6g.large' } },
  standby: { Engine: 'sqlserver-se', MultiAZ: true },
  custom: { Engine: 'custom-oracle-ee' },
  withSecret: { MasterUserSecret: { SecretArn: 'arn:aws:secretsmanager:us-east-1:111111111111:secret:rds!db-1' } },
  young: {},
} as const;

type Is = Exclude<keyof typeof PROPERTIES, 'plain'>;

export const DB_INSTANCE_KEPT = (Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]).filter((is) => is !== 'plain');

const launched = (index: number) => ({ id: `store-${index}`, name: `store-${index}` });

const kindOf = (type: string) =>
  launchedKind<Is>({
    type,
    kept: DB_INSTANCE_KEPT,
    users: DB_INSTANCE_USERS,
    launched,
    add(control, { id: DBInstanceIdentifier }, is, InstanceCreateTime) {
      const DbiResourceId = `db-${DBInstanceIdentifier.toUpperCase()}`;
      const own = { DBInstanceIdentifier, DbiResourceId, InstanceCreateTime };
      control.addDbInstances(OWN, [{ ...own, ...(PROPERTIES[is] as object) }]);
    },
  });

type Base = ReturnType<typeof kindOf>;

/** A database that uses another one is listed, too, and stays. */
const BESIDE: Readonly<Record<string, string>> = { replica: '-replica', [BEING_MADE]: '-made' };

function withBeside(base: Base): GraphKind<Parameters<Base['expected']>[0], Parameters<Base['grown']>[1]> {
  return {
    ...base,
    expected(graph) {
      const beside = graph.users.flatMap(({ user, to }) => {
        const end = BESIDE[user.name];
        return end === undefined ? [] : [[`${launched(to).id}${end}`, 'keep'] as const];
      });
      return new Map([...base.expected(graph), ...beside]);
    },
  };
}

export const dbInstances = withBeside(kindOf('dbInstance'));

/** The same, as runs that are only stopped. */
export const runningDbInstances = withBeside(kindOf('runningDbInstance'));
