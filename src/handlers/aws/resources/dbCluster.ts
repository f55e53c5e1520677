/** A cluster of databases with all its members: one of them alone is never judged. */

import type { DBCluster, DBInstance } from '@aws-sdk/client-rds';
import { defined, latestOf, some } from '../../../core/common/defined.ts';
import { ReadError } from '../../../core/common/errors.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { pendingOf, toDbInstance } from './dbInstance.ts';
import { nameAlias } from './nameAlias.ts';
import { partAliases } from './nameParts.ts';

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface DbClusterResource extends Resource {
  readonly arn: string;
  /** `available`, `stopped`, `modifying`, …; absent = unknown. */
  readonly status?: string;
  /** `aurora-mysql`, `aurora-postgresql`, `docdb`, `neptune`, `mysql`, `postgres`; absent = unknown. */
  readonly engine?: string;
  readonly engineVersion?: string;
  /** `provisioned`, `serverless`, …; absent = unknown. */
  readonly engineMode?: string;
  readonly storageEncrypted?: boolean;
  readonly deletionProtection?: boolean;
  /** Its database instances, those that only read first, in the order in which they go. Absent: none, or not known of each. */
  readonly members?: readonly string[];
  /** Members in another state than `available`, with it. */
  readonly unsettled?: readonly string[];
  /** Tags of members that the cluster has not: `holystone:keep=always of shop-1`. */
  readonly memberTags?: readonly string[];
  /** The names by which its clients reach it and its members. */
  readonly hosts?: readonly string[];
  /** The least capacity of Serverless v2, in ACU; absent: it has none, or AWS does not say. */
  readonly minCapacity?: number;
  /** Clusters and instances that follow it or that it follows, and the global database that it is in. */
  readonly replicas?: readonly string[];
  /** Changes that AWS has not made yet, by their members. */
  readonly pendingChanges?: readonly string[];
  /** What others set up with it, or what a restore from a snapshot does not bring back. */
  readonly boundTo?: readonly string[];
  /** `backup` where AWS Backup made its automated backups. */
  readonly operator?: string;
  /** Set after a read by name: the data to restore one like it. */
  readonly described?: DescribedDbCluster;
}

/** The answers of AWS about one cluster. */
export interface DescribedDbCluster {
  readonly cluster: DBCluster;
  /** Those that name it as their cluster. */
  readonly members: readonly DBInstance[];
}

/** The key by which a text names one. "This parameter is stored as a lowercase string." */
export function dbClusterAlias(name: string): string {
  return `dbCluster/${name.toLowerCase()}`;
}

/**
 * A host of a cluster, and the name in it: `NAME.cluster-abc123.us-east-1.rds.amazonaws.com`, and with `cluster-ro-` that of its
 * readers. A custom one (`cluster-custom-`) has a name of its own. An account that has an earlier cluster of the name may have
 * another part behind it, so a name too many keeps one too many.
 * https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Aurora.Overview.Endpoints.html
 */
export function aliasesOfDbClusterHost(host: string): readonly string[] {
  const is = host.toLowerCase();
  const [name = '', kind = ''] = is.split('.');
  return kind.startsWith('cluster-custom-') ? [is] : [is, dbClusterAlias(name)];
}

