import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('events');
/** At most 100 for all three listings: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_ListRules.html */
const PAGE = { Limit: 100 } as const;

/** Every call to EventBridge. */
export const eventBridge = table(
  {
    service: 'eventBridge',
    load: async () => (await import('@aws-sdk/client-eventbridge')).EventBridge,
    prefix: 'events',
    reads: RATE,
    writes: RATE,
  },
  {
    listApiDestinations: { effect: 'reads', list: 'ApiDestinations', token: 'NextToken', page: PAGE },
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
