import * as module from '@aws-sdk/client-elastic-beanstalk';
import { answered, answerOf } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { listingsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

const listing = listingsOf({
  token: 'NextToken',
  badToken: 'ValidationException',
  limits: { min: 1, max: 100, otherwise: 100 },
});
const platforms = listing<object, module.ListPlatformVersionsResult, never, never>(answered() as never, {
  answer: 'PlatformSummaryList',
});

export function elasticBeanstalk(): Service {
  return service(
    module,
    module.ElasticBeanstalkClient,
  )({
    DescribeEnvironments: listing(answered(), { answer: 'Environments' }),
    DescribeApplicationVersions: listing(answered(), { answer: 'ApplicationVersions' }),
    DescribeConfigurationSettings: listing(answered('EnvironmentName'), { answer: 'ConfigurationSettings' }),
    /** All are the account's own here. */
    ListPlatformVersions: ({ Filters: _own, ...input }, call: Call) => platforms(input, call),
    DescribePlatformVersion: ({ PlatformArn }, call) => ({
      PlatformDescription: answerOf<module.PlatformDescription>(call, 'PlatformArn', PlatformArn),
    }),
  });
}
