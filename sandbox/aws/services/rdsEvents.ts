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

function eventsOf(call: Call, { SourceIdentifier: of, SourceType: type, ...asked }: module.DescribeEventsMessage) {
  if (of !== undefined && type === undefined)
    throw new AwsError('InvalidParameterCombination', 'Cannot specify source identifier without source type');
  startOverdue(call);
  const now = call.now.getTime();
  const from = asked.StartTime?.getTime() ?? now - (asked.Duration ?? DEFAULT_MINUTES) * MINUTE_MS;
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

/** Writes an event of a database instance. */
export function tell(call: Call, SourceIdentifier: string, Message: string, at = call.now): void {
  const row = dbEvents.make({ SourceIdentifier, Message, Date: at.toISOString() }, call);
  call.here.dbEvents.put(row.id, row);
}

/** "The instance restarts automatically after 7 days": done at once, and told as RDS tells it. */
export function startOverdue(call: Call): void {
  for (const { key, value } of call.here.dbInstances.view()) {
    const { AutomaticRestartTime: at, ...instance } = value;
    if (value.DBInstanceStatus !== 'stopped' || !at || at > call.now) continue;
    call.here.dbInstances.put(key, { ...instance, DBInstanceStatus: 'available' });
    tell(call, key, 'DB instance is being started due to it exceeding the maximum allowed time being stopped.', at);
    tell(call, key, 'DB instance started', new Date(at.getTime() + 10 * MINUTE_MS));
  }
}
