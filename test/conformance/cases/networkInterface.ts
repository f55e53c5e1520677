/** An account's network interfaces, each named after its user. */
import {
  AttachNetworkInterfaceCommand,
  CreateLaunchTemplateCommand,
  CreateNetworkInterfaceCommand,
  CreateRouteCommand,
  CreateRouteTableCommand,
} from '@aws-sdk/client-ec2';
import { type Case, nameTag, type TypeCases } from '../case.ts';
import { anInstance } from '../seed.ts';
import type { World } from '../world.ts';
import { imageOf } from './volume.ts';

interface InterfaceCase extends Case {
  /** Makes its user. */
  use?(world: World, id: string): Promise<unknown>;
}

const INTERFACE_CASES: readonly InterfaceCase[] = [
  {
    name: 'of nothing',
    kinds: [],
    // AWS does not date it, and a plan without a Redis has never seen it before.
    keptBy: 'it has no readable creation date',
    custodian: 'It does not ask for how long it has been there.',
  },
  {
    name: 'of an instance',
    kinds: ['interfaceAttachments'],
    use: attach,
  },
  { name: 'of a route', kinds: ['routeTargets'], use: route, custodian: 'It does not look into route tables.' },
  {
    name: 'of a launch template',
    kinds: ['launchTemplateVersions'],
    use: (world, id) => template(world, id),
    custodian: 'It does not look into launch templates.',
  },
];

/** Made by the cases of security groups. */
const OF_GROUPS: readonly Case[] = [
  {
    name: 'with-a-group',
    kinds: [],
    keptBy: 'it has no readable creation date',
    custodian: 'It does not ask for how long it has been there.',
  },
];

export const networkInterface: TypeCases = {
  cases: [...INTERFACE_CASES, ...OF_GROUPS],
  async make(world, attempt) {
    for (const { name, use } of INTERFACE_CASES) {
      await attempt(name, async () => {
        const id = await anInterface(world, name);
        await use?.(world, id);
      });
    }
  },
  one: { make: anInterface, nowhere: 'eni-0123456789abcdef0' },
  // Without a Redis everything is seen for the first time.
  entry: 'unusedFor: off',
  custodian: {
    policy: `resource: aws.eni
    filters:
      - Status: available`,
    nameOf: nameTag,
  },
  // It makes an interface without a name for each NAT gateway, and says that nothing uses it.
  moto: { cannotRead: [], brings: /^$/ },
  shown: {
    many: 'Network interfaces',
    one: 'Network interface',
    note: 'Custodian has no `unused` for interfaces; here it selects those whose status is `available`.',
  },
};

async function anInterface(world: World, Name: string): Promise<string> {
  const { subnet: SubnetId } = await world.network();
  const TagSpecifications = [{ ResourceType: 'network-interface' as const, Tags: [{ Key: 'Name', Value: Name }] }];
  const made = await world.ec2.send(new CreateNetworkInterfaceCommand({ SubnetId, TagSpecifications }));
  return made.NetworkInterface?.NetworkInterfaceId ?? '';
}

async function attach(world: World, NetworkInterfaceId: string): Promise<void> {
  const InstanceId = await anInstance(world, await imageOf(world));
  await world.ec2.send(new AttachNetworkInterfaceCommand({ NetworkInterfaceId, InstanceId, DeviceIndex: 1 }));
}

async function route(world: World, NetworkInterfaceId: string): Promise<void> {
  const { vpc: VpcId } = await world.network();
  const { RouteTable } = await world.ec2.send(new CreateRouteTableCommand({ VpcId }));
  const to = { RouteTableId: RouteTable?.RouteTableId, DestinationCidrBlock: '192.168.7.0/24' };
  await world.ec2.send(new CreateRouteCommand({ ...to, NetworkInterfaceId }));
}

async function template({ ec2 }: World, NetworkInterfaceId: string): Promise<void> {
  const LaunchTemplateData = { NetworkInterfaces: [{ DeviceIndex: 0, NetworkInterfaceId }] };
  await ec2.send(new CreateLaunchTemplateCommand({ LaunchTemplateName: 'with-an-interface', LaunchTemplateData }));
}
