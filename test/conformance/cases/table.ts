/** No case of the account: moto gives tables no id, and nothing else tells one from a later one of its name. */
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import type { TypeCases } from '../case.ts';
import type { World } from '../world.ts';

export const table: TypeCases = {
  cases: [],
  one: { make: aTable, nowhere: 'nowhere', identifiedInMoto: false },
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
  moto: { cannotRead: [] },
  shown: {
    many: 'DynamoDB tables',
    one: 'DynamoDB table',
    note: 'Custodian compares one metric of the table, and none of its indexes.',
  },
};

/** @returns its id */
async function aTable({ dynamoDb }: World, TableName: string): Promise<string> {
  await dynamoDb.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  return TableName;
}
