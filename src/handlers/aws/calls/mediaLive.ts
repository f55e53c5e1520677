import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('medialive');

/** Every call to MediaLive. */
export const mediaLive = table(
  {
    service: 'mediaLive',
    load: async () => (await import('@aws-sdk/client-medialive')).MediaLive,
    prefix: 'medialive',
    reads: RATE,
    writes: RATE,
  },
  {
    listChannels: { effect: 'reads', list: 'Channels', token: 'NextToken' },
    listInputSecurityGroups: { effect: 'reads', list: 'InputSecurityGroups', token: 'NextToken' },
  },
);
