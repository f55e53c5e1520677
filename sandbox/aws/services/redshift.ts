import * as module from '@aws-sdk/client-redshift';
import { warehouseEndpoints, warehouses } from '../seeds/warehouseSeeds.ts';
import { plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';
import { listing } from './rdsListing.ts';

/** https://docs.aws.amazon.com/redshift/latest/APIReference/API_DescribeClusters.html */
export function redshift(): Service {
  return service(
    module,
    module.RedshiftClient,
  )({
    DescribeClusters: listing(plain(rowsOf('warehouses')), { answer: 'Clusters' }),
    DescribeEndpointAccess: listing(plain(rowsOf('warehouseEndpoints')), { answer: 'EndpointAccessList' }),

    CreateEndpointAccess({ EndpointName = '', ClusterIdentifier, VpcSecurityGroupIds }, call) {
      const VpcSecurityGroups = membersOf(VpcSecurityGroupIds);
      const made = warehouseEndpoints.make({ EndpointName, ClusterIdentifier, VpcSecurityGroups }, call);
      call.here.warehouseEndpoints.put(EndpointName, made);
      return made;
    },

    CreateCluster({ ClusterIdentifier = '', VpcSecurityGroupIds }, call) {
      const VpcSecurityGroups = membersOf(VpcSecurityGroupIds);
      const Cluster = warehouses.make({ ClusterIdentifier, VpcSecurityGroups }, call);
      call.here.warehouses.put(ClusterIdentifier, Cluster);
      return { Cluster };
    },
  });
}

function membersOf(ids: readonly string[] = []): module.VpcSecurityGroupMembership[] {
  return ids.map((VpcSecurityGroupId) => ({ VpcSecurityGroupId, Status: 'active' }));
}
