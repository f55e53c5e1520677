import type {
  CreateVpcEndpointRequest,
  CreateVpcEndpointResult,
  DescribeVpcEndpointsRequest,
  DescribeVpcEndpointsResult,
  SecurityGroupVpcAssociation,
  Tag,
  VpcEndpoint,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Making, plainKind } from '../collections/kind.ts';
import { creation, listed } from '../collections/operations.ts';
import { type Seed, type Tags, tagList } from '../collections/seed.ts';

interface VpcEndpointSeed extends Seed<VpcEndpoint> {
  readonly tags?: Tags;
  readonly Tags?: Tag[];
}

export const vpcEndpoints = plainKind<'vpcEndpoint', VpcEndpointSeed, VpcEndpoint>('vpcEndpoint', {
  make: newEndpoint,
  keyOf: ({ VpcEndpointId }) => VpcEndpointId,
  tagged: {
    prefix: 'vpce',
    type: 'vpc-endpoint',
    malformed: 'InvalidVpcEndpointId.Malformed',
    notFound: ([id]) => new AwsError('InvalidVpcEndpointId.NotFound', `The Vpc Endpoint Id '${id}' does not exist`),
  },
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVpcEndpoints.html */
  reads: listed<DescribeVpcEndpointsRequest, DescribeVpcEndpointsResult, VpcEndpoint>({
    operation: 'DescribeVpcEndpoints',
    by: 'VpcEndpointIds',
    answer: 'VpcEndpoints',
    tags: true,
    filters: ['service-name', 'vpc-endpoint-id', 'vpc-endpoint-type', 'vpc-id'],
  }),
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVpcEndpoint.html */
  creates: creation<CreateVpcEndpointRequest, CreateVpcEndpointResult, VpcEndpointSeed, VpcEndpoint>({
    operation: 'CreateVpcEndpoint',
    seedOf: ({ VpcId, ServiceName, VpcEndpointType, SubnetIds, SecurityGroupIds = [] }) => ({
      ...defined({ VpcId, ServiceName, VpcEndpointType, SubnetIds }),
      Groups: SecurityGroupIds.map((GroupId) => ({ GroupId })),
    }),
    answer: (VpcEndpoint) => ({ VpcEndpoint }),
  }),
});

/** Answers spell the states in lower case, unlike the documentation. */
function newEndpoint({ tags, Tags, ...given }: VpcEndpointSeed, { account, region, ids }: Making): VpcEndpoint {
  return {
    VpcEndpointType: 'Interface',
    VpcId: 'vpc-00000000000000001',
    ServiceName: `com.amazonaws.${region}.sts`,
    State: 'available' as VpcEndpoint['State'] & string,
    OwnerId: account.id,
    ...(Tags ? { Tags } : tagList(tags)),
    ...(defined(given) as Partial<VpcEndpoint>),
    VpcEndpointId: given.VpcEndpointId ?? ids.next('vpce'),
  };
}

/** The states in which an interface endpoint has network interfaces, with its groups. */
const WITH_INTERFACES: ReadonlySet<string | undefined> = new Set(['pending', 'available', 'deleting']);

/** Has a network interface of the endpoint this group? */
export function givesGroup({ State, Groups = [] }: VpcEndpoint, id: string | undefined): boolean {
  return WITH_INTERFACES.has(State?.toLowerCase()) && Groups.some(({ GroupId }) => GroupId === id);
}

type AssociationSeed = Seed<SecurityGroupVpcAssociation>;

/** Other VPCs that a group is associated with. */
export const groupAssociations = plainKind<'groupAssociation', AssociationSeed, SecurityGroupVpcAssociation>(
  'groupAssociation',
  {
    make: (given, { account }) => ({
      State: 'associated',
      VpcOwnerId: account.id,
      GroupOwnerId: account.id,
      ...(defined(given) as Partial<SecurityGroupVpcAssociation>),
    }),
    keyOf: ({ GroupId, VpcId }) => `${GroupId} ${VpcId}`,
  },
);
