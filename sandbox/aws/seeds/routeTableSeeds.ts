import type {
  CreateRouteRequest,
  CreateRouteResult,
  CreateRouteTableRequest,
  CreateRouteTableResult,
  DescribeRouteTablesRequest,
  DescribeRouteTablesResult,
  RouteTable,
  Tag,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { plainKind } from '../collections/kind.ts';
import { change, creation, listed } from '../collections/operations.ts';
import type { Seed } from '../collections/seed.ts';

export interface RouteTableSeed extends Seed<RouteTable> {
  readonly Tags?: Tag[];
}

export const routeTables = plainKind<'routeTable', RouteTableSeed, RouteTable>('routeTable', {
  make: (given, { ids, account }): RouteTable => ({
    RouteTableId: ids.next('rtb'),
    VpcId: 'vpc-00000000000000001',
    OwnerId: account.id,
    Associations: [],
    Routes: [],
    ...(defined(given) as Partial<RouteTable>),
  }),
  keyOf: ({ RouteTableId }) => RouteTableId,
  tagged: {
    prefix: 'rtb',
    type: 'route-table',
    malformed: 'InvalidRouteTableId.Malformed',
    notFound: ([id]) => new AwsError('InvalidRouteTableID.NotFound', `The routeTable ID '${id}' does not exist`),
  },
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeRouteTables.html */
  reads: listed<DescribeRouteTablesRequest, DescribeRouteTablesResult, RouteTable>({
    operation: 'DescribeRouteTables',
    by: 'RouteTableIds',
    answer: 'RouteTables',
    tags: true,
    pages: { min: 5, max: 100, otherwise: Number.POSITIVE_INFINITY },
    filters: ['owner-id', 'route-table-id', 'vpc-id'],
    special: { 'route.nat-gateway-id': ({ Routes = [] }) => Routes.flatMap(({ NatGatewayId }) => NatGatewayId ?? []) },
  }),
  creates: creation<CreateRouteTableRequest, CreateRouteTableResult, RouteTableSeed, RouteTable>({
    operation: 'CreateRouteTable',
    seedOf: ({ VpcId }) => defined({ VpcId }),
    answer: (made) => ({ RouteTable: made }),
  }),
  changes: [
    change<CreateRouteRequest, CreateRouteResult, RouteTable>({
      operation: 'CreateRoute',
      by: 'RouteTableId',
      changed: (table, { VpcEndpointId: GatewayId, ...given }) => {
        const { DestinationCidrBlock, InstanceId, NetworkInterfaceId, NatGatewayId } = given;
        const to = defined({ DestinationCidrBlock, InstanceId, NetworkInterfaceId, NatGatewayId, GatewayId });
        const route = { ...to, State: 'active' as const };
        return { ...table, Routes: [...(table.Routes ?? []), route] };
      },
      answer: () => ({ Return: true }),
    }),
  ],
});
