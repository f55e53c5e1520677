import { table } from './call.ts';
import { EC2_DELETE, EC2_READ, EC2_SPOT_FLEETS, EC2_TAG, EC2_WRITE } from './rates.ts';

/** 1,000 is the maximum page size of most listings; without MaxResults the answer of a large account times out. */
const PAGE = { MaxResults: 1000 } as const;
/** The most that DescribeManagedPrefixLists, GetManagedPrefixListEntries (from 1) and DescribeRouteTables (from 5) take. */
const HUNDRED = { MaxResults: 100 } as const;
/** Only the account's own: other accounts share theirs with it. */
const OWN_SNAPSHOTS = { ...PAGE, OwnerIds: ['self'] };
/** Includes deprecated and disabled images. */
const OWN_IMAGES = { ...PAGE, Owners: ['self'], IncludeDeprecated: true, IncludeDisabled: true };
/** Includes resources that AWS services manage; an account may hide them. */
const MANAGED_TOO = { IncludeManagedResources: true } as const;
const TEMPLATES = { ...MANAGED_TOO, MaxResults: 200 } as const;

/** Every call to EC2, EBS included. */
export const ec2 = table(
  {
    service: 'ec2',
    load: async () => (await import('@aws-sdk/client-ec2')).EC2,
    prefix: 'ec2',
    reads: EC2_READ,
    writes: EC2_WRITE,
  },
  {
    /** With `Address`: a released address, if it is still free. */
    allocateAddress: { effect: 'restores', tagsOnCreate: true },
    authorizeSecurityGroupEgress: { effect: 'restores' },
    authorizeSecurityGroupIngress: { effect: 'restores' },
    /** The last image of an instance, before the instance is terminated. Its name is the only sign of a lost answer. */
    createImage: { effect: 'quarantines', errors: { taken: ['InvalidAMIName.Duplicate'] } },
    createLaunchTemplate: {
      effect: 'restores',
      tagsOnCreate: true,
      errors: { taken: ['InvalidLaunchTemplateName.AlreadyExistsException'] },
    },
    createLaunchTemplateVersion: { effect: 'restores' },
    createNetworkInterface: { effect: 'restores', tagsOnCreate: true },
    /** With a `ClientToken`, as with other calls that make something: the second request with it makes nothing. */
    createNatGateway: { effect: 'restores', tagsOnCreate: true },
    createSecurityGroup: { effect: 'restores', tagsOnCreate: true, errors: { taken: ['InvalidGroup.Duplicate'] } },
    /** The last snapshot of a volume, before the volume is deleted. */
    createSnapshot: { effect: 'quarantines' },
    createTags: { effect: 'protects', rate: EC2_TAG },
    createVpcEndpoint: { effect: 'restores', tagsOnCreate: true },
    deleteLaunchTemplate: { effect: 'deletes' },
    deleteLaunchTemplateVersions: { effect: 'deletes' },
    deleteNetworkInterface: {
      effect: 'deletes',
      rate: EC2_DELETE,
      errors: { inUse: ['InvalidNetworkInterface.InUse'] },
    },
    /** AWS refuses none for its routes: they stay, and lead nowhere. */
    deleteNatGateway: { effect: 'deletes' },
    /** A used group: DependencyViolation. The default group of a VPC: CannotDelete. */
    deleteSecurityGroup: {
      effect: 'deletes',
      rate: EC2_DELETE,
      errors: { inUse: ['InvalidGroup.InUse'], protected: ['CannotDelete'] },
    },
    deleteSnapshot: { effect: 'deletes', rate: EC2_DELETE, errors: { inUse: ['InvalidSnapshot.InUse'] } },
    deleteTags: { effect: 'protects', rate: EC2_TAG },
    deleteVolume: { effect: 'deletes', rate: EC2_DELETE, errors: { inUse: ['VolumeInUse'] } },
    /** Its refusals stand in an answer with the status 200. */
    deleteVpcEndpoints: { effect: 'deletes' },
    /** Deregistration protection: OperationNotPermitted. */
    deregisterImage: {
      effect: 'deletes',
      rate: EC2_DELETE,
      errors: { inUse: ['InvalidAMIID.InUse'], protected: ['OperationNotPermitted'] },
    },
    describeAddressTransfers: { effect: 'reads', list: 'AddressTransfers', token: 'NextToken', page: PAGE },
    /** Of the reverse DNS of addresses, the only attribute there is. */
    describeAddressesAttribute: {
      effect: 'reads',
      list: 'Addresses',
      token: 'NextToken',
      page: { Attribute: 'domain-name', ...PAGE },
    },
    describeAddresses: {
      effect: 'reads',
      list: 'Addresses',
      errors: { notFound: ['InvalidAllocationID.NotFound'] },
    },
    describeClientVpnEndpoints: { effect: 'reads', list: 'ClientVpnEndpoints', token: 'NextToken', page: PAGE },
    describeCustomerGateways: { effect: 'reads', list: 'CustomerGateways' },
    describeExportImageTasks: { effect: 'reads', list: 'ExportImageTasks', token: 'NextToken' },
    describeFastLaunchImages: { effect: 'reads', list: 'FastLaunchImages', token: 'NextToken' },
    /** At most 200 a page: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeFastSnapshotRestores.html */
    describeFastSnapshotRestores: {
      effect: 'reads',
      list: 'FastSnapshotRestores',
      token: 'NextToken',
      page: { MaxResults: 200 },
    },
    describeFleets: { effect: 'reads', list: 'Fleets', token: 'NextToken', page: PAGE },
    describeImageAttribute: { effect: 'reads', list: 'LaunchPermissions' },
    describeImageReferences: { effect: 'reads', list: 'ImageReferences', token: 'NextToken' },
    describeImageUsageReportEntries: { effect: 'reads', list: 'ImageUsageReportEntries', token: 'NextToken' },
    describeImageUsageReports: { effect: 'reads', list: 'ImageUsageReports', token: 'NextToken' },
    describeImages: {
      effect: 'reads',
      list: 'Images',
      token: 'NextToken',
      page: OWN_IMAGES,
      errors: { notFound: ['InvalidAMIID.NotFound'] },
    },
    describeInstanceAttribute: { effect: 'reads', errors: { notFound: ['InvalidInstanceID.NotFound'] } },
    describeInstanceCreditSpecifications: { effect: 'reads', list: 'InstanceCreditSpecifications', token: 'NextToken' },
    describeInstanceTypes: { effect: 'reads', list: 'InstanceTypes', token: 'NextToken' },
    describeInstances: { effect: 'reads', list: 'Reservations', token: 'NextToken', page: { ...MANAGED_TOO, ...PAGE } },
    describeLaunchTemplateVersions: {
      effect: 'reads',
      list: 'LaunchTemplateVersions',
      token: 'NextToken',
      page: TEMPLATES,
      errors: { notFound: ['InvalidLaunchTemplateId.VersionNotFound'] },
    },
    describeLaunchTemplates: {
      effect: 'reads',
      list: 'LaunchTemplates',
      token: 'NextToken',
      page: TEMPLATES,
      errors: {
        notFound: [
          'InvalidLaunchTemplateId.NotFound',
          'InvalidLaunchTemplateId.NotFoundException',
          'InvalidLaunchTemplateName.NotFoundException',
        ],
      },
    },
    describeLockedSnapshots: { effect: 'reads', list: 'Snapshots', token: 'NextToken', page: PAGE },
    describeManagedPrefixLists: { effect: 'reads', list: 'PrefixLists', token: 'NextToken', page: HUNDRED },
    /** Between 5 and 1,000 a page: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeNatGateways.html */
    describeNatGateways: {
      effect: 'reads',
      list: 'NatGateways',
      token: 'NextToken',
      page: PAGE,
      errors: { notFound: ['NatGatewayNotFound'] },
    },
    describeNetworkAcls: { effect: 'reads', list: 'NetworkAcls', token: 'NextToken', page: PAGE },
    describeNetworkInterfacePermissions: { effect: 'reads', list: 'NetworkInterfacePermissions', token: 'NextToken' },
    describeNetworkInterfaces: {
      effect: 'reads',
      list: 'NetworkInterfaces',
      token: 'NextToken',
      page: { ...MANAGED_TOO, ...PAGE },
      errors: { notFound: ['InvalidNetworkInterfaceID.NotFound'] },
    },
    describeRegions: { effect: 'reads', list: 'Regions' },
    describeRouteTables: { effect: 'reads', list: 'RouteTables', token: 'NextToken', page: HUNDRED },
    describeSecurityGroupReferences: { effect: 'reads', list: 'SecurityGroupReferenceSet' },
    describeSecurityGroupVpcAssociations: {
      effect: 'reads',
      list: 'SecurityGroupVpcAssociations',
      token: 'NextToken',
      page: PAGE,
    },
    describeSecurityGroups: {
      effect: 'reads',
      list: 'SecurityGroups',
      token: 'NextToken',
      page: PAGE,
      errors: { notFound: ['InvalidGroup.NotFound'] },
    },
    describeSnapshotAttribute: { effect: 'reads', list: 'CreateVolumePermissions' },
    describeSnapshotTierStatus: { effect: 'reads', list: 'SnapshotTierStatuses', token: 'NextToken', page: PAGE },
    describeSnapshots: {
      effect: 'reads',
      list: 'Snapshots',
      token: 'NextToken',
      page: OWN_SNAPSHOTS,
      errors: { notFound: ['InvalidSnapshot.NotFound'] },
    },
    describeSpotFleetRequests: {
      effect: 'reads',
      list: 'SpotFleetRequestConfigs',
      token: 'NextToken',
      page: PAGE,
      rate: EC2_SPOT_FLEETS,
    },
    describeSpotInstanceRequests: { effect: 'reads', list: 'SpotInstanceRequests', token: 'NextToken', page: PAGE },
    /** Without ids, all tasks of the last 31 days: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeStoreImageTasks.html */
    describeStoreImageTasks: { effect: 'reads', list: 'StoreImageTaskResults', token: 'NextToken' },
    describeVpcEndpointServiceConfigurations: {
      effect: 'reads',
      list: 'ServiceConfigurations',
      token: 'NextToken',
      page: PAGE,
    },
    describeVpcEndpointConnectionNotifications: {
      effect: 'reads',
      list: 'ConnectionNotificationSet',
      token: 'NextToken',
      page: PAGE,
    },
    describeVpcEndpoints: {
      effect: 'reads',
      list: 'VpcEndpoints',
      token: 'NextToken',
      page: PAGE,
      errors: { notFound: ['InvalidVpcEndpointId.NotFound'] },
    },
    describeVolumeStatus: { effect: 'reads', list: 'VolumeStatuses' },
    describeSubnets: { effect: 'reads', list: 'Subnets', token: 'NextToken', page: PAGE },
    describeVolumes: {
      effect: 'reads',
      list: 'Volumes',
      token: 'NextToken',
      page: { ...MANAGED_TOO, ...PAGE },
      errors: { notFound: ['InvalidVolume.NotFound'] },
    },
    /** "(up to a limit of 500)": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVolumesModifications.html */
    describeVolumesModifications: {
      effect: 'reads',
      list: 'VolumesModifications',
      token: 'NextToken',
      page: { ...MANAGED_TOO, MaxResults: 500 },
    },
    disableImage: { effect: 'quarantines' },
    enableImage: { effect: 'protects' },
    getManagedPrefixListEntries: {
      effect: 'reads',
      list: 'Entries',
      token: 'NextToken',
      page: HUNDRED,
      errors: { notFound: ['InvalidPrefixListID.NotFound', 'InvalidPrefixListId.NotFound'] },
    },
    listImagesInRecycleBin: { effect: 'reads', list: 'Images', token: 'NextToken', page: PAGE },
    listSnapshotsInRecycleBin: { effect: 'reads', list: 'Snapshots', token: 'NextToken', page: PAGE },
    listVolumesInRecycleBin: { effect: 'reads', list: 'Volumes', token: 'NextToken', page: PAGE },
    modifyLaunchTemplate: { effect: 'restores' },
    /** "[Nondefault VPC] … InvalidIPAddress.InUse"; in a default VPC AWS disassociates a used address itself. */
    releaseAddress: { effect: 'deletes', errors: { inUse: ['InvalidIPAddress.InUse'] } },
    restoreImageFromRecycleBin: { effect: 'restores', errors: { taken: ['InvalidAMIName.Duplicate'] } },
    restoreSnapshotFromRecycleBin: { effect: 'restores' },
    restoreVolumeFromRecycleBin: { effect: 'restores' },
    revokeSecurityGroupEgress: { effect: 'restores', errors: { notFound: ['InvalidPermission.NotFound'] } },
    /** With a `ClientToken`: the second request with it starts nothing. */
    runInstances: { effect: 'restores', tagsOnCreate: true },
    startInstances: { effect: 'restores' },
    /** What is protected from being stopped, or terminated: OperationNotPermitted. */
    stopInstances: { effect: 'deletes', errors: { protected: ['OperationNotPermitted'] } },
    terminateInstances: { effect: 'deletes', errors: { protected: ['OperationNotPermitted'] } },
  },
);
