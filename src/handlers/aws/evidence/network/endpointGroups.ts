/** VPC endpoints, and VPCs beside a group's own, as users of security groups. */
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { ec2 } from '../../calls/ec2.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';

/** An endpoint that still waits for its acceptance has no network interface; it gets one with these groups. */
export const endpointGroups = plainSource({
  name: 'vpcEndpoints',
  summary: 'VPC endpoints in every state but deleted, in every account, by their security groups.',
  places: everyAccount,
  reads: ec2.describeVpcEndpoints,
  what: 'reading the security groups of VPC endpoints',
  find({ VpcEndpointId: id, State: state, Groups = [] }) {
    // The documentation spells it `Deleted`, answers spell it `deleted`.
    if (state?.toLowerCase() === 'deleted') return [];
    const by = `VPC endpoint ${id ?? 'without id'} (${state ?? 'state not known'})`;
    return Groups.map(({ GroupId }) => useOf(GroupId, by));
  },
});

/**
 * In an associated VPC others may give the group to resources that they start; the VPC may belong to another account.
 * AWS refuses to delete a group with an association:
 * https://docs.aws.amazon.com/vpc/latest/userguide/security-group-assoc.html,
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSecurityGroup.html
 */
export const groupAssociations = plainSource({
  name: 'groupAssociations',
  summary: 'Other VPCs that the security group is associated with, also those of other accounts.',
  places: everyAccount,
  reads: ec2.describeSecurityGroupVpcAssociations,
  what: 'reading the VPCs that security groups are associated with',
  find({ GroupId, VpcId, VpcOwnerId, State: state }) {
    if (state === 'disassociated') return [];
    const owner = VpcOwnerId ? ` of account ${VpcOwnerId}` : '';
    return useOf(GroupId, `VPC ${VpcId ?? 'without id'}${owner} (${state ?? 'state not known'})`);
  },
});

function useOf(alias: string | undefined, by: string): Finding {
  if (!alias) throw new ReadError(`${by} came with a security group without id`, { problem: 'malformed' });
  return unshareStrings<Finding>({ alias, says: 'used', by });
}
