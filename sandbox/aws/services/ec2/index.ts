import type {
  AddressTransfer,
  DescribeNetworkAclsRequest,
  DescribeVpcsRequest,
  GetManagedPrefixListEntriesRequest,
  NetworkAcl,
  PrefixListEntry,
  SecurityGroup,
  SecurityGroupReference,
  Vpc,
} from '@aws-sdk/client-ec2';
import * as module from '@aws-sdk/client-ec2';
import { PREFIX_LIST_IDS } from '../../seeds/addressListSeeds.ts';
import { GROUP_IDS } from '../../seeds/securityGroupSeeds.ts';
import { answered, answersOf } from '../../store/answers.ts';
import type { Call } from '../../store/call.ts';
import { numbered, plain, rowsOf } from '../../store/listing.ts';
import { type Service, service } from '../../wire/service.ts';
import { type Ec2Handlers, existing, listing } from './common.ts';
import { declared } from './declared.ts';
import { fleetRequests } from './fleetRequests.ts';
import { fleets } from './fleets.ts';
import { imageAttributes } from './imageAttributes.ts';
import { imageReferences } from './imageReferences.ts';
import { imageStates } from './imageStates.ts';
import { images } from './images.ts';
import { imageUsageReports } from './imageUsageReports.ts';
import { instanceCredits } from './instanceCredits.ts';
import { instances } from './instances.ts';
import { instanceTypes } from './instanceTypes.ts';
import { launchTemplates } from './launchTemplates.ts';
import { launchTemplateWrites } from './launchTemplateWrites.ts';
import { recycleBin } from './recycleBin.ts';
import { regions } from './regions.ts';
import { snapshotStates } from './snapshotStates.ts';
import { snapshotWrites } from './snapshotWrites.ts';
import { tags } from './tags.ts';
import { volumeQueries } from './volumeQueries.ts';
import { volumes } from './volumes.ts';

const securityGroupUsers: Ec2Handlers = {
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSecurityGroupVpcAssociations.html */
  DescribeSecurityGroupVpcAssociations: listing(plain(rowsOf('groupAssociations')), {
    answer: 'SecurityGroupVpcAssociations',
    filters: ['group-id', 'vpc-id', 'state'],
  }),

  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSecurityGroupReferences.html */
  DescribeSecurityGroupReferences({ GroupId = [] }, call) {
    for (const id of GroupId) existing(call.here.securityGroups, id, GROUP_IDS);
    return { SecurityGroupReferenceSet: referencesIn(call).filter((one) => GroupId.includes(one.GroupId ?? '')) };
  },
};

/** Rules with a VPC peering, of any account. */
function referencesIn({ region, store }: Call): readonly SecurityGroupReference[] {
  const groups = store.everywhereIn(region).flatMap(({ securityGroups }) => securityGroups.values());
  return groups.flatMap(({ VpcId: ReferencingVpcId, ...group }) =>
    pairsOf(group).flatMap(({ GroupId, VpcPeeringConnectionId }) =>
      GroupId && VpcPeeringConnectionId ? [{ GroupId, ReferencingVpcId, VpcPeeringConnectionId }] : [],
    ),
  );
}

function pairsOf({ IpPermissions = [], IpPermissionsEgress = [] }: SecurityGroup) {
  return [...IpPermissions, ...IpPermissionsEgress].flatMap(({ UserIdGroupPairs = [] }) => UserIdGroupPairs);
}

const prefixListEntries: Ec2Handlers = {
  /** Of the current version: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_GetManagedPrefixListEntries.html */
  GetManagedPrefixListEntries: listing(
    plain<GetManagedPrefixListEntriesRequest, PrefixListEntry>(({ here }, { PrefixListId }) =>
      numbered(existing(here.prefixLists, PrefixListId, PREFIX_LIST_IDS).entries),
    ),
    { answer: 'Entries', pages: { min: 1, max: 100, otherwise: 100 } },
  ),
};

/** What Holystone only reads, and nothing here makes: tests put it in. */
const answers: Ec2Handlers = {
  DescribeAddressesAttribute: listing(answered(), { answer: 'Addresses' }),
  DescribeClientVpnEndpoints: listing(answered(), { answer: 'ClientVpnEndpoints' }),
  DescribeExportImageTasks: listing(answered(), { answer: 'ExportImageTasks' }),
  DescribeFastLaunchImages: listing(answered(), { answer: 'FastLaunchImages' }),
  DescribeNetworkInterfacePermissions: listing(answered(), { answer: 'NetworkInterfacePermissions' }),
  DescribeStoreImageTasks: listing(answered(), { answer: 'StoreImageTaskResults' }),
};

const vpcs: Ec2Handlers = {
  /** Those in which an endpoint lies. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVpcs.html */
  DescribeVpcs: listing(
    plain<DescribeVpcsRequest, Vpc>(({ here }) =>
      numbered([...new Set(here.vpcEndpoints.values().map(({ VpcId = '' }) => VpcId))].map((VpcId) => ({ VpcId }))),
    ),
    { answer: 'Vpcs', pages: { min: 5, max: 1000, otherwise: 1000 } },
  ),
};

const OPEN = { CidrBlock: '0.0.0.0/0', Protocol: '-1', RuleAction: 'allow', RuleNumber: 100 } as const;

const networkAcls: Ec2Handlers = {
  /**
   * "Your VPC automatically comes with a modifiable default network ACL. By default, it allows all inbound and outbound IPv4 traffic":
   * https://docs.aws.amazon.com/vpc/latest/userguide/default-network-acl.html. Tests put in the others.
   */
  DescribeNetworkAcls: listing(
    {
      ...plain<DescribeNetworkAclsRequest, NetworkAcl>((call) =>
        numbered([...defaultAcls(call), ...answersOf<NetworkAcl>(call)]),
      ),
      isAnswered: true,
    },
    { answer: 'NetworkAcls' },
  ),
};

/** One of each VPC with a route table. */
function defaultAcls({ here }: Call): readonly NetworkAcl[] {
  const vpcs = new Set(here.routeTables.view().flatMap(({ value }) => value.VpcId ?? []));
  const Entries = [true, false].map((Egress) => ({ ...OPEN, Egress }));
  return [...vpcs].map((VpcId) => ({ NetworkAclId: `acl-of-${VpcId}`, VpcId, IsDefault: true, Entries }));
}

const addressTransfers: Ec2Handlers = {
  /** "Describes an Elastic IP address transfer": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeAddressTransfers.html */
  DescribeAddressTransfers: listing(
    plain<{ readonly AllocationIds?: string[] | undefined }, AddressTransfer>(({ here }) =>
      numbered(here.elasticIps.view().flatMap(({ value }) => value.transfers)),
    ),
    { answer: 'AddressTransfers' },
  ),
};

export function ec2(): Service {
  return service(
    module,
    module.EC2Client,
  )({
    ...addressTransfers,
    ...answers,
    ...declared,
    ...fleetRequests,
    ...fleets,
    ...images,
    ...imageAttributes,
    ...imageReferences,
    ...imageStates,
    ...imageUsageReports,
    ...instances,
    ...instanceCredits,
    ...instanceTypes,
    ...launchTemplates,
    ...launchTemplateWrites,
    ...networkAcls,
    ...prefixListEntries,
    ...recycleBin,
    ...regions,
    ...securityGroupUsers,
    ...snapshotStates,
    ...snapshotWrites,
    ...tags,
    ...volumeQueries,
    ...volumes,
    ...vpcs,
  });
}
