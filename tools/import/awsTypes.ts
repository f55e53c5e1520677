/** The types of other cleaners that Holystone has too, and the names of their attributes. */
import { DATABASE_TYPES } from './databaseTypes.ts';

export interface AwsType {
  readonly type: string;
  /** Resources of Cloud Custodian, without `aws.`. */
  readonly custodian: readonly string[];
  /** Custodian's operations that delete one. */
  readonly deletes: readonly string[];
  /** Conditions of Custodian that hold for every unused resource: `KEY=VALUE`. */
  readonly unused: readonly string[];
  /** The type of aws-nuke, after it its earlier names; and what it prints of one, which a filter without a property compares. */
  readonly awsNuke: readonly string[];
  readonly printed: string;
  /** The keys of cloud-nuke, and where it reads a name. */
  readonly cloudNuke: readonly string[];
  readonly named: 'name' | 'tag';
  /** Attributes under another name; the others have the same one, in any case. */
  readonly attributes: Readonly<Record<string, string>>;
}

const EMPTY_LIST = '[]';

export const AWS_TYPES: readonly AwsType[] = [
  {
    type: 'image',
    custodian: ['ami'],
    deletes: ['deregister'],
    unused: [],
    awsNuke: ['EC2Image'],
    printed: 'id',
    cloudNuke: ['AMI'],
    named: 'name',
    attributes: { imageid: 'id', name: 'name', creationdate: 'createdAt', deprecatedtime: 'deprecationTime' },
  },
  {
    type: 'volume',
    custodian: ['ebs'],
    deletes: ['delete'],
    unused: [`Attachments=${EMPTY_LIST}`, 'State=available'],
    awsNuke: ['EC2Volume'],
    printed: 'id',
    cloudNuke: ['EBSVolume'],
    named: 'tag',
    attributes: { volumeid: 'id', createtime: 'createdAt' },
  },
  {
    type: 'snapshot',
    custodian: ['ebs-snapshot'],
    deletes: ['delete'],
    unused: [],
    awsNuke: ['EC2Snapshot'],
    printed: 'id',
    cloudNuke: ['Snapshots'],
    named: 'tag',
    attributes: { snapshotid: 'id', starttime: 'createdAt' },
  },
  {
    type: 'elasticIp',
    custodian: ['elastic-ip', 'network-addr'],
    deletes: ['release'],
    unused: ['AssociationId=absent', 'InstanceId=absent', 'NetworkInterfaceId=absent'],
    awsNuke: ['EC2Address'],
    printed: 'publicIp',
    cloudNuke: ['ElasticIP'],
    named: 'tag',
    attributes: { allocationid: 'id' },
  },
  {
    type: 'networkInterface',
    custodian: ['eni'],
    deletes: ['delete'],
    unused: ['Status=available', 'Attachment=absent', 'Attachment.InstanceId=absent'],
    awsNuke: ['EC2NetworkInterface'],
    printed: 'id',
    cloudNuke: ['NetworkInterface'],
    named: 'tag',
    attributes: { networkinterfaceid: 'id', id: 'id', vpc: 'vpcId' },
  },
  {
    type: 'securityGroup',
    custodian: ['security-group'],
    deletes: ['delete'],
    unused: [],
    awsNuke: ['EC2SecurityGroup'],
    printed: 'id',
    cloudNuke: ['SecurityGroup'],
    named: 'name',
    attributes: { groupid: 'id', groupname: 'name', name: 'name' },
  },
  {
    type: 'loadBalancer',
    custodian: ['elb'],
    deletes: ['delete'],
    unused: [`Instances=${EMPTY_LIST}`],
    awsNuke: ['ELB'],
    printed: 'name',
    cloudNuke: ['ELBv1'],
    named: 'name',
    attributes: { loadbalancername: 'name', name: 'name', createdtime: 'createdAt' },
  },
  {
    type: 'loadBalancerV2',
    custodian: ['app-elb'],
    deletes: ['delete'],
    unused: [],
    awsNuke: ['ELBv2'],
    printed: 'name',
    cloudNuke: ['ELBv2'],
    named: 'name',
    attributes: { loadbalancername: 'name', name: 'name', createdtime: 'createdAt', loadbalancerarn: 'id' },
  },
  {
    type: 'targetGroup',
    custodian: ['app-elb-target-group'],
    deletes: ['delete'],
    unused: [`LoadBalancerArns=${EMPTY_LIST}`],
    awsNuke: ['ELBv2TargetGroup'],
    printed: 'name',
    cloudNuke: [],
    named: 'name',
    attributes: { targetgroupname: 'name', name: 'name', targetgrouparn: 'id' },
  },
  {
    type: 'autoScalingGroup',
    custodian: ['asg'],
    deletes: ['delete'],
    unused: [],
    awsNuke: ['AutoScalingGroup'],
    printed: 'name',
    cloudNuke: ['AutoScalingGroup'],
    named: 'name',
    attributes: { autoscalinggroupname: 'name', name: 'name', createdtime: 'createdAt' },
  },
  {
    type: 'launchConfiguration',
    custodian: ['launch-config'],
    deletes: ['delete'],
    unused: [],
    awsNuke: ['LaunchConfiguration'],
    printed: 'name',
    cloudNuke: ['LaunchConfiguration'],
    named: 'name',
    attributes: { launchconfigurationname: 'name', name: 'name', createdtime: 'createdAt' },
  },
  {
    type: 'launchTemplate',
    custodian: [],
    deletes: [],
    unused: [],
    awsNuke: ['EC2LaunchTemplate'],
    printed: 'name',
    cloudNuke: ['LaunchTemplate'],
    named: 'name',
    attributes: { name: 'name', launchtemplatename: 'name', createdtime: 'createdAt' },
  },
  {
    type: 'launchTemplateVersion',
    custodian: ['launch-template-version'],
    deletes: ['delete'],
    unused: [],
    // They delete templates with all their versions.
    awsNuke: [],
    printed: 'id',
    cloudNuke: [],
    named: 'tag',
    attributes: { launchtemplateid: 'templateId', createtime: 'createdAt' },
  },
  {
    type: 'logGroup',
    custodian: ['log-group'],
    deletes: ['delete'],
    unused: [],
    awsNuke: ['CloudWatchLogsLogGroup'],
    printed: 'id',
    cloudNuke: ['CloudWatchLogGroup'],
    named: 'name',
    attributes: {
      loggroupname: 'id',
      creationtime: 'createdAt',
      retentionindays: 'retentionInDays',
      storedbytes: 'sizeBytes',
    },
  },
  {
    type: 'modelEndpoint',
    custodian: ['sagemaker-endpoint'],
    deletes: ['delete'],
    unused: [],
    awsNuke: ['SageMakerEndpoint'],
    printed: 'id',
    cloudNuke: ['SageMakerEndpoint'],
    named: 'name',
    attributes: { endpointname: 'id', endpointarn: 'arn', endpointstatus: 'endpointStatus', creationtime: 'createdAt' },
  },
  {
    type: 'natGateway',
    custodian: ['nat-gateway'],
    deletes: ['delete'],
    unused: [],
    awsNuke: ['EC2NATGateway', 'EC2NatGateway'],
    printed: 'id',
    cloudNuke: ['NatGateway'],
    named: 'tag',
    attributes: { natgatewayid: 'id', createtime: 'createdAt' },
  },
  {
    type: 'vpcEndpoint',
    custodian: ['vpc-endpoint'],
    deletes: ['delete'],
    unused: [],
    awsNuke: ['EC2VPCEndpoint', 'EC2VpcEndpoint'],
    printed: 'id',
    cloudNuke: ['EC2Endpoint'],
    named: 'tag',
    attributes: { vpcendpointid: 'id', creationtimestamp: 'createdAt' },
  },
  ...DATABASE_TYPES,
];

/** Names that mean something else there, or nothing. */
const OURS = new Set(['name', 'id', 'identity', 'aliases', 'group', 'tags', 'createdat', 'operator', 'sizebytes']);

/** Our name of an attribute of another cleaner; tags are `tag:KEY`. `undefined`: there is none. */
export function attributeIn({ attributes }: AwsType, names: readonly string[], foreign: string): string | undefined {
  if (/^tag:./.test(foreign)) return names.includes('tags.KEY') ? foreign : undefined;
  const lower = foreign.toLowerCase();
  return attributes[lower] ?? (OURS.has(lower) ? undefined : names.find((name) => name.toLowerCase() === lower));
}
