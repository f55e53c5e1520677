import * as module from '@aws-sdk/client-vpc-lattice';
import { AwsError } from '../collections/errors.ts';
import { serviceNetworkVpcs } from '../seeds/idleGroupSeeds.ts';
import { answered, answerOf } from '../store/answers.ts';
import { collection, listingsOf, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/vpc-lattice/latest/APIReference/API_ListServiceNetworkVpcAssociations.html */
const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'ValidationException',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: 'ValidationException',
});

export function vpcLattice(): Service {
  return service(
    module,
    module.VPCLatticeClient,
  )({
    /** Does not answer the security groups: API_ServiceNetworkVpcAssociationSummary. */
    ListServiceNetworkVpcAssociations: listing(
      collection(
        rowsOf('serviceNetworkVpcs'),
        ({ id, status, vpcId, serviceNetworkName }): module.ServiceNetworkVpcAssociationSummary => ({
          ...{ id, status, vpcId, serviceNetworkName },
        }),
      ),
      { answer: 'items' },
    ),

    ListTargetGroups: listing(answered(), { answer: 'items' }),
    ListTargets: listing(answered('targetGroupIdentifier'), { answer: 'items' }),
    ListResourceConfigurations: listing(answered(), { answer: 'items' }),
    GetResourceConfiguration: ({ resourceConfigurationIdentifier: id }, call) =>
      answerOf<module.GetResourceConfigurationResponse>(call, 'id', id),

    GetServiceNetworkVpcAssociation({ serviceNetworkVpcAssociationIdentifier: id = '' }, { here }) {
      const found = here.serviceNetworkVpcs.get(id);
      if (found) return found;
      throw new AwsError('ResourceNotFoundException', `VPC association ${id} not found`, 404);
    },

    CreateServiceNetworkVpcAssociation({ vpcIdentifier: vpcId, serviceNetworkIdentifier, securityGroupIds }, call) {
      const given = { vpcId, serviceNetworkId: serviceNetworkIdentifier, securityGroupIds };
      const made = serviceNetworkVpcs.make(given, call);
      call.here.serviceNetworkVpcs.put(made.id ?? '', made);
      return { id: made.id, status: 'ACTIVE' as const };
    },
  });
}
