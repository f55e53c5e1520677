/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/Welcome.html */
import * as module from '@aws-sdk/client-cloudwatch-logs';
import { AwsError } from '../collections/errors.ts';
import { type LogGroupRow, logGroups, stateOf } from '../seeds/logGroupSeeds.ts';
import { answered, answerOf } from '../store/answers.ts';
import { putObject } from '../store/buckets.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, numbered, plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

const BAD = 'InvalidParameterException';
const DIALECT = { token: 'nextToken', badToken: BAD, badSize: BAD } as const;
const listing = listingsOf({ ...DIALECT, size: 'limit', limits: { min: 1, max: 50, otherwise: 50 } });
const results = listingsOf({ ...DIALECT, size: 'maxResults', limits: { min: 1, max: 1000, otherwise: 50 } });
const queries = listingsOf({ ...DIALECT, size: 'maxResults', limits: { min: 1, max: 1000, otherwise: 1000 } });

export function cloudWatchLogs(): Service {
  return service(
    module,
    module.CloudWatchLogsClient,
  )({
    DescribeLogGroups: listing(
      collection<module.DescribeLogGroupsRequest, LogGroupRow, module.LogGroup>(
        rowsOf('logGroups'),
        ({ group }) => group,
      ),
      {
        answer: 'logGroups',
        where:
          ({ logGroupNamePrefix: prefix = '' }) =>
          ({ group }) =>
            group.logGroupName?.startsWith(prefix) ?? false,
      },
    ),
    /** Those without an event have no time, and stand anywhere: here they are first. */
    DescribeLogStreams: listing(
      collection<module.DescribeLogStreamsRequest, module.LogStream, module.LogStream>(
        (call, { logGroupName, orderBy, descending }) => {
          if (orderBy !== 'LastEventTime' || !descending)
            throw new AwsError(BAD, 'this sandbox orders streams by their last event, the latest first');
          const time = ({ lastEventTimestamp = Number.POSITIVE_INFINITY }: module.LogStream) => lastEventTimestamp;
          return numbered(existing(logGroupName, call).streams.toSorted((a, b) => (time(a) < time(b) ? 1 : -1)));
        },
        (stream) => stream,
      ),
      { answer: 'logStreams' },
    ),
    ListTagsForResource: ({ resourceArn }, call) => ({ tags: byArn(resourceArn, call).tags }),
    TagResource({ resourceArn, tags = {} }, call) {
      const row = byArn(resourceArn, call);
      put(call, { ...row, tags: { ...row.tags, ...tags } });
      return {};
    },
    UntagResource({ resourceArn, tagKeys = [] }, call) {
      const row = byArn(resourceArn, call);
      const left = Object.entries(row.tags).filter(([key]) => !tagKeys.includes(key));
      put(call, { ...row, tags: Object.fromEntries(left) });
      return {};
    },

    DescribeSubscriptionFilters: listing(answered('logGroupName' as never), { answer: 'subscriptionFilters' }),
    DescribeQueries: queries(answered('logGroupName' as never), { answer: 'queries' }),
    DescribeQueryDefinitions: queries(answered(), { answer: 'queryDefinitions' }),
    /** "When not specified, defaults to ACCOUNT"; a policy of a group is answered with its scope alone. */
    DescribeResourcePolicies: listing(answered<module.DescribeResourcePoliciesRequest, module.ResourcePolicy>(), {
      answer: 'resourcePolicies',
      where:
        ({ policyScope = 'ACCOUNT', resourceArn }) =>
        ({ item }) => {
          const { policyScope: is = 'ACCOUNT', resourceArn: of } = item as module.ResourcePolicy;
          return is === policyScope && (resourceArn === undefined || of === resourceArn);
        },
    }),
    DescribeDeliveryDestinations: listing(answered(), { answer: 'deliveryDestinations' }),
    ListLogAnomalyDetectors: listing(answered(), { answer: 'anomalyDetectors' }),
    ListScheduledQueries: results(answered(), { answer: 'scheduledQueries' }),
    GetScheduledQuery: ({ identifier }, call) => answerOf(call, 'scheduledQueryArn', identifier),

    CreateLogGroup({ logGroupName, tags = {}, ...given }, call) {
      if (call.here.logGroups.get(logGroupName ?? ''))
        throw new AwsError('ResourceAlreadyExistsException', 'The specified log group already exists');
      put(call, logGroups.make({ ...given, tags, ...(logGroupName && { logGroupName }) }, call));
      return {};
    },
    PutRetentionPolicy({ logGroupName, retentionInDays }, call) {
      const row = existing(logGroupName, call);
      put(call, { ...row, group: { ...row.group, retentionInDays } });
      return {};
    },

    /** The task is in its states at the sandbox's time; its objects are there at once, one for each stream with an event of that time. */
    CreateExportTask(input, call) {
      const { here, ids, now, store } = call;
      const { taskName, logGroupName, from = 0, to = 0, destination = '', destinationPrefix = 'exportedlogs' } = input;
      const { group, streams } = existing(logGroupName, call);
      // moto's test of it runs against AWS, too: https://github.com/getmoto/moto/pull/7082
      const bucket = store.buckets.get(destination);
      if (!bucket) throw new AwsError(BAD, 'The given bucket does not exist. Please make sure the bucket is valid.');
      if (bucket.account !== call.account.id || bucket.region !== call.region) throw new AwsError(BAD, NOT_GRANTED);
      // "You must specify a time that is not earlier than when this log group was created": API_CreateExportTask.
      if (from > to || to < (group.creationTime ?? 0)) throw new AwsError(BAD, 'The specified time range is invalid.');
      if (group.logGroupClass !== 'STANDARD')
        throw new AwsError('InvalidOperationException', 'this sandbox exports only groups of the class STANDARD');
      const isActive = here.exportTasks.values().some((one) => ACTIVE.has(stateOf(one, now).code));
      if (isActive) throw new AwsError('LimitExceededException', 'Resource limit exceeded.');
      const taskId = ids.uuid();
      const executionInfo = { creationTime: now.getTime() };
      const task = { taskId, taskName, logGroupName, from, to, destination, destinationPrefix, executionInfo };
      here.exportTasks.put(taskId, task);
      const written = (key: string, body: string) =>
        putObject(bucket, `${destinationPrefix}/${key}`, { body, lastModified: now }, ids.uuid());
      written('aws-logs-write-test', 'Permission Check Successful');
      for (const { logStreamName = '', lastEventTimestamp: at = 0 } of streams)
        if (at > 0 && from <= at && at <= to) written(`${taskId}/${logStreamName.replaceAll('/', '-')}/000000.gz`, '');
      return { taskId };
    },
    DescribeExportTasks: listing(
      plain<module.DescribeExportTasksRequest, module.ExportTask>(({ here, now }) =>
        here.exportTasks.view().map((row) => ({ ...row, value: { ...row.value, status: stateOf(row.value, now) } })),
      ),
      {
        answer: 'exportTasks',
        where:
          ({ taskId, statusCode }) =>
          (task) =>
            (taskId === undefined || task.taskId === taskId) &&
            (statusCode === undefined || task.status?.code === statusCode),
      },
    ),
    /** Its streams, events and filters go with it. */
    DeleteLogGroup({ logGroupName }, call) {
      const { group } = existing(logGroupName, call);
      if (group.deletionProtectionEnabled)
        throw new AwsError('ValidationException', 'The specified log group has deletion protection enabled.');
      call.here.logGroups.remove(group.logGroupName ?? '');
      return {};
    },
  });
}

const ACTIVE: ReadonlySet<string | undefined> = new Set(['PENDING', 'RUNNING', 'PENDING_CANCEL']);

/** https://github.com/DistributedScience/Distributed-CellProfiler/issues/144 */
const NOT_GRANTED =
  'GetBucketAcl call on the given bucket failed. Please check if CloudWatch Logs has been granted permission to perform this operation.';

function put({ here }: Call, row: LogGroupRow): void {
  here.logGroups.put(row.group.logGroupName ?? '', row);
}

function existing(name: string | undefined, { here }: Call): LogGroupRow {
  const found = here.logGroups.get(name ?? '');
  if (found) return found;
  throw new AwsError('ResourceNotFoundException', 'The specified log group does not exist.');
}

function byArn(arn: string | undefined, call: Call): LogGroupRow {
  return existing(arn?.replace(/^arn:.*:log-group:/, '').replace(/:\*$/, ''), call);
}
