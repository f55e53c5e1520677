import type {
  CreateNatGatewayRequest,
  CreateNatGatewayResult,
  DescribeNatGatewaysRequest,
  DescribeNatGatewaysResult,
  NatGateway,
  RouteTable,
  Tag,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Making, plainKind } from '../collections/kind.ts';
import { creation, listed } from '../collections/operations.ts';
import { asDate, type Seed, type Tags, tagList } from '../collections/seed.ts';

interface NatGatewaySeed extends Seed<Omit<NatGateway, 'CreateTime'>> {
  readonly CreateTime?: Date | string;
  readonly tags?: Tags;
  readonly Tags?: Tag[];
}

/** A living one sends zeros (services/livingMetrics.ts). */
export const natGateways = plainKind<'natGateway', NatGatewaySeed, NatGateway, Tables>('natGateway', {
  make: newGateway,
  keyOf: ({ NatGatewayId }) => NatGatewayId,
  noun: 'NAT gateway',
  tagged: {
    prefix: 'nat',
    type: 'natgateway',
    malformed: 'NatGatewayMalformed',
    notFound: ([id]) => new AwsError('NatGatewayNotFound', `The Nat Gateway ${id} was not found`),
  },
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeNatGateways.html; its filters are `Filter`. */
  reads: listed<DescribeNatGatewaysRequest, DescribeNatGatewaysResult, NatGateway>({
    operation: 'DescribeNatGateways',
    by: 'NatGatewayIds',
    answer: 'NatGateways',
    tags: true,
    filters: ['nat-gateway-id'],
    pages: { min: 5, max: 1000, otherwise: Number.POSITIVE_INFINITY },
  }),
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNatGateway.html */
  creates: creation<CreateNatGatewayRequest, CreateNatGatewayResult, NatGatewaySeed, NatGateway>({
    operation: 'CreateNatGateway',
    seedOf({ SubnetId, VpcId, AllocationId, PrivateIpAddress, ConnectivityType, AvailabilityMode }) {
      if (SubnetId === undefined && AvailabilityMode !== 'regional')
        throw new AwsError('MissingParameter', 'The request must contain the parameter subnetId');
      const address = { ...defined({ AllocationId, PrivateIp: PrivateIpAddress }), IsPrimary: true };
      return {
        ...defined({ SubnetId, VpcId, ConnectivityType, AvailabilityMode }),
        ...(AllocationId === undefined ? {} : { NatGatewayAddresses: [address] }),
      } as NatGatewaySeed;
    },
    answer: (made) => ({ NatGateway: made }),
  }),
  /** "Deleting a NAT gateway … does not delete any NAT gateway routes": API_DeleteNatGateway. They become black holes. */
  deletes: {
    operation: 'DeleteNatGateway',
    by: 'NatGatewayId',
    answer: (NatGatewayId) => ({ NatGatewayId }),
    rules: {
      removeParts(id, { routeTables }) {
        for (const table of routeTables.values()) {
          const { Routes = [] } = table;
          if (!Routes.some(({ NatGatewayId }) => NatGatewayId === id)) continue;
          const changed = Routes.map((route) =>
            route.NatGatewayId === id ? { ...route, State: 'blackhole' as const } : route,
          );
          routeTables.put(table.RouteTableId ?? '', { ...table, Routes: changed });
        }
      },
    },
  },
});

interface Tables {
  readonly routeTables: { values(): readonly RouteTable[]; put(key: string, table: RouteTable): void };
}

function newGateway({ tags, Tags, ...given }: NatGatewaySeed, { region, ids, now }: Making): NatGateway {
  const id = given.NatGatewayId ?? ids.next('nat');
  const isRegional = given.AvailabilityMode === 'regional';
  return {
    State: 'available',
    VpcId: 'vpc-00000000000000001',
    ...(isRegional ? {} : { SubnetId: 'subnet-00000000000000001' }),
    ConnectivityType: 'public',
    AvailabilityMode: 'zonal',
    // In manual mode, with the addresses of a person.
    ...(isRegional ? { AutoProvisionZones: 'disabled', AutoScalingIps: 'disabled' } : {}),
    NatGatewayAddresses: [
      {
        AllocationId: id.replace('nat-', 'eipalloc-'),
        PublicIp: '198.51.100.20',
        PrivateIp: '10.0.0.20',
        IsPrimary: true,
        Status: 'succeeded',
        ...(isRegional ? { AvailabilityZone: `${region}a` } : {}),
      },
    ],
    ...(Tags ? { Tags } : tagList(tags)),
    ...(defined(given) as Partial<NatGateway>),
    NatGatewayId: id,
    CreateTime: asDate(given.CreateTime, now),
  };
}
