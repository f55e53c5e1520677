import type {
  AuthorizeSecurityGroupEgressRequest,
  AuthorizeSecurityGroupEgressResult,
  AuthorizeSecurityGroupIngressRequest,
  AuthorizeSecurityGroupIngressResult,
  CreateSecurityGroupRequest,
  CreateSecurityGroupResult,
  DescribeSecurityGroupsRequest,
  DescribeSecurityGroupsResult,
  IpPermission,
  NetworkInterface,
  RevokeSecurityGroupEgressRequest,
  RevokeSecurityGroupEgressResult,
  SecurityGroup,
  SecurityGroupVpcAssociation,
  Tag,
  VpcEndpoint,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Making, plainKind, type Tagged } from '../collections/kind.ts';
import { change, creation, listed } from '../collections/operations.ts';
import { type Seed, type Tags, tagList } from '../collections/seed.ts';
import { givesGroup } from './vpcEndpointSeeds.ts';

export interface SecurityGroupSeed extends Seed<SecurityGroup> {
  readonly tags?: Tags;
  readonly Tags?: Tag[];
}

/** The tables that the deletion of a group looks into. */
interface Here {
  readonly groupAssociations: { values(): readonly SecurityGroupVpcAssociation[] };
  readonly networkInterfaces: { values(): readonly NetworkInterface[] };
  readonly securityGroups: { values(): readonly SecurityGroup[] };
  readonly vpcEndpoints: { values(): readonly VpcEndpoint[] };
}

export const GROUP_IDS: Tagged = {
  prefix: 'sg',
  type: 'security-group',
  malformed: 'InvalidGroupId.Malformed',
  notFound: ([id]) => new AwsError('InvalidGroup.NotFound', `The security group '${id}' does not exist`),
};

/** "By default, new security groups have an outbound rule that allows all traffic": the VPC guide, security group rules. */
const OPEN: IpPermission = { IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] };

export const securityGroups = plainKind<'securityGroup', SecurityGroupSeed, SecurityGroup, Here>('securityGroup', {
  make: newGroup,
  keyOf: ({ GroupId }) => GroupId,
  tagged: GROUP_IDS,
  /** "between 5 and 1000": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSecurityGroups.html */
  reads: listed<DescribeSecurityGroupsRequest, DescribeSecurityGroupsResult, SecurityGroup>({
    operation: 'DescribeSecurityGroups',
    by: 'GroupIds',
    withoutPages: 'groupIds',
    answer: 'SecurityGroups',
    tags: true,
    filters: ['description', 'group-id', 'group-name', 'owner-id', 'vpc-id'],
  }),
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSecurityGroup.html */
  creates: creation<CreateSecurityGroupRequest, CreateSecurityGroupResult, SecurityGroupSeed, SecurityGroup, Here>({
    operation: 'CreateSecurityGroup',
    seedOf({ GroupName = '', Description, VpcId }, { securityGroups }) {
      if (!Description) {
        throw new AwsError('MissingParameter', 'The request must contain the parameter GroupDescription');
      }
      if (/^sg-|^default$/.test(GroupName)) {
        throw new AwsError('InvalidParameterValue', `Invalid group name '${GroupName}'`);
      }
      const isTaken = (other: SecurityGroup) => other.GroupName === GroupName && other.VpcId === VpcId;
      if (securityGroups.values().some(isTaken)) {
        throw new AwsError('InvalidGroup.Duplicate', `The security group '${GroupName}' already exists for ${VpcId}`);
      }
      return defined({ GroupName, Description, VpcId });
    },
    answer: ({ GroupId, Tags }) => ({ GroupId, Tags }),
  }),
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AuthorizeSecurityGroupIngress.html and its siblings */
  changes: [
    change<AuthorizeSecurityGroupIngressRequest, AuthorizeSecurityGroupIngressResult, SecurityGroup>({
      operation: 'AuthorizeSecurityGroupIngress',
      by: 'GroupId',
      changed: (group, { IpPermissions }) => ({
        ...group,
        IpPermissions: withRules(group.IpPermissions, IpPermissions),
      }),
      answer: () => ({ Return: true }),
    }),
    change<AuthorizeSecurityGroupEgressRequest, AuthorizeSecurityGroupEgressResult, SecurityGroup>({
      operation: 'AuthorizeSecurityGroupEgress',
      by: 'GroupId',
      changed: (group, { IpPermissions }) => ({
        ...group,
        IpPermissionsEgress: withRules(group.IpPermissionsEgress, IpPermissions),
      }),
      answer: () => ({ Return: true }),
    }),
    change<RevokeSecurityGroupEgressRequest, RevokeSecurityGroupEgressResult, SecurityGroup>({
      operation: 'RevokeSecurityGroupEgress',
      by: 'GroupId',
      changed: (group, { IpPermissions }) => ({
        ...group,
        IpPermissionsEgress: withoutRules(group.IpPermissionsEgress, IpPermissions),
      }),
      answer: () => ({ Return: true }),
    }),
  ],
  /**
   * "If you attempt to delete a security group that is associated with an instance or network interface, is referenced
   * by another security group in the same VPC, or has a VPC association, the operation fails with DependencyViolation":
   * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSecurityGroup.html
   */
  deletes: {
    operation: 'DeleteSecurityGroup',
    by: 'GroupId',
    rules: {
      refuseReal(group, here) {
        const { GroupId: id, GroupName } = group;
        if (GroupName === 'default') {
          throw new AwsError(
            'CannotDelete',
            `the specified group: "${id}" name: "default" cannot be deleted by a user`,
          );
        }
        const isOfInterface = here.networkInterfaces
          .values()
          .some(({ Groups = [] }) => Groups.some(({ GroupId }) => GroupId === id));
        const isNamed = here.securityGroups.values().some((other) => other.GroupId !== id && names(other, id));
        const isOfEndpoint = here.vpcEndpoints.values().some((endpoint) => givesGroup(endpoint, id));
        const isAssociated = here.groupAssociations
          .values()
          .some(({ GroupId, State }) => GroupId === id && State !== 'disassociated');
        if (isOfInterface || isNamed || isOfEndpoint || isAssociated) {
          throw new AwsError('DependencyViolation', `resource ${id} has a dependent object`);
        }
      },
    },
  },
});

