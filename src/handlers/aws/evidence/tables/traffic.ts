import type { Measured, Metric, MetricSet } from '../../../../core/measured/metric.ts';
import type { TableResource } from '../../resources/table.ts';
import { measuredUse } from '../measured/measuredUse.ts';

const NAMESPACE = 'AWS/DynamoDB';

/** The series of a table lack what its indexes serve: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html */
const UNITS = ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'] as const;
/** "This metric is reported for provisioned tables", table and index apart; every five minutes, as all but a few: same page. */
const RESERVED = ['ProvisionedReadCapacityUnits', 'ProvisionedWriteCapacityUnits'] as const;
/** Each that was answered took time, whatever it consumed. */
const REQUESTS = [
  ...['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems', 'ExecuteStatement'],
  ...['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'],
];

type Dimensions = Readonly<Record<string, string>>;

function partOf(dimensions: Dimensions, more: readonly Metric[] = []): MetricSet {
  const { GlobalSecondaryIndexName: of } = dimensions;
  const metric = { namespace: NAMESPACE, dimensions, unit: 'requests', words: 'capacity units' } as const;
  return {
    ...(of === undefined ? {} : { of }),
    metrics: [...UNITS.map((name) => ({ ...metric, name, stat: 'Sum' as const })), ...more],
    witnesses: RESERVED.map((name) => ({ ...metric, name, stat: 'Maximum' })),
  };
}

function answered(TableName: string): readonly Metric[] {
  return REQUESTS.map((Operation) => ({
    namespace: NAMESPACE,
    name: 'SuccessfulRequestLatency',
    dimensions: { TableName, Operation },
    stat: 'Maximum',
    unit: 'events',
    words: 'milliseconds',
    useFrom: 'any',
  }));
}

/** Backups, exports, imports and readers of a stream consume nothing. */
export const tableTraffic = measuredUse<TableResource>({
  name: 'tableTraffic',
  isOnlyProof: true,
  summary:
    'Its consumed capacity in CloudWatch (`ConsumedReadCapacityUnits`, `ConsumedWriteCapacityUnits`), of the table and of each of its global indexes, and its requests that were answered (`SuccessfulRequestLatency`): the last day with any, of the last 455 days. DynamoDB sends nothing where nothing was consumed, so a day on which the table or an index sent no reserved capacity (`ProvisionedReadCapacityUnits`, `ProvisionedWriteCapacityUnits`) may have been one of use; tables that are paid by request send none, and their use is unknown. CloudWatch charges for the metrics.',
  reading: 'reading consumed capacity of tables',
  measuredOf({ id: TableName, createdAt, billingMode, indexes = [] }): Measured {
    const since = createdAt?.getTime();
    return {
      what: 'consumed capacity',
      sets: [
        partOf({ TableName }, answered(TableName)),
        ...indexes.map((GlobalSecondaryIndexName) => partOf({ TableName, GlobalSecondaryIndexName })),
      ],
      // https://github.com/awsdocs/amazon-dynamodb-developer-guide (21cfcaf, metrics-dimensions.md) says that only values above
      // zero are sent; today's page is silent.
      silence:
        billingMode === 'PROVISIONED'
          ? { means: 'zero', witnesses: 'ofEachSet' }
          : {
              means: 'unknown',
              because: 'it is paid by request, and no metric shows that CloudWatch would have seen a use of it',
            },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});
