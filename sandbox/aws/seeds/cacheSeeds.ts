import type { CacheCluster, ServerlessCache } from '@aws-sdk/client-elasticache';
import { plainKind } from '../collections/kind.ts';

export const cacheClusters = plainKind<'cacheCluster', Partial<CacheCluster>, CacheCluster>('cacheCluster', {
  make: (given, { ids }) => ({
    Engine: 'redis',
    CacheClusterStatus: 'available',
    ...given,
    CacheClusterId: given.CacheClusterId ?? ids.next('cache'),
  }),
  keyOf: ({ CacheClusterId }) => CacheClusterId,
});

export const serverlessCaches = plainKind<'serverlessCache', Partial<ServerlessCache>, ServerlessCache>(
  'serverlessCache',
  {
    make: (given, { ids }) => ({
      Engine: 'valkey',
      Status: 'available',
      ...given,
      ServerlessCacheName: given.ServerlessCacheName ?? ids.next('cache'),
    }),
    keyOf: ({ ServerlessCacheName }) => ServerlessCacheName,
  },
);
