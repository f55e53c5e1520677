import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('scheduler');

/** Every call to EventBridge Scheduler, which lists at most 100 schedules per page. */
export const scheduler = table(
  {
    service: 'scheduler',
    load: async () => (await import('@aws-sdk/client-scheduler')).Scheduler,
    prefix: 'scheduler',
    reads: RATE,
    writes: RATE,
  },
  {
    getSchedule: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    listSchedules: { effect: 'reads', list: 'Schedules', token: 'NextToken', page: { MaxResults: 100 } },
  },
);
