/** What the types of Redshift clusters have in common: those that are deleted, and those that are only paused. */
import type { Cluster } from '@aws-sdk/client-redshift';
import { DAY_MS } from '../../../core/common/duration.ts';
import { redshift } from '../calls/redshift.ts';
import { METRICS_KEPT_MS } from '../evidence/measured/metricData.ts';
import { mentionedBy } from '../evidence/mentioning/mentionedBy.ts';
import { recordSets } from '../evidence/references/recordSets.ts';
import { warehouseConnections } from '../evidence/warehouses/connections.ts';
import { warehouseUses } from '../evidence/warehouses/uses.ts';
import { managedParameters, reasonToTheEnd } from '../resources/managedBy.ts';
import { type DescribedWarehouse, toWarehouse } from '../resources/warehouse.ts';
import type { WarehouseSafeguard } from '../resources/warehouseSafeguards.ts';
import { warehouseTags } from '../session/warehouseTags.ts';
import { read } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

export const WAREHOUSE = {
  attributes: {
    tags: 'map',
    createdAt: 'date',
    revision: 'internal',
    arn: 'text',
    clusterStatus: 'text',
    clusterAvailabilityStatus: 'text',
    nodeType: 'text',
    numberOfNodes: 'number',
    encrypted: 'boolean',
    publiclyAccessible: 'boolean',
    endpointAddress: 'text',
    clusterNamespaceArn: 'text',
    automatedSnapshotRetentionPeriod: 'number',
    pendingChanges: 'texts',
    boundTo: 'texts',
  },
  arns: ['redshift:*:*:cluster:*', 'redshift:*:*:snapshot:*/*'],
  parameters: managedParameters,
  evidence: [warehouseConnections, warehouseUses, recordSets, ...mentionedBy('warehouse')],
  unlistedUsers:
    'programs outside of AWS that connect seldom and briefly, between two samples of the metric, or that will connect again after a pause of more than `unusedFor`; what used it under an earlier name, if it got another before Holystone first saw it; secrets, profiles of AppFlow, partners, and consumers of its data in other accounts that its data shares do not name',
  // A new name is one that another one may have had.
  dated: 'byLater',
  // Longer than a month: a job at the end of each month counts. Trusted Advisor looks back for 7 days.
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  // The price of its nodes is not in the price list of this program, and reserved ones are paid anyway.
  monthlyCost: () => undefined,
  tagging: warehouseTags,
  mostIds: 1,
  reads: redshift.describeClusters,
  idsInput: ([ClusterIdentifier]: string[]) => ({ ClusterIdentifier }),
  idOf: ({ ClusterIdentifier }: Cluster) => ClusterIdentifier,
  describeCalls: [redshift.describeLoggingStatus],
  async describe(target: CallScope, cluster: Cluster): Promise<DescribedWarehouse> {
    const { ClusterIdentifier } = cluster;
    const what = `reading where ${ClusterIdentifier} writes its logs`;
    const { LoggingEnabled, BucketName, S3KeyPrefix, LogDestinationType, LogExports } = await read(
      target,
      redshift.describeLoggingStatus,
      what,
      { ClusterIdentifier },
    );
    return { cluster, logging: { LoggingEnabled, BucketName, S3KeyPrefix, LogDestinationType, LogExports } };
  },
  // A name may be taken again, and no condition of a request names anything else.
  isReadAgain: true,
  ends: 'accepted',
} as const;

/** Facts that AWS does not refuse, or only after it began: read directly before the request. Tags were judged, and are no such fact. */
export function blockedBy(safeguards: readonly WarehouseSafeguard[]): (described: Cluster) => string | undefined {
  const checked = safeguards.filter(({ name }) => name !== 'startedAgain');
  return (described) => {
    const resource = toWarehouse(described);
    return resource && reasonToTheEnd(checked, resource);
  };
}
