import type {
  CreateVpcEndpointRequest,
  CreateVpcEndpointResult,
  DescribeVpcEndpointsRequest,
  DescribeVpcEndpointsResult,
  NetworkInterface,
  RouteTable,
  SecurityGroupVpcAssociation,
  Tag,
  VpcEndpoint,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Making, plainKind } from '../collections/kind.ts';
import { creation, listed } from '../collections/operations.ts';
import { asDate, type Seed, type Tags, tagList } from '../collections/seed.ts';

interface VpcEndpointSeed extends Seed<Omit<VpcEndpoint, 'CreationTimestamp'>> {
  readonly CreationTimestamp?: Date | string;
  readonly tags?: Tags;
  readonly Tags?: Tag[];
}

export const vpcEndpoints = plainKind<'vpcEndpoint', VpcEndpointSeed, VpcEndpoint, Tables>('vpcEndpoint', {
  make: newEndpoint,
  keyOf: ({ VpcEndpointId }) => VpcEndpointId,
  noun: 'VPC endpoint',
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
    pages: { min: 5, max: 1000, otherwise: 1000 },
  }),
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVpcEndpoint.html */
  creates: creation<CreateVpcEndpointRequest, CreateVpcEndpointResult, VpcEndpointSeed, VpcEndpoint, Tables>({
    operation: 'CreateVpcEndpoint',
    seedOf({ SecurityGroupIds = [], SubnetConfigurations = [], ...given }, { networkInterfaces }) {
      const isTaken = ({ SubnetId, PrivateIpAddress }: NetworkInterface) =>
        SubnetConfigurations.some((one) => one.SubnetId === SubnetId && one.Ipv4 === PrivateIpAddress);
      if (networkInterfaces.values().some(isTaken)) throw new AwsError('InvalidIPAddress.InUse', 'Address is in use.');
      return {
        ...defined({
          VpcId: given.VpcId,
          ServiceName: given.ServiceName,
          VpcEndpointType: given.VpcEndpointType,
          SubnetIds: given.SubnetIds,
          PolicyDocument: given.PolicyDocument,
          PrivateDnsEnabled: given.PrivateDnsEnabled,
        }),
        Groups: SecurityGroupIds.map((GroupId) => ({ GroupId })),
      };
    },
    answer: (VpcEndpoint) => ({ VpcEndpoint }),
  }),
  /**
   * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteVpcEndpoints.html: refusals in an answer with the status 200;
   * one of a Gateway Load Balancer needs its routes deleted before.
   */
  deletes: {
    operation: 'DeleteVpcEndpoints',
    by: 'VpcEndpointIds',
    each: true,
    rules: {
      refuse({ VpcEndpointId: id, RequesterManaged, ServiceName, VpcEndpointType }, { routeTables }) {
        if (RequesterManaged)
          throw new AwsError(
            'InvalidParameter',
            `Operation is not allowed for requester-managed VPC endpoints for the service ${ServiceName}.`,
          );
        const table = routeTables.values().find(({ Routes = [] }) => Routes.some(({ GatewayId }) => GatewayId === id));
        if (table && VpcEndpointType === 'GatewayLoadBalancer')
          throw new AwsError('InvalidParameter', `${id} is the target of a route of ${table.RouteTableId}.`);
      },
    },
  },
});

interface Tables {
  readonly networkInterfaces: { values(): readonly NetworkInterface[] };
  readonly routeTables: { values(): readonly RouteTable[] };
}

/** Answers spell the states in lower case, unlike the documentation. */
function newEndpoint({ tags, Tags, ...given }: VpcEndpointSeed, { account, region, ids, now }: Making): VpcEndpoint {
  const id = given.VpcEndpointId ?? ids.next('vpce');
  const hosted = `sts.${region}.vpce.amazonaws.com`;
  return {
    VpcEndpointType: 'Interface',
    VpcId: 'vpc-00000000000000001',
    ServiceName: `com.amazonaws.${region}.sts`,
    State: 'available' as VpcEndpoint['State'] & string,
    ServiceRegion: region,
    SubnetIds: ['subnet-00000000000000001'],
    PrivateDnsEnabled: true,
    RequesterManaged: false,
    DnsEntries: [{ DnsName: `${id}-abcdefgh.${hosted}`, HostedZoneId: 'Z7HUB22UULQXV' }],
    OwnerId: account.id,
    ...(Tags ? { Tags } : tagList(tags)),
    ...(defined(given) as Partial<VpcEndpoint>),
    VpcEndpointId: id,
    CreationTimestamp: asDate(given.CreationTimestamp, now),
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
