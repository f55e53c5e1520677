/** One case of the account, which moto cannot show to be idle: it tells no namespace, and sends no metrics. */
import { CreateClusterCommand } from '@aws-sdk/client-redshift';
import type { TypeCases } from '../case.ts';
import type { World } from '../world.ts';

export const warehouse: TypeCases = {
  cases: [],
  one: { make: aWarehouse, nowhere: 'nowhere', identifiedInMoto: false },
  custodian: {
    policy: `resource: aws.redshift
    filters:
      - type: metrics
        name: DatabaseConnections
        statistics: Maximum
        days: 32
        value: 0
        op: equal
        missing-value: 0`,
    nameOf: ({ ClusterIdentifier }) => ClusterIdentifier,
  },
  moto: { cannotRead: [] },
  shown: {
    many: 'Redshift clusters',
    one: 'Redshift cluster',
    note: 'Custodian compares one metric, and takes silence for what `missing-value` says; its `delete` makes no snapshot unless it is told to.',
  },
};

/** @returns its id */
export async function aWarehouse({ redshift }: World, ClusterIdentifier: string): Promise<string> {
  const given = { NodeType: 'ra3.large', MasterUsername: 'sales', MasterUserPassword: 'Not-a-Secret1' };
  await redshift.send(new CreateClusterCommand({ ClusterIdentifier, ...given }));
  return ClusterIdentifier;
}
