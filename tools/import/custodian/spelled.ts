/** The keys of AWS's answers, which Custodian reads with JMESPath: it knows case, so another spelling selects nothing there. */
import { type AwsType, attributeIn } from '../awsTypes.ts';

/** Those that have another name here. aws-nuke has names of its own for some. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  image: ['ImageId', 'Name', 'CreationDate'],
  volume: ['VolumeId', 'CreateTime'],
  snapshot: ['SnapshotId', 'StartTime'],
  elasticIp: ['AllocationId'],
  networkInterface: ['NetworkInterfaceId'],
  securityGroup: ['GroupId', 'GroupName'],
  loadBalancer: ['LoadBalancerName', 'CreatedTime', 'VPCId'],
  loadBalancerV2: ['LoadBalancerName', 'CreatedTime', 'LoadBalancerArn'],
  targetGroup: ['TargetGroupName', 'TargetGroupArn'],
  autoScalingGroup: ['AutoScalingGroupName', 'CreatedTime'],
  launchConfiguration: ['LaunchConfigurationName', 'CreatedTime'],
  launchTemplateVersion: ['LaunchTemplateId', 'CreateTime'],
  logGroup: ['logGroupName', 'creationTime', 'retentionInDays', 'storedBytes'],
  modelEndpoint: ['EndpointName', 'EndpointArn', 'EndpointStatus', 'CreationTime'],
  natGateway: ['NatGatewayId', 'CreateTime'],
  vpcEndpoint: ['VpcEndpointId', 'CreationTimestamp'],
  dbInstance: ['DBInstanceIdentifier', 'DBInstanceArn', 'DbiResourceId', 'InstanceCreateTime', 'Endpoint.Address'],
  dbSnapshot: ['DBSnapshotIdentifier', 'DBSnapshotArn', 'DBInstanceIdentifier', 'DbiResourceId', 'SnapshotCreateTime'],
  dbClusterSnapshot: [
    'DBClusterSnapshotIdentifier',
    'DBClusterSnapshotArn',
    'DBClusterIdentifier',
    'DbClusterResourceId',
    'SnapshotCreateTime',
  ],
};

/** Attributes that AWS states in another way, or in another answer. */
const OURS: Readonly<Record<string, readonly string[]>> = {
  image: ['lastUsedAt', 'snapshotGibibytes', 'snapshotIds'],
  snapshot: ['backedImage'],
  securityGroup: ['egressRules', 'ingressRules', 'isOfAnother'],
  loadBalancer: ['vpcId'],
  // An object with `Code`.
  loadBalancerV2: ['state'],
  autoScalingGroup: ['instanceIds', 'loadBalancers'],
  launchTemplateVersion: ['imageId', 'instanceType', 'latestVersion', 'templateId'],
  logGroup: ['boundTo', 'deletionProtection'],
  modelEndpoint: ['boundTo', 'instanceCount', 'variants'],
  natGateway: ['appliances', 'subnetIds', 'zones'],
  dbInstance: ['boundTo', 'endpointAddress', 'pendingChanges', 'replicas'],
  dbSnapshot: ['copiedFrom', 'dataAt', 'ofAccount', 'sourceId', 'sourceName'],
  dbClusterSnapshot: ['copiedFrom', 'dataAt', 'ofAccount', 'sourceId', 'sourceName'],
};

/** Our name of the attribute at a key of AWS; `undefined`: there is none, or AWS spells it otherwise. */
export function attributeOfKey(aws: AwsType, names: readonly string[], key: string): string | undefined {
  const attribute = attributeIn(aws, names, key);
  if (attribute === undefined || key.startsWith('tag:') || KEYS[aws.type]?.includes(key)) return attribute;
  const isOther = Object.hasOwn(aws.attributes, key.toLowerCase()) || OURS[aws.type]?.includes(attribute);
  return !isOther && key === spelled(aws.type, attribute) ? attribute : undefined;
}

/** CloudWatch Logs begins in lower case, as the names here. */
function spelled(type: string, attribute: string): string {
  if (type === 'logGroup') return attribute;
  return attribute.replace(/^(?:db|dns)(?=[A-Z])|^[a-z]/, (start) => start.toUpperCase());
}
