/** When events last arrived in a log group: two signs, each of which keeps it. */
import { DAY_MS } from '../../../../core/common/duration.ts';
import type { Measured } from '../../../../core/measured/metric.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { cloudWatchLogs as logs } from '../../calls/cloudWatchLogs.ts';
import type { LogGroupResource } from '../../resources/logGroup.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch-Logs-Monitoring-CloudWatch-Metrics.html */
const METRICS = [
  { name: 'IncomingLogEvents', unit: 'events', words: 'events' },
  { name: 'IncomingBytes', unit: 'bytes', words: 'bytes' },
] as const;

/** Also of streams that were deleted since. */
export const logEvents = measuredUse<LogGroupResource>({
  name: 'logEvents',
  isOnlyProof: true,
  summary:
    'Its events in CloudWatch (`IncomingLogEvents`, `IncomingBytes`): the last day with any, of the last 455 days. AWS does not say whether a group without events sends zeros, so their silence alone proves nothing: `logStreams` has to agree. CloudWatch charges for the metrics.',
  reading: 'reading the events of log groups',
  measuredOf({ id: LogGroupName, createdAt }): Measured {
    const since = createdAt?.getTime();
    return {
      what: 'events',
      sets: [
        {
          metrics: METRICS.map((metric) => ({
            namespace: 'AWS/Logs',
            dimensions: { LogGroupName },
            stat: 'Sum' as const,
            ...metric,
          })),
        },
      ],
      silence: { means: 'zero', noWitness: 'its streams say when an event last arrived' },
      ...(since === undefined ? {} : { sinceMs: since }),
    };
  },
});

/** "Events older than 14 days … are rejected": https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutLogEvents.html */
const OLDEST_EVENT_MS = 14 * DAY_MS;
/** "25 transactions per second" of the account, of which a group with more streams would take too many. */
const MOST_STREAMS = 5_000;

/**
 * When each event arrived, and not of what time it is: what is sent late has old times, and retention takes both times of events away,
 * but not that of their arrival (https://github.com/cloud-custodian/cloud-custodian/pull/6069).
 */
export const logStreams: EvidenceSource = {
  ...eachSource<LogGroupResource>({
    name: 'logStreams',
    summary:
      'When an event last arrived in any of its streams, or a stream was made. A group of more than 5,000 streams that retention may have emptied is not known.',
    calls: [logs.describeLogStreams],
    reading: (target) => async (group) => {
      const { at, more = '', unknown } = await readLastArrival(target, group);
      return [...lastUse(at, more), ...(unknown === undefined ? [] : [{ says: 'unknown' as const, by: unknown }])];
    },
  }),
  isOnlyProof: true,
};

/** When an event last arrived in a group, or one of its streams was made. */
export interface Arrival {
  /** ms since the epoch, at the latest; 0: never. */
  readonly at: number;
  /** About that time, as the end of a sentence. */
  readonly more?: string;
  /** Why it may have been later. */
  readonly unknown?: string;
}

/** @throws ReadError */
export async function readLastArrival(
  target: CallScope,
  { id: logGroupName, retentionInDays }: LogGroupResource,
): Promise<Arrival> {
  const what = `reading the streams of ${logGroupName}`;
  const input = { logGroupName, orderBy: 'LastEventTime', descending: true } as const;
  let [last, count] = [0, 0];
  for await (const page of pages(target, logs.describeLogStreams, what, input)) {
    count += page.length;
    for (const { creationTime = 0, lastEventTimestamp = 0, lastIngestionTime = 0 } of page)
      last = Math.max(last, creationTime, lastEventTimestamp, lastIngestionTime);
    // No event is ever later than those of its first page: what arrived after the last of them is at most so much older.
    const latest = Math.max(0, ...page.map(({ lastEventTimestamp = 0 }) => lastEventTimestamp));
    if (retentionInDays === undefined && latest > 0 && page.length >= FULL_PAGE) {
      const at = Math.min(target.io.clock.now(), latest + OLDEST_EVENT_MS);
      return { at: Math.max(last, at), more: ', or one of up to 14 days before that arrived late' };
    }
    if (count >= MOST_STREAMS)
      return { at: last, unknown: `it has ${count} streams or more, which retention may have emptied` };
  }
  return { at: last };
}

/** Where a page has fewer, no other may follow. */
const FULL_PAGE = 50;

function lastUse(at: number, more: string): readonly FindingOfOne[] {
  return at === 0 ? [] : [{ says: 'lastUsed', at, by: `the last event in its streams${more}` }];
}
