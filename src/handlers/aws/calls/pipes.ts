import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('pipes');

/** Every call to EventBridge Pipes, which lists at most 100 pipes per page. */
export const pipes = table(
  {
    service: 'pipes',
    load: async () => (await import('@aws-sdk/client-pipes')).Pipes,
    prefix: 'pipes',
    reads: RATE,
    writes: RATE,
  },
  {
    describePipe: { effect: 'reads', errors: { notFound: ['NotFoundException'] } },
    listPipes: { effect: 'reads', list: 'Pipes', token: 'NextToken', page: { Limit: 100 } },
  },
);