/** `undefined` for an answer without name, ARN or the id that no later one gets. @throws ReadError for one without its list of tags */
export function toDbCluster({ cluster: one, members: answered }: DescribedDbCluster): DbClusterResource | undefined {
  const { DBClusterIdentifier: id, DBClusterArn: arn, DbClusterResourceId: identity } = one;
  if (!id || !arn || !identity) return undefined;
  if (!one.TagList) throw new ReadError(`AWS described ${arn} without its list of tags`, { problem: 'malformed' });
  const known = answered.flatMap((member) => toDbInstance(member) ?? []);
  const members = known.length === answered.length ? namesOf(one, answered) : undefined;
  const own = toTags(one.TagList);
  const endpoints = [one.Endpoint, one.ReaderEndpoint, ...(one.CustomEndpoints ?? [])];
  const hosts = [...new Set([...endpoints, ...known.map(({ endpointAddress }) => endpointAddress)])]
    .flatMap((host) => host || [])
    .map((host) => host.toLowerCase());
  return {
    id,
    // Its name and its ARN may be another one's later.
    identity,
    // CloudWatch and RDS keep values and events by these names, and so those of others that had them.
    revision: `name ${id}${members === undefined ? '' : ` with ${members.toSorted().join(', ')}`}`,
    name: id,
    tags: own,
    arn,
    aliases: [
      ...new Set([
        ...[arn.toLowerCase(), dbClusterAlias(id), identity.toLowerCase(), ...hosts, nameAlias(id)],
        ...partAliases(dbClusterAlias, id),
        ...known.flatMap(({ aliases }) => aliases),
      ]),
    ],
    // A decision about a member is one about the whole.
    keptAs: answered.flatMap(({ DBInstanceIdentifier: name }) => name || []),
    ...(members && { note: { code: 'objectsGo', values: { names: members } } }),
    ...defined({
      createdAt: one.ClusterCreateTime,
      // Who adds a member, or makes one anew, wants the whole.
      lastUsedAt: latestOf(known.map(({ createdAt }) => createdAt)),
      status: one.Status,
      engine: one.Engine?.toLowerCase(),
      engineVersion: one.EngineVersion,
      engineMode: one.EngineMode?.toLowerCase(),
      storageEncrypted: one.StorageEncrypted,
      deletionProtection: protectionOf(one, answered),
      members,
      unsettled: some(
        known
          .filter(({ dbInstanceStatus: is }) => is !== 'available')
          .map(({ id: name, dbInstanceStatus: is = 'state not known' }) => `${name} (${is})`),
      ),
      memberTags: some(
        known.flatMap(({ id: name, tags }) =>
          Object.entries(tags)
            .filter(([key, value]) => key !== 'Name' && own[key] !== value)
            .map(([key, value]) => `${key}=${value} of ${name}`),
        ),
      ),
      hosts: some(hosts),
      minCapacity: one.ServerlessV2ScalingConfiguration?.MinCapacity,
      replicas: some([...replicasOf(one), ...known.flatMap(({ replicas = [] }) => replicas)]),
      pendingChanges: some([
        ...pendingOf(one.PendingModifiedValues),
        ...known.flatMap(({ id: name, pendingChanges = [] }) => pendingChanges.map((change) => `${change} of ${name}`)),
      ]),
      boundTo: some([...boundTo(one), ...known.flatMap(({ boundTo: what = [] }) => what)]),
      operator: one.AwsBackupRecoveryPointArn ? 'backup' : undefined,
    }),
  };
}

/** `undefined`: it has none, or the cluster and the instances do not name the same. */
function namesOf({ DBClusterMembers = [] }: DBCluster, answered: readonly DBInstance[]): readonly string[] | undefined {
  const found = new Set(answered.map(({ DBInstanceIdentifier }) => DBInstanceIdentifier));
  const isWhole =
    DBClusterMembers.length > 0 &&
    DBClusterMembers.length === found.size &&
    DBClusterMembers.every(({ DBInstanceIdentifier: name }) => name && found.has(name));
  if (!isWhole) return undefined;
  return DBClusterMembers.toSorted(
    (a, b) => Number(a.IsClusterWriter ?? false) - Number(b.IsClusterWriter ?? false),
  ).map(({ DBInstanceIdentifier: name = '' }) => name);
}

/** Only `false` of the cluster and of each member says that none of them is protected. */
function protectionOf(one: DBCluster, members: readonly DBInstance[]): boolean | undefined {
  const all = [one.DeletionProtection, ...members.map(({ DeletionProtection: is = false }) => is)];
  return all.includes(true) ? true : one.DeletionProtection;
}

function replicasOf(one: DBCluster): readonly string[] {
  const { GlobalClusterIdentifier: global } = one;
  return [
    ...[one.ReplicationSourceIdentifier, ...(one.ReadReplicaIdentifiers ?? [])].flatMap((name) => name || []),
    ...(global ? [`global database ${global}`] : []),
  ];
}

/** https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DBCluster.html */
function boundTo(one: DBCluster): readonly string[] {
  const { ActivityStreamStatus: stream = 'stopped', MasterUserSecret, DomainMemberships = [] } = one;
  const { ClusterScalabilityType: scales = 'standard', LimitlessDatabase: limitless } = one;
  return [
    ...(stream === 'stopped' ? [] : [`activity stream (${stream})`]),
    ...(MasterUserSecret ? [`secret ${MasterUserSecret.SecretArn ?? 'without ARN'}, which goes with it`] : []),
    ...DomainMemberships.map(({ Domain }) => `domain ${Domain ?? 'without id'}`),
    ...(one.AssociatedRoles ?? []).map(({ RoleArn }) => `role ${RoleArn ?? 'without ARN'}`),
    // A request of it is a connection only as long as it lasts.
    ...(one.HttpEndpointEnabled ? ['the Data API'] : []),
    ...(one.CustomEndpoints ?? []).map((host) => `custom endpoint ${host}`),
    ...(one.GlobalWriteForwardingRequested ? ['write forwarding'] : []),
    ...(scales === 'limitless' || limitless?.Status ? ['a limitless database'] : []),
    ...(one.CrossAccountClone ? ['a clone of another account'] : []),
    ...(one.BacktrackWindow ? ['backtracking'] : []),
    ...(one.RdsCustomClusterConfiguration ? ['RDS Custom'] : []),
    ...(one.DBSystemId ? [`system ${one.DBSystemId}`] : []),
  ];
}
