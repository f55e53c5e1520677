/** What the types of database clusters have in common: those that are deleted, and those that are only stopped. */
import type { DBInstance } from '@aws-sdk/client-rds';
import { DAY_MS } from '../../../core/common/duration.ts';
import { groupBy } from '../../../core/common/groupBy.ts';
import { rds } from '../calls/rds.ts';
import { clusterConnections } from '../evidence/databases/connections.ts';
import { clusterEvents } from '../evidence/databases/events.ts';
import { clusterFollowers, restoringClusters } from '../evidence/databases/restoring.ts';
import { METRICS_KEPT_MS } from '../evidence/measured/metricData.ts';
import { mentionedBy } from '../evidence/mentioning/mentionedBy.ts';
import { recordSets } from '../evidence/references/recordSets.ts';
import { type DescribedDbCluster, toDbCluster } from '../resources/dbCluster.ts';
import type { ClusterSafeguard } from '../resources/dbClusterSafeguards.ts';
import { managedParameters, reasonToTheEnd } from '../resources/managedBy.ts';
import { rdsTags } from '../session/rdsTags.ts';
import { allOf } from '../wire/paging.ts';
import { list, pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

export const DB_CLUSTER = {
  attributes: {
    tags: 'map',
    createdAt: 'date',
    lastUsedAt: 'date',
    revision: 'internal',
    arn: 'text',
    status: 'text',
    engine: 'text',
    engineVersion: 'text',
    engineMode: 'text',
    storageEncrypted: 'boolean',
    deletionProtection: 'boolean',
    members: 'texts',
    unsettled: 'texts',
    memberTags: 'texts',
    hosts: 'texts',
    minCapacity: 'number',
    replicas: 'texts',
    pendingChanges: 'texts',
    boundTo: 'texts',
    operator: 'text',
  },
  parameters: managedParameters,
  evidence: [
    ...[clusterConnections, clusterEvents, clusterFollowers, recordSets, restoringClusters],
    ...mentionedBy('dbCluster'),
  ],
  unlistedUsers:
    'programs outside of AWS that connect seldom and briefly, between two samples of the metric, or that will connect again after a pause of more than `unusedFor`; what used it under an earlier name, if it got another before Holystone first saw it; secrets, data sources of AppSync, knowledge bases of Bedrock, and backup plans that choose by tags',
  // A new name, also of a member, is one that another one may have had; and whoever changes its members uses it.
  dated: 'byLater',
  // Longer than a month: a job at the end of each month counts.
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  // The prices of its classes and of its storage are not in the price list of this program.
  monthlyCost: () => undefined,
  tagging: rdsTags,
  mostIds: 1,
  reads: rds.describeDBClusters,
  readsWith: { api: rds.describeDBClusters.api, calls: [rds.describeDBClusters, rds.describeDBInstances], all, some },
  idOf: ({ cluster }: DescribedDbCluster) => cluster.DBClusterIdentifier,
  // A name may be taken again, and no condition of a request names anything else.
  isReadAgain: true,
  ends: 'accepted',
} as const;

/** Lists all clusters with their members, which another call describes. */
async function* all(target: CallScope): AsyncGenerator<readonly DescribedDbCluster[]> {
  const instances = await allOf(pages(target, rds.describeDBInstances, 'listing members of database clusters'));
  const members = groupBy(instances, ({ DBClusterIdentifier: of }) => of);
  for await (const page of pages(target, rds.describeDBClusters, 'listing database clusters'))
    yield page.map((cluster) => ({ cluster, members: members.get(cluster.DBClusterIdentifier) ?? [] }));
}

/** @throws the SDK's own errors, ReadError */
async function some(target: CallScope, ids: readonly string[]): Promise<readonly DescribedDbCluster[]> {
  const found: DescribedDbCluster[] = [];
  for (const DBClusterIdentifier of ids) {
    const what = `reading database cluster ${DBClusterIdentifier}`;
    const clusters = await list(target, rds.describeDBClusters, what, { DBClusterIdentifier });
    for (const cluster of clusters) found.push({ cluster, members: await membersOf(target, DBClusterIdentifier) });
  }
  return found;
}

/** @throws ReadError */
async function membersOf(target: CallScope, cluster: string): Promise<readonly DBInstance[]> {
  const Filters = [{ Name: 'db-cluster-id', Values: [cluster] }];
  const what = `reading the members of database cluster ${cluster}`;
  return allOf(pages(target, rds.describeDBInstances, what, { Filters }));
}

/** Facts that AWS does not refuse, or only after it began: read directly before the first request. */
export function blockedBy(safeguards: readonly ClusterSafeguard[]): (one: DescribedDbCluster) => string | undefined {
  // An entry may say that a program that starts it counts for nothing (`manageOwned`).
  const checked = safeguards.filter(({ name }) => name !== 'startedAgain');
  return (one) => {
    const resource = toDbCluster(one);
    if (!resource) return undefined;
    if (resource.status !== 'available') return `its state is ${resource.status ?? 'not known'}`;
    return reasonToTheEnd(checked, resource);
  };
}
