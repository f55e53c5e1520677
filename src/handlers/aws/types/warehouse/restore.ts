import type { RestoreFromClusterSnapshotMessage } from '@aws-sdk/client-redshift';
import { defined } from '../../../../core/common/defined.ts';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { redshift } from '../../calls/redshift.ts';
import type { DescribedWarehouse, WarehouseResource } from '../../resources/warehouse.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { RESTORED_TAG } from '../../session/restoredTag.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';
import { finalSnapshotName, readLastSnapshots, readSnapshot } from './snapshots.ts';

/** Makes one from its final snapshot, or from the last before its deletion, under the same name. Its namespace and its host differ. */
export async function restoreWarehouse(
  { restorer, stored }: Wanted,
  now: Read<WarehouseResource> | undefined,
): Promise<Restoring> {
  const { id, identity } = stored;
  if (now?.kind !== 'gone' && now?.kind !== 'found')
    return refused(`it is not known whether ${id} is gone: ${now?.why ?? 'AWS did not say'}`);
  if (now.kind === 'found') {
    const { clusterStatus: is = 'not known', tags } = now.resource;
    if (is === 'deleting' || is === 'final-snapshot')
      return refused(`${id} is still being deleted: try it again later`);
    if (now.resource.identity === identity || tags[RESTORED_TAG] === identity) return isThere(id);
    // The request can say no tag, so a restored one is not recognised before somebody wrote it.
    return refused(
      `another cluster is called ${id} by now (${now.resource.identity}); if that is the restored one, only its tags are missing`,
    );
  }
  const final = await readSnapshot(restorer, finalSnapshotName(identity));
  const snapshot = final ?? (await readLastSnapshots(restorer, stored))[0];
  const name = snapshot?.SnapshotIdentifier;
  if (!name) return refused(`no final snapshot of ${id} (${identity}) is there, and none from before its deletion`);
  const which = final ? 'its final snapshot' : 'the last snapshot before its deletion';
  if (snapshot.Status !== 'available')
    return refused(`${name}, ${which}, is ${snapshot.Status ?? 'in a state that is not known'}`);
  const old = stored.definition as DescribedWarehouse;
  const input = restoring(old, id, name);
  const afterwards = leftOver(restorer, old, { id, identity });
  return {
    kind: 'ready',
    steps: [
      {
        says: `makes the Redshift cluster ${id} from ${name}, ${which}, under its name, with another host; it costs by the hour from then on`,
        command: awsJsonCommand(restorer, 'redshift restore-from-cluster-snapshot', input),
      },
    ],
    afterwards,
    async run() {
      const call = redshift.restoreFromClusterSnapshot;
      const done = await restoreBy(restorer, call.api, `making the Redshift cluster ${id} again`, async () =>
        requestIdOf(await send(restorer, call, input)),
      );
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards };
    },
  };
}

/** https://docs.aws.amazon.com/redshift/latest/APIReference/API_RestoreFromClusterSnapshot.html; users and passwords are in the snapshot. */
function restoring(
  { cluster: old }: DescribedWarehouse,
  ClusterIdentifier: string,
  SnapshotIdentifier: string,
): RestoreFromClusterSnapshotMessage {
  const groups = (old.VpcSecurityGroups ?? []).flatMap(({ VpcSecurityGroupId }) => VpcSecurityGroupId ?? []);
  const roles = (old.IamRoles ?? []).flatMap(({ IamRoleArn }) => IamRoleArn ?? []);
  const relocates = old.AvailabilityZoneRelocationStatus === 'enabled';
  return {
    ClusterIdentifier,
    SnapshotIdentifier,
    ...defined({
      NodeType: old.NodeType,
      NumberOfNodes: old.NumberOfNodes,
      Port: old.Endpoint?.Port || undefined,
      ClusterSubnetGroupName: old.ClusterSubnetGroupName,
      ClusterParameterGroupName: old.ClusterParameterGroups?.[0]?.ParameterGroupName,
      VpcSecurityGroupIds: groups.length > 0 ? groups : undefined,
      IamRoles: roles.length > 0 ? roles : undefined,
      DefaultIamRoleArn: old.DefaultIamRoleArn || undefined,
      PubliclyAccessible: old.PubliclyAccessible,
      ElasticIp: old.ElasticIpStatus?.ElasticIp,
      Encrypted: old.Encrypted,
      KmsKeyId: old.Encrypted ? old.KmsKeyId : undefined,
      EnhancedVpcRouting: old.EnhancedVpcRouting,
      AllowVersionUpgrade: old.AllowVersionUpgrade,
      MaintenanceTrackName: old.MaintenanceTrackName,
      PreferredMaintenanceWindow: old.PreferredMaintenanceWindow,
      AutomatedSnapshotRetentionPeriod: old.AutomatedSnapshotRetentionPeriod,
      ManualSnapshotRetentionPeriod: old.ManualSnapshotRetentionPeriod,
      SnapshotScheduleIdentifier: old.SnapshotScheduleIdentifier || undefined,
      AvailabilityZoneRelocation: relocates || undefined,
      IpAddressType: old.IpAddressType,
    }),
  };
}

/** What that request cannot say. */
function leftOver(
  target: CallScope,
  { cluster, logging }: DescribedWarehouse,
  { id: ClusterIdentifier, identity }: { readonly id: string; readonly identity: string },
): readonly RestoreStep[] {
  const { [QUARANTINE_TAG]: _over, ...all } = toTags(cluster.Tags ?? []);
  const own = Object.entries(all).filter(([key]) => !key.startsWith('aws:'));
  const ResourceName = cluster.ClusterNamespaceArn?.replace(/:namespace:.*/, `:cluster:${ClusterIdentifier}`);
  const Tags = fromTags({ ...Object.fromEntries(own), [RESTORED_TAG]: identity });
  const { LoggingEnabled, LastSuccessfulDeliveryTime: _last, ...where } = logging;
  const logs = defined({ ClusterIdentifier, ...where });
  return [
    {
      says: 'writes its tags, once it is available',
      command: awsJsonCommand(target, 'redshift create-tags', { ResourceName, Tags }),
    },
    ...(LoggingEnabled
      ? [
          {
            says: 'switches its audit logs on, once it is available',
            command: awsJsonCommand(target, 'redshift enable-logging', logs),
          },
        ]
      : []),
  ];
}
