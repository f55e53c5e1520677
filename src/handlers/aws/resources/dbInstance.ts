/** A database instance of RDS. Its listing also has the members of clusters of Aurora, Neptune and DocumentDB. */

import type { DBInstance } from '@aws-sdk/client-rds';
import { defined, some } from '../../../core/common/defined.ts';
import { DAY_MS } from '../../../core/common/duration.ts';
import { ReadError } from '../../../core/common/errors.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { nameAlias } from './nameAlias.ts';
import { partAliases } from './nameParts.ts';

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface DbInstanceResource extends Resource {
  readonly arn: string;
  /** `available`, `stopped`, `modifying`, …; absent = unknown. */
  readonly dbInstanceStatus?: string;
  readonly dbInstanceClass?: string;
  /** `postgres`, `mysql`, `sqlserver-ex`, …; absent = unknown. */
  readonly engine?: string;
  readonly engineVersion?: string;
  readonly multiAZ?: boolean;
  readonly storageType?: string;
  /** GiB. */
  readonly allocatedStorage?: number;
  readonly storageEncrypted?: boolean;
  /** The name by which its clients reach it. */
  readonly endpointAddress?: string;
  readonly publiclyAccessible?: boolean;
  readonly dbClusterIdentifier?: string;
  readonly deletionProtection?: boolean;
  /** Its source and its copies that follow it: of this region by name, of others by ARN. */
  readonly replicas?: readonly string[];
  /** Changes that AWS has not made yet, by their members. */
  readonly pendingChanges?: readonly string[];
  /** What others set up with it, or what a restore from a snapshot does not bring back. */
  readonly boundTo?: readonly string[];
  /** The instant at which AWS starts a stopped one again. */
  readonly automaticRestartTime?: Date;
  /** `backup` where AWS Backup made its automated backups. */
  readonly operator?: string;
  /** Set after a read by name: the data to restore one like it. */
  readonly described?: DBInstance;
}

/** The key by which a text names one. "Database identifiers are stored as a lowercase string." */
export function dbInstanceAlias(name: string): string {
  return `dbInstance/${name.toLowerCase()}`;
}

/** "The instance restarts automatically after 7 days": https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_StopDBInstance.html */
const STOPPED_FOR_MS = 7 * DAY_MS;

/** Since when one is stopped, by the instant at which AWS starts it again, ms since the epoch; `undefined`: it is not, or AWS does not say. */
export function stoppedAt(
  one: Pick<DbInstanceResource, 'automaticRestartTime' | 'dbInstanceStatus'>,
): number | undefined {
  const restart = one.automaticRestartTime?.getTime();
  if (one.dbInstanceStatus !== 'stopped' || restart === undefined || Number.isNaN(restart)) return undefined;
  return restart - STOPPED_FOR_MS;
}

/** `undefined` for an answer without name, ARN or the id that no later one gets. @throws ReadError for one without its list of tags */
export function toDbInstance(one: DBInstance): DbInstanceResource | undefined {
  const { DBInstanceIdentifier: id, DBInstanceArn: arn, DbiResourceId: identity } = one;
  if (!id || !arn || !identity) return undefined;
  if (!one.TagList) throw new ReadError(`AWS described ${arn} without its list of tags`, { problem: 'malformed' });
  const address = one.Endpoint?.Address?.toLowerCase() || undefined;
  const { AllocatedStorage: gibibytes } = one;
  return {
    id,
    // Its name and its ARN may be another one's later.
    identity,
    // CloudWatch and RDS keep values and events by its name, and so those of others that had it.
    revision: `name ${id}`,
    name: id,
    tags: toTags(one.TagList),
    arn,
    aliases: [
      arn.toLowerCase(),
      dbInstanceAlias(id),
      identity.toLowerCase(),
      ...(address ? [address] : []),
      nameAlias(id),
      ...partAliases(dbInstanceAlias, id),
    ],
    ...defined({
      createdAt: one.InstanceCreateTime,
      dbInstanceStatus: one.DBInstanceStatus,
      dbInstanceClass: one.DBInstanceClass,
      engine: one.Engine?.toLowerCase(),
      engineVersion: one.EngineVersion,
      multiAZ: one.MultiAZ,
      storageType: one.StorageType,
      allocatedStorage: gibibytes,
      sizeBytes: gibibytes === undefined ? undefined : gibibytes * 1024 ** 3,
      storageEncrypted: one.StorageEncrypted,
      endpointAddress: address,
      publiclyAccessible: one.PubliclyAccessible,
      dbClusterIdentifier: one.DBClusterIdentifier || undefined,
      deletionProtection: one.DeletionProtection,
      replicas: some(replicasOf(one)),
      pendingChanges: some(pendingOf(one.PendingModifiedValues)),
      boundTo: some(boundTo(one)),
      automaticRestartTime: one.AutomaticRestartTime,
      operator: one.AwsBackupRecoveryPointArn ? 'backup' : undefined,
    }),
  };
}

/** https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DBInstance.html */
function replicasOf(one: DBInstance): readonly string[] {
  return [
    one.ReadReplicaSourceDBInstanceIdentifier,
    one.ReadReplicaSourceDBClusterIdentifier,
    ...(one.ReadReplicaDBInstanceIdentifiers ?? []),
    ...(one.ReadReplicaDBClusterIdentifiers ?? []),
  ].flatMap((name) => name || []);
}

/** The members of what is pending; AWS answers an empty structure where nothing is. */
export function pendingOf(values: object = {}): readonly string[] {
  return Object.entries(values).flatMap(([member, value]) =>
    value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [member],
  );
}

function boundTo(one: DBInstance): readonly string[] {
  const { ActivityStreamStatus: stream = 'stopped', MasterUserSecret, DomainMemberships = [] } = one;
  const roles = (one.AssociatedRoles ?? []).map(({ RoleArn }) => `role ${RoleArn ?? 'without ARN'}`);
  const copies = (one.DBInstanceAutomatedBackupsReplications ?? []).map(
    ({ DBInstanceAutomatedBackupsArn: arn }) => `replicated backups ${arn ?? 'without ARN'}`,
  );
  const settling = (one.OptionGroupMemberships ?? []).filter(({ Status }) => Status !== 'in-sync');
  return [
    ...copies,
    ...(stream === 'stopped' ? [] : [`activity stream (${stream})`]),
    ...(MasterUserSecret ? [`secret ${MasterUserSecret.SecretArn ?? 'without ARN'}, which goes with it`] : []),
    ...DomainMemberships.map(({ Domain }) => `domain ${Domain ?? 'without id'}`),
    ...roles,
    ...settling.map(({ OptionGroupName, Status }) => `option group ${OptionGroupName} (${Status ?? 'not known'})`),
    ...(one.TdeCredentialArn ? [`keys ${one.TdeCredentialArn}`] : []),
    ...(one.ListenerEndpoint?.Address ? [`availability group ${one.ListenerEndpoint.Address}`] : []),
    ...(one.DBSystemId ? [`system ${one.DBSystemId}`] : []),
    ...(one.MultiTenant ? ['several tenant databases'] : []),
    ...((one.AdditionalStorageVolumes ?? []).length > 0 ? ['additional storage volumes'] : []),
    ...(one.CustomIamInstanceProfile ? [`RDS Custom (${one.CustomIamInstanceProfile})`] : []),
    ...(one.CustomerOwnedIpEnabled || one.BackupTarget === 'outposts' ? ['an Outpost'] : []),
    ...(one.DBCapacityReservationIdentifier ? [`reservation ${one.DBCapacityReservationIdentifier}`] : []),
  ];
}
