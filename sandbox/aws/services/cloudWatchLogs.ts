/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/Welcome.html */
import * as module from '@aws-sdk/client-cloudwatch-logs';
import { AwsError } from '../collections/errors.ts';
import { type LogGroupRow, logGroups } from '../seeds/logGroupSeeds.ts';
import { answered, answerOf } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, numbered, rowsOf } from '../store/listing.ts';
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

    CreateLogGroup({ logGroupName, tags = {}, deletionProtectionEnabled = false, logGroupClass = 'STANDARD' }, call) {
      if (call.here.logGroups.get(logGroupName ?? ''))
        throw new AwsError('ResourceAlreadyExistsException', 'The specified log group already exists');
      const seed = { ...(logGroupName && { logGroupName }), tags, deletionProtectionEnabled, logGroupClass };
      put(call, logGroups.make(seed, call));
      return {};
    },
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
