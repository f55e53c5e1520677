import { applicationAutoScaling } from '../../calls/applicationAutoScaling.ts';
import { dynamoDb } from '../../calls/dynamoDb.ts';
import { scalableIds, type TableResource } from '../../resources/table.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read, readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource } from '../eachSource.ts';

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
    const actions = await scheduledOf(target, table);
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
      ...actions.map((name) => `scheduled action ${name}`),
    ].map((by) => ({ says: 'used', by }));
  },
});

/** Whoever plans its capacity plans to use it; AWS lists what is still to come. @throws ReadError */
async function scheduledOf(target: CallScope, table: TableResource): Promise<readonly string[]> {
  const names: string[] = [];
  for (const ResourceId of scalableIds(table)) {
    const asked = { ServiceNamespace: 'dynamodb', ResourceId } as const;
    const what = `reading scheduled actions of ${ResourceId}`;
    const actions = await allOf(pages(target, applicationAutoScaling.describeScheduledActions, what, asked));
    names.push(...actions.map(({ ScheduledActionName: name = 'without name' }) => name));
  }
  return names;
}
