import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('logs');
const GONE = { notFound: ['ResourceNotFoundException'] } as const;

/** Every call to CloudWatch Logs. No call reads or writes an event; an export lets AWS copy them. */
export const cloudWatchLogs = table(
  {
    service: 'cloudWatchLogs',
    load: async () => (await import('@aws-sdk/client-cloudwatch-logs')).CloudWatchLogs,
    prefix: 'logs',
    reads: RATE,
    writes: RATE,
  },
  {
    /** It has no token, and two tasks may have one name. "one active (RUNNING or PENDING) export task at a time": API_CreateExportTask. */
    createExportTask: {
      effect: 'quarantines',
      errors: { ...GONE, later: ['LimitExceededException', 'OperationAbortedException'] },
    },
    createLogGroup: { effect: 'restores', errors: { taken: ['ResourceAlreadyExistsException'] } },
    deleteLogGroup: { effect: 'deletes', errors: GONE },
    describeDeliveryDestinations: {
      effect: 'reads',
      list: 'deliveryDestinations',
      token: 'nextToken',
      page: { limit: 50 },
    },
    describeExportTasks: {
      effect: 'reads',
      list: 'exportTasks',
      token: 'nextToken',
      page: { limit: 50 },
      errors: GONE,
    },
    /** "The default limit is 50": and so is the highest. */
    describeLogGroups: { effect: 'reads', list: 'logGroups', token: 'nextToken', page: { limit: 50 } },
    /** "25 transactions per second" */
    describeLogStreams: { effect: 'reads', list: 'logStreams', token: 'nextToken', page: { limit: 50 }, errors: GONE },
    /** Those of the last weeks. */
    describeQueries: { effect: 'reads', list: 'queries', token: 'nextToken', page: { maxResults: 100 }, errors: GONE },
    describeQueryDefinitions: {
      effect: 'reads',
      list: 'queryDefinitions',
      token: 'nextToken',
      page: { maxResults: 100 },
    },
    describeResourcePolicies: {
      effect: 'reads',
      list: 'resourcePolicies',
      token: 'nextToken',
      page: { limit: 50 },
      errors: GONE,
    },
    describeSubscriptionFilters: {
      effect: 'reads',
      list: 'subscriptionFilters',
      token: 'nextToken',
      page: { limit: 50 },
      errors: GONE,
    },
    getScheduledQuery: { effect: 'reads', errors: GONE },
    listLogAnomalyDetectors: { effect: 'reads', list: 'anomalyDetectors', token: 'nextToken', page: { limit: 50 } },
    listScheduledQueries: { effect: 'reads', list: 'scheduledQueries', token: 'nextToken', page: { maxResults: 50 } },
    listTagsForResource: { effect: 'reads', errors: GONE },
    putRetentionPolicy: { effect: 'restores', errors: GONE },
    tagResource: { effect: 'protects' },
    untagResource: { effect: 'protects' },
  },
);
