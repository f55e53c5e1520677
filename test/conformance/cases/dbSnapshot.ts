/** No case of the account: moto gives all databases one id. */
import { CreateDBInstanceCommand, CreateDBSnapshotCommand } from '@aws-sdk/client-rds';
import type { TypeCases } from '../case.ts';
import type { World } from '../world.ts';

export const dbSnapshot: TypeCases = {
  cases: [],
  one: { make: aSnapshot, nowhere: 'nowhere' },
  custodian: {
    policy: `resource: aws.rds-snapshot
    filters:
      - type: instance
        value: 0
        value_type: resource_count
        op: eq`,
    nameOf: ({ DBSnapshotIdentifier }) => DBSnapshotIdentifier,
  },
  moto: { cannotRead: [] },
  shown: { many: 'RDS snapshots', one: 'RDS snapshot' },
};

/** @returns its id */
async function aSnapshot({ rds }: World, DBSnapshotIdentifier: string): Promise<string> {
  const DBInstanceIdentifier = 'shop';
  const exists = (error: Error) => {
    if (!/AlreadyExists/.test(error.name)) throw error;
  };
  const database = {
    DBInstanceIdentifier,
    DBInstanceClass: 'db.t3.micro',
    Engine: 'postgres',
    AllocatedStorage: 20,
    MasterUsername: 'shop',
    MasterUserPassword: 'not-a-secret',
  };
  await rds.send(new CreateDBInstanceCommand(database)).catch(exists);
  await rds.send(new CreateDBSnapshotCommand({ DBSnapshotIdentifier, DBInstanceIdentifier }));
  return DBSnapshotIdentifier;
}
