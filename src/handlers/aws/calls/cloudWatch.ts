import { table } from './call.ts';
import { CLOUD_WATCH } from './rates.ts';

/** Every call to CloudWatch. GetMetricData costs money for each metric that it is asked for. */
export const cloudWatch = table(
  {
    service: 'cloudWatch',
    load: async () => (await import('@aws-sdk/client-cloudwatch')).CloudWatch,
    prefix: 'cloudwatch',
    reads: CLOUD_WATCH,
    writes: CLOUD_WATCH,
  },
  {
    getMetricData: { effect: 'reads', list: 'MetricDataResults', token: 'NextToken' },
    /** Those with a value in the last two weeks. */
    listMetrics: { effect: 'reads', list: 'Metrics', token: 'NextToken' },
  },
);
