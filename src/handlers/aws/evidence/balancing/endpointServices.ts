import type { Finding } from '../../../../core/common/finding.ts';
import { ec2 } from '../../calls/ec2.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';

/** Others reach the load balancer through their endpoints, whether or not it has targets now. */
export const endpointServices = plainSource({
  name: 'endpointServices',
  summary: 'VPC endpoint services (PrivateLink) that offer the Network or Gateway Load Balancer to others.',
  places: ownPlace,
  reads: ec2.describeVpcEndpointServiceConfigurations,
  what: 'reading VPC endpoint services',
  find({ ServiceId, ServiceState, NetworkLoadBalancerArns = [], GatewayLoadBalancerArns = [] }) {
    const by = `VPC endpoint service ${ServiceId ?? 'without id'} (${ServiceState ?? 'state not known'})`;
    return [...NetworkLoadBalancerArns, ...GatewayLoadBalancerArns].map((alias) =>
      unshareStrings<Finding>({ alias, says: 'used', by }),
    );
  },
});
