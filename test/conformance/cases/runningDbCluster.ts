/** The clusters of an account once more, as runs that may be stopped: those of `dbCluster` make them. */
import type { TypeCases } from '../case.ts';
import { aCluster } from './dbCluster.ts';

export const runningDbCluster: TypeCases = {
  cases: [],
  one: { make: aCluster, nowhere: 'nowhere', again: /^(gone|retry)$/ },
  custodian: {
    policy: `resource: aws.rds-cluster
    filters:
      - type: metrics
        name: DatabaseConnections
        statistics: Maximum
        days: 14
        value: 0
        op: equal
        missing-value: 0`,
    nameOf: ({ DBClusterIdentifier }) => DBClusterIdentifier,
  },
  moto: { cannotRead: [] },
  shown: {
    many: 'Running database clusters',
    one: 'Running database cluster',
    note: 'Custodian stops with `stop`, and AWS starts the cluster again after seven days.',
  },
};
