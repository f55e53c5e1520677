import * as module from '@aws-sdk/client-elasticache';
import { cacheClusters, serverlessCaches } from '../seeds/cacheSeeds.ts';
import { listingsOf, plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';
import { listing } from './rdsListing.ts';

/** "The default is 50.": https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_DescribeServerlessCaches.html */
const serverless = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'InvalidParameterValue',
  limits: { min: 1, max: 50, otherwise: 50 },
  badSize: 'InvalidParameterValue',
});

/** https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_DescribeCacheClusters.html */
export function elastiCache(): Service {
  return service(
    module,
    module.ElastiCacheClient,
  )({
    DescribeCacheClusters: listing(plain(rowsOf('cacheClusters')), { answer: 'CacheClusters' }),
    DescribeServerlessCaches: serverless(plain(rowsOf('serverlessCaches')), { answer: 'ServerlessCaches' }),

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
