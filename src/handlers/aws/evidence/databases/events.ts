import { dateOf } from '../../../../core/measured/words.ts';
import { applicationAutoScaling } from '../../calls/applicationAutoScaling.ts';
import { rds } from '../../calls/rds.ts';
import type { DbClusterResource } from '../../resources/dbCluster.ts';
import type { DbInstanceResource } from '../../resources/dbInstance.ts';
import { askedToStop } from '../../resources/stopTag.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';
import { scheduledCapacity } from '../scheduledCapacity.ts';
import { type Happening, historyOf } from './history.ts';

/** "…for the past 14 days": https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DescribeEvents.html */
const MINUTES_KEPT = 14 * 24 * 60;

/** RDS keeps events by name: those of an earlier one of that name are among them. @throws ReadError */
export async function readHistory(
  target: CallScope,
  { id }: { readonly id: string },
  SourceType: 'db-cluster' | 'db-instance' = 'db-instance',
): Promise<readonly Happening[]> {
  const what = `reading what happened to ${id}`;
  const request = { SourceIdentifier: id, SourceType, Duration: MINUTES_KEPT } as const;
  const events = await allOf(pages(target, rds.describeEvents, what, request));
  return historyOf(events.filter(({ SourceIdentifier: of }) => of?.toLowerCase() === id.toLowerCase()));
}

/** Who did something to it, as far as RDS tells of it: connections are measured elsewhere. */
export const databaseEvents = eachSource<DbInstanceResource>({
  name: 'databaseEvents',
  summary:
    'Its events in RDS, which go back 14 days and name no actor. A start is a use at that date unless the event says that RDS did it after seven days; so is a stop by others than Holystone, a restart, a change. A backup is none. What this version does not know is unknown, and so is a stop that the events do not show.',
  calls: [rds.describeEvents],
  reading: (target) => async (instance) => findingsOf(instance, await readHistory(target, instance)),
});

function findingsOf(instance: DbInstanceResource, history: readonly Happening[]): readonly FindingOfOne[] {
  const isOurs = askedToStop(instance) !== undefined;
  const own = isOurs ? history.findLast(({ happened }) => happened === 'stop') : undefined;
  const last = history.findLast((one) => one.happened === 'act' || (one.happened === 'stop' && one !== own));
  const odd = history.find(({ happened }) => happened === 'unknown');
  const found: FindingOfOne[] = [];
  if (last?.at !== undefined) found.push({ says: 'lastUsed', at: last.at, by: wordsOf(last) });
  if (odd) found.push({ says: 'unknown', by: `this version does not know what it means: ${wordsOf(odd)}` });
  if (isOurs && !own && instance.dbInstanceStatus === 'stopped')
    found.push({ says: 'unknown', by: 'RDS has no event of its stop, so others may be missing' });
  return found;
}

/**
 * Of the cluster and of each member: who gives one a larger class gets it ready for something, and needs no connection for that. Readers
 * that are planned are events of tomorrow.
 */
export const clusterEvents = eachSource<DbClusterResource>({
  name: 'clusterEvents',
  summary:
    'Its events in RDS and those of its members, which go back 14 days and name no actor. A start, a stop or a change is a use at that date, unless the event says that RDS started it after seven days. A backup is none. What this version does not know is unknown, as are failovers and maintenance. Scheduled actions that change the number of its readers are a use.',
  calls: [rds.describeEvents, applicationAutoScaling.describeScheduledActions],
  reading: (target) => async (cluster) => {
    const history = [...(await readHistory(target, cluster, 'db-cluster'))];
    for (const id of cluster.members ?? []) history.push(...(await readHistory(target, { id })));
    history.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
    const planned = await scheduledCapacity(target, 'rds', [`cluster:${cluster.id}`]);
    const last = history.findLast(({ happened }) => happened === 'act' || happened === 'stop');
    const odd = history.find(({ happened }) => happened === 'unknown');
    return [
      ...(last?.at === undefined ? [] : [{ says: 'lastUsed', at: last.at, by: wordsOf(last) } as const]),
      ...(odd ? [{ says: 'unknown', by: `this version does not know what it means: ${wordsOf(odd)}` } as const] : []),
      ...planned.map((by) => ({ says: 'used', by }) as const),
    ];
  },
});

/** An event, as people read it. */
export function wordsOf({ at, text }: Happening): string {
  return at === undefined ? `event "${text}" without a date` : `event "${text}" on ${dateOf(at)}`;
}
