/** No case of the account: moto gives neither clusters nor their snapshots an id that tells them apart. */
import { CreateDBClusterCommand, CreateDBClusterSnapshotCommand } from '@aws-sdk/client-rds';
import type { TypeCases } from '../case.ts';
import type { World } from '../world.ts';

export const dbClusterSnapshot: TypeCases = {
  cases: [],
  one: { make: aSnapshot, nowhere: 'nowhere' },
  custodian: {
    policy: `resource: aws.rds-cluster-snapshot
    filters:
      - SnapshotType: manual`,
    nameOf: ({ DBClusterSnapshotIdentifier }) => DBClusterSnapshotIdentifier,
  },
  moto: { cannotRead: [] },
  shown: { many: 'Cluster snapshots', one: 'Cluster snapshot' },
};

/** @returns its id */
async function aSnapshot({ rds }: World, DBClusterSnapshotIdentifier: string): Promise<string> {
  const DBClusterIdentifier = 'shop';
  const exists = (error: Error) => {
    if (!/AlreadyExists/.test(error.name)) throw error;
  };
  const database = {
    DBClusterIdentifier,
    Engine: 'aurora-postgresql',
    MasterUsername: 'shop',
    MasterUserPassword: 'not-a-secret',
  };
  await rds.send(new CreateDBClusterCommand(database)).catch(exists);
  await rds.send(new CreateDBClusterSnapshotCommand({ DBClusterSnapshotIdentifier, DBClusterIdentifier }));
  return DBClusterSnapshotIdentifier;
}
