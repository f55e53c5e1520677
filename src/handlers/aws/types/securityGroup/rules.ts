/** The rules that turn a new security group into the one that was deleted. Pure. */
import type { IpPermission, SecurityGroup } from '@aws-sdk/client-ec2';

/** One request of a restore: a new group has rules of its own, which differ from the old one's. */
export interface RuleChange {
  readonly does: 'revokeEgress' | 'authorizeIngress' | 'authorizeEgress';
  readonly IpPermissions: readonly IpPermission[];
  /** The rule exists only in some VPCs. */
  readonly mayBeAbsent?: true;
}

/** "By default, new security groups have an outbound rule that allows all traffic"; in a VPC with IPv6 also one for it. */
const OPEN: IpPermission = { IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] };
const OPEN_IPV6: IpPermission = { IpProtocol: '-1', Ipv6Ranges: [{ CidrIpv6: '::/0' }] };

/**
 * First removes the rules of a new group, then adds those of the old one: adding one that exists would be refused.
 * @param newId replaces the old id where the group names itself
 */
export function ruleChanges(old: SecurityGroup, newId: string): readonly RuleChange[] {
  const given = (permissions: readonly IpPermission[] = []) =>
    permissions.map((permission) => authorizable(permission, old.GroupId, newId));
  const [ingress, egress] = [given(old.IpPermissions), given(old.IpPermissionsEgress)];
  return [
    { does: 'revokeEgress', IpPermissions: [OPEN] },
    { does: 'revokeEgress', IpPermissions: [OPEN_IPV6], mayBeAbsent: true },
    ...(ingress.length > 0 ? [{ does: 'authorizeIngress' as const, IpPermissions: ingress }] : []),
    ...(egress.length > 0 ? [{ does: 'authorizeEgress' as const, IpPermissions: egress }] : []),
  ];
}

/** Without empty lists, and without the members of a pair that only the answer of AWS has. */
function authorizable(permission: IpPermission, oldId: string | undefined, newId: string): IpPermission {
  const { IpRanges = [], Ipv6Ranges = [], PrefixListIds = [], UserIdGroupPairs = [], ...ports } = permission;
  const pairs = UserIdGroupPairs.map(({ GroupId, GroupName, UserId, Description }) => ({
    ...(GroupId ? { GroupId: GroupId === oldId ? newId : GroupId } : { GroupName }),
    ...(UserId && { UserId }),
    ...(Description && { Description }),
  }));
  return {
    ...ports,
    ...(IpRanges.length > 0 && { IpRanges }),
    ...(Ipv6Ranges.length > 0 && { Ipv6Ranges }),
    ...(PrefixListIds.length > 0 && { PrefixListIds }),
    ...(pairs.length > 0 && { UserIdGroupPairs: pairs }),
  };
}
