import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('devicefarm');

/** Every call to Device Farm. */
export const deviceFarm = table(
  {
    service: 'deviceFarm',
    load: async () => (await import('@aws-sdk/client-device-farm')).DeviceFarm,
    prefix: 'devicefarm',
    reads: RATE,
    writes: RATE,
  },
  { listTestGridProjects: { effect: 'reads', list: 'testGridProjects', token: 'nextToken' } },
);
