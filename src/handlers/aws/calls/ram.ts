import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('ram');

/** Every call to Resource Access Manager. https://docs.aws.amazon.com/ram/latest/APIReference/API_GetResourceShareAssociations.html */
export const ram = table(
  {
    service: 'ram',
    load: async () => (await import('@aws-sdk/client-ram')).RAM,
    prefix: 'ram',
    reads: RATE,
    writes: RATE,
  },
  {
    getResourceShareAssociations: {
      effect: 'reads',
      list: 'resourceShareAssociations',
      token: 'nextToken',
      page: { maxResults: 500 },
    },
  },
);
