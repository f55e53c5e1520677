import type { SecurityGroup, SecurityGroupReference } from '@aws-sdk/client-ec2';
import { GROUP_IDS } from '../../seeds/securityGroupSeeds.ts';
import type { Call } from '../../store/call.ts';
import { plain, rowsOf } from '../../store/listing.ts';
import { type Ec2Handlers, existing, listing } from './common.ts';

export const securityGroupUsers: Ec2Handlers = {
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
