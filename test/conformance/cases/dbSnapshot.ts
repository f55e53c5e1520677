/** An account's snapshots of one database, which lives: moto gives all databases one id. */
import {
  CreateDBInstanceCommand,
  CreateDBSnapshotCommand,
  ModifyDBSnapshotAttributeCommand,
} from '@aws-sdk/client-rds';
import { OTHER_ID } from '../../integration/handlers/fixture.ts';
import type { Case, TypeCases } from '../case.ts';
import type { World } from '../world.ts';

const SHARED = 'shared-with-an-account';
const SNAPSHOT_CASES: readonly Case[] = [
  { name: 'of-a-living-database', kinds: ['snapshotInstance'] },
  { name: SHARED, kinds: ['snapshotInstance', 'snapshotSharing'].toSorted() },
];

export const dbSnapshot: TypeCases = {
  cases: SNAPSHOT_CASES,
  async make(world, attempt) {
    for (const { name } of SNAPSHOT_CASES) {
      await attempt(name, async () => {
        await aSnapshot(world, name);
        if (name !== SHARED) return;
        const to = { AttributeName: 'restore', ValuesToAdd: [OTHER_ID] };
        await world.rds.send(new ModifyDBSnapshotAttributeCommand({ DBSnapshotIdentifier: name, ...to }));
      });
    }
  },
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
  moto: { cannotRead: ['snapshotExports'] },
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
