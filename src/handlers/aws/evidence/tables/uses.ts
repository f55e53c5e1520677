import type { ExportSummary } from '@aws-sdk/client-dynamodb';
import { applicationAutoScaling } from '../../calls/applicationAutoScaling.ts';
import { dynamoDb } from '../../calls/dynamoDb.ts';
import { scalableIds, type TableResource } from '../../resources/table.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read, readList } from '../../wire/reading.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';
import { scheduledCapacity } from '../scheduledCapacity.ts';

/** States of a destination in which it has no part in the table any more. */
const ENDED: ReadonlySet<string | undefined> = new Set(['DISABLED', 'ENABLE_FAILED']);

/** What reads a table without consuming any of its capacity, or speaks of users in other accounts. */
/** `arn:aws:dynamodb:us-east-1:111111111111:table/orders/export/01693685827463-2d8752fd`: ms since the epoch. */
const BEGUN_AT = /\/export\/(\d{13,14})-/;

/** It consumes no capacity; whoever exports a table each week has no other trace, and AWS lists one for 90 days. */
function useOf({ ExportArn: arn = 'without ARN', ExportStatus: status }: ExportSummary): FindingOfOne {
  const by = `export ${arn}`;
  const [, at] = BEGUN_AT.exec(arn) ?? [];
  const isOver = status === 'COMPLETED' || status === 'FAILED';
  return isOver && at !== undefined ? { says: 'lastUsed', by, at: Number(at) } : { says: 'used', by };
}

export const tableUses = eachSource<TableResource>({
  name: 'tableUses',
  summary:
    'Streams of Kinesis that a table writes to, exports of it, also those that are over, by the day they began, imports that have not ended, a policy of its own, which lets other accounts in, and scheduled actions that change its capacity.',
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
    const answer = read(target, dynamoDb.getResourcePolicy, `reading the policy ${about}`, { ResourceArn: TableArn });
    const policy = await unlessGone(answer);
    const actions = await scheduledCapacity(target, 'dynamodb', scalableIds(table));
    const uses = [
      ...streams
        .filter(({ DestinationStatus: status }) => !ENDED.has(status))
        .map(({ StreamArn: arn = 'without ARN' }) => `stream of Kinesis ${arn}`),
      ...imports
        .filter(
          ({ ImportStatus: status }) => status === undefined || status === 'IN_PROGRESS' || status === 'CANCELLING',
        )
        .map(({ ImportArn: arn = 'without ARN' }) => `import ${arn}`),
      ...(policy === undefined ? [] : ['its policy, which may let other accounts in']),
      ...actions,
    ];
    return [...uses.map((by) => ({ says: 'used' as const, by })), ...exports.map(useOf)];
  },
});
