import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('appstream');

/** Every call to AppStream, which determines its page sizes itself. */
export const appStream = table(
  {
    service: 'appStream',
    load: async () => (await import('@aws-sdk/client-appstream')).AppStream,
    prefix: 'appstream',
    reads: RATE,
    writes: RATE,
  },
  {
    describeAppBlockBuilders: { effect: 'reads', list: 'AppBlockBuilders', token: 'NextToken' },
    describeFleets: { effect: 'reads', list: 'Fleets', token: 'NextToken' },
    describeImageBuilders: { effect: 'reads', list: 'ImageBuilders', token: 'NextToken' },
  },
);
