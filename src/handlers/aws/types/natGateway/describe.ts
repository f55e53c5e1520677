import type { NatGateway } from '@aws-sdk/client-ec2';
import { ec2 } from '../../calls/ec2.ts';
import type { DescribedGateway } from '../../resources/natGateway.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** Its description, with the routes that lead to it: after its deletion nothing else says where they led. @throws ReadError */
export async function describeGateway(target: CallScope, one: NatGateway): Promise<DescribedGateway> {
  const id = one.NatGatewayId ?? '';
  const input = { Filters: [{ Name: 'route.nat-gateway-id', Values: [id] }] };
  const tables = await allOf(pages(target, ec2.describeRouteTables, 'reading routes to NAT gateways', input));
  const RoutesToIt = tables.map(({ RouteTableId, Routes = [] }) => ({
    ...(RouteTableId === undefined ? {} : { RouteTableId }),
    Routes: Routes.filter(({ NatGatewayId }) => NatGatewayId === id),
  }));
  return RoutesToIt.length === 0 ? one : { ...one, RoutesToIt };
}
