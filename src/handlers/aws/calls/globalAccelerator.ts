import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('globalaccelerator');

/** "Valid Range: Minimum value of 1. Maximum value of 100." of each listing. */
const PAGED = { token: 'NextToken', page: { MaxResults: 100 } } as const;

/** Every call to Global Accelerator, whose API is in us-west-2 only. */
export const globalAccelerator = table(
  {
    service: 'globalAccelerator',
    load: async () => (await import('@aws-sdk/client-global-accelerator')).GlobalAccelerator,
    prefix: 'globalaccelerator',
    reads: RATE,
    writes: RATE,
    isGlobal: true,
  },
  {
    listAccelerators: { effect: 'reads', list: 'Accelerators', ...PAGED },
    listCrossAccountAttachments: { effect: 'reads', list: 'CrossAccountAttachments', ...PAGED },
    listEndpointGroups: {
      effect: 'reads',
      list: 'EndpointGroups',
      ...PAGED,
      errors: { notFound: ['ListenerNotFoundException'] },
    },
    listListeners: {
      effect: 'reads',
      list: 'Listeners',
      ...PAGED,
      errors: { notFound: ['AcceleratorNotFoundException'] },
    },
  },
);
