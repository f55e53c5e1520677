import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('batch');

/** Every call to AWS Batch. */
export const batch = table(
  {
    service: 'batch',
    load: async () => (await import('@aws-sdk/client-batch')).Batch,
    prefix: 'batch',
    reads: RATE,
    writes: RATE,
  },
  {
    describeComputeEnvironments: {
      effect: 'reads',
      list: 'computeEnvironments',
      token: 'nextToken',
      page: { maxResults: 100 },
    },
    describeJobQueues: { effect: 'reads', list: 'jobQueues', token: 'nextToken', page: { maxResults: 100 } },
    /** At most 100 jobs a call. */
    describeJobs: { effect: 'reads', list: 'jobs' },
    listJobs: { effect: 'reads', list: 'jobSummaryList', token: 'nextToken', page: { maxResults: 100 } },
    describeJobDefinitions: { effect: 'reads', list: 'jobDefinitions', token: 'nextToken', page: { maxResults: 100 } },
  },
);
