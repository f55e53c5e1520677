import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('elasticmapreduce');

/** Every call to EMR, which determines its page sizes itself. */
export const emr = table(
  {
    service: 'emr',
    load: async () => (await import('@aws-sdk/client-emr')).EMR,
    prefix: 'elasticmapreduce',
    reads: RATE,
    writes: RATE,
  },
  {
    describeCluster: { effect: 'reads' },
    describeStudio: { effect: 'reads' },
    listClusters: { effect: 'reads', list: 'Clusters', token: 'Marker' },
    listInstanceFleets: { effect: 'reads', list: 'InstanceFleets', token: 'Marker' },
    listInstanceGroups: { effect: 'reads', list: 'InstanceGroups', token: 'Marker' },
    listStudios: { effect: 'reads', list: 'Studios', token: 'Marker' },
  },
);
