/** An account's snapshots of one database, which lives: moto gives all databases one id. */
import {
  CreateDBClusterCommand,
  CreateDBClusterSnapshotCommand,
  ModifyDBClusterSnapshotAttributeCommand,
} from '@aws-sdk/client-rds';
import { OTHER_ID } from '../../integration/handlers/fixture.ts';
import type { Case, TypeCases } from '../case.ts';
import type { World } from '../world.ts';

const SHARED = 'shared-with-an-account';
const SNAPSHOT_CASES: readonly Case[] = [
  { name: 'of-a-living-database', custodian: 'It has no filter for the cluster.', kinds: ['snapshotCluster'] },
  {
    name: SHARED,
    custodian: 'It has no filter for the cluster.',
    kinds: ['snapshotCluster', 'clusterSnapshotSharing'].toSorted(),
  },
];

export const dbClusterSnapshot: TypeCases = {
  cases: SNAPSHOT_CASES,
  async make(world, attempt) {
    for (const { name } of SNAPSHOT_CASES) {
      await attempt(name, async () => {
        await aSnapshot(world, name);
        if (name !== SHARED) return;
        const to = { AttributeName: 'restore', ValuesToAdd: [OTHER_ID] };
        await world.rds.send(new ModifyDBClusterSnapshotAttributeCommand({ DBClusterSnapshotIdentifier: name, ...to }));
      });
    }
  },
  one: { make: aSnapshot, nowhere: 'nowhere' },
  custodian: {
    policy: `resource: aws.rds-cluster-snapshot
    filters:
      - SnapshotType: manual`,
    nameOf: ({ DBClusterSnapshotIdentifier }) => DBClusterSnapshotIdentifier,
  },
  moto: { cannotRead: ['snapshotExports'] },
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
