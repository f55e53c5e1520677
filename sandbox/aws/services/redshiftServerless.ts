import * as module from '@aws-sdk/client-redshift-serverless';
import { workgroupEndpoints, workgroups } from '../seeds/servedGroupSeeds.ts';
import { listingsOf, plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/redshift-serverless/latest/APIReference/API_ListWorkgroups.html */
const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'InvalidPaginationException',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: 'ValidationException',
});

export function redshiftServerless(): Service {
  return service(
    module,
    module.RedshiftServerlessClient,
  )({
    ListWorkgroups: listing(plain(rowsOf('workgroups')), { answer: 'workgroups' }),
    ListEndpointAccess: listing(plain(rowsOf('workgroupEndpoints')), { answer: 'endpoints' }),

    CreateWorkgroup({ workgroupName = '', namespaceName, securityGroupIds }, call) {
      const workgroup = workgroups.make({ workgroupName, namespaceName, securityGroupIds }, call);
      call.here.workgroups.put(workgroupName, workgroup);
      return { workgroup };
    },

    CreateEndpointAccess({ endpointName = '', workgroupName, vpcSecurityGroupIds = [] }, call) {
      const vpcSecurityGroups = vpcSecurityGroupIds.map((vpcSecurityGroupId) => ({
        vpcSecurityGroupId,
        status: 'active',
      }));
      const endpoint = workgroupEndpoints.make({ endpointName, workgroupName, vpcSecurityGroups }, call);
      call.here.workgroupEndpoints.put(endpointName, endpoint);
      return { endpoint };
    },
  });
}
