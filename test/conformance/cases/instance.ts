/** An account's instances, each named after what keeps it; those of other types have no name. */
import {
  CreateRouteCommand,
  CreateRouteTableCommand,
  DescribeInstancesCommand,
  RunInstancesCommand,
} from '@aws-sdk/client-ec2';
import { type Case, nameTag, type TypeCases } from '../case.ts';
import { stop } from '../seed.ts';
import type { World } from '../world.ts';
import { imageOf } from './volume.ts';

interface InstanceCase extends Case {
  /** Makes its user. */
  use?(world: World, id: string): Promise<unknown>;
}

const INSTANCE_CASES: readonly InstanceCase[] = [
  { name: 'running', kinds: [], keptBy: 'state: its state is running' },
  {
    name: 'stopped-with-a-route',
    kinds: ['endpointRoutes'],
    use: async (world, id) => {
      await stop(world, id);
      await route(world, id);
    },
    custodian: 'It does not look into route tables.',
  },
];

export const instance: TypeCases = {
  cases: INSTANCE_CASES,
  async make(world, attempt) {
    for (const { name, use } of INSTANCE_CASES) {
      await attempt(name, async () => {
        const id = await startedInstance(world, name);
        await use?.(world, id);
        await isDescribed(world, id);
      });
    }
  },
  one: { make: aStopped, nowhere: 'i-0123456789abcdef0', again: /^(gone|retry)$/, dryRun: false },
  custodian: {
    policy: `resource: aws.ec2
    filters:
      - State.Name: stopped`,
    nameOf: nameTag,
  },
  // It does not say whether one may be hibernated, which keeps it.
  moto: { cannotRead: [], cannotMake: INSTANCE_CASES.map(({ name }) => name) },
  shown: {
    many: 'EC2 instances',
    one: 'EC2 instance',
    note: 'Custodian can compare the age of a stop, where AWS writes its date.',
  },
};

export async function startedInstance(world: World, Name: string): Promise<string> {
  const TagSpecifications = [{ ResourceType: 'instance' as const, Tags: [{ Key: 'Name', Value: Name }] }];
  const given = { ImageId: await imageOf(world), MinCount: 1, MaxCount: 1, InstanceType: 't3.micro' as const };
  const answer = await world.ec2.send(new RunInstancesCommand({ ...given, TagSpecifications }));
  return answer.Instances?.[0]?.InstanceId ?? '';
}

async function aStopped(world: World, name: string): Promise<string> {
  const id = await startedInstance(world, name);
  await stop(world, id);
  return id;
}

/** @throws where the answer does not say what keeps one, or does not */
async function isDescribed({ ec2 }: World, id: string): Promise<void> {
  const { Reservations = [] } = await ec2.send(new DescribeInstancesCommand({ InstanceIds: [id] }));
  const [one] = Reservations[0]?.Instances ?? [];
  if (one?.HibernationOptions?.Configured !== false) throw new Error(`it is not said whether ${id} may be hibernated`);
}

async function route(world: World, InstanceId: string): Promise<void> {
  const { vpc: VpcId } = await world.network();
  const { RouteTable } = await world.ec2.send(new CreateRouteTableCommand({ VpcId }));
  const to = { RouteTableId: RouteTable?.RouteTableId, DestinationCidrBlock: '10.8.0.0/16' };
  await world.ec2.send(new CreateRouteCommand({ ...to, InstanceId }));
}
