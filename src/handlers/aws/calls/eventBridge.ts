import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('events');
/** "Limit … Valid Range: Minimum value of 1. Maximum value of 100", for all three listings. */
const PAGE = { Limit: 100 } as const;

/** Every call to EventBridge. */
export const eventBridge = table(
  { service: 'eventBridge', prefix: 'events', reads: RATE, writes: RATE },
  {
    listEventBuses: { effect: 'reads', list: 'EventBuses', token: 'NextToken', page: PAGE },
    listRules: {
      effect: 'reads',
      list: 'Rules',
      token: 'NextToken',
      page: PAGE,
      errors: { notFound: ['ResourceNotFoundException'] },
    },
    listTargetsByRule: {
      effect: 'reads',
      list: 'Targets',
      token: 'NextToken',
      page: PAGE,
      errors: { notFound: ['ResourceNotFoundException'] },
    },
  },
);
