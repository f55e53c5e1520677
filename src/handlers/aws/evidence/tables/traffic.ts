import type { Measured, MetricSet } from '../../../../core/measured/metric.ts';
import type { TableResource } from '../../resources/table.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/** The series of a table lack what its indexes serve: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html */
const UNITS = ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'] as const;

function consumed(dimensions: Readonly<Record<string, string>>, of?: string): MetricSet {
  return {
    ...(of === undefined ? {} : { of }),
    metrics: UNITS.map((name) => ({
      namespace: 'AWS/DynamoDB',
      name,
      dimensions,
      stat: 'Sum',
      unit: 'requests',
      words: 'capacity units',
    })),
  };
}

/** Backups, exports, imports and readers of a stream consume nothing. */
export const tableTraffic = measuredUse<TableResource>({
  name: 'tableTraffic',
  isOnlyProof: true,
  summary:
    'Its consumed capacity in CloudWatch (`ConsumedReadCapacityUnits`, `ConsumedWriteCapacityUnits`), of the table and of each of its global indexes: the last day with any, of the last 455 days. DynamoDB sends nothing where nothing was consumed. CloudWatch charges for the metrics.',
  reading: 'reading consumed capacity of tables',
  measuredOf({ id: TableName, createdAt, indexes = [] }): Measured {
    const since = createdAt?.getTime();
    return {
      what: 'consumed capacity',
      sets: [
        consumed({ TableName }),
        ...indexes.map((GlobalSecondaryIndexName) =>
          consumed({ TableName, GlobalSecondaryIndexName }, GlobalSecondaryIndexName),
        ),
      ],
      silence: {
        means: 'zero',
        // https://github.com/awsdocs/amazon-dynamodb-developer-guide (21cfcaf, metrics-dimensions.md); today's page is silent.
        noWitness: 'only values that are not zero are sent, by an earlier edition of the guide',
      },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});
