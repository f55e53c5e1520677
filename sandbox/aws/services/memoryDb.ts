import * as module from '@aws-sdk/client-memorydb';
import { memoryDbClusters } from '../seeds/warehouseSeeds.ts';
import { listingsOf, plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/memorydb/latest/APIReference/API_DescribeClusters.html */
const listing = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'InvalidParameterValueException',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: 'InvalidParameterValueException',
});

export function memoryDb(): Service {
  return service(
    module,
    module.MemoryDBClient,
  )({
    DescribeClusters: listing(plain(rowsOf('memoryDbClusters')), { answer: 'Clusters' }),

    CreateCluster({ ClusterName: Name = '', SecurityGroupIds = [] }, call) {
      const SecurityGroups = SecurityGroupIds.map((SecurityGroupId) => ({ SecurityGroupId, Status: 'active' }));
      const Cluster = memoryDbClusters.make({ Name, SecurityGroups }, call);
      call.here.memoryDbClusters.put(Name, Cluster);
      return { Cluster };
    },
  });
}
