/** No case of the account: moto has one node for two, and a deleted group never goes (its own state `deleting` stays). */
import { CreateReplicationGroupCommand } from '@aws-sdk/client-elasticache';
import type { TypeCases } from '../case.ts';
import type { World } from '../world.ts';

export const cache: TypeCases = {
  cases: [],
  one: { make: aCache, nowhere: 'nowhere', identifiedInMoto: false },
  custodian: {
    policy: `resource: aws.elasticache-group
    filters:
      - type: metrics
        name: CurrConnections
        days: 32
        value: 0
        op: equal
        missing-value: 0`,
    nameOf: ({ ReplicationGroupId }) => ReplicationGroupId,
  },
  moto: { cannotRead: [] },
  shown: {
    many: 'ElastiCache caches',
    one: 'ElastiCache cache',
    note: 'Custodian compares connections, of which the service itself holds some, or a metric of one cluster of a group.',
  },
};

/** @returns its id */
async function aCache({ elastiCache }: World, ReplicationGroupId: string): Promise<string> {
  const given = { ReplicationGroupId, ReplicationGroupDescription: 'a cache', Engine: 'redis', NumCacheClusters: 2 };
  await elastiCache.send(new CreateReplicationGroupCommand({ ...given, CacheNodeType: 'cache.t4g.micro' }));
  return ReplicationGroupId;
}
