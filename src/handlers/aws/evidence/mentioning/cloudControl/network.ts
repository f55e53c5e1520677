/** Settings of networks and names that services keep for themselves, read as types of Cloud Control. */
import { controlled } from '../../listings/controlled.ts';
import { REGIONS } from '../../listings/serviceRegions.ts';

/** The groups of the next session, also without a portal. */
export const browserNetworks = controlled({
  name: 'browserNetworks',
  type: 'AWS::WorkSpacesWeb::NetworkSettings',
  users: 'Network settings of WorkSpaces Secure Browser',
  user: 'WorkSpaces Secure Browser network settings',
  names: ['securityGroup', 'vpcEndpoint'],
  rights: [
    'workspaces-web:GetNetworkSettings',
    'workspaces-web:ListNetworkSettings',
    'workspaces-web:ListTagsForResource',
  ],
  regions: REGIONS.workspacesWeb,
});

/** A rule opens its connections with these groups. */
export const topicRuleDestinations = controlled({
  name: 'topicRuleDestinations',
  type: 'AWS::IoT::TopicRuleDestination',
  users: 'Destinations of IoT rules in a VPC',
  user: 'IoT rule destination',
  names: ['securityGroup'],
  rights: ['iot:GetTopicRuleDestination', 'iot:ListTopicRuleDestinations'],
  regions: REGIONS.iot,
});

/** They take part in the next contact. */
export const dataflowEndpoints = controlled({
  name: 'dataflowEndpoints',
  type: 'AWS::GroundStation::DataflowEndpointGroup',
  users: 'Dataflow endpoint groups of Ground Station',
  user: 'Ground Station dataflow endpoint group',
  names: ['securityGroup'],
  rights: [
    'groundstation:GetDataflowEndpointGroup',
    'groundstation:ListDataflowEndpointGroups',
    'groundstation:ListTagsForResource',
  ],
  regions: REGIONS.groundStation,
});

/** Its endpoint keeps the addresses that it gets back when it starts. */
export const transferServers = controlled({
  name: 'transferServers',
  type: 'AWS::Transfer::Server',
  users: 'Servers of Transfer Family in every state',
  user: 'Transfer Family server',
  names: ['elasticIp', 'logGroup', 'securityGroup', 'vpcEndpoint'],
  rights: ['transfer:DescribeServer', 'transfer:ListServers'],
});

/** A flow that is stopped has no interfaces, and lets these addresses in when it starts. */
export const mediaFlows = controlled({
  name: 'mediaFlows',
  type: 'AWS::MediaConnect::Flow',
  users: 'Flows of MediaConnect in every state',
  user: 'MediaConnect flow',
  names: ['elasticIp', 'securityGroup', 'vpcEndpoint'],
  anywhere: ['elasticIp'],
  rights: ['mediaconnect:DescribeFlow', 'mediaconnect:ListFlows', 'mediaconnect:ListTagsForResource'],
  regions: REGIONS.mediaConnect,
});

/** Endpoints of a virtual cluster may start their load balancer again. */
export const emrEndpoints = controlled({
  name: 'emrEndpoints',
  type: 'AWS::EMRContainers::Endpoint',
  users: 'Managed endpoints of EMR on EKS',
  user: 'EMR on EKS endpoint',
  names: ['containerImage', 'securityGroup', 'texts'],
  under: { type: 'AWS::EMRContainers::VirtualCluster' },
  model: (VirtualClusterId) => ({ VirtualClusterId }),
  rights: [
    'emr-containers:DescribeManagedEndpoint',
    'emr-containers:ListManagedEndpoints',
    'emr-containers:ListTagsForResource',
    'emr-containers:ListVirtualClusters',
  ],
  regions: REGIONS.emrContainers,
});

/** A router that is stopped needs the groups again, and lets these addresses in. */
export const mediaRouters = controlled({
  name: 'mediaRouters',
  type: 'AWS::MediaConnect::RouterNetworkInterface',
  users: 'Network interfaces of routers of MediaConnect',
  user: 'MediaConnect router network interface',
  names: ['elasticIp', 'securityGroup'],
  anywhere: ['elasticIp'],
  rights: ['mediaconnect:GetRouterNetworkInterface', 'mediaconnect:ListRouterNetworkInterfaces'],
  regions: REGIONS.mediaRouters,
});

/** Functions that use it get their next interfaces with these groups. */
export const functionConnectors = controlled({
  name: 'functionConnectors',
  type: 'AWS::Lambda::NetworkConnector',
  users: 'Network connectors of Lambda',
  user: 'Lambda network connector',
  names: ['securityGroup', 'vpcEndpoint'],
  rights: ['lambda:GetNetworkConnector', 'lambda:ListNetworkConnectors', 'lambda:ListTags'],
  regions: REGIONS.lambdaConnectors,
});

