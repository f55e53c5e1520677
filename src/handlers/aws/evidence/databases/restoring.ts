import { rds } from '../../calls/rds.ts';
import type { DbClusterResource } from '../../resources/dbCluster.ts';
import type { DbInstanceResource } from '../../resources/dbInstance.ts';
import { allOf } from '../../wire/paging.ts';
import { everyLocation } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';
import { plainSource, used } from '../plainSource.ts';
import { MADE } from './snapshotUsers.ts';

/** A restore to a point in time needs its source until it is done, and RDS does not say which that is. */
export const restoringDatabases = eachSource<DbInstanceResource>({
  name: 'restoringDatabases',
  summary:
    'Other database instances of its engine that are being made: each may be a restore of this one to a point in time, or a replica of it.',
  calls: [rds.describeDBInstances],
  reading(target) {
    let listed: ReturnType<typeof unsettled> | undefined;
    return async ({ identity, engine }): Promise<readonly FindingOfOne[]> => {
      listed ??= unsettled(target);
      return (await listed)
        .filter((one) => one.DbiResourceId !== identity && (one.Engine === undefined || one.Engine === engine))
        .map(({ DBInstanceIdentifier: name, DBInstanceStatus: status = 'status not known' }) => ({
          says: 'used',
          by: `database instance ${name ?? 'without name'} (${status}), perhaps being made from this one`,
        }));
    };
  },
});

async function unsettled(target: CallScope) {
  const all = await allOf(pages(target, rds.describeDBInstances, 'reading database instances that are being made'));
  return all.filter(({ DBInstanceStatus }) => !MADE.has(DBInstanceStatus));
}

/** The same of clusters, also of a clone; a replica of it in whatever region names it (`clusterFollowers`). */
export const restoringClusters = eachSource<DbClusterResource>({
  name: 'restoringClusters',
  summary:
    'Other database clusters of its engine that are being made: each may be a restore of this one to a point in time, or a clone of it.',
  calls: [rds.describeDBClusters],
  reading(target) {
    const what = 'reading database clusters that are being made';
    let listed: ReturnType<typeof all> | undefined;
    const all = () => allOf(pages(target, rds.describeDBClusters, what));
    return async ({ identity, engine }): Promise<readonly FindingOfOne[]> => {
      listed ??= all();
      return (await listed)
        .filter(({ Status: status }) => !MADE.has(status))
        .filter((one) => one.DbClusterResourceId !== identity && (one.Engine === undefined || one.Engine === engine))
        .map(({ DBClusterIdentifier: name, Status: status = 'status not known' }) => ({
          says: 'used',
          by: `database cluster ${name ?? 'without name'} (${status}), perhaps being made from this one`,
        }));
    };
  },
});

/** A cluster of any account and region that follows it: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DBCluster.html */
export const clusterFollowers = plainSource({
  name: 'clusterFollowers',
  summary: 'Clusters in any region that replicate from it, by its ARN.',
  places: everyLocation,
  reads: rds.describeDBClusters,
  what: 'reading clusters that replicate from others',
  find: ({ ReplicationSourceIdentifier: source, DBClusterIdentifier: name = 'without name' }) =>
    source ? used(source.toLowerCase(), `database cluster ${name}, which follows it`, '') : [],
});
