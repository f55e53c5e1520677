/** Databases, caches, clusters and functions whose service gives a security group to its next starts. */
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { Launching } from './launched.ts';

type Row = readonly [string, (launching: Launching) => void];

type Service = Parameters<SandboxControl['addEcsServices']>[1][number];
type Network = NonNullable<Service['networkConfiguration']>;

const onEcs =
  (of: (networkConfiguration: Network) => Service) =>
  ({ control, at, id, user: serviceName }: Launching) => {
    const network = { awsvpcConfiguration: { subnets: ['subnet-1'], securityGroups: [id] } };
    control.addEcsServices(at, [{ serviceName, ...of(network) }]);
  };

const onProvider =
  (status: 'ACTIVE' | 'INACTIVE') =>
  ({ control, at, id, user: name }: Launching) => {
    const networkConfiguration = { subnets: ['subnet-1'], securityGroups: [id] };
    const instanceLaunchTemplate = { ec2InstanceProfileArn: 'arn', networkConfiguration };
    const managedInstancesProvider = { infrastructureRoleArn: 'arn', instanceLaunchTemplate };
    control.addEcsClusters(at, [{ clusterName: 'managed' }]);
    control.addEcsCapacityProviders(at, [{ name, cluster: 'managed', status, managedInstancesProvider }]);
  };

const onVpc = (id: string) => ({ SecurityGroupIds: [id], Subnets: ['subnet-1'] });
const members = (id: string) => [{ VpcSecurityGroupId: id, Status: 'active' }];

/** One that was never made names its groups, too; in any other nobody would know what its objects use. */
const onCluster = ({ control, at, user: name }: Launching, resourcesVpcConfig: object) =>
  control.addEksClusters(at, [{ name, resourcesVpcConfig, status: 'FAILED' }]);
const onNodegroup = ({ control, at, user }: Launching, more: object) =>
  control.addNodegroups(at, [{ clusterName: user, nodegroupName: 'blue', ...more }]);
const onBatch = ({ control, at, id, user }: Launching, more: object) =>
  control.addComputeEnvironments(at, [
    { computeEnvironmentName: user, ...more, computeResources: { securityGroupIds: [id] } },
  ]);
const onFunction = ({ control, at, user: FunctionName }: Launching, SecurityGroupIds: string[], Version = '$LATEST') =>
  control.addFunctions(at, [{ FunctionName, Version, VpcConfig: { SecurityGroupIds } }]);

/** AWS refuses a request without an image; one whose image no read can list leaves snapshots undecided. */
function launched(control: SandboxControl, at: Launching['at']): { readonly ImageId: string } {
  const [ImageId = ''] = control.addImages(at, [{ RootDeviceType: 'instance-store', BlockDeviceMappings: [] }]);
  return { ImageId };
}