/** It copies the group, or its rules, to the groups of other accounts. Only its administrators may list policies. */
export const firewallPolicies = controlled({
  name: 'firewallPolicies',
  type: 'AWS::FMS::Policy',
  users: 'Policies of Firewall Manager, in accounts that administer it',
  user: 'Firewall Manager policy',
  names: ['securityGroup'],
  rights: ['fms:GetPolicy', 'fms:ListPolicies', 'fms:ListTagsForResource'],
  unsubscribed:
    /No default admin could be found|is not currently delegated by AWS FM|only available to AWS Firewall Manager/,
});

/** The application answers with errors without the load balancer. */
export const refactoredApplications = controlled({
  name: 'refactoredApplications',
  type: 'AWS::RefactorSpaces::Application',
  users: 'Applications of Migration Hub Refactor Spaces, by the load balancers of their proxies',
  user: 'Refactor Spaces application',
  names: ['loadBalancerV2'],
  under: { type: 'AWS::RefactorSpaces::Environment' },
  model: (EnvironmentIdentifier) => ({ EnvironmentIdentifier }),
  rights: [
    'refactor-spaces:GetApplication',
    'refactor-spaces:ListApplications',
    'refactor-spaces:ListEnvironments',
    'refactor-spaces:ListTagsForResource',
  ],
  regions: REGIONS.refactorSpaces,
});

/** It answers with errors without its target. */
export const verifiedEndpoints = controlled({
  name: 'verifiedEndpoints',
  type: 'AWS::EC2::VerifiedAccessEndpoint',
  users: 'Endpoints of Verified Access',
  user: 'Verified Access endpoint',
  names: ['dbCluster', 'dbInstance', 'elasticIp', 'loadBalancerV2', 'networkInterface', 'securityGroup'],
  rights: ['ec2:DescribeTags', 'ec2:DescribeVerifiedAccessEndpoints', 'ec2:GetVerifiedAccessEndpointPolicy'],
  regions: REGIONS.verifiedAccess,
});

/** Mirrored packets would go nowhere. */
export const mirrorTargets = controlled({
  name: 'mirrorTargets',
  type: 'AWS::EC2::TrafficMirrorTarget',
  users: 'Targets of traffic mirroring',
  user: 'traffic mirror target',
  names: ['loadBalancerV2', 'networkInterface'],
  rights: ['ec2:DescribeTags', 'ec2:DescribeTrafficMirrorTargets'],
});

/** A session ends with the interface that it mirrors. */
export const mirrorSessions = controlled({
  name: 'mirrorSessions',
  type: 'AWS::EC2::TrafficMirrorSession',
  users: 'Sessions of traffic mirroring',
  user: 'traffic mirror session',
  names: ['networkInterface'],
  rights: ['ec2:DescribeTags', 'ec2:DescribeTrafficMirrorSessions'],
});

/** Packets from the network around the Outpost would go nowhere. */
export const outpostRoutes = controlled({
  name: 'outpostRoutes',
  type: 'AWS::EC2::LocalGatewayRoute',
  users: 'Routes of the local gateways of Outposts',
  user: 'local gateway route',
  names: ['networkInterface'],
  rights: ['ec2:DescribeLocalGatewayRouteTables', 'ec2:SearchLocalGatewayRoutes'],
  regions: REGIONS.localGateways,
});

const multicast = {
  names: ['networkInterface'],
  under: { type: 'AWS::EC2::TransitGatewayMulticastDomain' },
  model: (TransitGatewayMulticastDomainId: string) => ({ TransitGatewayMulticastDomainId }),
  rights: ['ec2:DescribeTags', 'ec2:DescribeTransitGatewayMulticastDomains', 'ec2:SearchTransitGatewayMulticastGroups'],
} as const;

/** Membership ends with the interface. */
export const multicastMembers = controlled({
  name: 'multicastMembers',
  type: 'AWS::EC2::TransitGatewayMulticastGroupMember',
  users: 'Members of multicast groups of transit gateways',
  user: 'multicast group member',
  ...multicast,
});

/** The group loses its source with the interface. */
export const multicastSources = controlled({
  name: 'multicastSources',
  type: 'AWS::EC2::TransitGatewayMulticastGroupSource',
  users: 'Sources of multicast groups of transit gateways',
  user: 'multicast group source',
  ...multicast,
});

/**
 * Each run of a test opens its connections with these groups. A space that is encrypted with a key of the customer is a gap without a
 * right to that key, which nobody gets here.
 */
export const penetrationTests = controlled({
  name: 'penetrationTests',
  type: 'AWS::SecurityAgent::Pentest',
  users: 'Penetration tests of AWS Security Agent in a VPC',
  user: 'penetration test',
  names: ['securityGroup', 'vpcEndpoint'],
  under: { type: 'AWS::SecurityAgent::AgentSpace' },
  model: (AgentSpaceId) => ({ AgentSpaceId }),
  rights: ['securityagent:BatchGetPentests', 'securityagent:ListAgentSpaces', 'securityagent:ListPentests'],
  regions: REGIONS.securityAgent,
});
