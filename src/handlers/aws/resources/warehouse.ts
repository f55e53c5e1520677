/** A provisioned cluster of Redshift; those without servers are none. */

import type { Cluster, LoggingStatus, PendingModifiedValues } from '@aws-sdk/client-redshift';
import { defined, some } from '../../../core/common/defined.ts';
import { ReadError } from '../../../core/common/errors.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { nameAlias } from './nameAlias.ts';
import { partAliases } from './nameParts.ts';

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface WarehouseResource extends Resource {
  readonly arn: string;
  /** `available`, `paused`, `modifying`, …; absent = unknown. */
  readonly clusterStatus?: string;
  /** `Available`, `Maintenance`, `Modifying`, …; absent = unknown. */
  readonly clusterAvailabilityStatus?: string;
  /** `ra3.large`, `dc2.large`, … */
  readonly nodeType?: string;
  readonly numberOfNodes?: number;
  readonly encrypted?: boolean;
  readonly publiclyAccessible?: boolean;
  /** The name by which its clients reach it. */
  readonly endpointAddress?: string;
  /** Of its databases; data shares and integrations name them by it. */
  readonly clusterNamespaceArn?: string;
  /** Days; 0: it has no automated snapshots. */
  readonly automatedSnapshotRetentionPeriod?: number;
  /** What AWS is doing with it, or will do. */
  readonly pendingChanges?: readonly string[];
  /** What others set up with it, or what a restore does not bring back. */
  readonly boundTo?: readonly string[];
  /** Set after a read by name: the data to make one like it. */
  readonly described?: DescribedWarehouse;
}

/** The answers of AWS about one. */
export interface DescribedWarehouse {
  readonly cluster: Cluster;
  /** A restore does not bring it back. */
  readonly logging: LoggingStatus;
}

/** The key by which a text names one. Its name has no capitals. */
export function warehouseAlias(name: string): string {
  return `warehouse/${name.toLowerCase()}`;
}

/** A host of an earlier cluster of its name means the name: https://docs.aws.amazon.com/redshift/latest/mgmt/connecting-from-psql.html */
export function aliasesOfWarehouseHost(host: string): readonly string[] {
  const is = host.toLowerCase();
  return [is, warehouseAlias(is.split('.')[0] ?? is)];
}

/**
 * Of a cluster, of what is in it, and of its data shares: the alias that it has.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonredshift.html#amazonredshift-resources-for-iam-policies
 */
export function aliasOfWarehouseArn(arn: string): string | undefined {
  const [, start, kind = '', name] = /^(arn:(?:[^:]*:){4})([a-z]+):([^/]+)/.exec(arn.toLowerCase()) ?? [];
  if (start === undefined || name === undefined) return undefined;
  if (['cluster', 'dbgroup', 'dbname', 'dbuser'].includes(kind)) return `${start}cluster:${name}`;
  return kind === 'datashare' || kind === 'namespace' ? `${start}namespace:${name}` : undefined;
}

