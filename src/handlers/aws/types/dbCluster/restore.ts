import type { CreateDBInstanceMessage, DBInstance, RestoreDBClusterFromSnapshotMessage } from '@aws-sdk/client-rds';
import { defined } from '../../../../core/common/defined.ts';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { rds } from '../../calls/rds.ts';
import type { DbClusterResource, DescribedDbCluster } from '../../resources/dbCluster.ts';
import { finalSnapshotName } from '../../resources/lastOfDatabases.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { RESTORED_TAG } from '../../session/restoredTag.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';
import { readLastSnapshots, readSnapshot } from './snapshots.ts';

/**
 * Restores one from its final snapshot, or from the last before its deletion, under its name, and so under the same hosts. It has no
 * members then: once it is available, the same command makes them. It also makes those of a cluster whose deletion ended half-way.
 */
export async function restoreDbCluster(
  { restorer, stored }: Wanted,
  now: Read<DbClusterResource> | undefined,
): Promise<Restoring> {
  const { id, identity } = stored;
  const old = stored.definition as DescribedDbCluster;
  if (now?.kind !== 'gone' && now?.kind !== 'found')
    return refused(`it is not known whether ${id} is gone: ${now?.why ?? 'AWS did not say'}`);
  if (now.kind === 'found') {
    const { identity: is, tags } = now.resource;
    if (is !== identity && tags[RESTORED_TAG] !== identity)
      return refused(`another database cluster is called ${id} by now (${is})`);
    return makeMembers(restorer, old, now.resource);
  }
  const final = await readSnapshot(restorer, finalSnapshotName(identity));
  const isFinal = final?.DbClusterResourceId === identity;
  // An older one is not tried: its data would be older than what was deleted.
  const snapshot = isFinal ? final : (await readLastSnapshots(restorer, stored))[0];
  const name = snapshot?.DBClusterSnapshotIdentifier;
  if (!name) return refused(`no final snapshot of ${id} (${identity}) is there, and none from before its deletion`);
  const which = isFinal ? 'its final snapshot' : 'the last snapshot before its deletion';
  if (snapshot.Status !== 'available')
    return refused(`${name}, ${which}, is ${snapshot.Status ?? 'in a state that is not known'}`);
  const input = restoring(old, { id, identity, SnapshotIdentifier: name });
  const afterwards = membersOf(old, id).map(({ input: member }) => ({
    says: `makes its member ${member.DBInstanceIdentifier}, once it is available; \`holystone restore\` does the same then`,
    command: awsJsonCommand(restorer, 'rds create-db-instance', member),
  }));
  return {
    kind: 'ready',
    steps: [
      {
        says: `restores the database cluster ${id} from ${name}, ${which}, under its name, without members yet`,
        command: awsJsonCommand(restorer, 'rds restore-db-cluster-from-snapshot', input),
      },
    ],
    afterwards,
    async run() {
      const call = rds.restoreDBClusterFromSnapshot;
      const done = await restoreBy(restorer, call.api, `restoring database cluster ${id}`, async () =>
        requestIdOf(await send(restorer, call, input)),
      );
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards };
    },
  };
}

/** Those that it had and has not: the one that wrote comes first, because the first one writes. */
async function makeMembers(restorer: CallScope, old: DescribedDbCluster, now: DbClusterResource): Promise<Restoring> {
  const { id, status = 'in a state that is not known', described } = now;
  const there = new Set((described?.members ?? []).map(({ DBInstanceIdentifier }) => DBInstanceIdentifier));
  const missing = membersOf(old, id).filter(({ input }) => !there.has(input.DBInstanceIdentifier));
  if (status === 'deleting') return refused(`${id} is still being deleted: try it again later`);
  if (missing.length === 0) return isThere(id);
  if (status !== 'available') return refused(`${id} is ${status}: its members are made once it is available`);
  return {
    kind: 'ready',
    steps: missing.map(({ input }) => ({
      says: `makes ${input.DBInstanceIdentifier}, a member of ${id}, which costs by the hour from then on`,
      command: awsJsonCommand(restorer, 'rds create-db-instance', input),
    })),
    afterwards: [],
    async run() {
      const { api } = rds.createDBInstance;
      let requestId = 'none';
      for (const { input } of missing) {
        const what = `making database instance ${input.DBInstanceIdentifier}`;
        const done = await restoreBy(restorer, api, what, async () =>
          requestIdOf(await send(restorer, rds.createDBInstance, input)),
        );
        if ('kind' in done) return done;
        ({ requestId } = done);
      }
      return { kind: 'restored', id, requestId, afterwards: [] };
    },
  };
}

