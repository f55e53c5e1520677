/** The databases of an account once more, as runs that may be stopped: those of `dbInstance` make them. */
import type { TypeCases } from '../case.ts';
import { aDatabase } from './dbInstance.ts';

export const runningDbInstance: TypeCases = {
  // Made by the cases of security groups.
  cases: [{ name: 'with-a-group', kinds: [] }],
  one: { make: aDatabase, nowhere: 'nowhere', again: /^(gone|retry)$/ },
  custodian: {
    policy: `resource: aws.rds
    filters:
      - type: metrics
        name: DatabaseConnections
        statistics: Maximum
        days: 14
        value: 0
        op: equal
        missing-value: 0`,
    nameOf: ({ DBInstanceIdentifier }) => DBInstanceIdentifier,
  },
  moto: { cannotRead: [], unknown: ['with-a-group'] },
  shown: {
    many: 'Running RDS instances',
    one: 'Running RDS instance',
    note: 'Custodian stops with `stop`, and RDS starts the instance again after seven days.',
  },
};
