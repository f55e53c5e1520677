import { rds } from '../../calls/rds.ts';
import type { DbInstanceResource } from '../../resources/dbInstance.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';
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
