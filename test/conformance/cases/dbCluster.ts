/** No case of the account: moto sends no metrics of members, so it cannot show one to be idle. */
import { CreateDBClusterCommand, CreateDBInstanceCommand } from '@aws-sdk/client-rds';
import type { TypeCases } from '../case.ts';
import type { World } from '../world.ts';

export const dbCluster: TypeCases = {
  cases: [],
  one: { make: aCluster, nowhere: 'nowhere' },
  custodian: {
    policy: `resource: aws.rds-cluster
    filters:
      - type: metrics
        name: DatabaseConnections
        statistics: Maximum
        days: 32
        value: 0
        op: equal
        missing-value: 0`,
    nameOf: ({ DBClusterIdentifier }) => DBClusterIdentifier,
  },
  moto: { cannotRead: [] },
  shown: {
    many: 'Aurora clusters',
    one: 'Aurora cluster',
    note: 'Custodian compares one metric by the dimension of the cluster, and takes silence for what `missing-value` says.',
  },
};

/** @returns its id */
export async function aCluster({ rds }: World, DBClusterIdentifier: string): Promise<string> {
  const Engine = 'aurora-postgresql';
  const given = { DBClusterIdentifier, Engine, MasterUsername: 'shop', MasterUserPassword: 'not-a-secret' };
  await rds.send(new CreateDBClusterCommand(given));
  const member = { DBInstanceIdentifier: `${DBClusterIdentifier}-1`, DBInstanceClass: 'db.r6g.large', Engine };
  await rds.send(new CreateDBInstanceCommand({ ...member, DBClusterIdentifier }));
  return DBClusterIdentifier;
}
