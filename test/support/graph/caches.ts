/** Caches of ElastiCache as graphs of their users; the verdicts follow from the construction. */
import { launchedKind, launchUser } from './launched.ts';
import { answers, type Row, recorded, valued, variable } from './rows.ts';
import { OTHER, OWN } from './surveyed.ts';

const arnOf = (name: string, account = OWN.account) =>
  `arn:aws:elasticache:us-east-1:${account}:replicationgroup:${name}`;
const hostOf = (name: string) => `${name}.abc123.ng.0001.use1.cache.amazonaws.com`;

const commanded = (name: string, daysAgo: number, node = '-001', more: Readonly<Record<string, string>> = {}): Row[1] =>
  valued('AWS/ElastiCache', name, daysAgo, 3, (id) => ({
    CacheClusterId: `${id}${node}`,
    CacheNodeId: '0001',
    ...more,
  }));

const migrated: Row[1] = ({ control, at, id, user }) => {
  const Properties = { EndpointType: 'target', EngineName: 'redis', RedisSettings: { ServerName: hostOf(id) } };
  control.addCloudResources(at, [{ TypeName: 'AWS::DMS::Endpoint', Identifier: user, Properties }]);
};

const planned = (nameOf: (id: string) => string) =>
  answers('DescribeScheduledActions', ({ id, user }) => ({
    ServiceNamespace: 'elasticache',
    ResourceId: `replication-group/${nameOf(id)}`,
    ScheduledActionName: user,
  }));

const USED: readonly Row[] = [
  ['read today', commanded('GetTypeCmds', 0)],
  ['write ten days ago, of the replica', commanded('SetTypeCmds', 10, '-002')],
  ['read twelve days ago, of a replica that is gone', commanded('GetTypeCmds', 12, '-005')],
  ['queue', commanded('ListBasedCmds', 5)],
  ['lock by a script', commanded('EvalBasedCmds', 31)],
  ['channel', commanded('PubSubBasedCmds', 3)],
  ['miss', commanded('CacheMisses', 20)],
  ['variable of a function, by its host', variable((name) => `rediss://${hostOf(name)}:6379/0`)],
  ['variable of a function, by the host of a node', variable((name) => hostOf(`${name}-002`))],
  [
    'variable of a function, by another host of its name',
    variable((name) => `master.${name}.x1.use1.cache.amazonaws.com`),
  ],
  ['variable of a function, by its ARN', variable(arnOf)],
  ['variable of a function, by its name', variable((name) => JSON.stringify({ replicationGroupId: name }))],
  ['variable of a function, by a cluster of it', variable((name) => JSON.stringify({ CacheClusterId: `${name}-001` }))],
  ['record of a zone', recorded(hostOf)],
  ['endpoint of DMS', migrated],
  ['scheduled action', planned((id) => id)],
];

const UNUSED: readonly Row[] = [
  ['read fifty days ago, of a replica that is gone', commanded('GetTypeCmds', 50, '-005')],
  ['read fifty days ago', commanded('GetTypeCmds', 50)],
  ['connections of today', commanded('CurrConnections', 0)],
  ['read of another', commanded('GetTypeCmds', 1, 'x-001')],
  ['read of the cluster as a whole', commanded('GetTypeCmds', 1, '-001', { Tier: 'memory' })],
  ['variable of a function, by the host of another', variable((name) => hostOf(`${name}x`))],
  ['variable of a function, by that name in another account', variable((name) => arnOf(name, OTHER.account))],
  ['record to another', recorded((name) => hostOf(`${name}x`))],
  ['scheduled action of another', planned((id) => `${id}x`)],
];

export const CACHE_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  modifying: { Status: 'modifying' },
  pending: { PendingModifiedValues: { AutomaticFailoverStatus: 'enabled' } },
  global: {
    GlobalReplicationGroupInfo: { GlobalReplicationGroupId: 'world', GlobalReplicationGroupMemberRole: 'SECONDARY' },
  },
  withPassword: { AuthTokenEnabled: true },
  onOutpost: { MemberClustersOutpostArns: ['arn:aws:outposts:us-east-1:111111111111:outpost/op-1'] },
  young: {},
} as const;

type Is = Exclude<keyof typeof PROPERTIES, 'plain'>;

export const CACHE_KEPT = (Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]).filter((is) => is !== 'plain');

export const caches = launchedKind<Is>({
  type: 'cache',
  kept: CACHE_KEPT,
  users: CACHE_USERS,
  launched: (index) => ({ id: `store-${index}`, name: `store-${index}` }),
  add(control, { id: ReplicationGroupId }, is, ReplicationGroupCreateTime) {
    control.addCaches(OWN, [{ ReplicationGroupId, ReplicationGroupCreateTime, ...(PROPERTIES[is] as object) }]);
    const ScalableDimension = 'elasticache:replication-group:Replicas';
    control.addScalableTargets(OWN, [
      { ServiceNamespace: 'elasticache', ResourceId: `replication-group/${ReplicationGroupId}`, ScalableDimension },
    ]);
  },
});
