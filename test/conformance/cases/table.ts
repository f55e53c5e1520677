/** An account's tables of DynamoDB: moto sends no metrics of them, and silence is what an idle one sends. */
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import type { TypeCases } from '../case.ts';
import type { World } from '../world.ts';

const CASES = [
  { name: 'silent-table', kinds: [] },
  {
    name: 'protected-table',
    kinds: [],
    keptBy: 'deletionProtection',
    custodian: 'Its policy has no condition on the protection.',
  },
];

export const table: TypeCases = {
  cases: CASES,
  async make(world, attempt) {
    for (const { name, keptBy } of CASES)
      await attempt(name, () => aTable(world, name, { DeletionProtectionEnabled: keptBy !== undefined }));
  },
  one: { make: aTable, nowhere: 'nowhere' },
  custodian: {
    policy: `resource: aws.dynamodb-table
    filters:
      - type: metrics
        name: ConsumedReadCapacityUnits
        statistics: Sum
        days: 32
        value: 0
        op: equal
        missing-value: 0`,
    nameOf: ({ TableName }) => TableName,
  },
  // It has no streams of Kinesis, and answers neither exports nor imports.
  moto: { cannotRead: ['tableUses'] },
  shown: {
    many: 'DynamoDB tables',
    one: 'DynamoDB table',
    note: 'Custodian compares one metric of the table, and none of its indexes.',
  },
};

/** @returns its id */
async function aTable({ dynamoDb }: World, TableName: string, more: object = {}): Promise<string> {
  await dynamoDb.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      ...more,
    }),
  );
  return TableName;
}