/** https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_RestoreDBClusterFromSnapshot.html; users and passwords are in the snapshot. */
function restoring(
  { cluster }: DescribedDbCluster,
  { id, identity, ...from }: { readonly id: string; readonly identity: string; readonly SnapshotIdentifier: string },
): RestoreDBClusterFromSnapshotMessage {
  const groups = (cluster.VpcSecurityGroups ?? []).flatMap(({ VpcSecurityGroupId }) => VpcSecurityGroupId ?? []);
  const logs = cluster.EnabledCloudwatchLogsExports ?? [];
  const { MinCapacity, MaxCapacity } = cluster.ServerlessV2ScalingConfiguration ?? {};
  return {
    DBClusterIdentifier: id,
    ...from,
    Engine: cluster.Engine,
    Tags: fromTags({ ...ownTags(cluster.TagList), [RESTORED_TAG]: identity }),
    ...defined({
      EngineVersion: cluster.EngineVersion,
      EngineMode: cluster.EngineMode,
      Port: cluster.Port,
      DBSubnetGroupName: cluster.DBSubnetGroup,
      VpcSecurityGroupIds: groups.length > 0 ? groups : undefined,
      DBClusterParameterGroupName: cluster.DBClusterParameterGroup,
      EnableIAMDatabaseAuthentication: cluster.IAMDatabaseAuthenticationEnabled,
      EnableCloudwatchLogsExports: logs.length > 0 ? logs : undefined,
      CopyTagsToSnapshot: cluster.CopyTagsToSnapshot,
      StorageType: cluster.StorageType,
      NetworkType: cluster.NetworkType,
      ServerlessV2ScalingConfiguration: MaxCapacity === undefined ? undefined : defined({ MinCapacity, MaxCapacity }),
      BackupRetentionPeriod: cluster.BackupRetentionPeriod,
      PreferredBackupWindow: cluster.PreferredBackupWindow,
      EngineLifecycleSupport: cluster.EngineLifecycleSupport,
    }),
  };
}

/** What AWS asks for each, the one that wrote first: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBInstance.html */
function membersOf({ cluster, members }: DescribedDbCluster, DBClusterIdentifier: string) {
  const all = new Map(cluster.DBClusterMembers?.map((one) => [one.DBInstanceIdentifier, one]));
  return members
    .map((one) => ({ tier: all.get(one.DBInstanceIdentifier), one }))
    .toSorted((a, b) => Number(b.tier?.IsClusterWriter ?? false) - Number(a.tier?.IsClusterWriter ?? false))
    .map(({ tier, one }) => ({ input: memberOf(one, DBClusterIdentifier, tier?.PromotionTier ?? one.PromotionTier) }));
}

function memberOf(one: DBInstance, DBClusterIdentifier: string, PromotionTier?: number): CreateDBInstanceMessage {
  const isMonitored = (one.MonitoringInterval ?? 0) > 0;
  const insights = one.PerformanceInsightsEnabled === true;
  return {
    DBInstanceIdentifier: one.DBInstanceIdentifier,
    DBClusterIdentifier,
    DBInstanceClass: one.DBInstanceClass,
    Engine: one.Engine,
    Tags: fromTags(ownTags(one.TagList)),
    ...defined({
      AvailabilityZone: one.AvailabilityZone,
      PromotionTier,
      DBParameterGroupName: one.DBParameterGroups?.[0]?.DBParameterGroupName,
      PubliclyAccessible: one.PubliclyAccessible,
      AutoMinorVersionUpgrade: one.AutoMinorVersionUpgrade,
      PreferredMaintenanceWindow: one.PreferredMaintenanceWindow,
      CACertificateIdentifier: one.CACertificateIdentifier,
      MonitoringInterval: isMonitored ? one.MonitoringInterval : undefined,
      MonitoringRoleArn: isMonitored ? one.MonitoringRoleArn : undefined,
      EnablePerformanceInsights: insights || undefined,
      PerformanceInsightsKMSKeyId: insights ? one.PerformanceInsightsKMSKeyId : undefined,
      PerformanceInsightsRetentionPeriod: insights ? one.PerformanceInsightsRetentionPeriod : undefined,
    }),
  };
}

/** No person can give a tag of AWS. */
function ownTags(list: Parameters<typeof toTags>[0]): Readonly<Record<string, string>> {
  const { [QUARANTINE_TAG]: _over, ...tags } = toTags(list);
  return Object.fromEntries(Object.entries(tags).filter(([key]) => !key.startsWith('aws:')));
}
