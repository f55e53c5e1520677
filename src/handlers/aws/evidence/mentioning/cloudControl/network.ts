/** Settings of networks and names that services keep for themselves, read as types of Cloud Control. */
import { controlled } from '../../listings/controlled.ts';
import { REGIONS } from '../../listings/serviceRegions.ts';

/** The groups of the next session, also without a portal. */
export const browserNetworks = controlled({
  name: 'browserNetworks',
  type: 'AWS::WorkSpacesWeb::NetworkSettings',
  users: 'Network settings of WorkSpaces Secure Browser',
  user: 'WorkSpaces Secure Browser network settings',
  names: ['securityGroup'],
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
  names: ['elasticIp', 'securityGroup'],
  rights: ['transfer:DescribeServer', 'transfer:ListServers'],
});

/** A flow that is stopped has no interfaces, and lets these addresses in when it starts. */
export const mediaFlows = controlled({
  name: 'mediaFlows',
  type: 'AWS::MediaConnect::Flow',
  users: 'Flows of MediaConnect in every state',
  user: 'MediaConnect flow',
  names: ['elasticIp', 'securityGroup'],
  rights: ['mediaconnect:DescribeFlow', 'mediaconnect:ListFlows', 'mediaconnect:ListTagsForResource'],
  regions: REGIONS.mediaConnect,
});

/** Endpoints of a virtual cluster may start their load balancer again. */
export const emrEndpoints = controlled({
  name: 'emrEndpoints',
  type: 'AWS::EMRContainers::Endpoint',
  users: 'Managed endpoints of EMR on EKS',
  user: 'EMR on EKS endpoint',
  names: ['securityGroup'],
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
