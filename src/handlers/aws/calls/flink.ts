import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('kinesisanalytics');

/** Every call to Managed Service for Apache Flink. "Limit: … Minimum value of 1. Maximum value of 50." */
export const flink = table(
  {
    service: 'flink',
    load: async () => (await import('@aws-sdk/client-kinesis-analytics-v2')).KinesisAnalyticsV2,
    prefix: 'kinesisanalytics',
    reads: RATE,
    writes: RATE,
  },
  {
    describeApplication: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    listApplications: { effect: 'reads', list: 'ApplicationSummaries', token: 'NextToken', page: { Limit: 50 } },
  },
);
