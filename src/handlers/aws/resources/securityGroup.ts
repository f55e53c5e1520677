import type { SecurityGroup } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { clusterFields } from './clusterTags.ts';
import { partAliases } from './nameParts.ts';
import { filterAliases, tagAliases } from './tagAliases.ts';

/** A security group. Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface SecurityGroupResource extends Resource {
  readonly description?: string;
  readonly vpcId?: string;
  /** The account that owns it; absent: AWS did not say. */
  readonly ownerId?: string;
  /** Another account owns it: it is the owner of the VPC, or it shares the group with this account. */
  readonly isOfAnother?: true;
  /** The number of its rules for incoming and for outgoing traffic. */
  readonly ingressRules?: number;
  readonly egressRules?: number;
  /** Set after a read by id: the group with its rules. */
  readonly described?: SecurityGroup;
}

/**
 * The key by which a user names a group: its id or, in the default VPC, its name. Names are unique only within a VPC, and
 * the user does not say which: every group of that name counts as used.
 * "Constraints: … Cannot start with sg-": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSecurityGroup.html
 */
export function groupAlias(idOrName: string): string {
  return idOrName.startsWith('sg-') ? idOrName : `securityGroup/${idOrName}`;
}

/** `undefined` for an answer without an id. EC2 does not report the creation of a group. */
export function toSecurityGroup(
  group: SecurityGroup,
  { accountId }: { readonly accountId: string | undefined },
): SecurityGroupResource | undefined {
  const { GroupId: id, GroupName: name = '', VpcId, OwnerId } = group;
  if (!id) return undefined;
  const tags = toTags(group.Tags);
  const ofCluster = clusterFields(tags, VpcId || undefined);
  return {
    id,
    // AWS never reuses an id.
    identity: id,
    name,
    tags,
    ...ofCluster,
    aliases: [
      id,
      ...(name === '' ? [] : [groupAlias(name), ...partAliases(groupAlias, name)]),
      ...ofCluster.aliases,
      ...tagAliases('securityGroup', tags),
      ...filterAliases('securityGroup', name),
    ],
    ...defined({
      description: group.Description || undefined,
      vpcId: VpcId || undefined,
      ownerId: OwnerId || undefined,
      isOfAnother: OwnerId && accountId !== undefined && OwnerId !== accountId ? (true as const) : undefined,
      ingressRules: group.IpPermissions?.length,
      egressRules: group.IpPermissionsEgress?.length,
    }),
  };
}
