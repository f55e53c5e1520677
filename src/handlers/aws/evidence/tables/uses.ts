import { applicationAutoScaling } from '../../calls/applicationAutoScaling.ts';
import { dynamoDb } from '../../calls/dynamoDb.ts';
import { scalableIds, type TableResource } from '../../resources/table.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read, readList } from '../../wire/reading.ts';
import { eachSource } from '../eachSource.ts';
import { scheduledCapacity } from '../scheduledCapacity.ts';

/** States of a destination in which it has no part in the table any more. */
const ENDED: ReadonlySet<string | undefined> = new Set(['DISABLED', 'ENABLE_FAILED']);

/** What reads a table without consuming any of its capacity, or speaks of users in other accounts. */
export const tableUses = eachSource<TableResource>({
  name: 'tableUses',
  summary:
    'Streams of Kinesis that a table writes to, exports and imports of it that have not ended, a policy of its own, which lets other accounts in, and scheduled actions that change its capacity.',
  calls: [
    dynamoDb.describeKinesisStreamingDestination,
    dynamoDb.listExports,
    dynamoDb.listImports,
    dynamoDb.getResourcePolicy,
    applicationAutoScaling.describeScheduledActions,
  ],
  reading: (target) => async (table) => {
    const { id: TableName, arn: TableArn } = table;
    const about = `of ${TableName}`;
    const call = dynamoDb.describeKinesisStreamingDestination;
    const streams = await readList(target, call, `reading streams of Kinesis ${about}`, { TableName });
    const exports = await allOf(pages(target, dynamoDb.listExports, `reading exports ${about}`, { TableArn }));
    const imports = await allOf(pages(target, dynamoDb.listImports, `reading imports ${about}`, { TableArn }));
    const asked = read(target, dynamoDb.getResourcePolicy, `reading the policy ${about}`, { ResourceArn: TableArn });
    const policy = await unlessGone(asked);
    const actions = await scheduledCapacity(target, 'dynamodb', scalableIds(table));
    return [
      ...streams
        .filter(({ DestinationStatus: status }) => !ENDED.has(status))
        .map(({ StreamArn: arn = 'without ARN' }) => `stream of Kinesis ${arn}`),
      ...exports
        .filter(({ ExportStatus: status }) => status !== 'COMPLETED' && status !== 'FAILED')
        .map(({ ExportArn: arn = 'without ARN' }) => `export ${arn}`),
      ...imports
        .filter(
          ({ ImportStatus: status }) => status === undefined || status === 'IN_PROGRESS' || status === 'CANCELLING',
        )
        .map(({ ImportArn: arn = 'without ARN' }) => `import ${arn}`),
      ...(policy === undefined ? [] : ['its policy, which may let other accounts in']),
      ...actions,
    ].map((by) => ({ says: 'used', by }));
  },
});
