/** One case of the account, which moto cannot show to be idle: it gives all databases one id, and sends no metrics of them. */
import { CreateDBInstanceCommand } from '@aws-sdk/client-rds';
import type { TypeCases } from '../case.ts';
import type { World } from '../world.ts';

export const dbInstance: TypeCases = {
  // Made by the cases of security groups.
  cases: [{ name: 'with-a-group', kinds: [] }],
  one: { make: aDatabase, nowhere: 'nowhere', onlyAfterQuarantine: true },
  custodian: {
    policy: `resource: aws.rds
    filters:
      - type: metrics
        name: DatabaseConnections
        statistics: Maximum
        days: 32
        value: 0
        op: equal
        missing-value: 0`,
    nameOf: ({ DBInstanceIdentifier }) => DBInstanceIdentifier,
  },
  moto: { cannotRead: [], unknown: ['with-a-group'] },
  shown: {
    many: 'RDS instances',
    one: 'RDS instance',
    note: 'Custodian compares one metric, and takes silence for what `missing-value` says.',
  },
};

/** @returns its id */
export async function aDatabase({ rds }: World, DBInstanceIdentifier: string): Promise<string> {
  await rds.send(
    new CreateDBInstanceCommand({
      DBInstanceIdentifier,
      DBInstanceClass: 'db.t3.micro',
      Engine: 'postgres',
      AllocatedStorage: 20,
      MasterUsername: 'shop',
      MasterUserPassword: 'not-a-secret',
    }),
  );
  return DBInstanceIdentifier;
}
