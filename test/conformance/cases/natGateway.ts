/** An account's NAT gateways, each named after its user. */
import {
  CreateNatGatewayCommand,
  CreateRouteCommand,
  CreateRouteTableCommand,
  DescribeNatGatewaysCommand,
} from '@aws-sdk/client-ec2';
import { type Case, nameTag, type TypeCases } from '../case.ts';
import type { World } from '../world.ts';

interface GatewayCase extends Case {
  /** Makes its user. */
  use?(world: World, id: string): Promise<unknown>;
}

const GATEWAY_CASES: readonly GatewayCase[] = [
  { name: 'without-traffic', kinds: [], use: isZonal },
  { name: 'of-a-route', kinds: ['gatewayRoutes'], use: route, custodian: 'It does not look into route tables.' },
];

export const natGateway: TypeCases = {
  cases: GATEWAY_CASES,
  async make(world, attempt) {
    for (const { name, use } of GATEWAY_CASES) {
      await attempt(name, async () => {
        const id = await aGateway(world, name);
        await use?.(world, id);
      });
    }
  },
  one: {
    make: aGateway,
    nowhere: 'nat-0123456789abcdef0',
    missing: /^(gone|unknown)$/,
    again: /^(gone|accepted)$/,
    dryRun: false,
  },
  custodian: {
    policy: `resource: aws.nat-gateway
    filters:
      - State: available`,
    nameOf: nameTag,
  },
  // It sends no metrics of gateways, which alone prove that one is idle.
  moto: { cannotRead: [], cannotMake: ['without-traffic'] },
  shown: {
    many: 'NAT gateways',
    one: 'NAT gateway',
    note: 'Custodian has a filter for metrics, and none for routes; here it selects all that are available.',
  },
};

async function aGateway(world: World, Name: string): Promise<string> {
  const { subnet: SubnetId } = await world.network();
  const TagSpecifications = [{ ResourceType: 'natgateway' as const, Tags: [{ Key: 'Name', Value: Name }] }];
  const made = await world.ec2.send(
    new CreateNatGatewayCommand({ SubnetId, ConnectivityType: 'private', TagSpecifications }),
  );
  return made.NatGateway?.NatGatewayId ?? '';
}

/** Its metrics have other dimensions in a regional one. @throws where the answer does not say */
async function isZonal({ ec2 }: World, id: string): Promise<void> {
  const { NatGateways = [] } = await ec2.send(new DescribeNatGatewaysCommand({ NatGatewayIds: [id] }));
  if (NatGateways[0]?.AvailabilityMode !== 'zonal') throw new Error(`it is not said whether ${id} is zonal`);
}

async function route(world: World, NatGatewayId: string): Promise<void> {
  const { vpc: VpcId } = await world.network();
  const { RouteTable } = await world.ec2.send(new CreateRouteTableCommand({ VpcId }));
  const to = { RouteTableId: RouteTable?.RouteTableId, DestinationCidrBlock: '0.0.0.0/0' };
  await world.ec2.send(new CreateRouteCommand({ ...to, NatGatewayId }));
}
