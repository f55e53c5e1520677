import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('rds');

/** "Constraints: Minimum 20, maximum 100.": MaxRecords of each listing. */
const PAGED = { token: 'Marker', page: { MaxRecords: 100 } } as const;

/** Every call to RDS, whose listings also show Neptune and DocumentDB. */
export const rds = table(
  {
    service: 'rds',
    load: async () => (await import('@aws-sdk/client-rds')).RDS,
    prefix: 'rds',
    reads: RATE,
    writes: RATE,
  },
  {
    describeDBClusters: { effect: 'reads', list: 'DBClusters', ...PAGED },
    /** Without an engine it lists those of all, custom ones too; of these an inactive one may be activated again. */
    describeDBEngineVersions: {
      effect: 'reads',
      list: 'DBEngineVersions',
      token: 'Marker',
      page: { MaxRecords: 100, IncludeAll: true },
    },
    describeDBInstances: { effect: 'reads', list: 'DBInstances', ...PAGED },
    describeDBProxies: { effect: 'reads', list: 'DBProxies', ...PAGED },
    describeDBProxyEndpoints: { effect: 'reads', list: 'DBProxyEndpoints', ...PAGED },
    describeOptionGroups: { effect: 'reads', list: 'OptionGroupsList', ...PAGED },
  },
);
