/** What costs by the hour or by the gigabyte: the accounts of the comparison, a policy of Cloud Custodian, a criterion of AWS. */
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import { CACHE_USERS, caches } from '../../support/graph/caches.ts';
import { BEING_MADE, DB_CLUSTER_USERS, dbClusters, runningDbClusters } from '../../support/graph/dbClusters.ts';
import { DB_INSTANCE_USERS, dbInstances, runningDbInstances } from '../../support/graph/dbInstances.ts';
import { DB_SNAPSHOT_USERS, dbSnapshotGraph } from '../../support/graph/dbSnapshots.ts';
import { FARGATE_SERVICE_USERS, fargateServices } from '../../support/graph/fargateServices.ts';
import { FILE_SYSTEM_USERS, fileSystems } from '../../support/graph/fileSystems.ts';
import { INSTANCE_USERS, instances } from '../../support/graph/instances.ts';
import type { GraphKind } from '../../support/graph/kind.ts';
import { type LaunchGraph, type LaunchUser, launchUser } from '../../support/graph/launched.ts';
import { LOG_GROUP_USERS, logGroups } from '../../support/graph/logGroups.ts';
import { MODEL_ENDPOINT_USERS, modelEndpoints } from '../../support/graph/modelEndpoints.ts';
import { GATEWAY_USERS, natGateways } from '../../support/graph/natGateways.ts';
import { addWork, RUNNING_USERS, runningInstances } from '../../support/graph/runningInstances.ts';
import { OWN } from '../../support/graph/surveyed.ts';
import { TABLE_USERS, tables } from '../../support/graph/tables.ts';
import { ENDPOINT_USERS, vpcEndpoints } from '../../support/graph/vpcEndpoints.ts';
import { runningWarehouses, WAREHOUSE_USERS, warehouses } from '../../support/graph/warehouses.ts';
import { WINDOWS_FILE_SYSTEM_USERS, windowsFileSystems } from '../../support/graph/windowsFileSystems.ts';
import {
  type Criterion,
  idleCaches,
  idleDatabases,
  idleEndpoints,
  idleGateways,
  idleMachines,
  idleServices,
  idleTables,
} from './computeOptimizer.ts';

/** A graph whose users each have a resource of their own. */
type Kind = Pick<
  GraphKind<LaunchGraph<never>, { readonly to: number; readonly user: LaunchUser }>,
  'build' | 'entry' | 'expected'
>;

/** A resource as Cloud Custodian writes it down. */
export type Selected = Readonly<Record<string, unknown>>;

export interface MoneyType {
  readonly type: string;
  readonly kind: Kind;
  readonly users: readonly LaunchUser[];
  /** The policy of Cloud Custodian, without its name. */
  readonly policy: string;
  /** The id of the resource that one of its lines is about. */
  idOf(selected: Selected): unknown;
  /** So many lines about a resource select it; absent: one. */
  readonly lines?: number;
  /** Of Compute Optimizer; absent: it has none for the type, or none that could be read. */
  readonly criterion?: Criterion;
  /** Adds what AWS would send beside the values of the graph. */
  beside?(control: SandboxControl): void;
}

/** A filter that no value of the last 32 days is above zero; a metric without values counts as zero. */
const silent = (statistics: 'Maximum' | 'Sum', names: readonly string[], namespace?: string, days = 32) =>
  names
    .map(
      (name) => `
      - type: metrics
        name: ${name}${namespace === undefined ? '' : `\n        namespace: ${namespace}`}
        statistics: ${statistics}
        days: ${days}
        value: 0
        op: equal
        missing-value: 0`,
    )
    .join('');

const policy = (resource: string, filters: string) => `resource: aws.${resource}\n    filters:${filters}`;
const value = (is: string) => `\n      - ${is}`;

/** @param left names of users with series that AWS would not send so, or which concern other resources of the account, too */
const all = (users: readonly LaunchUser[], ...left: readonly string[]) =>
  users.filter(({ name }) => !left.includes(name));

/** By its name, for two types with the same resources. */
const database = {
  policy: policy('rds', silent('Maximum', ['DatabaseConnections'])),
  idOf: ({ DBInstanceIdentifier }: Selected) => DBInstanceIdentifier,
  criterion: idleDatabases,
};
// "Low" reads and writes have no number in AWS's criterion.
const DATABASE_USERS = all(DB_INSTANCE_USERS, BEING_MADE, 'much reading twenty days ago', 'much writing five days ago');

const cluster = {
  policy: policy('rds-cluster', silent('Maximum', ['DatabaseConnections'])),
  idOf: ({ DBClusterIdentifier }: Selected) => DBClusterIdentifier,
  users: all(DB_CLUSTER_USERS, BEING_MADE, 'much reading of a reader twenty days ago', 'much writing five days ago'),
  /** https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Aurora.AuroraMonitoring.Metrics.html: by cluster, too. */
  beside: (control: SandboxControl) =>
    also(control, 'AWS/RDS', ({ DBInstanceIdentifier: member }) =>
      member === undefined ? undefined : { DBClusterIdentifier: member.replace(/-\d$/, '') },
    ),
};

