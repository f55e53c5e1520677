import * as module from '@aws-sdk/client-elasticache';
import { AwsError } from '../collections/errors.ts';
import { cacheClusters, serverlessCaches } from '../seeds/cacheSeeds.ts';
import { listingsOf, plain } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_DescribeCacheClusters.html */
const listing = listingsOf({
  size: 'MaxRecords',
  token: 'Marker',
  next: 'Marker',
  badToken: 'InvalidParameterValue',
  limits: { min: 20, max: 100, otherwise: 100 },
  badSize: () => new AwsError('InvalidParameterValue', 'MaxRecords must be 20 to 100'),
});

/** "The default is 50.": https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_DescribeServerlessCaches.html */
const serverless = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  next: 'NextToken',
  badToken: 'InvalidParameterValue',
  limits: { min: 1, max: 50, otherwise: 50 },
  badSize: () => new AwsError('InvalidParameterValue', 'MaxResults must be 1 to 50'),
});

export function elastiCache(): Service {
  return service(
    module,
    module.ElastiCacheClient,
  )({
    DescribeCacheClusters: listing(
      plain(({ here }) => here.cacheClusters),
      { answer: 'CacheClusters' },
    ),
    DescribeServerlessCaches: serverless(
      plain(({ here }) => here.serverlessCaches),
      { answer: 'ServerlessCaches' },
    ),

    CreateCacheCluster({ CacheClusterId = '', Engine, SecurityGroupIds = [] }, call) {
      const SecurityGroups = SecurityGroupIds.map((SecurityGroupId) => ({ SecurityGroupId, Status: 'active' }));
      const CacheCluster = cacheClusters.make({ CacheClusterId, Engine, SecurityGroups }, call);
      call.here.cacheClusters.put(CacheClusterId, CacheCluster);
      return { CacheCluster };
    },

    CreateServerlessCache({ ServerlessCacheName = '', Engine, SecurityGroupIds = [] }, call) {
      const ServerlessCache = serverlessCaches.make({ ServerlessCacheName, Engine, SecurityGroupIds }, call);
      call.here.serverlessCaches.put(ServerlessCacheName, ServerlessCache);
      return { ServerlessCache };
    },
  });
}
