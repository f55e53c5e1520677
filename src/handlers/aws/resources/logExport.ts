/** The export to S3 that Holystone makes of a log group before its deletion: its name, and where it lies. */
import { createHash } from 'node:crypto';
import type { ExportTask } from '@aws-sdk/client-cloudwatch-logs';
import { z } from 'zod';
import { name } from '../../../core/common/textSettings.ts';
import { accountId } from '../wire/accountSettings.ts';
import type { LogGroupResource } from './logGroup.ts';
import { managedParameters } from './managedBy.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
export const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** A part of a key without characters that a shell, or a reader of an address, takes for something else. */
export const PREFIX = /^[\w.-]{1,100}(?:\/[\w.-]{1,100}){0,5}$/;

export const logGroupParameters = z.strictObject({
  ...managedParameters.shape,
  exportTo: z
    .strictObject({
      bucket: name('the name of a bucket of S3')
        .regex(BUCKET, { error: 'the name of a bucket of S3, in the region of the log groups: acme-log-archive' })
        .describe('The bucket, in the region of the log groups. Its policy has to let CloudWatch Logs write.'),
      prefix: name('the beginning of keys')
        .regex(PREFIX, { error: 'the beginning of keys, without a slash at its end: archive/logs' })
        .default('exportedlogs')
        .describe('What the keys of all objects begin with; account, region, log group and task follow.'),
      owner: accountId
        .optional()
        .describe('The account that owns the bucket; none = that of the log groups. AWS refuses a bucket of another.'),
    })
    .optional()
    .describe(
      'Exports the events of a log group before its deletion, which waits until all of them lie in this bucket. Only groups of the class `STANDARD` are deleted then.',
    ),
});

/** A `logGroup` entry's own keys after parsing. */
export type LogGroupParameters = z.infer<typeof logGroupParameters>;
export type ExportTo = NonNullable<LogGroupParameters['exportTo']>;

type Identified = Pick<LogGroupResource, 'identity'>;

const OURS = 'holystone-last-';

/** Of the identity, which has the instant of its creation: a later group may have the name, and a tag takes no `#`, as names have. */
export function shortOf({ identity }: Identified): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}

function beginning(group: Identified): string {
  return `${OURS}${shortOf(group)}-`;
}

/** Names of tasks need not differ, and a task has no tags: the name says whose it is, and of which day. @param at ms since the epoch */
export function lastExportName(group: Identified, at: number): string {
  return `${beginning(group)}${new Date(at).toISOString().slice(0, 10)}`;
}

/** Is it the export of this very group that Holystone made? */
export function isLastExportOf(group: Identified, { taskName = '' }: ExportTask): boolean {
  return taskName.startsWith(beginning(group));
}

/** Did Holystone make it, of whatever group? */
export function isLastExport({ taskName = '' }: ExportTask): boolean {
  return taskName.startsWith(OURS);
}

/** "up to 1,024 bytes" has a key (API_CreateExportTask), of which a stream takes 512. */
const LONGEST_NAME = 200;

/** What the keys begin with. @param group its ARN has account and region */
export function prefixOf({ prefix }: ExportTo, { arn, id }: Pick<LogGroupResource, 'arn' | 'id'>): string {
  const [, , , region, account] = arn.split(':');
  return [prefix, account, region, id.replace(/^\/+/, '').slice(0, LONGEST_NAME)].join('/');
}

/** Where its objects lie: `s3://BUCKET/PREFIX/TASK`. https://github.com/boto/boto3/issues/2246 has the form of a key. */
export function addressOf({ destination = '', destinationPrefix = '', taskId = '' }: ExportTask): string {
  return `s3://${destination}/${destinationPrefix}/${taskId}`;
}
