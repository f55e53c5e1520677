/** What reads log groups, and what is delivered to them: CloudWatch Logs, and query logs of Route 53. */
import { cloudWatchLogs as logs } from '../../calls/cloudWatchLogs.ts';
import { route53 } from '../../calls/route53.ts';
import { everyAccountOnce } from '../../wire/places.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';
import { sourcesIn } from '../logs/sourcesIn.ts';

/** A person opens it at any time. */
export const savedQueries = listingSource({
  name: 'savedQueries',
  users: 'Saved queries of CloudWatch Logs Insights',
  called: 'saved queries of Logs Insights',
  names: ['logGroup'],
  reads: lists(logs.describeQueryDefinitions, {
    part: ({ logGroupNames, queryString = '' }) => ({ logGroupNames, logGroups: sourcesIn(queryString), queryString }),
    user: ({ name }) => `saved query ${name ?? 'without name'} of Logs Insights`,
  }),
});

export const scheduledQueries = listingSource({
  name: 'scheduledQueries',
  users: 'Scheduled queries of CloudWatch Logs in every state',
  called: 'scheduled queries',
  names: ['logGroup'],
  reads: lists(logs.listScheduledQueries, {
    each: [
      describes(logs.getScheduledQuery, {
        by: { identifier: 'scheduledQueryArn' },
        has: 'scheduledQueryArn',
        part: ({ logGroupIdentifiers, queryString = '' }) => ({
          logGroupIdentifiers,
          logGroups: sourcesIn(queryString),
          queryString,
        }),
        user: ({ name }) => `scheduled query ${name ?? 'without name'}`,
      }),
    ],
  }),
});

export const logAnomalyDetectors = listingSource({
  name: 'logAnomalyDetectors',
  users: 'Anomaly detectors of CloudWatch Logs in every state',
  called: 'anomaly detectors of logs',
  names: ['logGroup'],
  reads: lists(logs.listLogAnomalyDetectors, {
    user: ({ detectorName, anomalyDetectorArn }) => `anomaly detector ${detectorName ?? anomalyDetectorArn}`,
  }),
});

/** A service sends its log there as soon as there is something to say. */
export const logDeliveries = listingSource({
  name: 'logDeliveries',
  users: 'Destinations to which services of AWS deliver their logs',
  called: 'destinations of log deliveries',
  names: ['logGroup'],
  reads: lists(logs.describeDeliveryDestinations, {
    user: ({ name }) => `delivery destination ${name ?? 'without name'}`,
  }),
});

/** Who gives a service the right to write to a group means it to. */
export const logPolicies = listingSource({
  name: 'logPolicies',
  users: 'Resource policies of CloudWatch Logs that name a group whole',
  called: 'resource policies of logs',
  names: ['logGroup'],
  reads: lists(logs.describeResourcePolicies, {
    user: ({ policyName }) => `resource policy ${policyName ?? 'without name'} of CloudWatch Logs`,
  }),
});

/** They are in one region, wherever the zone is asked for. */
export const queryLogs = {
  ...listingSource({
    name: 'queryLogs',
    users: 'Query logs of hosted zones of Route 53',
    called: 'query logs of Route 53',
    names: ['logGroup'],
    reads: lists(route53.listQueryLoggingConfigs, {
      user: ({ HostedZoneId }) => `query log of hosted zone ${HostedZoneId ?? 'without id'}`,
    }),
  }),
  places: everyAccountOnce,
};