/** `undefined` for an answer without name. @throws ReadError for one without its list of tags */
export function toWarehouse(one: Cluster): WarehouseResource | undefined {
  const { ClusterIdentifier: id, ClusterNamespaceArn: namespace, ClusterCreateTime: createdAt } = one;
  if (!id) return undefined;
  if (!one.Tags) throw new ReadError(`AWS described cluster ${id} without its list of tags`, { problem: 'malformed' });
  const address = one.Endpoint?.Address?.toLowerCase() || undefined;
  const custom = one.CustomDomainName?.toLowerCase() || undefined;
  const arn = namespace?.replace(/:namespace:.*/, `:cluster:${id}`);
  const days = one.AutomatedSnapshotRetentionPeriod;
  return {
    id,
    // No later cluster of its name has it.
    identity: namespace ?? `${id}@${createdAt?.toISOString() ?? 'not known'}`,
    // CloudWatch keeps values by its name, and so those of others that had it.
    revision: `name ${id}`,
    name: id,
    tags: toTags(one.Tags),
    arn: arn ?? '',
    aliases: [
      ...(arn ? [arn.toLowerCase()] : []),
      warehouseAlias(id),
      nameAlias(id),
      ...partAliases(warehouseAlias, id),
      ...(namespace ? [namespace.toLowerCase()] : []),
      ...(address ? [address] : []),
      ...(custom ? [custom] : []),
    ],
    // "any automated snapshots of the cluster" go with it:
    // https://docs.aws.amazon.com/redshift/latest/APIReference/API_CopyClusterSnapshot.html
    ...(days !== 0 && { note: { code: 'backupsGo', values: defined({ days }) } }),
    ...defined({
      createdAt,
      clusterStatus: one.ClusterStatus,
      clusterAvailabilityStatus: one.ClusterAvailabilityStatus,
      nodeType: one.NodeType,
      numberOfNodes: one.NumberOfNodes,
      encrypted: one.Encrypted,
      publiclyAccessible: one.PubliclyAccessible,
      endpointAddress: address,
      clusterNamespaceArn: namespace,
      automatedSnapshotRetentionPeriod: days,
      pendingChanges: some([...pendingOf(one.PendingModifiedValues), ...doneWith(one)]),
      boundTo: some(boundTo(one)),
    }),
  };
}

/** AWS answers an empty structure where nothing is pending. */
function pendingOf(values: PendingModifiedValues = {}): readonly string[] {
  return Object.entries(values).flatMap(([member, value]) => (value === undefined ? [] : [member]));
}

/** States of a transfer, a restore or an exchange in which nothing happens any more. */
const AT_REST: ReadonlySet<string> = new Set(['completed', 'succeeded', 'none', 'failed']);

function doneWith(one: Cluster): readonly string[] {
  const under: readonly (readonly [string, string | undefined])[] = [
    ['transfer of its data', one.DataTransferProgress?.Status],
    ['restore', one.RestoreStatus?.Status],
    ['exchange of reserved nodes', one.ReservedNodeExchangeStatus?.Status],
  ];
  const { PendingActions = [], ResizeInfo, ModifyStatus } = one;
  return [
    ...under.flatMap(([what, is]) => (is && !AT_REST.has(is.toLowerCase()) ? [`${what} (${is.toLowerCase()})`] : [])),
    ...PendingActions,
    ...(ResizeInfo?.ResizeType ? [`resize (${ResizeInfo.ResizeType})`] : []),
    ...(ModifyStatus ? [ModifyStatus] : []),
  ];
}

/** https://docs.aws.amazon.com/redshift/latest/APIReference/API_Cluster.html */
function boundTo(one: Cluster): readonly string[] {
  const { ClusterSnapshotCopyStatus: copied, MultiAZ: zones, MultiAZSecondary, HsmStatus: hsm } = one;
  const settling = (one.IamRoles ?? []).filter(({ ApplyStatus }) => ApplyStatus !== 'in-sync');
  return [
    ...(one.ClusterNamespaceArn ? [] : ['a namespace that AWS does not tell']),
    ...(copied?.DestinationRegion ? [`copies of its snapshots in ${copied.DestinationRegion}`] : []),
    ...((zones && zones.toLowerCase() !== 'disabled') || MultiAZSecondary ? ['several zones (Multi-AZ)'] : []),
    ...(hsm?.HsmConfigurationIdentifier || hsm?.HsmClientCertificateIdentifier ? ['a hardware security module'] : []),
    ...(one.CustomDomainName ? [`domain ${one.CustomDomainName}`] : []),
    ...(one.MasterPasswordSecretArn ? [`secret ${one.MasterPasswordSecretArn}, which goes with it`] : []),
    ...(one.CatalogArn ? [`catalog ${one.CatalogArn}`] : []),
    ...(one.LakehouseRegistrationStatus && one.LakehouseRegistrationStatus.toLowerCase() !== 'deregistered'
      ? [`registration with the lakehouse (${one.LakehouseRegistrationStatus})`]
      : []),
    ...settling.map(
      ({ IamRoleArn, ApplyStatus }) => `role ${IamRoleArn ?? 'without ARN'} (${ApplyStatus ?? 'not known'})`,
    ),
  ];
}