function names({ IpPermissions = [], IpPermissionsEgress = [] }: SecurityGroup, id: string | undefined): boolean {
  return [...IpPermissions, ...IpPermissionsEgress].some(({ UserIdGroupPairs = [] }) =>
    UserIdGroupPairs.some(({ GroupId }) => GroupId === id),
  );
}

/** "InvalidPermission.Duplicate: The specified inbound or outbound rule already exists": EC2's error codes. */
function withRules(before: IpPermission[] = [], given: IpPermission[] = []): IpPermission[] {
  const twice = given.find((rule) => before.some((known) => isSame(known, rule)));
  if (twice) throw new AwsError('InvalidPermission.Duplicate', 'the specified rule already exists');
  return [...before, ...given];
}

function withoutRules(before: IpPermission[] = [], given: IpPermission[] = []): IpPermission[] {
  const unknown = given.find((rule) => !before.some((known) => isSame(known, rule)));
  if (unknown) {
    throw new AwsError('InvalidPermission.NotFound', 'The specified rule does not exist in this security group.');
  }
  return before.filter((known) => !given.some((rule) => isSame(known, rule)));
}

/** Compares whole permissions, which is enough for those that were given whole. */
function isSame(one: IpPermission, other: IpPermission): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ IpProtocol, FromPort, ToPort, ...of }: IpPermission): string {
  const { IpRanges = [], Ipv6Ranges = [], PrefixListIds = [], UserIdGroupPairs = [] } = of;
  return JSON.stringify([IpProtocol, FromPort, ToPort, IpRanges, Ipv6Ranges, PrefixListIds, UserIdGroupPairs]);
}

function newGroup({ tags, Tags, ...given }: SecurityGroupSeed, { account, ids }: Making): SecurityGroup {
  const GroupId = given.GroupId ?? ids.next('sg');
  return {
    GroupName: `group-${GroupId.slice(-6)}`,
    Description: 'made for tests',
    OwnerId: account.id,
    VpcId: 'vpc-00000000000000001',
    IpPermissions: [],
    IpPermissionsEgress: [OPEN],
    ...(Tags ? { Tags } : tagList(tags)),
    ...(defined(given) as Partial<SecurityGroup>),
    GroupId,
  };
}
