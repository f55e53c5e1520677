/** The reads that the check before a deletion must have made: any of them could show a user. */
import type { ResourceType } from './deletableKinds.ts';

/** The reads of an image's users: every place that could launch an image of this place. */
export const IMAGE_EVIDENCE = [
  'DescribeInstances',
  'DescribeLaunchTemplates',
  'DescribeLaunchConfigurations',
  'DescribeAutoScalingGroups',
  'DescribeFleets',
  'DescribeSpotInstanceRequests',
  'DescribeSpotFleetRequests',
  'DescribeParameters',
  'DescribeComputeEnvironments',
  'ListClusters',
  'ListImageRecipes',
];

/** Whether the cluster that left something behind is gone. */
const CLUSTER_EVIDENCE = [
  'DescribeAutoScalingGroups',
  'DescribeCluster',
  'DescribeInstances',
  'DescribeLaunchTemplates',
  'DescribeTags',
];

/** Of a launch template, and of its versions. */
const USERS_OF_TEMPLATES = [
  'DescribeAutoScalingGroups',
  'DescribeComputeEnvironments',
  'DescribeFleets',
  'DescribeInstances',
  'DescribeSpotFleetRequests',
  'DescribeSpotInstanceRequests',
  'ListClusters',
  'ListDistributionConfigurations',
];

/** Of each type, in its place or in every place that its users may be in. */
export const OTHER_EVIDENCE: { readonly [T in ResourceType]?: readonly string[] } = {
  // A template that did not change is not read again.
  // With each stack come its last operations; to create a change set is one, so its change sets are listed only then.
  cdkEcrImage: ['DescribeStacks'],
  cdkS3Asset: ['DescribeStacks', 'ListFunctions'],
  loadBalancer: [...CLUSTER_EVIDENCE, 'DescribeLoadBalancers'],
  loadBalancerV2: [...CLUSTER_EVIDENCE, 'DescribeListeners', 'DescribeLoadBalancerAttributes'],
  targetGroup: [...CLUSTER_EVIDENCE, 'DescribeTargetHealth'],
  // Some of its many kinds of users: one of each way to read them.
  securityGroup: [
    ...CLUSTER_EVIDENCE,
    'DescribeDBInstances',
    'DescribeLoadBalancers',
    'DescribeNetworkInterfaces',
    'DescribeSecurityGroupReferences',
    'DescribeSecurityGroups',
    'DescribeVpcEndpoints',
    'ListFunctions',
  ],
  fileSystem: ['DescribeReplicationConfigurations', 'GetMetricData', 'ListFunctions'],
  launchConfiguration: ['DescribeAutoScalingGroups'],
  launchTemplate: USERS_OF_TEMPLATES,
  launchTemplateVersion: USERS_OF_TEMPLATES,
  logGroup: ['DescribeLogStreams', 'GetMetricData'],
  modelEndpoint: ['GetMetricData'],
  natGateway: ['DescribeRouteTables', 'GetMetricData'],
  runningDbInstance: ['DescribeDBProxies', 'GetMetricData'],
  runningInstance: ['GetMetricData'],
  table: ['GetMetricData'],
  vpcEndpoint: ['DescribeRouteTables', 'GetMetricData'],
  snapshot: [
    'DescribeFastSnapshotRestores',
    'DescribeImages',
    'DescribeLaunchConfigurations',
    'DescribeLaunchTemplates',
    'DescribeLockedSnapshots',
    'DescribeSnapshotAttribute',
    'DescribeSnapshotTierStatus',
  ],
  volume: ['DescribeInstances', 'DescribeVolumes', 'DescribeVolumesModifications'],
  windowsFileSystem: ['GetMetricData', 'ListFunctions'],
};

/** The reads in its place that could show that a group will grow; then those for each group by name. */
export const GROUP_EVIDENCE = ['DescribeAutoScalingGroups', 'DescribePolicies', 'DescribeScheduledActions'];
export const EVIDENCE_BY_NAME = ['DescribeScalingActivities', 'DescribeInstanceRefreshes'];
