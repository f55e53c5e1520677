import type { SecurityGroup } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { ec2 } from '../../calls/ec2.ts';
import { groupAlias } from '../../resources/securityGroup.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';

/** A rule may name a group of another account, in a peered or a shared VPC; EC2 refuses to delete a group that one names. */
export const groupRules = plainSource({
  name: 'groupRules',
  summary: 'Rules of other security groups that name the group, for incoming and outgoing traffic.',
  places: everyAccount,
  reads: ec2.describeSecurityGroups,
  what: 'reading the rules of security groups',
  find: namedIn,
});

function namedIn(group: SecurityGroup): readonly Finding[] {
  const { GroupId: byId, GroupName, IpPermissions = [], IpPermissionsEgress = [] } = group;
  if (!byId) throw new ReadError('a security group came without its id', { problem: 'malformed' });
  const by = `a rule of security group ${byId} "${GroupName ?? ''}"`;
  const pairs = [...IpPermissions, ...IpPermissionsEgress].flatMap(({ UserIdGroupPairs = [] }) => UserIdGroupPairs);
  const named = pairs.map((pair) => {
    const idOrName = pair.GroupId || pair.GroupName;
    if (idOrName) return groupAlias(idOrName);
    throw new ReadError(`${by} came without the group that it names`, { problem: 'malformed' });
  });
  return [...new Set(named)]
    .filter((alias) => alias !== byId)
    .map((alias) => unshareStrings<Finding>({ alias, says: 'used', by, byId, byType: 'securityGroup' }));
}
