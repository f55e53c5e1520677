/** An account's VPC endpoints, each named after its user. */
import {
  CreateRouteCommand,
  CreateRouteTableCommand,
  CreateVpcEndpointCommand,
  type CreateVpcEndpointCommandInput,
  DescribeVpcEndpointsCommand,
} from '@aws-sdk/client-ec2';
import { REGION } from '../../integration/handlers/fixture.ts';
import { type Case, nameTag, type TypeCases } from '../case.ts';
import type { World } from '../world.ts';

interface EndpointCase extends Case {
  readonly given?: Partial<CreateVpcEndpointCommandInput>;
  /** Makes its user. */
  use?(world: World, id: string): Promise<unknown>;
}

const ENDPOINT_CASES: readonly EndpointCase[] = [
  { name: 'without-traffic', kinds: [] },
  { name: 'of-a-route', kinds: ['endpointRoutes'], use: route, custodian: 'It does not look into route tables.' },
  {
    name: 'of-another-kind',
    kinds: [],
    given: { VpcEndpointType: 'Gateway', ServiceName: `com.amazonaws.${REGION}.s3` },
    keptBy: 'kind: its type is Gateway',
    custodian: 'It has the type as a value, and no opinion about it.',
  },
];

export const vpcEndpoint: TypeCases = {
  cases: ENDPOINT_CASES,
  async make(world, attempt) {
    for (const { name, given, use } of ENDPOINT_CASES) {
      await attempt(name, async () => {
        const id = await anEndpoint(world, name, given);
        await isOfPerson(world, id);
        await use?.(world, id);
      });
    }
  },
  one: { make: anEndpoint, nowhere: 'vpce-0123456789abcdef0', again: /^(gone|accepted)$/, dryRun: false },
  custodian: {
    policy: `resource: aws.vpc-endpoint
    filters:
      - State: available`,
    nameOf: nameTag,
  },
  // It does not say whether a service manages one, which keeps it.
  moto: { cannotRead: [], cannotMake: ENDPOINT_CASES.map(({ name }) => name) },
  shown: {
    many: 'VPC endpoints',
    one: 'VPC endpoint',
    note: 'Custodian has a filter for metrics, and none for routes; here it selects all that are available.',
  },
};

async function anEndpoint(
  world: World,
  Name: string,
  given: Partial<CreateVpcEndpointCommandInput> = {},
): Promise<string> {
  const { vpc: VpcId, subnet } = await world.network();
  const Tags = [{ Key: 'Name', Value: Name }];
  const made = await world.ec2.send(
    new CreateVpcEndpointCommand({
      VpcId,
      VpcEndpointType: 'Interface',
      ServiceName: `com.amazonaws.${REGION}.sts`,
      // Of an endpoint with private DNS everything in the VPC may be a user.
      PrivateDnsEnabled: false,
      SubnetIds: [subnet],
      TagSpecifications: [{ ResourceType: 'vpc-endpoint', Tags }],
      ...given,
    }),
  );
  return made.VpcEndpoint?.VpcEndpointId ?? '';
}

/** @throws where the answer does not say */
async function isOfPerson({ ec2 }: World, id: string): Promise<void> {
  const { VpcEndpoints = [] } = await ec2.send(new DescribeVpcEndpointsCommand({ VpcEndpointIds: [id] }));
  if (VpcEndpoints[0]?.RequesterManaged !== false) throw new Error(`it is not said who manages ${id}`);
}

async function route(world: World, VpcEndpointId: string): Promise<void> {
  const { vpc: VpcId } = await world.network();
  const { RouteTable } = await world.ec2.send(new CreateRouteTableCommand({ VpcId }));
  const to = { RouteTableId: RouteTable?.RouteTableId, DestinationCidrBlock: '10.9.0.0/16' };
  await world.ec2.send(new CreateRouteCommand({ ...to, VpcEndpointId }));
}
