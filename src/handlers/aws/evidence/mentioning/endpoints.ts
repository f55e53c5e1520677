/** What stands in a network without an interface of its own, or gets one later. */
import { apiGateway, apiGatewayV2 } from '../../calls/apiGateway.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { ec2 } from '../../calls/ec2.ts';
import { elb, elbV2 } from '../../calls/loadBalancing.ts';
import { vpcLattice } from '../../calls/vpcLattice.ts';
import { describeGroup } from '../launches/groupReferences.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/**
 * A link without traffic for 60 days is `INACTIVE` and has no network interface; the next request makes one again:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-vpc-links.html
 */
export const vpcLinks = listingSource({
  name: 'vpcLinks',
  users: 'VPC links of API Gateway, also inactive ones',
  called: 'VPC links',
  names: ['securityGroup'],
  reads: lists(apiGatewayV2.getVpcLinks, {
    user: ({ VpcLinkId, Name, VpcLinkStatus: status }) =>
      `VPC link ${Name ?? ''} (${VpcLinkId ?? 'without id'}, ${status ?? 'state not known'}) of API Gateway`,
  }),
});

/** An association has no network interface: its groups filter the traffic from the VPC to the services of the network. */
export const serviceNetworks = listingSource({
  name: 'serviceNetworks',
  users: 'VPCs that are associated with a service network of VPC Lattice, in every state',
  called: 'associations of service networks',
  names: ['securityGroup'],
  reads: lists(vpcLattice.listServiceNetworkVpcAssociations, {
    each: [
      describes(vpcLattice.getServiceNetworkVpcAssociation, {
        by: { serviceNetworkVpcAssociationIdentifier: 'id' },
        has: 'id',
        user: ({ id, serviceNetworkName, vpcId }) =>
          `${vpcId ?? 'a VPC'} in service network ${serviceNetworkName ?? 'without name'} of VPC Lattice (${id})`,
      }),
    ],
  }),
});

/** An endpoint that still waits for its acceptance has no network interface; it gets one with its groups. */
export const vpcEndpoints = listingSource({
  name: 'vpcEndpoints',
  users: 'VPC endpoints in every state but deleted',
  called: 'VPC endpoints',
  names: ['securityGroup'],
  reads: lists(ec2.describeVpcEndpoints, {
    // The documentation spells it `Deleted`, answers spell it `deleted`.
    unless: ({ State }) => State?.toLowerCase() === 'deleted',
    user: ({ VpcEndpointId: id, State: state }) => `VPC endpoint ${id ?? 'without id'} (${state ?? 'state not known'})`,
  }),
});

/** Others reach the load balancer through their endpoints, whether or not it has targets now. */
export const endpointServices = listingSource({
  name: 'endpointServices',
  users: 'VPC endpoint services (PrivateLink) that offer a Network or Gateway Load Balancer to others',
  called: 'VPC endpoint services',
  names: ['loadBalancerV2'],
  reads: lists(ec2.describeVpcEndpointServiceConfigurations, {
    user: ({ ServiceId, ServiceState }) =>
      `VPC endpoint service ${ServiceId ?? 'without id'} (${ServiceState ?? 'state not known'})`,
  }),
});

/**
 * In an associated VPC others may give the group to resources that they start; the VPC may belong to another account.
 * AWS refuses to delete a group with an association:
 * https://docs.aws.amazon.com/vpc/latest/userguide/security-group-assoc.html,
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSecurityGroup.html
 */
export const groupAssociations = listingSource({
  name: 'groupAssociations',
  users: 'Other VPCs that security groups are associated with, also those of other accounts',
  called: 'the VPCs that security groups are associated with',
  names: ['securityGroup'],
  reads: lists(ec2.describeSecurityGroupVpcAssociations, {
    unless: ({ State }) => State === 'disassociated',
    must: { GroupId: 'security group' },
    user: ({ VpcId, VpcOwnerId, State }) =>
      `VPC ${VpcId ?? 'without id'}${VpcOwnerId ? ` of account ${VpcOwnerId}` : ''} (${State ?? 'state not known'})`,
  }),
});

export const balancerGroups = listingSource({
  name: 'balancerGroups',
  users: 'Application and Network Load Balancers, with their security groups',
  called: 'load balancers',
  names: ['securityGroup'],
  reads: lists(elbV2.describeLoadBalancers, {
    part: ({ SecurityGroups }) => ({ SecurityGroups }),
    user: ({ LoadBalancerArn, LoadBalancerName = LoadBalancerArn }) =>
      `load balancer ${LoadBalancerName ?? 'without ARN'}`,
  }),
});

export const classicBalancerGroups = listingSource({
  name: 'classicBalancerGroups',
  users: 'Classic Load Balancers, with their security groups',
  called: 'classic load balancers',
  names: ['securityGroup'],
  reads: lists(elb.describeLoadBalancers, {
    part: ({ SecurityGroups }) => ({ SecurityGroups }),
    user: ({ LoadBalancerName }) => `classic load balancer ${LoadBalancerName ?? 'without name'}`,
  }),
});

/** AWS refuses to delete an endpoint of a Gateway Load Balancer that a route names, also one that is a black hole. */
export const endpointRoutes = listingSource({
  name: 'endpointRoutes',
  users: 'Routes to VPC endpoints and instances in every route table',
  called: 'route tables',
  names: ['instance', 'vpcEndpoint'],
  reads: lists(ec2.describeRouteTables, {
    user: ({ RouteTableId, VpcId }) => `route table ${RouteTableId ?? 'without id'} of ${VpcId ?? 'an unnamed VPC'}`,
  }),
});

/** A group at zero has no interface anywhere, and starts instances in its subnets at any time. */
export const groupSubnets = listingSource({
  name: 'groupSubnets',
  users: 'Subnets in which Auto Scaling groups of any size start instances',
  called: 'subnets of Auto Scaling groups',
  names: ['vpcEndpoint'],
  reads: lists(autoScaling.describeAutoScalingGroups, {
    part: ({ VPCZoneIdentifier }) => ({ VPCZoneIdentifier }),
    user: describeGroup,
  }),
});

/** Somebody wants to know what becomes of it. */
export const endpointNotifications = listingSource({
  name: 'endpointNotifications',
  users: 'Notifications about the connections of VPC endpoints',
  called: 'notifications about VPC endpoints',
  names: ['vpcEndpoint'],
  reads: lists(ec2.describeVpcEndpointConnectionNotifications, {
    user: ({ ConnectionNotificationId: id }) => `connection notification ${id ?? 'without id'}`,
  }),
});

/** A private API answers only through the endpoints that it, or its policy, names; these may be those of other accounts. */
export const privateApis = listingSource({
  name: 'privateApis',
  users: 'REST APIs of API Gateway, with their policies',
  called: 'REST APIs',
  names: ['vpcEndpoint'],
  reads: lists(apiGateway.getRestApis, {
    user: ({ id, name }) => `REST API ${name ?? ''} (${id ?? 'without id'})`,
  }),
});
