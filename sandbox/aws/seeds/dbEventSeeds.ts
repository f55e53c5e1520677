/** What RDS tells about its resources. https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_Events.Messages.html */
import type { Event } from '@aws-sdk/client-rds';
import { type Kind, shownInside } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed } from '../collections/seed.ts';

export interface DbEventRow {
  readonly id: string;
  readonly event: Event;
}

/** The categories of the texts that the sandbox writes itself. */
const CATEGORIES: Readonly<Record<string, string>> = {
  'Backing up DB instance': 'backup',
  'Finished DB Instance backup': 'backup',
  'DB instance shutdown': 'availability',
  'DB instance restarted': 'availability',
};

/** Of a database instance, unless the seed says otherwise. */
export const dbEvents: Kind<'dbEvent', Seed<Event>, DbEventRow, Event> = {
  name: 'dbEvent',
  make({ SourceIdentifier = '', Message = '', Date: at, ...given }, { ids, account, region, now }) {
    const event: Event = {
      SourceType: 'db-instance',
      SourceArn: `arn:${partitionOf(region)}:rds:${region}:${account.id}:db:${SourceIdentifier}`,
      EventCategories: [CATEGORIES[Message] ?? 'notification'],
      ...(given as Partial<Event>),
      SourceIdentifier,
      Message,
      Date: asDate(at, now),
    };
    return { id: ids.next('event'), event };
  },
  keyOf: ({ id }) => id,
  ...shownInside<DbEventRow, 'event'>('event'),
};
