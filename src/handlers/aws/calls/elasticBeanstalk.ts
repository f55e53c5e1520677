import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('elasticbeanstalk');

/** Every call to Elastic Beanstalk. */
export const elasticBeanstalk = table(
  {
    service: 'elasticBeanstalk',
    load: async () => (await import('@aws-sdk/client-elastic-beanstalk')).ElasticBeanstalk,
    prefix: 'elasticbeanstalk',
    reads: RATE,
    writes: RATE,
  },
  {
    describeApplicationVersions: { effect: 'reads', list: 'ApplicationVersions', token: 'NextToken' },
    describeConfigurationSettings: { effect: 'reads', list: 'ConfigurationSettings' },
    /** By default it also lists environments that were deleted within an hour. */
    describeEnvironments: {
      effect: 'reads',
      list: 'Environments',
      token: 'NextToken',
      page: { IncludeDeleted: false },
    },
    describePlatformVersion: { effect: 'reads' },
    listPlatformVersions: { effect: 'reads', list: 'PlatformSummaryList', token: 'NextToken' },
  },
);
