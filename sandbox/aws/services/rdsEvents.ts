/** RDS's own clock: it starts what has been stopped for seven days, and its events tell what happened. */
import type * as module from '@aws-sdk/client-rds';
import { AwsError } from '../collections/errors.ts';
import { type DbEventRow, dbEvents } from '../seeds/dbEventSeeds.ts';
import type { Call } from '../store/call.ts';
import { collection, numbered } from '../store/listing.ts';
import type { Handlers } from '../wire/service.ts';
import { listing } from './rdsListing.ts';

/** "…for the past 14 days. … By default, RDS returns events that were generated in the past hour": API_DescribeEvents. */
const [KEPT_MS, MINUTE_MS, DEFAULT_MINUTES] = [14 * 86_400_000, 60_000, 60];

export const rdsEvents: Handlers<typeof module> = {
  DescribeEvents: listing(
    collection<module.DescribeEventsMessage, DbEventRow, module.Event>(eventsOf, ({ event }) => event),
    { answer: 'Events' },
  ),
};

function eventsOf(call: Call, { SourceIdentifier: of, SourceType: type, ...span }: module.DescribeEventsMessage) {
  if (of !== undefined && type === undefined)
    throw new AwsError('InvalidParameterCombination', 'Cannot specify source identifier without source type');
  startOverdue(call);
  const now = call.now.getTime();
  const from = span.StartTime?.getTime() ?? now - (span.Duration ?? DEFAULT_MINUTES) * MINUTE_MS;
  const since = Math.max(from, now - KEPT_MS);
  const events = call.here.dbEvents
    .values()
    .filter(
      ({ event }) =>
        (of === undefined || event.SourceIdentifier?.toLowerCase() === of.toLowerCase()) &&
        (type === undefined || event.SourceType === type) &&
        (event.Date?.getTime() ?? now) >= since,
    )
    .toSorted((a, b) => Number(a.event.Date) - Number(b.event.Date));
  return numbered(events);
}

type SourceType = Extract<module.SourceType, 'db-cluster' | 'db-instance'>;

/** Writes an event. */
export function tell(
  call: Call,
  SourceIdentifier: string,
  Message: string,
  at = call.now,
  type: SourceType = 'db-instance',
): void {
  const row = dbEvents.make({ SourceIdentifier, SourceType: type, Message, Date: at.toISOString() }, call);
  call.here.dbEvents.put(row.id, row);
}

/**
 * Changes the state of a cluster and of all its members. What RDS tells of these is not documented: the sandbox tells what a person's
 * restart of each would tell.
 */
export function changeCluster(
  name: string,
  to: { readonly Status: 'available' } | { readonly Status: 'stopped'; readonly AutomaticRestartTime: Date },
  call: Call,
  at = call.now,
): void {
  const { AutomaticRestartTime: _over, ...cluster } = call.here.dbClusters.get(name) ?? {};
  call.here.dbClusters.put(name, { ...cluster, ...to });
  for (const { DBInstanceIdentifier: member = '' } of cluster.DBClusterMembers ?? []) {
    const instance = call.here.dbInstances.get(member);
    if (instance) call.here.dbInstances.put(member, { ...instance, DBInstanceStatus: to.Status });
    tell(call, member, to.Status === 'stopped' ? 'DB instance shutdown' : 'DB instance restarted', at);
  }
}

/** "The instance restarts automatically after 7 days", and so does a cluster: done at once, and told as RDS tells it. */
export function startOverdue(call: Call): void {
  const started = (key: string, noun: 'cluster' | 'instance', at: Date) => {
    const of = `db-${noun}` as const;
    const due = `DB ${noun} is being started due to it exceeding the maximum allowed time being stopped.`;
    tell(call, key, due, at, of);
    tell(call, key, `DB ${noun} started`, new Date(at.getTime() + 10 * MINUTE_MS), of);
  };
  for (const { key, value } of call.here.dbInstances.view()) {
    const { AutomaticRestartTime: at, ...instance } = value;
    if (value.DBInstanceStatus !== 'stopped' || !at || at > call.now) continue;
    call.here.dbInstances.put(key, { ...instance, DBInstanceStatus: 'available' });
    started(key, 'instance', at);
  }
  for (const { key, value } of call.here.dbClusters.view()) {
    const { AutomaticRestartTime: at } = value;
    if (value.Status !== 'stopped' || !at || at > call.now) continue;
    changeCluster(key, { Status: 'available' }, call, at);
    started(key, 'cluster', at);
  }
}
