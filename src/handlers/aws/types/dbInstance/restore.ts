import type { DBInstance, RestoreDBInstanceFromDBSnapshotMessage } from '@aws-sdk/client-rds';
import { defined } from '../../../../core/common/defined.ts';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { rds } from '../../calls/rds.ts';
import type { DbInstanceResource } from '../../resources/dbInstance.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { RESTORED_TAG } from '../../session/restoredTag.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';
import { readFinalSnapshot, readLastSnapshots } from './finalSnapshot.ts';

/**
 * Restores one from the final snapshot, or from that of its last stop where RDS made none, under the same name, and so under the
 * same host name, but with another id.
 */
export async function restoreDbInstance(
  { restorer, stored }: Wanted,
  now: Read<DbInstanceResource> | undefined,
): Promise<Restoring> {
  const { id, identity } = stored;
  if (now?.kind !== 'gone' && now?.kind !== 'found')
    return refused(`it is not known whether ${id} is gone: ${now?.why ?? 'AWS did not say'}`);
  if (now.kind === 'found') {
    if (now.resource.dbInstanceStatus === 'deleting')
      return refused(`${id} is still being deleted: try it again later`);
    if (now.resource.identity === identity || isOurs(now.resource, identity)) return isThere(id);
    return refused(`another database instance is called ${id} by now (${now.resource.identity})`);
  }
  const final = await readFinalSnapshot(restorer, identity);
  // An older one is not tried: its data would be older than what was deleted.
  const snapshot = final ?? (await readLastSnapshots(restorer, stored))[0];
  const name = snapshot?.DBSnapshotIdentifier;
  if (!name) return refused(`no final snapshot of ${id} (${identity}) is there, and none of its stop`);
  const which = final ? 'its final snapshot' : 'the snapshot of its stop';
  if (snapshot.Status !== 'available')
    return refused(`${name}, ${which}, is ${snapshot.Status ?? 'in a state that is not known'}`);
  const old = stored.definition as DBInstance;
  const input = restoring(old, id, identity, name);
  const afterwards = leftOver(restorer, old, id);
  return {
    kind: 'ready',
    steps: [
      {
        says: `restores the database instance ${id} from ${name}, ${which}, under its name; it costs by the hour from then on`,
        command: awsJsonCommand(restorer, 'rds restore-db-instance-from-db-snapshot', input),
      },
    ],
    afterwards,
    async run() {
      const call = rds.restoreDBInstanceFromDBSnapshot;
      const done = await restoreBy(restorer, call.api, `restoring database instance ${id}`, async () =>
        requestIdOf(await send(restorer, call, input)),
      );
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards };
    },
  };
}

function isOurs({ tags }: DbInstanceResource, identity: string): boolean {
  return tags[RESTORED_TAG] === identity;
}

/** https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_RestoreDBInstanceFromDBSnapshot.html; users and passwords are in the snapshot. */
function restoring(
  old: DBInstance,
  DBInstanceIdentifier: string,
  identity: string,
  DBSnapshotIdentifier: string,
): RestoreDBInstanceFromDBSnapshotMessage {
  const groups = (old.VpcSecurityGroups ?? []).flatMap(({ VpcSecurityGroupId }) => VpcSecurityGroupId ?? []);
  const logs = old.EnabledCloudwatchLogsExports ?? [];
  const { [QUARANTINE_TAG]: _over, ...tags } = toTags(old.TagList);
  const own = Object.entries(tags).filter(([key]) => !key.startsWith('aws:'));
  return {
    DBInstanceIdentifier,
    DBSnapshotIdentifier,
    Tags: fromTags({ ...Object.fromEntries(own), [RESTORED_TAG]: identity }),
    ...defined({
      DBInstanceClass: old.DBInstanceClass,
      Port: old.Endpoint?.Port || undefined,
      DBSubnetGroupName: old.DBSubnetGroup?.DBSubnetGroupName,
      VpcSecurityGroupIds: groups.length > 0 ? groups : undefined,
      DBParameterGroupName: old.DBParameterGroups?.[0]?.DBParameterGroupName,
      OptionGroupName: old.OptionGroupMemberships?.[0]?.OptionGroupName,
      MultiAZ: old.MultiAZ,
      // AWS chooses the zones of one with a standby.
      AvailabilityZone: old.MultiAZ === false ? old.AvailabilityZone : undefined,
      PubliclyAccessible: old.PubliclyAccessible,
      AutoMinorVersionUpgrade: old.AutoMinorVersionUpgrade,
      LicenseModel: old.LicenseModel,
      StorageType: old.StorageType,
      ...speedOf(old),
      CopyTagsToSnapshot: old.CopyTagsToSnapshot,
      EnableIAMDatabaseAuthentication: old.IAMDatabaseAuthenticationEnabled,
      EnableCloudwatchLogsExports: logs.length > 0 ? logs : undefined,
      ProcessorFeatures: old.ProcessorFeatures?.length ? old.ProcessorFeatures : undefined,
      NetworkType: old.NetworkType,
      BackupRetentionPeriod: old.BackupRetentionPeriod,
      PreferredBackupWindow: old.PreferredBackupWindow,
      BackupTarget: old.BackupTarget === 'region' ? undefined : old.BackupTarget,
      CustomIamInstanceProfile: old.CustomIamInstanceProfile,
      DedicatedLogVolume: old.DedicatedLogVolume || undefined,
      CACertificateIdentifier: old.CACertificateIdentifier,
      EngineLifecycleSupport: old.EngineLifecycleSupport,
    }),
  };
}

/** What that request cannot say, and a change of the restored one can: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_ModifyDBInstance.html */
function leftOver(target: CallScope, old: DBInstance, DBInstanceIdentifier: string): readonly RestoreStep[] {
  const monitored = (old.MonitoringInterval ?? 0) > 0;
  const insights = old.PerformanceInsightsEnabled === true;
  const more = defined({
    PreferredMaintenanceWindow: old.PreferredMaintenanceWindow,
    MaxAllocatedStorage: old.MaxAllocatedStorage || undefined,
    MonitoringInterval: monitored ? old.MonitoringInterval : undefined,
    MonitoringRoleArn: monitored ? old.MonitoringRoleArn : undefined,
    EnablePerformanceInsights: insights || undefined,
    PerformanceInsightsKMSKeyId: insights ? old.PerformanceInsightsKMSKeyId : undefined,
    PerformanceInsightsRetentionPeriod: insights ? old.PerformanceInsightsRetentionPeriod : undefined,
  });
  if (Object.keys(more).length === 0) return [];
  const command = awsJsonCommand(target, 'rds modify-db-instance', { DBInstanceIdentifier, ...more });
  return [{ says: 'sets what a restore cannot, once it is available', command }];
}

/**
 * "If this parameter isn't specified, the IOPS value is taken from the backup": only `gp3` above what it has by itself is said, which
 * RDS answers of each, and refuses as a request for a small volume:
 * https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/CHAP_Storage.html#gp3-storage
 */
function speedOf({ StorageType, Iops = 0, StorageThroughput }: DBInstance) {
  return StorageType === 'gp3' && Iops > 3000 ? { Iops, StorageThroughput } : {};
}
