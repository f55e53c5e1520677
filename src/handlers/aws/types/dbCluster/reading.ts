/** How database clusters are listed and read again, each with its members, which another call describes. */
import type { DBInstance } from '@aws-sdk/client-rds';
import { groupBy } from '../../../../core/common/groupBy.ts';
import { rds } from '../../calls/rds.ts';
import type { DescribedDbCluster } from '../../resources/dbCluster.ts';
import { allOf } from '../../wire/paging.ts';
import { list, pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** All calls of both ways; the first is the listing that each begins with. */
export const DB_CLUSTER_READS = {
  api: rds.describeDBClusters.api,
  calls: [rds.describeDBClusters, rds.describeDBInstances],
  all,
  some,
} as const;

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