export const SERVED: readonly Row[] = [
  ['Batch environment', (s) => onBatch(s, {})],
  ['disabled Batch environment', (s) => onBatch(s, { state: 'DISABLED' })],
  [
    'cache cluster',
    ({ control, at, id }) => control.addCacheClusters(at, [{ SecurityGroups: [{ SecurityGroupId: id }] }]),
  ],
  ['serverless cache', ({ control, at, id }) => control.addServerlessCaches(at, [{ SecurityGroupIds: [id] }])],
  [
    'MemoryDB cluster',
    ({ control, at, id }) => control.addMemoryDbClusters(at, [{ SecurityGroups: [{ SecurityGroupId: id }] }]),
  ],
  [
    'paused Redshift cluster',
    ({ control, at, id }) => control.addWarehouses(at, [{ ClusterStatus: 'paused', VpcSecurityGroups: members(id) }]),
  ],
  [
    'endpoint of Redshift',
    ({ control, at, id }) => control.addWarehouseEndpoints(at, [{ VpcSecurityGroups: members(id) }]),
  ],
  [
    'workgroup of Redshift Serverless',
    ({ control, at, id }) => control.addWorkgroups(at, [{ securityGroupIds: [id] }]),
  ],
  [
    'endpoint of Redshift Serverless',
    ({ control, at, id }) =>
      control.addWorkgroupEndpoints(at, [{ vpcSecurityGroups: [{ vpcSecurityGroupId: id, status: 'active' }] }]),
  ],
  [
    'domain of OpenSearch',
    ({ control, at, id }) => control.addSearchDomains(at, [{ VPCOptions: { SecurityGroupIds: [id] } }]),
  ],
  [
    'stopped notebook of SageMaker',
    ({ control, at, id }) => control.addNotebooks(at, [{ NotebookInstanceStatus: 'Stopped', SecurityGroups: [id] }]),
  ],
  [
    'domain of SageMaker, for users',
    ({ control, at, id }) => control.addStudioDomains(at, [{ DefaultUserSettings: { SecurityGroups: [id] } }]),
  ],
  [
    'domain of SageMaker, for spaces',
    ({ control, at, id }) => control.addStudioDomains(at, [{ DefaultSpaceSettings: { SecurityGroups: [id] } }]),
  ],
  [
    'domain of SageMaker, for itself',
    ({ control, at, id }) => control.addStudioDomains(at, [{ SecurityGroupIdForDomainBoundary: id }]),
  ],
  [
    'user profile of SageMaker',
    ({ control, at, id }) => control.addUserProfiles(at, [{ UserSettings: { SecurityGroups: [id] } }]),
  ],
  [
    'model of SageMaker without endpoint',
    ({ control, at, id }) => control.addInferenceModels(at, [{ VpcConfig: onVpc(id) }]),
  ],
  [
    'endpoint configuration of SageMaker',
    ({ control, at, id }) => control.addInferenceEndpoints(at, [{ VpcConfig: onVpc(id) }]),
  ],
  [
    'VPC in a service network of VPC Lattice',
    ({ control, at, id }) => control.addServiceNetworkVpcs(at, [{ securityGroupIds: [id] }]),
  ],
  [
    'infrastructure configuration of Image Builder',
    ({ control, at, id }) => control.addInfrastructures(at, [{ securityGroupIds: [id] }]),
  ],
  [
    'stopped application of EMR Serverless',
    ({ control, at, id }) => control.addEmrApplications(at, [{ networkConfiguration: { securityGroupIds: [id] } }]),
  ],
  [
    'Flink application that does not run',
    ({ control, at, id }) => {
      const its = { VpcConfigurationId: '1.1', VpcId: 'vpc-1', SubnetIds: ['subnet-1'], SecurityGroupIds: [id] };
      const ApplicationConfigurationDescription = { VpcConfigurationDescriptions: [its] };
      control.addFlinkApplications(at, [{ ApplicationConfigurationDescription }]);
    },
  ],
  [
    'stopped fleet of AppStream',
    ({ control, at, id }) => control.addStreamingFleets(at, [{ VpcConfig: { SecurityGroupIds: [id] } }]),
  ],
  [
    'stopped image builder of AppStream',
    ({ control, at, id }) => control.addStreamingImageBuilders(at, [{ VpcConfig: { SecurityGroupIds: [id] } }]),
  ],
  [
    'stopped app block builder of AppStream',
    ({ control, at, id }) => control.addAppBlockBuilders(at, [{ VpcConfig: { SecurityGroupIds: [id] } }]),
  ],
  ['VPC connector of App Runner', ({ control, at, id }) => control.addVpcConnectors(at, [{ SecurityGroups: [id] }])],
  [
    'spot instance request between two instances',
    ({ control, at, id }) =>
      control.addSpotInstanceRequests(at, [
        { State: 'open', LaunchSpecification: { ...launched(control, at), SecurityGroups: [{ GroupId: id }] } },
      ]),
  ],
  [
    'spot fleet request, by name',
    ({ control, at, name: GroupName }) =>
      control.addSpotFleetRequests(at, [
        {
          SpotFleetRequestConfig: {
            LaunchSpecifications: [{ ...launched(control, at), SecurityGroups: [{ GroupName }] }],
          },
        },
      ]),
  ],
  [
    'spot fleet request, by its interface',
    ({ control, at, id }) => {
      const NetworkInterfaces = [{ DeviceIndex: 0, Groups: [id] }];
      const LaunchSpecifications = [{ ...launched(control, at), NetworkInterfaces }];
      control.addSpotFleetRequests(at, [{ SpotFleetRequestConfig: { LaunchSpecifications } }]);
    },
  ],
  ['database', ({ control, at, id }) => control.addDbInstances(at, [{ VpcSecurityGroups: members(id) }])],
  [
    'stopped database of Neptune',
    ({ control, at, id }) => {
      const seed = { Engine: 'neptune', DBInstanceStatus: 'stopped', VpcSecurityGroups: members(id) };
      control.addDbInstances(at, [seed]);
    },
  ],
  ['database cluster', ({ control, at, id }) => control.addDbClusters(at, [{ VpcSecurityGroups: members(id) }])],
  ['database proxy', ({ control, at, id }) => control.addDbProxies(at, [{ VpcSecurityGroupIds: [id] }])],
  [
    'endpoint of a database proxy',
    ({ control, at, id }) => control.addDbProxyEndpoints(at, [{ VpcSecurityGroupIds: [id] }]),
  ],
  [
    'option group',
    ({ control, at, id }) => {
      const Options = [{ OptionName: 'OEM', VpcSecurityGroupMemberships: members(id) }];
      control.addOptionGroups(at, [{ Options }]);
    },
  ],
  ['ECS service', onEcs((networkConfiguration) => ({ networkConfiguration }))],
  ['ECS service that is draining', onEcs((networkConfiguration) => ({ status: 'DRAINING', networkConfiguration }))],
  ['deployment of an ECS service', onEcs((networkConfiguration) => ({ deployments: [{ networkConfiguration }] }))],
  ['task set of an ECS service', onEcs((networkConfiguration) => ({ taskSets: [{ networkConfiguration }] }))],
  ['ECS capacity provider', onProvider('ACTIVE')],
  ['EKS cluster', (s) => onCluster(s, { securityGroupIds: [s.id] })],
  ['EKS cluster, by its own group', (s) => onCluster(s, { clusterSecurityGroupId: s.id })],
  ['EKS node group, remote access from', (s) => onNodegroup(s, { remoteAccess: { sourceSecurityGroups: [s.id] } })],
  ['EKS node group, remote access', (s) => onNodegroup(s, { resources: { remoteAccessSecurityGroup: s.id } })],
  ['Lambda function', (s) => onFunction(s, [s.id])],
  ['Lambda function, old version', (s) => onFunction(s, [s.id], '3')],
];

export const SERVED_NO_MORE: readonly Row[] = [
  ['deleted Batch environment', (s) => onBatch(s, { status: 'DELETED' })],
  [
    'inactive VPC connector of App Runner',
    ({ control, at, id }) => control.addVpcConnectors(at, [{ Status: 'INACTIVE', SecurityGroups: [id] }]),
  ],
  [
    'cancelled spot fleet request',
    ({ control, at, id }) => {
      const LaunchSpecifications = [{ ...launched(control, at), SecurityGroups: [{ GroupId: id }] }];
      const SpotFleetRequestConfig = { LaunchSpecifications };
      control.addSpotFleetRequests(at, [{ SpotFleetRequestState: 'cancelled', SpotFleetRequestConfig }]);
    },
  ],
  ['inactive ECS service', onEcs((networkConfiguration) => ({ status: 'INACTIVE', networkConfiguration }))],
  ['inactive ECS capacity provider', onProvider('INACTIVE')],
  ['Lambda function with another group', (s) => onFunction(s, [`${s.id}0`])],
];
