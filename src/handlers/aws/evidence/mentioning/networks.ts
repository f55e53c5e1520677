/** What stands in networks and has no interface of its own: VPNs, access lists, targets of VPC Lattice, reverse DNS. */
import { ec2 } from '../../calls/ec2.ts';
import { eventBridge } from '../../calls/eventBridge.ts';
import { vpcLattice } from '../../calls/vpcLattice.ts';
import { everyLocation } from '../../wire/places.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** Whoever gets the address next would be let in, or kept out, in its place. */
export const networkAcls = {
  ...listingSource({
    name: 'networkAcls',
    users: 'Network access lists, by the addresses in their entries',
    called: 'network access lists',
    names: ['elasticIp'],
    reads: lists(ec2.describeNetworkAcls, { user: ({ NetworkAclId }) => `network access list ${NetworkAclId}` }),
  }),
  places: everyLocation,
};

/** Mail servers are known by it; EC2 forgets it when the address is released. */
export const reverseRecords = listingSource({
  name: 'reverseRecords',
  users: 'Reverse DNS records of own addresses',
  called: 'reverse DNS records of addresses',
  names: ['elasticIp'],
  reads: lists(ec2.describeAddressesAttribute, {
    unless: ({ PtrRecord, PtrRecordUpdate }) => !PtrRecord && !PtrRecordUpdate?.Value,
    user: ({ PtrRecord, PtrRecordUpdate }) => `reverse DNS record ${PtrRecord ?? PtrRecordUpdate?.Value}`,
  }),
});

/** An endpoint without an associated network has no interface. */
export const clientVpnEndpoints = listingSource({
  name: 'clientVpnEndpoints',
  users: 'Client VPN endpoints that are not deleted',
  called: 'Client VPN endpoints',
  names: ['logGroup', 'securityGroup'],
  reads: lists(ec2.describeClientVpnEndpoints, {
    unless: ({ Status }) => Status?.Code === 'deleted',
    user: ({ ClientVpnEndpointId: id, Status }) => `Client VPN endpoint ${id} (${Status?.Code ?? 'status not known'})`,
  }),
});

/** Another account may attach the interface at any time. */
export const interfacePermissions = listingSource({
  name: 'interfacePermissions',
  users: 'Permissions to attach network interfaces, for accounts and services',
  called: 'permissions of network interfaces',
  names: ['networkInterface'],
  reads: lists(ec2.describeNetworkInterfacePermissions, {
    unless: ({ PermissionState }) => PermissionState?.State === 'revoked',
    user: ({ NetworkInterfacePermissionId: id, AwsAccountId, AwsService }) =>
      `permission ${id} of ${AwsAccountId ?? AwsService ?? 'nobody that AWS names'} to attach it`,
  }),
});

/** A group of the type ALB sends its requests to a load balancer. */
export const latticeTargets = listingSource({
  name: 'latticeTargets',
  users: 'Targets in target groups of VPC Lattice',
  called: 'targets of VPC Lattice',
  names: ['elasticIp', 'instance', 'loadBalancerV2'],
  reads: lists(vpcLattice.listTargetGroups, {
    unless: ({ status }) => status === 'DELETE_IN_PROGRESS',
    each: [
      lists(vpcLattice.listTargets, {
        by: { targetGroupIdentifier: 'arn' },
        user: ({ name }) => `target group ${name} of VPC Lattice`,
      }),
    ],
  }),
});

/** It offers a host name or an ARN to other VPCs and accounts. */
export const latticeResources = listingSource({
  name: 'latticeResources',
  users: 'Resource configurations of VPC Lattice',
  called: 'resource configurations of VPC Lattice',
  names: ['elasticIp', 'loadBalancer', 'loadBalancerV2'],
  reads: lists(vpcLattice.listResourceConfigurations, {
    each: [
      describes(vpcLattice.getResourceConfiguration, {
        by: { resourceConfigurationIdentifier: 'id' },
        has: 'id',
        user: ({ name, id }) => `resource configuration ${name ?? id} of VPC Lattice`,
      }),
    ],
  }),
});

/** A rule sends its events there. */
export const apiDestinations = listingSource({
  name: 'apiDestinations',
  users: 'API destinations of EventBridge',
  called: 'API destinations',
  names: ['elasticIp', 'loadBalancer', 'loadBalancerV2'],
  reads: lists(eventBridge.listApiDestinations, { user: ({ Name }) => `API destination ${Name} of EventBridge` }),
});