const warehouse = {
  // Nobody asks without a connection.
  users: all(WAREHOUSE_USERS, 'query five days ago', 'long query twenty days ago'),
  policy: policy('redshift', silent('Maximum', ['DatabaseConnections'])),
  idOf: ({ ClusterIdentifier }: Selected) => ClusterIdentifier,
};

const worked = (daysAgo: number, percent: number) =>
  launchUser(true)([
    daysAgo === 0 ? 'it works today' : 'job of an hour, 25 days ago',
    ({ control, at, id }) => addWork(control, at, id, 'CPUUtilization', [{ daysAgo, value: percent }]),
  ]);

export const MONEY_TYPES: readonly MoneyType[] = [
  {
    type: 'natGateway',
    kind: natGateways,
    users: all(GATEWAY_USERS, 'packets of a zone that it does not have'),
    policy: policy(
      'nat-gateway',
      value('State: available') +
        silent('Maximum', ['ActiveConnectionCount']) +
        silent('Sum', ['PacketsInFromSource', 'PacketsInFromDestination']),
    ),
    idOf: ({ NatGatewayId }) => NatGatewayId,
    criterion: idleGateways,
  },
  {
    type: 'vpcEndpoint',
    kind: vpcEndpoints,
    users: all(ENDPOINT_USERS, 'bytes under another type'),
    policy: policy(
      'vpc-endpoint',
      value('VpcEndpointType: Interface') +
        silent('Sum', ['BytesProcessed', 'NewConnections', 'PacketsDropped'], 'AWS/PrivateLinkEndpoints'),
    ),
    idOf: ({ VpcEndpointId }) => VpcEndpointId,
  },
  {
    type: 'instance',
    kind: instances,
    users: INSTANCE_USERS,
    policy: policy('ec2', `${value('State.Name: stopped')}\n      - type: state-age\n        op: ge\n        days: 32`),
    idOf: ({ InstanceId }) => InstanceId,
  },
  {
    type: 'runningInstance',
    kind: runningInstances,
    // Of a little work it is a matter of taste whether it is one.
    users: [
      worked(0, 60),
      worked(25, 80),
      ...RUNNING_USERS.filter(({ name, uses }) => !(uses && /^it (works|worked|got|sent|spent) /.test(name))),
    ],
    policy: policy(
      'ec2',
      `${value('State.Name: running')}
      - type: metrics
        name: CPUUtilization
        statistics: Maximum
        days: 32
        value: 5
        op: less-than
        missing-value: 0${silent('Sum', ['NetworkIn', 'NetworkOut'])}`,
    ),
    idOf: ({ InstanceId }) => InstanceId,
    criterion: idleMachines,
  },
  {
    type: 'dbSnapshot',
    kind: dbSnapshotGraph('dbSnapshot', DB_SNAPSHOT_USERS('dbSnapshot')),
    users: DB_SNAPSHOT_USERS('dbSnapshot'),
    policy: policy(
      'rds-snapshot',
      // `value_type: resource_count` counts names of databases, and no databases (0.9.52).
      `${value('SnapshotType: manual')}
      - type: instance
        key: DBInstanceIdentifier
        value: absent`,
    ),
    idOf: ({ DBSnapshotIdentifier }) => DBSnapshotIdentifier,
  },
  {
    type: 'dbClusterSnapshot',
    kind: dbSnapshotGraph('dbClusterSnapshot', DB_SNAPSHOT_USERS('dbClusterSnapshot')),
    users: DB_SNAPSHOT_USERS('dbClusterSnapshot'),
    policy: policy('rds-cluster-snapshot', `${value('SnapshotType: manual')}\n      - type: age\n        days: 32`),
    idOf: ({ DBClusterSnapshotIdentifier }) => DBClusterSnapshotIdentifier,
  },
  { type: 'dbInstance', kind: dbInstances, users: DATABASE_USERS, ...database },
  { type: 'runningDbInstance', kind: runningDbInstances, users: DATABASE_USERS, ...database },
  { type: 'dbCluster', kind: dbClusters, ...cluster },
  { type: 'runningDbCluster', kind: runningDbClusters, ...cluster },
  {
    type: 'modelEndpoint',
    kind: modelEndpoints,
    // AWS counts each of the first three as a call, too.
    users: all(
      MODEL_ENDPOINT_USERS,
      'call that failed',
      'answer that AWS counts as no call',
      'stream',
      'call with one dimension more, which the two of the variant have too',
    ),
    // It has no metrics of endpoints.
    policy: policy('sagemaker-endpoint', value('EndpointStatus: InService')),
    idOf: ({ EndpointName }) => EndpointName,
    criterion: idleEndpoints,
  },
  { type: 'warehouse', kind: warehouses, ...warehouse },
  { type: 'runningWarehouse', kind: runningWarehouses, ...warehouse },
  {
    type: 'table',
    kind: tables,
    // AWS counts units of the first, too.
    users: all(TABLE_USERS, 'request that was answered', 'read of an index of another'),
    policy: policy('dynamodb-table', silent('Sum', ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'])),
    idOf: ({ TableName }) => TableName,
    criterion: idleTables,
  },
  {
    type: 'cache',
    kind: caches,
    users: all(CACHE_USERS, 'read of the cluster as a whole'),
    // It has no metrics of groups: a group is selected if each of its two clusters is.
    policy: policy(
      'cache-cluster',
      silent('Sum', ['CacheHits', 'CacheMisses', 'GetTypeCmds', 'SetTypeCmds', 'NewConnections']),
    ),
    idOf: ({ ReplicationGroupId }) => ReplicationGroupId,
    lines: 2,
    criterion: idleCaches,
    /** Whoever sends a command connects before, and AWS sums up the nodes of a cluster. */
    beside(control) {
      const isCommand = (name: string) => name.endsWith('Cmds') || name === 'CacheMisses';
      for (const { namespace, name, dimensions, points } of control.state(OWN).metrics) {
        if (namespace !== 'AWS/ElastiCache' || !isCommand(name)) continue;
        control.addMetrics(OWN, [{ namespace, name: 'NewConnections', dimensions, points }]);
      }
      also(control, 'AWS/ElastiCache', ({ CacheClusterId, CacheNodeId, ...others }) =>
        CacheClusterId && CacheNodeId && Object.keys(others).length === 0 ? { CacheClusterId } : undefined,
      );
    },
  },
  {
    type: 'fargateService',
    kind: fargateServices,
    users: FARGATE_SERVICE_USERS,
    policy: policy(
      'ecs-service',
      `
      - type: metrics
        name: CPUUtilization
        statistics: Maximum
        days: 32
        value: 2
        op: less-than
        missing-value: 0`,
    ),
    idOf: ({ serviceName }) => (serviceName === undefined ? undefined : `shop/${String(serviceName)}`),
    criterion: idleServices,
    /** Whoever answers a request works. */
    beside(control) {
      for (const { name, dimensions, points } of control.state(OWN).metrics) {
        const [, ServiceName = ''] = /^targetgroup\/([^/]*)\//.exec(dimensions.TargetGroup ?? '') ?? [];
        if (name !== 'RequestCount') continue;
        const own = { namespace: 'AWS/ECS', name: 'CPUUtilization', dimensions: { ClusterName: 'shop', ServiceName } };
        control.addMetrics(OWN, [{ ...own, points: points.map(({ at }) => ({ at, value: 3 })) }]);
      }
    },
  },
  {
    type: 'logGroup',
    kind: logGroups,
    users: LOG_GROUP_USERS,
    policy: policy(
      'log-group',
      `\n      - type: last-write\n        days: 92${silent('Sum', ['IncomingLogEvents', 'IncomingBytes'], 'AWS/Logs', 92)}`,
    ),
    idOf: ({ logGroupName }) => logGroupName,
  },
  {
    type: 'fileSystem',
    kind: fileSystems,
    users: all(FILE_SYSTEM_USERS, 'client of another'),
    policy: policy('efs', silent('Sum', ['ClientConnections', 'DataWriteIOBytes'])),
    idOf: ({ FileSystemId }) => FileSystemId,
  },
  {
    type: 'windowsFileSystem',
    kind: windowsFileSystems,
    users: all(WINDOWS_FILE_SYSTEM_USERS, 'connection of another set'),
    policy: policy(
      'fsx',
      value('FileSystemType: WINDOWS') +
        silent('Sum', ['ClientConnections', 'DataReadBytes', 'DataWriteBytes', 'MetadataOperations']),
    ),
    idOf: ({ FileSystemId }) => FileSystemId,
  },
];

/** The same series under other dimensions, as AWS sends them. */
function also(
  control: SandboxControl,
  namespace: string,
  other: (of: Readonly<Record<string, string>>) => Readonly<Record<string, string>> | undefined,
): void {
  for (const { namespace: of, name, dimensions: given, points } of control.state(OWN).metrics) {
    const dimensions = of === namespace ? other(given) : undefined;
    if (dimensions === undefined) continue;
    const isSame = (one: { name: string; dimensions: object }) =>
      one.name === name && JSON.stringify(one.dimensions) === JSON.stringify(dimensions);
    const known = control.state(OWN).metrics.find(isSame)?.points ?? [];
    control.addMetrics(OWN, [{ namespace, name, dimensions, points: [...known, ...points] }]);
  }
}
