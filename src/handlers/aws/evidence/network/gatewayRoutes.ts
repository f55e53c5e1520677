import type { Route, RouteTable } from '@aws-sdk/client-ec2';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';

interface Despite {
  readonly despiteRoutes: boolean;
}

/**
 * A gateway of a standby zone, or of a job that runs once a month, is silent by design: its route is the only sign. A shared
 * VPC has its route tables in the account that owns it.
 */
export const gatewayRoutes: EvidenceSource<Despite> = {
  name: 'gatewayRoutes',
  summary:
    'Routes to the gateway in every route table, also one of no subnet. With `despiteRoutes` they are told, and no use. A black hole is no route.',
  permissions: permissionsOf(ec2.describeRouteTables),
  per: 'location',
  places: everyAccount,
  variant: ({ parameters: { despiteRoutes } }) => String(despiteRoutes),
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const tables = pages(target, ec2.describeRouteTables, 'reading routes to NAT gateways');
    return findInPages(tables, (table) => routesIn(table, scope.parameters.despiteRoutes));
  },
};

function routesIn({ RouteTableId, Routes = [] }: RouteTable, despite: boolean): readonly Finding[] {
  return Routes.flatMap((route) => {
    const { NatGatewayId: alias, State } = route;
    if (!alias || State === 'blackhole') return [];
    const by = `route table ${RouteTableId ?? 'without id'}, for ${destinationOf(route)}`;
    return [
      despite
        ? { alias, says: 'quiet', by: `without it the route of ${by} leads nowhere` }
        : { alias, says: 'used', by },
    ];
  });
}

/** In words. */
export function destinationOf(route: Route): string {
  const { DestinationCidrBlock, DestinationIpv6CidrBlock, DestinationPrefixListId } = route;
  return DestinationCidrBlock ?? DestinationIpv6CidrBlock ?? DestinationPrefixListId ?? 'an unnamed destination';
}
