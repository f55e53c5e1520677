/** The clusters of an account once more, as runs that may be paused: those of `warehouse` make them. */
import type { TypeCases } from '../case.ts';
import { aWarehouse } from './warehouse.ts';

export const runningWarehouse: TypeCases = {
  cases: [],
  one: { make: aWarehouse, nowhere: 'nowhere', identifiedInMoto: false, again: /^(gone|retry|refused)$/ },
  custodian: {
    policy: `resource: aws.redshift
    filters:
      - type: metrics
        name: DatabaseConnections
        statistics: Maximum
        days: 14
        value: 0
        op: equal
        missing-value: 0`,
    nameOf: ({ ClusterIdentifier }) => ClusterIdentifier,
  },
  moto: { cannotRead: [] },
  shown: {
    many: 'Running Redshift clusters',
    one: 'Running Redshift cluster',
    note: 'Custodian pauses with `pause`; whose schedule resumes a cluster, or shares its data, it does not look at.',
  },
};
